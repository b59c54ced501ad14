package java.lang.annotation;

/** Where an annotation may stand. */
public enum ElementType {
    /** A class, interface or enum. */
    TYPE,
    /** A field. */
    FIELD,
    /** A method. */
    METHOD,
    /** A parameter. */
    PARAMETER,
    /** A constructor. */
    CONSTRUCTOR,
    /** A local variable. */
    LOCAL_VARIABLE,
    /** An annotation. */
    ANNOTATION_TYPE,
    /** A package. */
    PACKAGE,
    /** A type parameter. */
    TYPE_PARAMETER,
    /** A use of a type. */
    TYPE_USE
}

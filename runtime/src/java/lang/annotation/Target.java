package java.lang.annotation;

/** Says where an annotation may stand. */
public @interface Target {

    /** The places. */
    ElementType[] value();
}

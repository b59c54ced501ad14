package java.lang.annotation;

/** How long an annotation is kept. */
public enum RetentionPolicy {
    /** Not beyond the compiler. */
    SOURCE,
    /** In the class file. */
    CLASS,
    /** While the program runs. */
    RUNTIME
}

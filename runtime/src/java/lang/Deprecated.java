package java.lang;

/** Marks what should not be used any more. */
public @interface Deprecated {
}

package java.lang;

/** Promises that a variable argument is used safely. */
public @interface SafeVarargs {
}

package java.lang;

/** Marks an interface with one abstract method. */
public @interface FunctionalInterface {
}

package java.lang;

/** Marks a method that overrides another one. */
public @interface Override {
}

package java.lang;

/** Switches compiler warnings off. */
public @interface SuppressWarnings {

    /** The warnings. */
    String[] value();
}

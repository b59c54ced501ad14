package java.lang.annotation;

/** Marks annotations that belong to the documentation. */
public @interface Documented {
}

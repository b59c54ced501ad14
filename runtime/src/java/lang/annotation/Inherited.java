package java.lang.annotation;

/** Marks annotations that subclasses inherit. */
public @interface Inherited {
}

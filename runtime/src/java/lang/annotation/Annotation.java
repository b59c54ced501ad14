package java.lang.annotation;

/** What all annotations are. */
public interface Annotation {
}

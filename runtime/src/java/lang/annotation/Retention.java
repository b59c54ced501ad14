package java.lang.annotation;

/** Says how long an annotation is kept. */
public @interface Retention {

    /** How long. */
    RetentionPolicy value();
}

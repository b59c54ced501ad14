package joplab;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How often each loop of a method is repeated at most for one entry, in the order of the source. {@code jop wcet} takes it where its analysis finds no
 * smaller bound (docs/wcet.md).
 *
 * <p>It is in class files only: the linked program does not grow.
 */
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface LoopBounds {

    /** A number for each loop. */
    int[] value();
}

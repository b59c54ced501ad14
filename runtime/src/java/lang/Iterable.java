package java.lang;

import java.util.Iterator;

/** Something that a for statement can walk through. */
public interface Iterable<T> {

    /** A new walk from the beginning. */
    Iterator<T> iterator();
}

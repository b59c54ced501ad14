package java.util;

/** Elements of which no two are equal. */
public interface Set<E> extends Collection<E> {

    /** The set without elements, which never changes. */
    static <E> Set<E> of() {
        return ImmutableSet.make();
    }

    /** A set of one element, not null, that never changes. */
    static <E> Set<E> of(E e1) {
        return ImmutableSet.make(e1);
    }

    /** A set of elements, none null and no two equal, that never changes. */
    static <E> Set<E> of(E e1, E e2) {
        return ImmutableSet.make(e1, e2);
    }

    /** A set of elements, none null and no two equal, that never changes. */
    static <E> Set<E> of(E e1, E e2, E e3) {
        return ImmutableSet.make(e1, e2, e3);
    }

    /** A set of elements, none null and no two equal, that never changes. */
    static <E> Set<E> of(E e1, E e2, E e3, E e4) {
        return ImmutableSet.make(e1, e2, e3, e4);
    }

    /** A set of elements, none null and no two equal, that never changes. */
    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5) {
        return ImmutableSet.make(e1, e2, e3, e4, e5);
    }

    /** A set of elements, none null and no two equal, that never changes. */
    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6) {
        return ImmutableSet.make(e1, e2, e3, e4, e5, e6);
    }

    /** A set of elements, none null and no two equal, that never changes. */
    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7) {
        return ImmutableSet.make(e1, e2, e3, e4, e5, e6, e7);
    }

    /** A set of elements, none null and no two equal, that never changes. */
    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8) {
        return ImmutableSet.make(e1, e2, e3, e4, e5, e6, e7, e8);
    }

    /** A set of elements, none null and no two equal, that never changes. */
    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9) {
        return ImmutableSet.make(e1, e2, e3, e4, e5, e6, e7, e8, e9);
    }

    /** A set of elements, none null and no two equal, that never changes. */
    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9, E e10) {
        return ImmutableSet.make(e1, e2, e3, e4, e5, e6, e7, e8, e9, e10);
    }

    /** A set of elements, none null and no two equal, that never changes. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    static <E> Set<E> of(E... elements) {
        return ImmutableSet.make((Object[]) elements.clone());
    }

    /** A set of the elements of a collection that never changes. */
    static <E> Set<E> copyOf(Collection<? extends E> other) {
        return ImmutableSet.copyOf(other);
    }
}

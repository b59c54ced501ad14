package java.util;

/** The sets of {@link Set#of()}: nothing is null, no two elements are equal, nothing changes. */
final class ImmutableSet<E> extends Unmodifiable.OfSet<E> {

    private ImmutableSet(Set<E> elements) {
        super(elements);
    }

    /** A set of elements, no two of which may be equal. */
    @SuppressWarnings("unchecked")
    static <E> Set<E> make(Object... elements) {
        Set<E> set = new LinkedHashSet<E>();
        for (int i = 0; i < elements.length; ++i) {
            if (!set.add((E) Objects.requireNonNull(elements[i]))) {
                throw new IllegalArgumentException("duplicate element: " + elements[i]);
            }
        }
        return new ImmutableSet<E>(set);
    }

    @SuppressWarnings("unchecked")
    static <E> Set<E> copyOf(Collection<? extends E> other) {
        if (other instanceof ImmutableSet) {
            return (Set<E>) other;
        }
        Set<E> set = new LinkedHashSet<E>();
        for (E element : other) {
            set.add(Objects.requireNonNull(element));
        }
        return new ImmutableSet<E>(set);
    }

    @Override
    public boolean contains(Object object) {
        return super.contains(Objects.requireNonNull(object));
    }
}

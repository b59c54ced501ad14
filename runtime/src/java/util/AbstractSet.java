package java.util;

/** What sets can do with an iterator and a size. */
public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {

    /** For subclasses. */
    protected AbstractSet() {
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (Iterator<E> i = iterator(); i.hasNext();) {
            hash += Objects.hashCode(i.next());
        }
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Set)) {
            return false;
        }
        Set<?> set = (Set<?>) other;
        return set.size() == size() && containsAll(set);
    }
}

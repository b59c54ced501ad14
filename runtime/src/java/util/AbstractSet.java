package java.util;

/** What sets can do with an iterator and a size. */
public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {

    /** For subclasses. */
    protected AbstractSet() {
    }

    @Override
    public boolean removeAll(Collection<?> other) {
        if (size() <= other.size()) {
            return super.removeAll(other);
        }
        boolean changed = false;
        for (Object object : other) {
            changed |= remove(object);
        }
        return changed;
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
        if (this == other) {
            return true;
        }
        if (!(other instanceof Set) || ((Set<?>) other).size() != size()) {
            return false;
        }
        try {
            return containsAll((Set<?>) other);
        } catch (ClassCastException | NullPointerException e) {
            return false;
        }
    }
}

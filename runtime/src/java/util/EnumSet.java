package java.util;

import java.io.Serializable;

/** Constants of an enum, in their order. */
public class EnumSet<E extends Enum<E>> extends AbstractSet<E> implements Cloneable, Serializable {

    private final E[] constants;
    private final BitSet bits;

    private EnumSet(E[] constants, BitSet bits) {
        this.constants = constants;
        this.bits = bits;
    }

    /** No constants. */
    public static <E extends Enum<E>> EnumSet<E> noneOf(Class<E> type) {
        return new EnumSet<E>(type.getEnumConstants(), new BitSet());
    }

    /** All constants. */
    public static <E extends Enum<E>> EnumSet<E> allOf(Class<E> type) {
        EnumSet<E> set = noneOf(type);
        set.bits.set(0, set.constants.length);
        return set;
    }

    /** The constants that another set does not have. */
    public static <E extends Enum<E>> EnumSet<E> complementOf(EnumSet<E> other) {
        EnumSet<E> set = copyOf(other);
        set.bits.flip(0, set.constants.length);
        return set;
    }

    /** The constants of another set. */
    public static <E extends Enum<E>> EnumSet<E> copyOf(EnumSet<E> other) {
        return new EnumSet<E>(other.constants, (BitSet) other.bits.clone());
    }

    /** The constants of a collection, which must not be empty unless it is a set of this kind. */
    public static <E extends Enum<E>> EnumSet<E> copyOf(Collection<E> other) {
        if (other instanceof EnumSet) {
            return copyOf((EnumSet<E>) other);
        }
        if (other.isEmpty()) {
            throw new IllegalArgumentException("Collection is empty");
        }
        EnumSet<E> set = noneOf(other.iterator().next().getDeclaringClass());
        set.addAll(other);
        return set;
    }

    /** One constant. */
    public static <E extends Enum<E>> EnumSet<E> of(E a) {
        EnumSet<E> set = noneOf(a.getDeclaringClass());
        set.add(a);
        return set;
    }

    /** Two constants. */
    public static <E extends Enum<E>> EnumSet<E> of(E a, E b) {
        EnumSet<E> set = of(a);
        set.add(b);
        return set;
    }

    /** Three constants. */
    public static <E extends Enum<E>> EnumSet<E> of(E a, E b, E c) {
        EnumSet<E> set = of(a, b);
        set.add(c);
        return set;
    }

    /** Four constants. */
    public static <E extends Enum<E>> EnumSet<E> of(E a, E b, E c, E d) {
        EnumSet<E> set = of(a, b, c);
        set.add(d);
        return set;
    }

    /** Five constants. */
    public static <E extends Enum<E>> EnumSet<E> of(E a, E b, E c, E d, E e) {
        EnumSet<E> set = of(a, b, c, d);
        set.add(e);
        return set;
    }

    /** Several constants. */
    @SafeVarargs
    public static <E extends Enum<E>> EnumSet<E> of(E first, E... rest) {
        EnumSet<E> set = of(first);
        for (int i = 0; i < rest.length; ++i) {
            set.add(rest[i]);
        }
        return set;
    }

    /** The constants from one to another. */
    public static <E extends Enum<E>> EnumSet<E> range(E from, E to) {
        if (from.compareTo(to) > 0) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        EnumSet<E> set = noneOf(from.getDeclaringClass());
        set.bits.set(from.ordinal(), to.ordinal() + 1);
        return set;
    }

    private boolean fits(Object object) {
        if (!(object instanceof Enum)) {
            return false;
        }
        int index = ((Enum<?>) object).ordinal();
        return index < constants.length && constants[index] == object;
    }

    @Override
    public int size() {
        return bits.cardinality();
    }

    @Override
    public boolean isEmpty() {
        return bits.isEmpty();
    }

    @Override
    public boolean contains(Object object) {
        return fits(object) && bits.get(((Enum<?>) object).ordinal());
    }

    @Override
    public boolean add(E element) {
        int index = element.ordinal();
        if (!fits(element)) {
            throw new ClassCastException(element.getClass() + " != " + constants[0].getDeclaringClass());
        }
        boolean there = bits.get(index);
        bits.set(index);
        return !there;
    }

    @Override
    public boolean remove(Object object) {
        boolean there = contains(object);
        if (there) {
            bits.clear(((Enum<?>) object).ordinal());
        }
        return there;
    }

    @Override
    public void clear() {
        bits.clear();
    }

    @Override
    public EnumSet<E> clone() {
        return copyOf(this);
    }

    @Override
    public Iterator<E> iterator() {
        EnumSet<E> set = this;
        return new Iterator<E>() {
            private int next = set.bits.nextSetBit(0);
            private int last = -1;

            @Override
            public boolean hasNext() {
                return next >= 0;
            }

            @Override
            public E next() {
                if (next < 0) {
                    throw new NoSuchElementException();
                }
                last = next;
                next = set.bits.nextSetBit(last + 1);
                return set.constants[last];
            }

            @Override
            public void remove() {
                if (last < 0) {
                    throw new IllegalStateException();
                }
                set.bits.clear(last);
                last = -1;
            }
        };
    }
}

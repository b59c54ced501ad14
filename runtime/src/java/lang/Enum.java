package java.lang;

import com.jopdesign.sys.ObjectSupport;

/** What all enums extend. */
public abstract class Enum<E extends Enum<E>> implements Comparable<E>, java.io.Serializable {

    /** The constant made last: from here all can be found by name. */
    private static Enum<?> last;

    private final String name;
    private final int ordinal;
    private final Enum<?> before;

    /** A constant. */
    protected Enum(String name, int ordinal) {
        this.name = name;
        this.ordinal = ordinal;
        before = last;
        last = this;
    }

    /** The constant of an enum with a name. */
    @SuppressWarnings("unchecked")
    public static <T extends Enum<T>> T valueOf(Class<T> type, String name) {
        if (name == null) {
            throw new NullPointerException("Name is null");
        }
        for (Enum<?> e = last; e != null; e = e.before) {
            if (e.name.equals(name) && (Object) e.getDeclaringClass() == type) {
                return (T) e;
            }
        }
        String typeName = type.getName().replace('$', '.');
        throw new IllegalArgumentException("No enum constant " + typeName + "." + name);
    }

    /** The constants of an enum in a new array. */
    static Object constants(Class<?> type, int address) {
        Enum<?>[] constants = null;
        for (Enum<?> e = last; e != null; e = e.before) {
            if ((Object) e.getDeclaringClass() == type) {
                if (constants == null) {
                    // The one made last has the highest number.
                    constants = (Enum<?>[]) ObjectSupport.newArray(address, e.ordinal + 1);
                }
                constants[e.ordinal] = e;
            }
        }
        return constants == null ? ObjectSupport.newArray(address, 0) : constants;
    }

    /** The name as declared. */
    public final String name() {
        return name;
    }

    /** The position in the declaration, from 0. */
    public final int ordinal() {
        return ordinal;
    }

    /** The enum, also for a constant with a body of its own. */
    @SuppressWarnings("unchecked")
    public final Class<E> getDeclaringClass() {
        Class<?> own = getClass();
        Class<?> parent = own.getSuperclass();
        return (Class<E>) ((Object) parent == Enum.class ? own : parent);
    }

    @Override
    public final int compareTo(E other) {
        return ordinal - ((Enum<?>) other).ordinal;
    }

    @Override
    public final boolean equals(Object other) {
        return this == other;
    }

    @Override
    public final int hashCode() {
        return super.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}

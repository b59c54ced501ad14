package java.lang;

import com.jopdesign.sys.Native;
import com.jopdesign.sys.Types;

/**
 * A class, interface or array type. The linker makes the objects of class literals; those of other types are made
 * when they are first asked for.
 */
public final class Class<T> {

    /** Objects that were made at run time. */
    private static Class<?> made;

    /** The run-time type, as in {@link Types}; the linker writes it into class literals. */
    private int address;

    private Class<?> next;

    private Class() {
    }

    /** Class of an object. */
    static Class<?> of(Object object) {
        return forType(Types.of(Native.toInt(object)));
    }

    private static Class<?> forType(int type) {
        int literal = Types.literal(type);
        if (literal != 0) {
            return (Class<?>) Native.toObject(literal);
        }
        Class<?> c = made;
        while (c != null && c.address != type) {
            c = c.next;
        }
        if (c == null) {
            c = new Class<Object>();
            c.address = type;
            c.next = made;
            made = c;
        }
        return c;
    }

    /** Name with package, for an array such as {@code [I}. */
    public String getName() {
        return Types.name(address);
    }

    /** Name as the source has it, without package. */
    public String getSimpleName() {
        String name = getName();
        int dimensions = 0;
        while (name.charAt(dimensions) == '[') {
            ++dimensions;
        }
        String simple;
        if (dimensions == 0) {
            simple = lastPart(name);
        } else if (name.charAt(dimensions) == 'L') {
            simple = lastPart(name.substring(dimensions + 1, name.length() - 1));
        } else {
            simple = primitive(name.charAt(dimensions));
        }
        for (; dimensions > 0; --dimensions) {
            simple = simple + "[]";
        }
        return simple;
    }

    private static String lastPart(String name) {
        int start = name.length();
        while (start > 0 && name.charAt(start - 1) != '.' && name.charAt(start - 1) != '$') {
            --start;
        }
        // Local classes carry a number before the name.
        while (start < name.length() && name.charAt(start) >= '0' && name.charAt(start) <= '9') {
            ++start;
        }
        return name.substring(start);
    }

    private static String primitive(char code) {
        switch (code) {
            case 'Z':
                return "boolean";
            case 'C':
                return "char";
            case 'F':
                return "float";
            case 'D':
                return "double";
            case 'B':
                return "byte";
            case 'S':
                return "short";
            case 'I':
                return "int";
            default:
                return "long";
        }
    }

    /** Whether this is an array type. */
    public boolean isArray() {
        return getName().charAt(0) == '[';
    }

    /** Whether this is an interface. */
    public boolean isInterface() {
        return Types.isInterface(address);
    }

    /** Whether an object is null-free of this type. */
    public boolean isInstance(Object object) {
        return object != null && Types.isSubtype(Types.of(Native.toInt(object)), address);
    }

    /** The class that this one extends, or null. */
    @SuppressWarnings("unchecked")
    public Class<? super T> getSuperclass() {
        int parent = Types.superclass(address);
        return parent == 0 ? null : (Class<? super T>) forType(parent);
    }

    /** Whether objects of another class are of this type. */
    public boolean isAssignableFrom(Class<?> other) {
        return Types.isSubtype(other.address, address);
    }

    /** The object, which must be null or of this type. */
    @SuppressWarnings("unchecked")
    public T cast(Object object) {
        if (object != null && !isInstance(object)) {
            throw new ClassCastException("Cannot cast " + object.getClass().getName() + " to " + getName());
        }
        return (T) object;
    }

    /** Whether this is an enum. */
    public boolean isEnum() {
        return (Object) getSuperclass() == Enum.class;
    }

    /** Whether this is a record. */
    public boolean isRecord() {
        return (Object) getSuperclass() == Record.class;
    }

    /** The constants of an enum in a new array; null for other classes. */
    @SuppressWarnings("unchecked")
    public T[] getEnumConstants() {
        return isEnum() ? (T[]) Enum.constants(this, address) : null;
    }

    /** Name of the package. */
    public String getPackageName() {
        String name = getName();
        int start = name.lastIndexOf('[') + 1;
        if (start > 0) {
            if (name.charAt(start) != 'L') {
                return "java.lang";
            }
            ++start;
        }
        int end = name.lastIndexOf('.');
        return end < 0 ? "" : name.substring(start, end);
    }

    /** Name as the source has it, with package; nested classes after a $. */
    public String getTypeName() {
        String name = getName();
        int dimensions = name.lastIndexOf('[') + 1;
        if (dimensions == 0) {
            return name;
        }
        String element = name.charAt(dimensions) == 'L'
                ? name.substring(dimensions + 1, name.length() - 1) : primitive(name.charAt(dimensions));
        return element + "[]".repeat(dimensions);
    }

    /** Assertions are off. */
    public boolean desiredAssertionStatus() {
        return false;
    }

    @Override
    public String toString() {
        return (isInterface() ? "interface " : "class ") + getName();
    }
}

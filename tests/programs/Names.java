import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What classes say of themselves, and exceptions and errors of java.lang with their messages. */
public class Names {

    interface Shape {
    }

    record Circle(int radius) implements Shape {
    }

    enum Colour {
        RED
    }

    static void show(Object object) {
        Class<?> type = object.getClass();
        System.out.println(type + " " + type.getName() + " " + type.getSimpleName() + " " + type.getTypeName() + " "
                + type.getPackageName() + " " + type.isArray() + type.isInterface() + type.isEnum() + type.isRecord()
                + Shape.class.isAssignableFrom(type) + Shape.class.isInstance(object));
    }

    static void errors() {
        Throwable cause = new Exception("cause");
        List<Throwable> all = List.of(new LinkageError("m", cause), new BootstrapMethodError("m"), new BootstrapMethodError(cause),
                new ClassCircularityError("m"), new ClassFormatError("m"), new IllegalAccessError("m"), new InstantiationError("m"),
                new UnknownError("m"), new UnsatisfiedLinkError("m"), new VerifyError("m"), new IllegalCallerException("m", cause),
                new IllegalAccessException("m"), new InstantiationException("m"), new NoSuchFieldException("m"),
                new NoSuchMethodException("m"), new ReflectiveOperationException(cause), new java.util.InputMismatchException("m"),
                new java.util.DuplicateFormatFlagsException("#"), new java.util.MissingFormatWidthException("%-d"),
                new java.util.IllegalFormatPrecisionException(3), new java.util.FormatFlagsConversionMismatchException("#", 'd'),
                new AbstractMethodError("m"), new ClassNotFoundException("m", cause), new EnumHolder(), new InternalError(cause),
                new NoClassDefFoundError("m"), new NoSuchFieldError("m"), new NoSuchMethodError("m"), new SecurityException("m"),
                new IncompatibleClassChangeError("m"), new ExceptionInInitializerError("m"), new VirtualMachineError("m") { },
                new InterruptedException("m"), new TypeHolder("m"), new IllegalThreadStateException("m"));
        for (Throwable t : all) {
            System.out.print(t + " " + t.getCause() + (t instanceof Error) + (t instanceof RuntimeException) + "; ");
        }
        System.out.println();
    }

    static class EnumHolder extends RuntimeException {
    }

    static class TypeHolder extends Error {
        TypeHolder(String message) {
            super(message);
        }
    }

    public static void main(String[] args) {
        for (Object object : new Object[] {"s", 1, new int[0], new String[1][2], new Circle(3), Colour.RED, new ArrayList<>(),
            Map.Entry.class, new Names(), new boolean[0][0]}) {
            show(object);
        }
        System.out.println(Shape.class.cast(new Circle(1)) + " " + Shape.class.isInterface() + new Circle(2).equals(new Circle(2))
                + Number.class.isAssignableFrom(Integer.class) + Integer.class.getSuperclass());
        try {
            Integer.class.cast("text");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        errors();
    }
}

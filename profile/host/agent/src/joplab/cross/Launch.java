package joplab.cross;

/** Starts a program that runs on our library; the JVM is told to run this class in place of it. */
public final class Launch {

    private Launch() {
    }

    public static void main(String[] arguments) {
        try {
            JopHost.run(arguments);
        } catch (Throwable uncaught) {
            report(uncaught);
            System.exit(1);
        }
    }

    /** As the host reports it, by the names of the program. */
    private static void report(Throwable uncaught) {
        StringBuilder text = new StringBuilder("Exception in thread \"main\" ").append(JopHost.describe(uncaught));
        for (StackTraceElement call : uncaught.getStackTrace()) {
            String name = call.getClassName();
            if (name.startsWith("java.lang.reflect.") || name.startsWith("jdk.internal.") || name.contains("JopHost")) {
                break;
            }
            if (!name.startsWith("jop.java.lang.") || !call.getMethodName().equals("<init>")) {
                text.append("\n\tat ").append(name.startsWith("jop.") ? name.substring(4) : name)
                        .append('.').append(call.getMethodName());
            }
        }
        System.err.println(text);
    }
}

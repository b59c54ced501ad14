package joplab.cross;

/** Starts a program that runs on our library; the JVM is told to run this class in place of it. */
public final class Launch {

    private Launch() {
    }

    public static void main(String[] arguments) {
        try {
            JopHost.run(arguments);
        } catch (Throwable uncaught) {
            JopHost.report("main", uncaught);
            System.exit(1);
        }
    }
}

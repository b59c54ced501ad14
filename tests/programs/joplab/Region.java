package joplab;

/** Regions for a compiler and for other JVMs, where they are nothing; on the machine the runtime's own class takes its place. */
public final class Region {

    private Region() {
    }

    public static void start(String name) {
    }

    public static void stop(String name) {
    }
}

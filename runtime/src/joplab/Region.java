package joplab;

import com.jopdesign.sys.Native;

/**
 * Marks parts of a run: profiles have a context for each, and views can be limited to it (docs/regions.md).
 *
 * <p>A region ends with its {@link #stop}, or with the method that started it. Names are string literals. Whoever observes a
 * run watches {@link #mark}; nothing else happens.
 */
public final class Region {

    /** The handle of the name after a start, and its complement after a stop. */
    private static int mark;

    private Region() {
    }

    /** A region begins in the method that calls this. */
    public static void start(String name) {
        mark = Native.toInt(name);
    }

    /** A region of the calling method ends, and those that it started in it. */
    public static void stop(String name) {
        mark = ~Native.toInt(name);
    }
}

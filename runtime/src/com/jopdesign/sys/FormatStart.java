package com.jopdesign.sys;

/** The text before the argument that a format does not take: printf prints it, as it does on the host. */
public final class FormatStart {

    private static Throwable fault;
    private static String text;

    private FormatStart() {
    }

    /** Keeps the text before a fault. */
    public static void keep(Throwable found, String before) {
        fault = found;
        text = before;
    }

    /** The text before a fault: none if the format itself is wrong. */
    public static String before(Throwable found) {
        return found == fault ? text : "";
    }
}

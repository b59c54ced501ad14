package com.jopdesign.sys;

/** The end of the machine, which a routine on the host must not bring about. */
final class Startup {

    private Startup() {
    }

    static void complain(String text) {
    }

    static void exit(int status) {
        throw new Error("a routine ended the machine");
    }
}

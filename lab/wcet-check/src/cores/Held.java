/** Work of the other cores: they hold a lock again and again. */
final class Load {
    static final Object LOCK = new Object();
    static int field;
    static int started;

    /** Core 0 calls this when the classes are initialised; the others begin when it does. */
    static int start() {
        if (started != 0) {
            forever();
        }
        return started;
    }

    static void forever() {
        for (;;) {
            hold(field);
        }
    }

    static void hold(int from) {
        synchronized (LOCK) {
            for (int i = 0; i < 5; ++i) {
                field += from;
            }
        }
    }
}

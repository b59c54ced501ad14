package java.util.concurrent;

import java.util.Random;

/** Random numbers that no program can foretell: one generator for all threads, as they run by turns. */
public class ThreadLocalRandom extends Random {

    private static ThreadLocalRandom instance;

    private boolean made;

    private ThreadLocalRandom() {
        made = true;
    }

    /** The generator. */
    public static synchronized ThreadLocalRandom current() {
        if (instance == null) {
            instance = new ThreadLocalRandom();
        }
        return instance;
    }

    @Override
    public void setSeed(long seed) {
        if (made) {
            throw new UnsupportedOperationException();
        }
        super.setSeed(seed);
    }
}

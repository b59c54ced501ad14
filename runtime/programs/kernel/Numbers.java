package kernel;

/** Pseudo-random numbers that are the same everywhere. */
final class Numbers {

    private int state;

    Numbers(int seed) {
        state = seed * 0x9E3779B9 | 1;
    }

    /** Any number. */
    int next() {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return state;
    }

    /** A number from 0 to below a bound, which is at most 2^15. */
    int below(int bound) {
        return (next() >>> 16) * bound >>> 16;
    }
}

package java.lang;

/** Two halves with a method each; one as long as a half takes both. */
final class JopHalvesCache extends JopCache {

    private static final int HALF_WORDS = 128;

    /** Method + 1 of each half, or 0. */
    private final int[] tags = new int[2];

    private int half;

    @Override
    public boolean find(int method, int words) {
        int tag = method + 1;
        if (tags[0] == tag || tags[1] == tag) {
            half = tags[1] == tag ? 1 : 0;
            return true;
        }
        half = 1 - half;
        tags[half] = tag;
        if (words >= HALF_WORDS) {
            tags[1 - half] = 0;
        }
        return false;
    }
}

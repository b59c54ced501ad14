/** What is bounded: it takes the lock that the other cores hold. */
final class R0 {
    static int run(int times) {
        int sum = 0;
        for (int i = 0; i < times; ++i) {
            sum += take(i);
        }
        return sum;
    }

    static int take(int x) {
        synchronized (Load.LOCK) {
            Load.field += x;
            return Load.field;
        }
    }
}

/** A filter of noise: what the tutorial of the cross-profiler profiles. */
public class Fir {

    interface Source {
        int next();
    }

    static final class Noise implements Source {
        private int state = 1;

        public int next() {
            state = state * 1103515245 + 12345;
            return state >> 20;
        }
    }

    private final int[] taps;
    private final int[] window;
    private int at;

    Fir(int length) {
        taps = new int[length];
        window = new int[length];
        for (int i = 0; i < length; i++) {
            taps[i] = 1000 / (i + 1);
        }
    }

    int filter(int sample) {
        window[at] = sample;
        int sum = 0;
        for (int i = 0; i < taps.length; i++) {
            sum += taps[i] * window[(at + i) % taps.length];
        }
        at = at == 0 ? taps.length - 1 : at - 1;
        return scale(sum);
    }

    static int scale(int sum) {
        return sum / 1000;
    }

    public static void main(String[] arguments) {
        Source source = new Noise();
        Fir filter = new Fir(16);
        int last = 0;
        for (int i = 0; i < 100; i++) {
            last = filter.filter(source.next());
        }
        System.out.println(last);
    }
}

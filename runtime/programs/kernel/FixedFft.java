package kernel;

import program.Verdict;

/** Fast Fourier transform of 256 points in fixed point, forwards and back; what comes back has to be what went in. */
public final class FixedFft {

    private static final int BITS = 8;
    private static final int SIZE = 1 << BITS;
    /** Largest deviation of a point that came back; the points have 12 bits. */
    private static final int TOLERANCE = 24;
    /** A quarter of a sine in steps of a 256th of a turn. Unit: 1/32767. */
    private static final int[] SINES = {
        0, 804, 1608, 2410, 3212, 4011, 4808, 5602, 6393, 7179, 7962, 8739, 9512, 10278, 11039, 11793, 12539,
        13279, 14010, 14732, 15446, 16151, 16846, 17530, 18204, 18868, 19519, 20159, 20787, 21403, 22005, 22594,
        23170, 23731, 24279, 24811, 25329, 25832, 26319, 26790, 27245, 27683, 28105, 28510, 28898, 29268, 29621,
        29956, 30273, 30571, 30852, 31113, 31356, 31580, 31785, 31971, 32137, 32285, 32412, 32521, 32609, 32678,
        32728, 32757, 32767
    };

    private final int[] real = new int[SIZE];
    private final int[] imaginary = new int[SIZE];

    private FixedFft() {
    }

    /** Transforms as often as the argument says. */
    public static void main(String[] args) {
        int rounds = Verdict.length(args);
        Verdict verdict = new Verdict("fixed-fft");
        FixedFft fft = new FixedFft();
        int[] points = new int[SIZE];
        int right = 0;
        int checksum = 1;
        for (int i = 0; i < rounds; ++i) {
            fft.load(points, new Numbers(i + 1));
            fft.transform(false);
            checksum = Sorting.checksum(checksum, fft.real);
            fft.transform(true);
            right += fft.deviation(points) <= TOLERANCE ? 1 : 0;
        }
        verdict.equal("came back right", rounds, right);
        verdict.checksum("spectra", checksum);
        verdict.end();
    }

    private void load(int[] points, Numbers numbers) {
        for (int i = 0; i < SIZE; ++i) {
            points[i] = numbers.below(4096) - 2048;
            real[i] = points[i];
            imaginary[i] = 0;
        }
    }

    /** Forwards the result is divided by 16, and by another 16 on the way back. */
    private void transform(boolean back) {
        reorder();
        for (int stage = 1; stage <= BITS; ++stage) {
            int shift = stage & 1;
            int half = 1 << stage - 1;
            for (int k = 0; k < half; ++k) {
                int angle = k << BITS - stage;
                int cosine = sine(angle + SIZE / 4);
                int sine = back ? sine(angle) : -sine(angle);
                for (int i = k; i < SIZE; i += 2 * half) {
                    butterfly(i, i + half, cosine, sine, shift);
                }
            }
        }
    }

    private void butterfly(int i, int j, int cosine, int sine, int shift) {
        int r = real[j];
        int m = imaginary[j];
        int turnedReal = r * cosine - m * sine + 0x4000 >> 15;
        int turnedImaginary = r * sine + m * cosine + 0x4000 >> 15;
        real[j] = real[i] - turnedReal >> shift;
        imaginary[j] = imaginary[i] - turnedImaginary >> shift;
        real[i] = real[i] + turnedReal >> shift;
        imaginary[i] = imaginary[i] + turnedImaginary >> shift;
    }

    /** Puts each point at the place whose number has its bits in reverse. */
    private void reorder() {
        int reverse = 0;
        for (int i = 0; i < SIZE; ++i) {
            if (i < reverse) {
                exchange(real, i, reverse);
                exchange(imaginary, i, reverse);
            }
            int bit = SIZE >> 1;
            while ((reverse & bit) != 0) {
                reverse ^= bit;
                bit >>= 1;
            }
            reverse |= bit;
        }
    }

    private static void exchange(int[] array, int i, int j) {
        int value = array[i];
        array[i] = array[j];
        array[j] = value;
    }

    /** Sine of an angle in 256ths of a turn. */
    private static int sine(int angle) {
        int within = angle & SIZE / 2 - 1;
        int value = SINES[within <= SIZE / 4 ? within : SIZE / 2 - within];
        return (angle & SIZE / 2) == 0 ? value : -value;
    }

    private int deviation(int[] points) {
        int largest = 0;
        for (int i = 0; i < SIZE; ++i) {
            largest = Math.max(largest, Math.abs(real[i] - points[i]));
            largest = Math.max(largest, Math.abs(imaginary[i]));
        }
        return largest;
    }
}

package kernel;

import program.Verdict;

/** Fast Fourier transform of 32 points in double precision, forwards and back: floating point in software. */
public final class DoubleFft {

    private static final int BITS = 5;
    private static final int SIZE = 1 << BITS;
    private static final double TOLERANCE = 1e-12;

    private final double[] real = new double[SIZE];
    private final double[] imaginary = new double[SIZE];
    private final double[] cosines = new double[SIZE / 2];
    private final double[] sines = new double[SIZE / 2];

    private DoubleFft() {
        // Each angle is one step more than the one before; the step comes from a half turn, halved again and again.
        double cosine = -1;
        for (int i = 1; i < BITS; ++i) {
            cosine = Math.sqrt((1 + cosine) / 2);
        }
        double sine = Math.sqrt(1 - cosine * cosine);
        cosines[0] = 1;
        for (int i = 1; i < SIZE / 2; ++i) {
            cosines[i] = cosines[i - 1] * cosine - sines[i - 1] * sine;
            sines[i] = sines[i - 1] * cosine + cosines[i - 1] * sine;
        }
    }

    /** Transforms as often as the argument says. */
    public static void main(String[] args) {
        int rounds = Verdict.length(args);
        Verdict verdict = new Verdict("double-fft");
        DoubleFft fft = new DoubleFft();
        double[] points = new double[SIZE];
        int right = 0;
        int checksum = 1;
        for (int i = 0; i < rounds; ++i) {
            fft.load(points, new Numbers(i + 1));
            fft.transform(1);
            checksum = checksum * 31 + fft.checksum();
            fft.transform(-1);
            right += fft.deviation(points) <= TOLERANCE ? 1 : 0;
        }
        verdict.equal("came back right", rounds, right);
        verdict.checksum("spectra", checksum);
        verdict.end();
    }

    private void load(double[] points, Numbers numbers) {
        for (int i = 0; i < SIZE; ++i) {
            points[i] = numbers.below(2000) / 1000.0 - 1;
            real[i] = points[i];
            imaginary[i] = 0;
        }
    }

    private void transform(double direction) {
        reorder();
        for (int stage = 1; stage <= BITS; ++stage) {
            int half = 1 << stage - 1;
            for (int k = 0; k < half; ++k) {
                int angle = k << BITS - stage;
                double cosine = cosines[angle];
                double sine = -direction * sines[angle];
                for (int i = k; i < SIZE; i += 2 * half) {
                    butterfly(i, i + half, cosine, sine);
                }
            }
        }
    }

    private void butterfly(int i, int j, double cosine, double sine) {
        double turnedReal = real[j] * cosine - imaginary[j] * sine;
        double turnedImaginary = real[j] * sine + imaginary[j] * cosine;
        real[j] = real[i] - turnedReal;
        imaginary[j] = imaginary[i] - turnedImaginary;
        real[i] += turnedReal;
        imaginary[i] += turnedImaginary;
    }

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

    private static void exchange(double[] array, int i, int j) {
        double value = array[i];
        array[i] = array[j];
        array[j] = value;
    }

    /** Largest deviation; the way forwards and back multiplies by the number of points. */
    private double deviation(double[] points) {
        double largest = 0;
        for (int i = 0; i < SIZE; ++i) {
            largest = Math.max(largest, Math.abs(real[i] / SIZE - points[i]));
            largest = Math.max(largest, Math.abs(imaginary[i]));
        }
        return largest;
    }

    /** Every bit of the spectrum counts. */
    private int checksum() {
        int sum = 0;
        for (int i = 0; i < SIZE; ++i) {
            long bits = Double.doubleToLongBits(real[i]) + 31 * Double.doubleToLongBits(imaginary[i]);
            sum = sum * 31 + (int) (bits ^ bits >>> 32);
        }
        return sum;
    }
}

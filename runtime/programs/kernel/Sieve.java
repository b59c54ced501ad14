package kernel;

import program.Verdict;

/** Primes by the sieve of Eratosthenes: a tight loop over an array. */
public final class Sieve {

    private static final int LIMIT = 4096;
    /** Number of primes below {@link #LIMIT}. */
    private static final int PRIMES = 564;
    /** Sum of the primes below {@link #LIMIT}. */
    private static final int SUM = 1070091;

    private final boolean[] composite = new boolean[LIMIT];
    private int primes;
    private int sum;

    private Sieve() {
    }

    /** Sieves as often as the argument says. */
    public static void main(String[] args) {
        int rounds = Verdict.length(args);
        Verdict verdict = new Verdict("sieve");
        Sieve sieve = new Sieve();
        int right = 0;
        for (int i = 0; i < rounds; ++i) {
            sieve.run();
            right += sieve.primes == PRIMES && sieve.sum == SUM ? 1 : 0;
        }
        verdict.equal("primes", PRIMES, sieve.primes);
        verdict.equal("their sum", SUM, sieve.sum);
        verdict.equal("rounds", rounds, right);
        verdict.end();
    }

    private void run() {
        boolean[] composite = this.composite;
        for (int i = 0; i < LIMIT; ++i) {
            composite[i] = false;
        }
        primes = 0;
        sum = 0;
        for (int i = 2; i < LIMIT; ++i) {
            if (!composite[i]) {
                ++primes;
                sum += i;
                for (int j = i + i; j < LIMIT; j += i) {
                    composite[j] = true;
                }
            }
        }
    }
}

/** Recursion within the small stack. */
public class Recursion {

    static int factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    static int moves;

    static void hanoi(int n, int from, int to, int by) {
        if (n > 0) {
            hanoi(n - 1, from, by, to);
            moves++;
            hanoi(n - 1, by, to, from);
        }
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    public static void main(String[] args) {
        System.out.println(factorial(10) + " " + fibonacci(13));
        hanoi(7, 0, 1, 2);
        System.out.println(moves + " " + even(11) + " " + odd(7) + " " + gcd(1071, 462));
    }
}

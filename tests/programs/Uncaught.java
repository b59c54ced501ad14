/** An exception that nobody catches: trace with cause on stderr, exit status 1. */
public class Uncaught {

    static class Failure extends RuntimeException {
        Failure(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private final int limit;

    Uncaught(int limit) {
        this.limit = limit;
    }

    void work(int n) {
        if (n == limit) {
            throw new IllegalStateException("reached " + n);
        }
        work(n + 1);
    }

    static void run() {
        try {
            new Uncaught(2).work(0);
        } catch (IllegalStateException e) {
            throw new Failure("gave up", e);
        }
    }

    public static void main(String[] args) {
        System.out.println("before");
        run();
        System.out.println("never");
    }
}

/** Synchronized methods and blocks, left by return and by exception. */
public class Synchronized {

    private int count;
    private static int total;

    synchronized int add(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative");
        }
        count += n;
        return count;
    }

    static synchronized int addAll(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative in all");
        }
        total += n;
        return total;
    }

    int block(int n) {
        synchronized (this) {
            synchronized (Synchronized.class) {
                if (n == 3) {
                    return -3;
                }
                if (n == 4) {
                    throw new IllegalStateException("four");
                }
                count += n;
            }
        }
        return count;
    }

    synchronized int recursive(int n) {
        return n == 0 ? 0 : n + recursive(n - 1);
    }

    public static void main(String[] args) {
        Synchronized s = new Synchronized();
        System.out.println(s.add(5) + " " + s.add(7) + " " + addAll(3));
        for (int i = 0; i < 3; i++) {
            try {
                s.add(-1);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
            try {
                addAll(-1);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        for (int i = 2; i < 6; i++) {
            try {
                System.out.println(s.block(i));
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(s.recursive(4));
    }
}

/** Every way out of a monitor leaves it exactly once, also when an array load's exception comes late. */
public class Monitors {

    static int[] two = new int[2];
    int field;

    synchronized int method(int[] a, int i) {
        return a[i];
    }

    static synchronized int staticMethod(int[] a, int i) {
        return a[i];
    }

    int block(int[] a, int i) {
        synchronized (this) {
            field = a[i];
        }
        return field;
    }

    int returning(int[] a, int i) {
        synchronized (this) {
            return a[i];
        }
    }

    int caught(int[] a, int i) {
        int result = 0;
        try {
            synchronized (this) {
                result = a[i];
            }
            result += 2;
        } catch (ArrayIndexOutOfBoundsException e) {
            result = -1;
        }
        return result;
    }

    synchronized int nested(int[] a, int i) {
        synchronized (two) {
            return a[i];
        }
    }

    private static void isFree(String where) {
        try {
            two.notify();
            System.out.println(where + " holds a monitor");
        } catch (IllegalMonitorStateException e) {
            System.out.println(where + " left all monitors");
        }
    }

    public static void main(String[] args) {
        Monitors m = new Monitors();
        int sum = 0;
        for (int i = 1; i < 3; i++) {
            for (int which = 0; which < 6; which++) {
                try {
                    switch (which) {
                        case 0: sum += m.method(two, i); break;
                        case 1: sum += staticMethod(two, i); break;
                        case 2: sum += m.block(two, i); break;
                        case 3: sum += m.returning(two, i); break;
                        case 4: sum += m.caught(two, i); break;
                        default: sum += m.nested(two, i);
                    }
                } catch (ArrayIndexOutOfBoundsException e) {
                    sum += 100;
                }
                isFree(i + " " + which);
            }
        }
        System.out.println(sum);
        synchronized (two) {
            two.notifyAll();
            synchronized (m) {
                m.notify();
            }
            two.notify();
        }
        isFree("main");
    }
}

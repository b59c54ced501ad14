/** More monitors at once than the lock table has entries; on a host there is no limit. */
class TableFull {

    public static void main(String[] args) {
        Object[] monitors = new Object[40];
        for (int i = 0; i < monitors.length; ++i) {
            monitors[i] = new Object();
        }
        System.out.println(nest(monitors, 0, 24));
        try {
            System.out.println(nest(monitors, 0, 40));
        } catch (Error e) {
            System.out.println(e.getMessage());
        }
        System.out.println(nest(monitors, 0, 24));
    }

    private static int nest(Object[] m, int i, int n) {
        if (i == n) {
            return n;
        }
        synchronized (m[i]) {
            synchronized (m[i + 1]) {
                synchronized (m[i + 2]) {
                    synchronized (m[i + 3]) {
                        synchronized (m[i + 4]) {
                            synchronized (m[i + 5]) {
                                synchronized (m[i + 6]) {
                                    synchronized (m[i + 7]) {
                                        return nest(m, i + 8, n);
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

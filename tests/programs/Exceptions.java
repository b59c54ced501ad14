/** try, catch, finally and throw: nesting, order, results. */
public class Exceptions {

    static class Special extends RuntimeException {
        final int code;

        Special(int code) {
            super("special " + code);
            this.code = code;
        }
    }

    static class Other extends Exception {
        Other(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static String log = "";

    static int finallyReturns(int n) {
        try {
            if (n == 0) {
                throw new Special(1);
            }
            return n;
        } catch (Special e) {
            log += "c";
            return -1;
        } finally {
            log += "f";
            if (n == 2) {
                return 22;
            }
        }
    }

    static void deep(int n) throws Other {
        try {
            if (n == 0) {
                throw new Special(7);
            }
            deep(n - 1);
        } catch (Special e) {
            if (n == 2) {
                throw new Other("wrapped at " + n, e);
            }
            log += n;
            throw e;
        } finally {
            log += "f" + n;
        }
    }

    static int loop() {
        int count = 0;
        for (int i = 0; i < 5; i++) {
            try {
                if (i == 1) {
                    continue;
                }
                if (i == 3) {
                    break;
                }
                count += 10;
            } finally {
                count++;
            }
        }
        return count;
    }

    public static void main(String[] args) {
        System.out.println(finallyReturns(0) + " " + finallyReturns(1) + " " + finallyReturns(2) + " " + log);
        log = "";
        try {
            deep(3);
        } catch (Other e) {
            System.out.println(e.getMessage() + " / " + e.getCause().getMessage() + " / " + log);
        }
        System.out.println(loop());
        try {
            try {
                throw new Special(3);
            } finally {
                System.out.println("inner finally");
            }
        } catch (IllegalStateException e) {
            System.out.println("wrong");
        } catch (RuntimeException e) {
            System.out.println("caught " + e + " " + ((Special) e).code);
        }
        try {
            try {
                throw new Special(4);
            } finally {
                Object o = null;
                if (log != null) {
                    throw new IllegalStateException("replaces");
                }
                System.out.println(o);
            }
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            throw null;
        } catch (NullPointerException e) {
            System.out.println("threw null");
        }
        try {
            Throwable t = new Error("error", new Special(5));
            t.initCause(null);
        } catch (IllegalStateException e) {
            System.out.println("cause is set");
        }
        Throwable t = new RuntimeException(new Special(6));
        System.out.println(t + " | " + t.getCause());
        System.out.println(new Exception().getMessage() + " " + new Exception("m"));
    }
}

/** Exceptions that no throw statement makes: null, bounds, division, casts, stores, sizes. */
public class HardwareExceptions {

    int field;
    long wide;
    Object reference;
    static int zero;

    int method() {
        return field;
    }

    interface Face {
        int call();
    }

    private static void check(int which) {
        HardwareExceptions none = null;
        int[] ints = new int[3];
        long[] longs = new long[3];
        Object[] objects = new String[3];
        int[] noArray = null;
        Face noFace = null;
        String noString = null;
        switch (which) {
            case 0: System.out.println(none.field); break;
            case 1: none.field = 1; break;
            case 2: System.out.println(none.wide); break;
            case 3: none.wide = 1; break;
            case 4: System.out.println(none.reference); break;
            case 5: none.reference = "x"; break;
            case 6: none.method(); break;
            case 7: noFace.call(); break;
            case 8: System.out.println(noArray[0]); break;
            case 9: noArray[0] = 1; break;
            case 11: System.out.println(ints[3]); break;
            case 12: System.out.println(ints[-1]); break;
            case 13: ints[3] = 1; break;
            case 15: System.out.println(longs[3]); break;
            case 16: longs[-1] = 1; break;
            case 17: System.out.println(objects[3]); break;
            case 18: objects[-1] = "x"; break;
            case 19: objects[0] = Integer.valueOf(1); break;
            case 20: System.out.println(1 / zero); break;
            case 21: System.out.println(1 % zero); break;
            case 22: System.out.println(1L / zero); break;
            case 23: System.out.println((Integer) (Object) "x"); break;
            case 24: System.out.println(new int[zero - 1].length); break;
            case 25: System.out.println(new Object[zero - 2].length); break;
            case 26: System.out.println(new int[2][zero - 3].length); break;
            case 27: System.out.println(noString.length()); break;
            case 28: synchronized (none) { System.out.println("locked"); } break;
            case 29: throw (RuntimeException) (Object) null;
            default: System.out.println("nothing");
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i <= 30; i++) {
            if (i == 10 || i == 14) {
                // See StrictBuild.
                continue;
            }
            try {
                check(i);
                System.out.println(i + " went through");
            } catch (RuntimeException e) {
                System.out.println(i + " " + e.getClass().getName());
            }
        }
    }
}

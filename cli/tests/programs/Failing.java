/** Meets the limit named by its argument; without one, throws and catches four exceptions. */
public class Failing {

    private static int deep(int n) {
        return n == 0 ? 0 : 1 + deep(n - 1);
    }

    private static int thrown(int n) {
        try {
            if (n == 0) {
                int[] one = new int[1];
                int none = one[n + 1];
                // The hardware may take the exception two bytecodes late, and this must still be inside.
                none += n;
                return none - n;
            }
            throw new IllegalStateException("number " + n);
        } catch (RuntimeException e) {
            return 1;
        }
    }

    public static void main(String[] args) {
        if (args.length == 0) {
            System.out.println(thrown(0) + thrown(1) + thrown(2) + thrown(3));
        } else if (args[0].equals("stack")) {
            System.out.println(deep(100));
        } else if (args[0].equals("memory")) {
            int[] large = new int[150_000];
            int[] another = new int[150_000];
            System.out.println(large.length + another.length);
        } else {
            int[] array = new int[2];
            System.out.println(array[args.length + 1]);
        }
    }
}

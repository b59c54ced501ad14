/** Messages of exceptions that the machine's own Java code finds. */
public class ExceptionMessages {

    private static int zero;

    private static void run(int which) {
        Object text = "text";
        Object[] strings = new String[2];
        switch (which) {
            case 0: zero = 1 / zero; break;
            case 1: zero = 1 % zero; break;
            case 2: zero = (int) (1L / zero); break;
            case 3: zero = (int) (1L % zero); break;
            case 4: zero = new int[-3].length; break;
            case 5: zero = new String[zero - 7].length; break;
            case 6: zero = new long[2][zero - 9].length; break;
            case 7: zero = (Integer) text; break;
            case 8: zero = ((int[]) text).length; break;
            case 9: zero = ((Runnable) text).hashCode(); break;
            case 10: zero = ((ExceptionMessages) text).hashCode(); break;
            case 11: strings[0] = 5; break;
            case 12: strings[1] = new ExceptionMessages(); break;
            case 13: strings[1] = new int[2]; break;
            case 14: zero = ((String) (Object) new ExceptionMessages[1][1]).length(); break;
            case 15: System.arraycopy(strings, 0, strings, 1, 2); break;
            case 16: "abc".charAt(3); break;
            case 17: "abc".substring(2, 1); break;
            case 18: Integer.parseInt("x1"); break;
            default: System.out.println("nothing");
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i <= 19; i++) {
            try {
                run(i);
            } catch (RuntimeException e) {
                System.out.println(i + " " + e);
            }
            zero = 0;
        }
    }
}

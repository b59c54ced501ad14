/** Boxed numbers: identity of small ones, equality, unboxing. */
public class Boxing {

    static Object box(int which) {
        switch (which) {
            case 0: return 5;
            case 1: return 5L;
            case 2: return 'c';
            case 3: return true;
            case 4: return (byte) 7;
            default: return (short) -7;
        }
    }

    public static void main(String[] args) {
        Integer a = 127;
        Integer b = 127;
        Integer c = 1000;
        Integer d = 1000;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + (c < d + 1) + " " + (c + d));
        Long l = 1000L;
        System.out.println(l.equals(c) + " " + l.equals(1000L) + " " + l.hashCode() + " " + c.hashCode() + " " + l.intValue());
        for (int i = 0; i < 6; i++) {
            Object o = box(i);
            System.out.println(o + " " + o.getClass().getName() + " " + o.hashCode() + " " + o.equals(box(i)));
        }
        Character ch = 'x';
        ch++;
        System.out.println(ch + " " + Character.isDigit('7') + Character.isLetter('z') + Character.isWhitespace('\t')
                + Character.toUpperCase('q') + Character.getNumericValue('9') + (char) (ch + 1));
        Boolean flag = Boolean.parseBoolean("TRUE");
        System.out.println(flag + " " + Boolean.valueOf(false) + " " + (flag ? 1 : 0) + " " + flag.equals(Boolean.TRUE));
        int sum = 0;
        for (Integer i : new Integer[] {1, 2, 3}) {
            sum += i;
        }
        System.out.println(sum + " " + Integer.compare(3, 5) + " " + a.compareTo(c) + " " + Integer.MAX_VALUE + " "
                + Byte.MIN_VALUE + " " + Short.MAX_VALUE + " " + (int) Character.MAX_VALUE);
        try {
            Integer none = null;
            int i = none;
            System.out.println(i);
        } catch (NullPointerException e) {
            System.out.println("unboxed null");
        }
    }
}

/** Methods of StringBuilder and StringBuffer. */
public class StringBuilders {

    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        b.append(1).append(' ').append(-20L).append(" text ").append(true).append('x').append((String) null);
        b.append(Integer.MIN_VALUE).append(Long.MIN_VALUE).append(new char[] {'a', 'b'}).append((Object) "obj");
        System.out.println(b);
        System.out.println(b.length() + " " + b.charAt(3) + " " + b.indexOf("text"));
        b.setLength(10);
        b.insert(0, "start ").insert(3, 42).insert(b.length(), '!');
        System.out.println(b);
        b.reverse();
        System.out.println(b);
        b.delete(2, 5).deleteCharAt(0).setCharAt(0, '#');
        System.out.println(b + " " + b.substring(3) + " " + b.substring(1, 4));
        b.replace(0, 3, "replaced");
        System.out.println(b);
        for (int i = 0; i < 100; i++) {
            b.append(i);
        }
        System.out.println(b.length() + " " + b);
        StringBuffer buffer = new StringBuffer("buffer");
        buffer.append(1).append('c').append("s").insert(2, "--").reverse();
        System.out.println(buffer + " " + buffer.length());
        int[] powers = {9, 10, 99, 100, 999, 1000, 9999, 10000, 99999, 100000, 999999, 1000000, 9999999, 10000000,
            99999999, 100000000, 999999999, 1000000000, Integer.MAX_VALUE};
        StringBuilder numbers = new StringBuilder();
        for (int p : powers) {
            numbers.append(p).append(' ').append(-p).append(';');
        }
        System.out.println(numbers);
        try {
            b.charAt(1000);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("out of bounds");
        }
    }
}

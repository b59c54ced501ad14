/** Text beyond ASCII: literals, output as UTF-8, both halves of wide characters. */
public class Unicode {

    public static void main(String[] args) {
        String s = "Gr\u00fc\u00dfe, \u4e16\u754c \u20ac \ud83d\ude00!";
        System.out.println(s);
        System.out.println(s.length() + " " + s.indexOf('\u4e16') + " " + (int) s.charAt(3) + " " + s.codePointAt(s.length() - 3));
        System.out.println(s.toUpperCase().substring(0, 6) + " " + "\u00c4\u00d6\u00dc".toLowerCase() + " " + '\u00e9');
        char[] chars = {'\u03b1', '\u03b2', '\u07ff', '\u0800', '\uffff'};
        System.out.println(chars);
        System.out.println("half \ud83d and \ude00 apart");
        byte[] bytes = "a\u00e4\u20ac\ud83d\ude00".getBytes();
        String hex = "";
        for (byte b : bytes) {
            hex += Integer.toHexString(b & 0xff) + " ";
        }
        System.out.println(hex);
        System.out.println(new StringBuilder("a\ud83d\ude00b").reverse());
        System.out.print('\u00fc');
        System.out.println("\0".length());
    }
}

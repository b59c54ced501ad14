/** Methods of String. */
public class Strings {

    public static void main(String[] args) {
        String s = "The quick brown fox";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf('q') + " " + s.indexOf("brown") + " "
                + s.indexOf('z') + " " + s.lastIndexOf('o') + " " + s.indexOf('o', 13) + " " + s.lastIndexOf("o", 16));
        System.out.println(s.substring(4, 9) + "|" + s.substring(10) + "|" + s.substring(3, 3) + "|");
        System.out.println(s.toUpperCase() + " " + s.toLowerCase() + " " + s.replace('o', '0') + " "
                + s.replace("quick", "slow"));
        System.out.println("  trim me \t".trim() + "|" + "".isEmpty() + "|" + s.contains("fox") + "|"
                + s.startsWith("The") + s.startsWith("quick", 4) + s.endsWith("fox") + s.endsWith("dog"));
        System.out.println("abc".compareTo("abd") + " " + "abc".compareTo("ab") + " " + "".compareTo("x") + " "
                + "ABC".compareToIgnoreCase("abd") + " " + "HeLLo".equalsIgnoreCase("hEllO"));
        System.out.println("abc".equals("ab" + "c".trim()) + " " + "abc".equals(null) + " " + "abc".equals("abd"));
        System.out.println("hello".hashCode() + " " + "".hashCode() + " " + s.hashCode());
        String built = "";
        for (int i = 0; i < 5; i++) {
            built += i + ",";
        }
        System.out.println(built + " " + built.concat("end"));
        System.out.println(String.valueOf(3) + String.valueOf(4L) + String.valueOf('c') + String.valueOf(true)
                + String.valueOf((Object) null) + String.valueOf(new char[] {'x', 'y'}));
        char[] chars = "characters".toCharArray();
        chars[0] = 'C';
        System.out.println(new String(chars) + " " + new String(chars, 2, 3));
        System.out.println(String.join("-", "a", "b", "c") + " " + "a,b".replace(",", "") + " " + "aXbX".replace("X", "XX"));
        String none = null;
        System.out.println("null: " + none + 'c' + 1.5f + 2L + true);
        try {
            "abc".charAt(3);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            "abc".substring(2, 1);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}

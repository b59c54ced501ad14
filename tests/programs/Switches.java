/** Dense and sparse switches, of ints, strings and enums. */
public class Switches {

    enum Colour { RED, GREEN, BLUE }

    static int dense(int n) {
        switch (n) {
            case -1: return 10;
            case 0: return 20;
            case 1:
            case 2: return 30;
            case 3: n += 5;
            case 4: return n;
            case 6: return 60;
            default: return -1;
        }
    }

    static int sparse(int n) {
        switch (n) {
            case Integer.MIN_VALUE: return 1;
            case -1000: return 2;
            case 0: return 3;
            case 77: return 4;
            case 100000: return 5;
            case Integer.MAX_VALUE: return 6;
            default: return 0;
        }
    }

    static String words(String s) {
        switch (s) {
            case "one": return "1";
            case "two": return "2";
            case "Aa":
            case "BB": return "same hash code";
            case "": return "empty";
            default: return "?";
        }
    }

    static String colour(Colour c) {
        switch (c) {
            case RED: return "r";
            case BLUE: return "b";
            default: return c.name();
        }
    }

    static String letter(char c) {
        switch (c) {
            case 'a': case 'e': case 'i': case 'o': case 'u': return "vowel";
            case ' ': return "blank";
            default: return "other";
        }
    }

    public static void main(String[] args) {
        for (int i = -3; i < 9; i++) {
            System.out.print(dense(i) + " ");
        }
        System.out.println(dense(Integer.MAX_VALUE) + " " + dense(Integer.MIN_VALUE));
        int[] keys = {Integer.MIN_VALUE, -1001, -1000, -1, 0, 1, 77, 78, 99999, 100000, Integer.MAX_VALUE};
        for (int key : keys) {
            System.out.print(sparse(key) + " ");
        }
        System.out.println();
        for (String s : new String[] {"one", "two", "three", "Aa", "BB", "C#", ""}) {
            System.out.print(words(s) + " ");
        }
        System.out.println();
        for (Colour c : Colour.values()) {
            System.out.print(colour(c) + letter(c.name().charAt(0)) + letter('e') + " ");
        }
        System.out.println(letter(' '));
        int steps = 0;
        for (int state = 0; state >= 0; steps++) {
            switch (state) {
                case 0: state = 3; break;
                case 1: state = -1; break;
                case 2: state = 1; break;
                case 3: state = 2; break;
                default: state = -2;
            }
        }
        System.out.println(steps);
    }
}

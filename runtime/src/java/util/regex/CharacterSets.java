package java.util.regex;

/** Sets of characters: texts of pairs, the first and the last of a range, in order and apart from each other. */
final class CharacterSets {

    static final String DIGITS = "09";
    static final String WORDS = "09AZ__az";
    static final String SPACES = "\t\r  ";
    static final String BLANKS = "\t\t  \u00a0\u00a0\u1680\u1680\u180e\u180e\u2000\u200a\u202f\u202f\u205f\u205f\u3000\u3000";
    static final String LINES = "\n\r\u0085\u0085\u2028\u2029";

    private static final char LAST = 0xffff;

    private CharacterSets() {
    }

    /** The set that any ranges are together. */
    static String of(CharSequence ranges) {
        String text = ranges.toString();
        if (text.length() <= 2) {
            return text;
        }
        char[] all = text.toCharArray();
        // The ranges are few: each one moves to its place.
        for (int i = 2; i < all.length; i += 2) {
            char low = all[i];
            char high = all[i + 1];
            int j = i;
            for (; j > 0 && all[j - 2] > low; j -= 2) {
                all[j] = all[j - 2];
                all[j + 1] = all[j - 1];
            }
            all[j] = low;
            all[j + 1] = high;
        }
        int length = 0;
        for (int i = 0; i < all.length; i += 2) {
            if (length > 0 && all[i] <= all[length - 1] + 1) {
                if (all[i + 1] > all[length - 1]) {
                    all[length - 1] = all[i + 1];
                }
            } else {
                all[length++] = all[i];
                all[length++] = all[i + 1];
            }
        }
        return new String(all, 0, length);
    }

    /** Everything else. */
    static String complement(String set) {
        StringBuilder rest = new StringBuilder();
        int next = 0;
        for (int i = 0; i < set.length(); i += 2) {
            if (set.charAt(i) > next) {
                rest.append((char) next).append((char) (set.charAt(i) - 1));
            }
            next = set.charAt(i + 1) + 1;
        }
        if (next <= LAST) {
            rest.append((char) next).append(LAST);
        }
        return rest.toString();
    }

    /** What is in both. */
    static String both(String a, String b) {
        return complement(of(complement(a) + complement(b)));
    }

    /** The set with both cases of all letters. */
    static String folded(String set, boolean beyondAscii) {
        StringBuilder all = new StringBuilder(set);
        shift(all, set, 'A', 'Z', 32);
        shift(all, set, 'a', 'z', -32);
        if (beyondAscii) {
            shift(all, set, '\u00c0', '\u00d6', 32);
            shift(all, set, '\u00d8', '\u00de', 32);
            shift(all, set, '\u00e0', '\u00f6', -32);
            shift(all, set, '\u00f8', '\u00fe', -32);
        }
        return of(all);
    }

    private static void shift(StringBuilder all, String set, char low, char high, int distance) {
        for (int i = 0; i < set.length(); i += 2) {
            int first = Math.max(low, set.charAt(i));
            int last = Math.min(high, set.charAt(i + 1));
            if (first <= last) {
                all.append((char) (first + distance)).append((char) (last + distance));
            }
        }
    }

    static boolean contains(String set, char c) {
        int length = set.length();
        for (int i = 0; i < length; i += 2) {
            if (c <= set.charAt(i + 1)) {
                return c >= set.charAt(i);
            }
        }
        return false;
    }

    /** The set of a property, or null if nobody here knows it. Letters are those up to U+00FF. */
    static String property(String name) {
        String set = ofAscii(name);
        return set == null ? ofLetters(name) : set;
    }

    private static String ofAscii(String name) {
        switch (name) {
            case "Lower":
                return "az";
            case "Upper":
                return "AZ";
            case "ASCII":
                return "\0\u007f";
            case "Alpha":
                return "AZaz";
            case "Digit":
                return DIGITS;
            case "Alnum":
                return "09AZaz";
            case "Punct":
                return "!/:@[`{~";
            case "Graph":
                return "!~";
            case "Print":
                return " ~";
            case "Blank":
                return "\t\t  ";
            case "Cntrl":
                return "\0\u001f\u007f\u007f";
            case "XDigit":
                return "09AFaf";
            case "Space":
                return SPACES;
            default:
                return null;
        }
    }

    private static String ofLetters(String name) {
        switch (name) {
            case "javaWhitespace":
                return "\t\r\u001c  \u1680\u1680\u2000\u2006\u2008\u200a\u2028\u2029\u205f\u205f\u3000\u3000";
            case "L":
            case "IsL":
            case "IsAlphabetic":
                return "AZaz\u00aa\u00aa\u00b5\u00b5\u00ba\u00ba\u00c0\u00d6\u00d8\u00f6\u00f8\u00ff";
            case "Lu":
            case "IsLu":
                return "AZ\u00c0\u00d6\u00d8\u00de";
            case "Ll":
            case "IsLl":
                return "az\u00b5\u00b5\u00df\u00f6\u00f8\u00ff";
            default:
                return null;
        }
    }
}

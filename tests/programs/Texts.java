import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.PatternSyntaxException;

/** Strings: regular expressions, lines, escapes, character sets. */
public class Texts {

    static void splits() {
        String[][] cases = {
            {"a,b,,c,,", ","}, {",a", ","}, {"", ","}, {",", ","}, {"abc", ""}, {"a1b22c333d", "\\d+"},
            {"one  two three ", "\\s+"}, {" lead", " "}, {"a.b.c", "\\."}, {"a|b", "|"}, {"a|b", "\\|"},
            {"key = value", "\\s*=\\s*"}, {"x-y_z", "[-_]"}, {"aXXbXc", "X*"}, {"boo:and:foo", "o"},
            {"2024-01-02T03:04", "[-T:]"}, {"CamelCaseText", "(?:[A-Z])"}, {"a, b;c", "[,;]\\s?"},
        };
        for (String[] c : cases) {
            System.out.println(Arrays.toString(c[0].split(c[1])) + Arrays.toString(c[0].split(c[1], -1))
                    + Arrays.toString(c[0].split(c[1], 2)) + c[0].split(c[1]).length);
        }
    }

    static void matches() {
        String[] patterns = {
            "[a-z]+\\d*", "(ab|a)(bc)?", "a{2,3}b{2}", "(x+x+)+y", "^\\w+@\\w+\\.(com|org)$", "[^0-9]+", ".*end", "a.c",
            "(a*)*b", "\\p{Upper}\\p{Lower}+", "(\\d{1,3}\\.){3}\\d{1,3}", "\\bword\\b.*", "\\Qa.c\\E", "[\\w.]+", "a??b", "",
            "(?:ab)+?c", "[]a]+", "0x[\\da-fA-F]{2,}", "(a|b|cd)*e", "\\u0061\\x63?\\t*", "\\S+\\s\\S+",
        };
        String[] texts = {"abc", "aabb", "xxxxy", "joe@site.org", "a.c", "10.0.0.255", "acdbe", "xxxxxxxx"};
        for (String pattern : patterns) {
            StringBuilder row = new StringBuilder();
            for (String text : texts) {
                row.append(text.matches(pattern) ? '1' : '0');
            }
            System.out.println(row + " " + pattern);
        }
    }

    static void replacements() {
        System.out.println("a1b22".replaceAll("\\d", "#") + " " + "a1b22".replaceFirst("\\d+", "<$0>") + " "
                + "John Smith".replaceAll("(\\w+) (\\w+)", "$2, $1") + " " + "abc".replaceAll("", "-") + " "
                + "aaa".replaceAll("a*", "x") + " " + "path/to".replaceAll("/", "\\\\") + " "
                + "price".replaceAll("p", "\\$") + " " + "  trim  me ".replaceAll("^\\s+|\\s+$", "") + " "
                + "x".replaceAll("(y)?x", "[$1]"));
        String[] bad = {"(", "a)", "*a", "[a", "a{2", "[z-a]", "\\"};
        for (String pattern : bad) {
            try {
                "x".matches(pattern);
                System.out.println("accepted " + pattern);
            } catch (PatternSyntaxException e) {
                System.out.println("bad " + e.getPattern());
            }
        }
        try {
            "x".replaceAll("x", "$1");
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        PatternSyntaxException exception = new PatternSyntaxException("Wrong", "a(b", 1);
        System.out.println(exception.getMessage() + exception.getIndex() + exception.getDescription());
    }

    static void lines() {
        System.out.println("  a\n    b\n  c\n".stripIndent() + "|" + "   x\n\n  y  ".stripIndent() + "|"
                + "a\nb".indent(2) + "|" + "   a\n b\n".indent(-2) + "|" + "a\\tb\\n\\\"\\101\\s|".translateEscapes());
        System.out.println("[" + "  x y ".strip() + "][" + "  x ".stripLeading() + "][" + "  x ".stripTrailing() + "]"
                + " \t".isBlank() + "".isBlank() + " x".isBlank() + "ab".repeat(3) + "ab".repeat(0).isEmpty());
        System.out.println(String.join("-", "a", "b", "c") + String.join("/", Arrays.asList("x", "y"))
                + "%d:%s".formatted(3, "q") + String.format(Locale.ROOT, "%05.1f", 2.25) + "İx".length()
                + "TITLE".toLowerCase(Locale.ENGLISH) + "small".toUpperCase(Locale.ROOT));
        System.out.println("Hello".regionMatches(true, 1, "xELLx", 1, 3) + " " + "Hello".regionMatches(1, "ELL", 0, 3)
                + " " + "Hello".contentEquals(new StringBuffer("Hello")) + "Hello".contentEquals("hello") + " "
                + String.copyValueOf(new char[] {'a', 'b', 'c'}, 1, 2) + "a😀b".codePointCount(0, 4)
                + "a😀b".offsetByCodePoints(0, 2) + "a😀b".codePointBefore(3)
                + new String(new int[] {97, 0x1f600, 98}, 1, 2) + CharSequence.compare("a", "b") + " "
                + new String("x").isEmpty() + new StringBuilder().isEmpty());
    }

    static void sets() throws UnsupportedEncodingException {
        String text = "aé€😀z";
        for (Charset set : new Charset[] {StandardCharsets.UTF_8, StandardCharsets.US_ASCII,
            StandardCharsets.ISO_8859_1}) {
            byte[] bytes = text.getBytes(set);
            System.out.println(set + Arrays.toString(bytes) + new String(bytes, set) + set.name().hashCode());
        }
        System.out.println(new String(new byte[] {72, 105, -61, -87}, 1, 3, "UTF-8")
                + Arrays.toString("é".getBytes("ISO-8859-1")) + Charset.forName("utf-8").equals(StandardCharsets.UTF_8)
                + Charset.isSupported("latin1"));
        try {
            "x".getBytes("nonsense");
        } catch (UnsupportedEncodingException e) {
            System.out.println(e.getMessage());
        }
        try {
            Charset.forName("nonsense");
        } catch (UnsupportedCharsetException e) {
            System.out.println(e.getCharsetName());
        }
        System.out.println(new Locale("de", "at") + " " + Locale.US.getCountry() + Locale.US.getLanguage());
    }

    static void buffers() {
        StringBuffer buffer = new StringBuffer("0123");
        buffer.append(4).append('5').append(6L).append(true).append(1.5f).append(2.5).append(new char[] {'x', 'y'})
                .append("abc", 1, 2).append((Object) null).append(new char[] {'p', 'q'}, 1, 1).appendCodePoint(0x41);
        buffer.insert(2, "<>").insert(0, 'c').insert(0, 7).insert(0, 8L).insert(0, false).insert(0, 1.25f)
                .insert(0, 0.5).insert(3, new char[] {'!'}).insert(1, "wxyz", 1, 3).insert(0, (Object) "o")
                .insert(0, new char[] {'r', 's'}, 1, 1);
        System.out.println(buffer + " " + buffer.length() + " " + buffer.indexOf("x") + buffer.indexOf("x", 4)
                + buffer.lastIndexOf("e") + buffer.lastIndexOf("e", 20) + buffer.charAt(4) + buffer.codePointAt(2));
        buffer.delete(0, 10).deleteCharAt(1).replace(0, 3, "REPL").reverse();
        buffer.setCharAt(0, '_');
        buffer.setLength(20);
        buffer.trimToSize();
        buffer.ensureCapacity(100);
        System.out.println(buffer + buffer.substring(10) + buffer.substring(2, 5) + buffer.subSequence(0, 2)
                + (buffer.capacity() >= 100) + buffer.compareTo(new StringBuffer("a")));
        char[] target = new char[5];
        new StringBuilder("letters").getChars(1, 4, target, 1);
        System.out.println(Arrays.toString(target) + new StringBuilder("b").compareTo(new StringBuilder("a"))
                + new StringBuilder("aXbX").lastIndexOf("X", 2) + new StringBuilder("a😀").codePointBefore(3));
    }

    public static void main(String[] args) throws UnsupportedEncodingException {
        splits();
        matches();
        replacements();
        lines();
        sets();
        buffers();
    }
}

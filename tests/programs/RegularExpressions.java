import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** Patterns: groups, references, quantifiers of three kinds, looks ahead and behind, flags, replacements. */
public class RegularExpressions {

    static void find(String expression, String text) {
        Matcher matcher = Pattern.compile(expression).matcher(text);
        StringBuilder line = new StringBuilder(expression);
        while (matcher.find()) {
            line.append(" [");
            for (int i = 0; i <= matcher.groupCount(); ++i) {
                line.append(i == 0 ? "" : "|").append(matcher.group(i));
            }
            line.append("]@").append(matcher.start());
        }
        System.out.println(line);
    }

    static void searches() {
        find("(\\w+)@(\\w+)\\.(?:com|org)", "ann@site.com, bob@home.org; eve@x.net");
        find("(a|ab)(c|bcd)(d*)", "abcd");
        find("\\b(\\w)\\w*\\1\\b", "level text abba noon x");
        find("a++b|a*?c|(?>a+)d", "aaab aac aad");
        find("(?<=\\$)\\d+(?!\\d|%)", "$12 $34% 56 $7");
        find("(?<!ab|x)c", "abc xc c");
        find("(?i)straße|[A-C&&[^B]]+", "STRAßE abCa B");
        find("(?m)^\\s*#.*$", "#one\ntwo\n  # three");
        find("(x+x+)+y", "xxxxxxy");
        find("([a-c]{2,3}?)([^\\d\\s]*)", "abc12 cab bc");
        find("((((((a)|b)|c)|d)|e)|f)+", "fedcba");
        find("\\Qa.b\\E+|\\x41\\t", "a.bb A\t");
        find("(?x) \\d+ # digits\n [ab]", "12a 3b");
    }

    static void results() {
        Pattern date = Pattern.compile("(?<year>\\d{4})-(?<month>\\d\\d)");
        Matcher matcher = date.matcher("from 2024-02 to 2025-11");
        while (matcher.find()) {
            System.out.print(matcher.group("month") + "/" + matcher.group("year") + " " + matcher.end("year") + " ");
        }
        System.out.println(matcher.hitEnd() + " " + matcher.replaceAll("${month}.$1") + " "
                + matcher.replaceFirst(m -> m.group(2) + "!"));
        StringBuilder out = new StringBuilder();
        matcher.reset();
        while (matcher.find()) {
            matcher.appendReplacement(out, Matcher.quoteReplacement("$" + matcher.group(1).length()));
        }
        System.out.println(matcher.appendTail(out) + " " + matcher.groupCount());
        System.out.println(Pattern.compile("\\d").matcher("a1b22").results().map(MatchResult::group)
                .collect(Collectors.joining("+")));
        System.out.println(matcher.reset("2024-02x").matches() + " " + matcher.lookingAt() + " "
                + matcher.region(1, 4).find() + " " + matcher.regionEnd() + " " + matcher);
        System.out.println(Pattern.matches("[+-]?\\d*\\.?\\d+", "-.5") + " " + Pattern.quote("a\\Eb") + " "
                + Arrays.toString(Pattern.compile("\\s*[,;]\\s*").split("a , b;c,,d,,"))
                + Arrays.toString(Pattern.compile("").split("abc", 2)) + Pattern.compile("b", Pattern.LITERAL).flags());
        System.out.println(Pattern.compile("^.b$", Pattern.CASE_INSENSITIVE | Pattern.DOTALL).asPredicate().test("\nB")
                + " " + "one two".replaceAll("(\\w+) (\\w+)", "$2 $1") + " " + "x".matches("[^y]"));
    }

    static void faults() {
        for (String expression : new String[] {"(a", "a)", "[a", "*a", "a{2", "a{3,1}", "\\", "[b-a]", "(?<n>a)(?<n>b)", "(?<=(ab)+)c", "\\j"}) {
            try {
                Pattern.compile(expression);
                System.out.println(expression);
            } catch (PatternSyntaxException e) {
                System.out.println(e.getDescription() + " " + e.getIndex() + " " + e.getPattern());
            }
        }
        Matcher matcher = Pattern.compile("a(b)?").matcher("a");
        try {
            matcher.group();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            matcher.find();
            System.out.println(matcher.group(1) + " " + matcher.start(1));
            matcher.group(2);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            matcher.replaceAll("$x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            matcher.group("n");
        } catch (IllegalArgumentException | IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        searches();
        results();
        faults();
    }
}

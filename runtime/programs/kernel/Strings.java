package kernel;

import program.Verdict;

/** Building and taking apart strings: numbers to text and back, words turned round, palindromes. */
public final class Strings {

    private Strings() {
    }

    /** Builds as many lines as the argument says. */
    public static void main(String[] args) {
        int lines = Verdict.length(args);
        Verdict verdict = new Verdict("strings");
        Numbers numbers = new Numbers(29);
        int checksum = 1;
        int right = 0;
        int letters = 0;
        for (int i = 0; i < lines; ++i) {
            int number = numbers.next() >> numbers.below(20);
            String line = line(i, number);
            letters += line.length();
            checksum = checksum * 31 + line.hashCode();
            right += isRight(line, i, number) ? 1 : 0;
        }
        verdict.equal("lines right", lines, right);
        verdict.show("characters", letters);
        verdict.checksum("lines", checksum);
        verdict.end();
    }

    private static String line(int index, int number) {
        StringBuilder line = new StringBuilder();
        line.append("line ").append(index).append(": ").append(number);
        line.append(" is ").append(number < 0 ? "negative" : "positive");
        String text = line.toString();
        String turned = line.reverse().toString();
        return text + ", " + turned.toUpperCase() + ' ' + (text.length() % 10);
    }

    private static boolean isRight(String line, int index, int number) {
        int colon = line.indexOf(": ");
        int comma = line.indexOf(", ");
        int end = line.lastIndexOf(' ');
        String text = line.substring(0, comma);
        String turned = line.substring(comma + 2, end).toLowerCase();
        int parsed = Integer.parseInt(text.substring(colon + 2, text.indexOf(" is ")));
        return text.startsWith("line " + index) && parsed == number && isPalindrome(text + turned)
                && text.endsWith(number < 0 ? "negative" : "positive") && line.charAt(end + 1) - '0' == text.length() % 10;
    }

    private static boolean isPalindrome(String text) {
        for (int i = 0, j = text.length() - 1; i < j; ++i, --j) {
            if (text.charAt(i) != text.charAt(j)) {
                return false;
            }
        }
        return true;
    }
}

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Palindromes, anagrams, Caesar, Morse, Roman numerals, Levenshtein. */
public class TextTools {
    static boolean palindrome(String text) {
        String letters = text.toLowerCase().replaceAll("[^a-z]", "");
        return new StringBuilder(letters).reverse().toString().equals(letters);
    }

    static String caesar(String text, int shift) {
        return text.chars().map(c -> Character.isUpperCase(c) ? 'A' + Math.floorMod(c - 'A' + shift, 26) : c)
                .mapToObj(c -> String.valueOf((char) c)).collect(Collectors.joining());
    }

    static String roman(int n) {
        int[] values = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] digits = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            while (n >= values[i]) {
                out.append(digits[i]);
                n -= values[i];
            }
        }
        return out.toString();
    }

    static int levenshtein(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                } else {
                    int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                    d[i][j] = Math.min(d[i - 1][j - 1] + change, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }

    public static void main(String[] args) {
        System.out.println(palindrome("A man, a plan, a canal: Panama") + " " + palindrome("JOP"));
        String secret = caesar("HELLO, World", 3);
        System.out.println(secret + " " + caesar(secret, -3));
        System.out.println(roman(1994) + " " + roman(2026));
        System.out.println(levenshtein("kitten", "sitting"));
        Map<String, List<String>> anagrams = Arrays.stream("listen silent enlist google elbow below".split(" "))
                .collect(Collectors.groupingBy(word -> {
                    char[] letters = word.toCharArray();
                    Arrays.sort(letters);
                    return new String(letters);
                }, TreeMap::new, Collectors.toList()));
        System.out.println(anagrams);
        StringJoiner joiner = new StringJoiner("; ", "<", ">");
        Map<Character, Integer> frequency = new HashMap<>();
        for (char c : "mississippi".toCharArray()) {
            frequency.put(c, frequency.getOrDefault(c, 0) + 1);
        }
        frequency.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(e -> joiner.add(e.getKey() + ":" + e.getValue()));
        System.out.println(joiner);
        List<String> words = Arrays.asList("pear Apple fig banana".split("\\s"));
        Collections.sort(words, String.CASE_INSENSITIVE_ORDER);
        System.out.println(words + " " + String.join("", Collections.nCopies(3, "ab")));
        System.out.println("  trim me ".strip() + "|" + "a,b,,c".split(",").length + "|" + "Java".indexOf("va") + "|" + "x".compareTo("abc"));
        System.out.println("line one\nline two\n".lines().map(String::toUpperCase).collect(Collectors.toList()));
    }
}

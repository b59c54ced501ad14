package java.util.regex;

import java.util.ArrayList;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** A search for a regular expression in a text. */
public final class Matcher implements MatchResult {

    private Pattern pattern;
    private String text;
    private Search search;
    private boolean found;

    /** Where the next search begins. */
    private int next;

    /** Up to where the text was copied. */
    private int copied;

    Matcher(Pattern pattern, CharSequence input) {
        this.pattern = pattern;
        reset(input);
    }

    /** The expression. */
    public Pattern pattern() {
        return pattern;
    }

    /** Goes on with another expression. */
    public Matcher usePattern(Pattern other) {
        if (other == null) {
            throw new IllegalArgumentException("Pattern cannot be null");
        }
        pattern = other;
        int last = search.lastEnd;
        search = new Search(pattern.program, text, search.low, search.high);
        search.lastEnd = last;
        found = false;
        return this;
    }

    /** Begins again. */
    public Matcher reset() {
        return look(0, text.length());
    }

    /** Begins with another text. */
    public Matcher reset(CharSequence input) {
        text = input.toString();
        return look(0, text.length());
    }

    /** Begins in a part of the text. */
    public Matcher region(int start, int end) {
        if (start < 0 || start > text.length()) {
            throw new IndexOutOfBoundsException("start");
        }
        if (end < 0 || end > text.length()) {
            throw new IndexOutOfBoundsException("end");
        }
        if (start > end) {
            throw new IndexOutOfBoundsException("start > end");
        }
        return look(start, end);
    }

    private Matcher look(int start, int end) {
        search = new Search(pattern.program, text, start, end);
        found = false;
        next = start;
        copied = 0;
        return this;
    }

    /** Where the part of the text begins. */
    public int regionStart() {
        return search.low;
    }

    /** Where the part of the text ends. */
    public int regionEnd() {
        return search.high;
    }

    private boolean after(boolean match) {
        found = match;
        if (match) {
            next = search.slots[1] == search.slots[0] ? search.slots[1] + 1 : search.slots[1];
        }
        return match;
    }

    /** Whether all of the text matches. */
    public boolean matches() {
        return after(search.matches(search.low, true));
    }

    /** Whether the beginning of the text matches. */
    public boolean lookingAt() {
        return after(search.matches(search.low, false));
    }

    /** Looks for the next match. */
    public boolean find() {
        return after(next <= search.high && search.find(next));
    }

    /** Looks for a match from an index on. */
    public boolean find(int start) {
        if (start < 0 || start > text.length()) {
            throw new IndexOutOfBoundsException("Illegal start index");
        }
        reset();
        return after(search.find(start));
    }

    /** Whether the last search came to the end of the text. */
    public boolean hitEnd() {
        return search.hitEnd;
    }

    private int slot(int group, int side) {
        if (!found) {
            throw new IllegalStateException("No match available");
        }
        if (group < 0 || group >= pattern.program.groups) {
            throw new IndexOutOfBoundsException("No group " + group);
        }
        return search.slots[2 * group] < 0 ? -1 : search.slots[2 * group + side];
    }

    private int named(String name) {
        int group = pattern.program.group(Objects.requireNonNull(name, "Group name"));
        if (group < 0) {
            throw new IllegalArgumentException("No group with name <" + name + ">");
        }
        return group;
    }

    @Override
    public int start() {
        return slot(0, 0);
    }

    @Override
    public int start(int group) {
        return slot(group, 0);
    }

    /** Where a group begins, or -1. */
    public int start(String name) {
        return slot(named(name), 0);
    }

    @Override
    public int end() {
        return slot(0, 1);
    }

    @Override
    public int end(int group) {
        return slot(group, 1);
    }

    /** Where a group ends, or -1. */
    public int end(String name) {
        return slot(named(name), 1);
    }

    @Override
    public String group() {
        return group(0);
    }

    @Override
    public String group(int group) {
        if (!found) {
            throw new IllegalStateException("No match found");
        }
        int start = slot(group, 0);
        return start < 0 ? null : text.substring(start, slot(group, 1));
    }

    /** The text of a group, or null. */
    public String group(String name) {
        if (!found) {
            throw new IllegalStateException("No match found");
        }
        return group(named(name));
    }

    @Override
    public int groupCount() {
        return pattern.program.groups - 1;
    }

    /** The last match, which stays as it is. */
    public MatchResult toMatchResult() {
        int[] places = new int[2 * pattern.program.groups];
        System.arraycopy(search.slots, 0, places, 0, places.length);
        return new Snapshot(text, places, found);
    }

    /** A match that does not change any more. */
    private static final class Snapshot implements MatchResult {

        private final String text;
        private final int[] places;
        private final boolean found;

        Snapshot(String text, int[] places, boolean found) {
            this.text = text;
            this.places = places;
            this.found = found;
        }

        private int place(int group, int side) {
            if (!found) {
                throw new IllegalStateException("No match found");
            }
            if (group < 0 || 2 * group >= places.length) {
                throw new IndexOutOfBoundsException("No group " + group);
            }
            return places[2 * group] < 0 ? -1 : places[2 * group + side];
        }

        @Override
        public int start() {
            return place(0, 0);
        }

        @Override
        public int start(int group) {
            return place(group, 0);
        }

        @Override
        public int end() {
            return place(0, 1);
        }

        @Override
        public int end(int group) {
            return place(group, 1);
        }

        @Override
        public String group() {
            return group(0);
        }

        @Override
        public String group(int group) {
            int start = place(group, 0);
            return start < 0 ? null : text.substring(start, place(group, 1));
        }

        @Override
        public int groupCount() {
            return (places.length >> 1) - 1;
        }
    }

    /** All matches. */
    public Stream<MatchResult> results() {
        reset();
        ArrayList<MatchResult> all = new ArrayList<MatchResult>();
        while (find()) {
            all.add(toMatchResult());
        }
        return all.stream();
    }

    /** A replacement that stands for a text as it is. */
    public static String quoteReplacement(String text) {
        StringBuilder quoted = new StringBuilder();
        for (int i = 0; i < text.length(); ++i) {
            char c = text.charAt(i);
            if (c == '\\' || c == '$') {
                quoted.append('\\');
            }
            quoted.append(c);
        }
        return quoted.toString();
    }

    /** The text with a replacement, in which $n is group n, for each match. */
    public String replaceAll(String replacement) {
        return replace(replacement, null, true);
    }

    /** The text with a replacement for the first match. */
    public String replaceFirst(String replacement) {
        return replace(replacement, null, false);
    }

    /** The text with what a function makes of each match in its place. */
    public String replaceAll(Function<MatchResult, String> replacer) {
        return replace(null, replacer, true);
    }

    /** The text with what a function makes of the first match in its place. */
    public String replaceFirst(Function<MatchResult, String> replacer) {
        return replace(null, replacer, false);
    }

    private String replace(String replacement, Function<MatchResult, String> replacer, boolean all) {
        if (replacement == null) {
            Objects.requireNonNull(replacer, "replacer");
        }
        reset();
        StringBuilder out = new StringBuilder();
        while (find()) {
            appendReplacement(out, replacer == null ? replacement : replacer.apply(this));
            if (!all) {
                break;
            }
        }
        return appendTail(out).toString();
    }

    /** Copies the text up to the match, and a replacement. */
    public Matcher appendReplacement(StringBuilder out, String replacement) {
        int end = end();
        int length = out.length();
        out.append(text, copied, start());
        try {
            expand(out, replacement);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            out.setLength(length);
            throw e;
        }
        copied = end;
        return this;
    }

    /** Copies what is left of the text. */
    public StringBuilder appendTail(StringBuilder out) {
        return out.append(text, copied, text.length());
    }

    /** Copies the text up to the match, and a replacement. */
    public Matcher appendReplacement(StringBuffer out, String replacement) {
        StringBuilder part = new StringBuilder();
        appendReplacement(part, replacement);
        out.append(part.toString());
        return this;
    }

    /** Copies what is left of the text. */
    public StringBuffer appendTail(StringBuffer out) {
        return out.append(text.substring(copied));
    }

    private void expand(StringBuilder out, String replacement) {
        int length = replacement.length();
        for (int i = 0; i < length; ++i) {
            char c = replacement.charAt(i);
            if (c == '\\') {
                if (++i == length) {
                    throw new IllegalArgumentException("character to be escaped is missing");
                }
                out.append(replacement.charAt(i));
            } else if (c == '$') {
                i = expandGroup(out, replacement, i + 1);
            } else {
                out.append(c);
            }
        }
    }

    /** Appends a group; gives the index of the last character of its number or name. */
    private int expandGroup(StringBuilder out, String replacement, int i) {
        int length = replacement.length();
        if (i == length) {
            throw new IllegalArgumentException("Illegal group reference: group index is missing");
        }
        int group;
        if (replacement.charAt(i) == '{') {
            int start = ++i;
            while (i < length && Character.isLetterOrDigit(replacement.charAt(i))) {
                ++i;
            }
            if (start == i) {
                throw new IllegalArgumentException("named capturing group is missing trailing '}'");
            }
            String name = replacement.substring(start, i);
            if (i == length || replacement.charAt(i) != '}') {
                throw new IllegalArgumentException("named capturing group is missing trailing '}'");
            }
            if (Character.isDigit(name.charAt(0))) {
                throw new IllegalArgumentException("capturing group name {" + name + "} starts with digit character");
            }
            group = pattern.program.group(name);
            if (group < 0) {
                throw new IllegalArgumentException("No group with name {" + name + "}");
            }
        } else {
            group = Character.digit(replacement.charAt(i), 10);
            if (group < 0) {
                throw new IllegalArgumentException("Illegal group reference");
            }
            if (group >= pattern.program.groups) {
                throw new IndexOutOfBoundsException("No group " + group);
            }
            while (i + 1 < length) {
                int digit = Character.digit(replacement.charAt(i + 1), 10);
                if (digit < 0 || group * 10 + digit >= pattern.program.groups) {
                    break;
                }
                group = group * 10 + digit;
                ++i;
            }
        }
        int start = slot(group, 0);
        if (start >= 0) {
            out.append(text, start, slot(group, 1));
        }
        return i;
    }

    @Override
    public String toString() {
        return "java.util.regex.Matcher[pattern=" + pattern + " region=" + search.low + "," + search.high + " lastmatch="
                + (found ? group() : "") + "]";
    }
}

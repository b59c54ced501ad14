package java.lang;

import com.jopdesign.sys.Heap;
import com.jopdesign.sys.ObjectSupport;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IllegalFormatException;
import java.util.Iterator;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A text of UTF-16 units.
 *
 * <p>The array is the only field and the first: literals in the image are laid out so (spec 11 section 12).
 */
public final class String implements java.io.Serializable, Comparable<String>, CharSequence {

    /** The order in which case does not count. */
    public static final Comparator<String> CASE_INSENSITIVE_ORDER = new CaseOrder();

    final char[] value;

    /** The empty string. */
    public String() {
        value = new char[0];
    }

    /** The same text. */
    public String(String other) {
        value = other.value;
    }

    /** The characters of an array. */
    public String(char[] characters) {
        value = characters.clone();
    }

    /** Some characters of an array. */
    public String(char[] characters, int offset, int count) {
        if (offset < 0 || count < 0 || offset > characters.length - count) {
            throw new StringIndexOutOfBoundsException(
                    "offset " + offset + ", count " + count + ", length " + characters.length);
        }
        value = new char[count];
        Heap.copy(characters, offset, value, 0, count);
    }

    /** The text of UTF-8 bytes. */
    public String(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** The text of some UTF-8 bytes. */
    public String(byte[] bytes, int offset, int count) {
        StringBuilder text = new StringBuilder(count);
        int end = offset + count;
        while (offset < end) {
            int c = bytes[offset++] & 0xff;
            if (c >= 0x80) {
                int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
                c &= 0x3f >> more;
                while (more-- > 0 && offset < end) {
                    c = c << 6 | bytes[offset++] & 0x3f;
                }
            }
            text.appendCodePoint(c);
        }
        value = text.toCharArray();
    }

    /** The text of bytes in a character set. */
    public String(byte[] bytes, Charset set) {
        this(bytes, 0, bytes.length, set);
    }

    /** The text of some bytes in a character set. */
    public String(byte[] bytes, int offset, int count, Charset set) {
        this(set.read(bytes, offset, count), true);
    }

    /** The text of bytes in a character set with a name. */
    public String(byte[] bytes, String set) throws UnsupportedEncodingException {
        this(bytes, 0, bytes.length, Charset.find(set));
    }

    /** The text of some bytes in a character set with a name. */
    public String(byte[] bytes, int offset, int count, String set) throws UnsupportedEncodingException {
        this(bytes, offset, count, Charset.find(set));
    }

    /** The text of some characters of one or two units. */
    public String(int[] codePoints, int offset, int count) {
        if (offset < 0 || count < 0 || offset > codePoints.length - count) {
            throw new StringIndexOutOfBoundsException(
                    "offset " + offset + ", count " + count + ", length " + codePoints.length);
        }
        StringBuilder text = new StringBuilder(count);
        for (int i = 0; i < count; ++i) {
            text.appendCodePoint(codePoints[offset + i]);
        }
        value = text.toCharArray();
    }

    /** The text of a builder. */
    public String(StringBuilder builder) {
        value = builder.toCharArray();
    }

    /** The text of a buffer. */
    public String(StringBuffer buffer) {
        this(buffer.toString());
    }

    /** Takes an array over without a copy; nobody else may write it. */
    String(char[] value, boolean owned) {
        this.value = value;
    }

    @Override
    public int length() {
        return value.length;
    }

    /** Whether there are no characters. */
    public boolean isEmpty() {
        return value.length == 0;
    }

    /** Whether there is nothing but white space. */
    public boolean isBlank() {
        return leadingBlanks() == value.length;
    }

    @Override
    public char charAt(int index) {
        char[] text = value;
        if (index < 0 || index >= text.length) {
            throw new StringIndexOutOfBoundsException(index);
        }
        return text[index];
    }

    /** The character, of one or two units, at an index. */
    public int codePointAt(int index) {
        char high = charAt(index);
        if (Character.isHighSurrogate(high) && index + 1 < value.length
                && Character.isLowSurrogate(value[index + 1])) {
            return Character.toCodePoint(high, value[index + 1]);
        }
        return high;
    }

    /** The character, of one or two units, that ends before an index. */
    public int codePointBefore(int index) {
        if (index < 1 || index > value.length) {
            throw new StringIndexOutOfBoundsException(index);
        }
        char low = value[index - 1];
        if (Character.isLowSurrogate(low) && index > 1 && Character.isHighSurrogate(value[index - 2])) {
            return Character.toCodePoint(value[index - 2], low);
        }
        return low;
    }

    /** Number of characters, of one or two units, from an index up to another. */
    public int codePointCount(int start, int end) {
        return Character.codePointCount(this, start, end);
    }

    /** The index a number of characters, of one or two units, away from another. */
    public int offsetByCodePoints(int index, int count) {
        return Character.offsetByCodePoints(this, index, count);
    }

    /** Whether a sequence has the same characters. */
    public boolean contentEquals(CharSequence other) {
        return equals(other.toString());
    }

    /** Whether a buffer has the same characters. */
    public boolean contentEquals(StringBuffer other) {
        return equals(other.toString());
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof String)) {
            return false;
        }
        char[] a = value;
        char[] b = ((String) other).value;
        int i = a.length;
        if (b.length != i) {
            return false;
        }
        while (i > 0) {
            --i;
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether another string is equal when case does not count. */
    public boolean equalsIgnoreCase(String other) {
        return other != null && other.value.length == value.length && compareToIgnoreCase(other) == 0;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        char[] text = value;
        int length = text.length;
        for (int i = 0; i < length; ++i) {
            hash = (hash << 5) - hash + text[i];
        }
        return hash;
    }

    @Override
    public int compareTo(String other) {
        char[] a = value;
        char[] b = other.value;
        int end = a.length < b.length ? a.length : b.length;
        for (int i = 0; i < end; ++i) {
            int difference = a[i] - b[i];
            if (difference != 0) {
                return difference;
            }
        }
        return a.length - b.length;
    }

    /** As compareTo, but case does not count. */
    public int compareToIgnoreCase(String other) {
        char[] a = value;
        char[] b = other.value;
        int end = a.length < b.length ? a.length : b.length;
        for (int i = 0; i < end; ++i) {
            char x = a[i];
            char y = b[i];
            if (x != y) {
                x = Character.toLowerCase(Character.toUpperCase(x));
                y = Character.toLowerCase(Character.toUpperCase(y));
                if (x != y) {
                    return x - y;
                }
            }
        }
        return a.length - b.length;
    }

    /** Whether the text at an index begins with a prefix. */
    public boolean startsWith(String prefix, int offset) {
        char[] text = value;
        char[] p = prefix.value;
        int length = p.length;
        if (offset < 0 || offset > text.length - length) {
            return false;
        }
        for (int i = 0; i < length; ++i) {
            if (text[offset + i] != p[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether the text begins with a prefix. */
    public boolean startsWith(String prefix) {
        return startsWith(prefix, 0);
    }

    /** Whether the text ends with a suffix. */
    public boolean endsWith(String suffix) {
        return startsWith(suffix, value.length - suffix.value.length);
    }

    /** Whether a part of this text is equal to a part of another. */
    public boolean regionMatches(int offset, String other, int otherOffset, int length) {
        if (offset < 0 || otherOffset < 0 || offset > value.length - length
                || otherOffset > other.value.length - length) {
            return false;
        }
        for (int i = 0; i < length; ++i) {
            if (value[offset + i] != other.value[otherOffset + i]) {
                return false;
            }
        }
        return true;
    }

    /** As without the first argument; if it is true, case does not count. */
    public boolean regionMatches(boolean ignoreCase, int offset, String other, int otherOffset, int length) {
        if (!ignoreCase) {
            return regionMatches(offset, other, otherOffset, length);
        }
        if (offset < 0 || otherOffset < 0 || offset > value.length - length
                || otherOffset > other.value.length - length) {
            return false;
        }
        return length <= 0 || substring(offset, offset + length)
                .equalsIgnoreCase(other.substring(otherOffset, otherOffset + length));
    }

    /** First index of a character, or -1. */
    public int indexOf(int character) {
        return indexOf(character, 0);
    }

    /** First index of a character, not before another index, or -1. */
    public int indexOf(int character, int from) {
        if (character >= 0x10000) {
            return indexOf(new StringBuilder().appendCodePoint(character).toString(), from);
        }
        char[] text = value;
        int length = text.length;
        for (from = from < 0 ? 0 : from; from < length; ++from) {
            if (text[from] == character) {
                return from;
            }
        }
        return -1;
    }

    /** Last index of a character, or -1. */
    public int lastIndexOf(int character) {
        return lastIndexOf(character, value.length - 1);
    }

    /** Last index of a character, not behind another index, or -1. */
    public int lastIndexOf(int character, int from) {
        for (int i = from < value.length ? from : value.length - 1; i >= 0; --i) {
            if (value[i] == character) {
                return i;
            }
        }
        return -1;
    }

    /** First index of a text, or -1. */
    public int indexOf(String text) {
        return indexOf(text, 0);
    }

    /** First index of a text, not before another index, or -1. */
    public int indexOf(String text, int from) {
        char[] a = value;
        char[] b = text.value;
        int last = a.length - b.length;
        from = from < 0 ? 0 : from;
        if (b.length == 0) {
            return from <= last ? from : last;
        }
        char first = b[0];
        for (; from <= last; ++from) {
            if (a[from] == first && startsWith(text, from)) {
                return from;
            }
        }
        return -1;
    }

    /** Last index of a text, or -1. */
    public int lastIndexOf(String text) {
        return lastIndexOf(text, value.length);
    }

    /** Last index of a text, not behind another index, or -1. */
    public int lastIndexOf(String text, int from) {
        int last = value.length - text.value.length;
        for (int i = from < last ? from : last; i >= 0; --i) {
            if (startsWith(text, i)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether a text is part of this one. */
    public boolean contains(CharSequence text) {
        return indexOf(text.toString(), 0) >= 0;
    }

    /** The characters from an index to the end. */
    public String substring(int start) {
        return substring(start, value.length);
    }

    /** The characters from an index up to another. */
    public String substring(int start, int end) {
        int length = value.length;
        if (start < 0 || start > end || end > length) {
            throw new StringIndexOutOfBoundsException("begin " + start + ", end " + end + ", length " + length);
        }
        if (start == 0 && end == length) {
            return this;
        }
        char[] part = new char[end - start];
        Heap.copy(value, start, part, 0, end - start);
        return new String(part, true);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    /** This text with another behind it. */
    public String concat(String other) {
        int length = value.length;
        char[] both = new char[length + other.value.length];
        Heap.copy(value, 0, both, 0, length);
        Heap.copy(other.value, 0, both, length, other.value.length);
        return new String(both, true);
    }

    /** This text with one character in place of another. */
    public String replace(char old, char replacement) {
        char[] text = value.clone();
        for (int i = 0; i < text.length; ++i) {
            if (text[i] == old) {
                text[i] = replacement;
            }
        }
        return new String(text, true);
    }

    /** This text with one text in place of another. */
    public String replace(CharSequence old, CharSequence replacement) {
        String search = old.toString();
        String insert = replacement.toString();
        StringBuilder text = new StringBuilder();
        int start = 0;
        for (int i = indexOf(search, 0); i >= 0; i = i < value.length ? indexOf(search, start) : -1) {
            text.append(this, start, i).append(insert);
            start = i + search.value.length;
            if (search.isEmpty()) {
                if (i < value.length) {
                    text.append(value[i]);
                }
                ++start;
            }
        }
        return start < value.length ? text.append(this, start, value.length).toString() : text.toString();
    }

    /** This text without control characters and blanks at both ends. */
    public String trim() {
        int start = 0;
        int end = value.length;
        while (start < end && value[start] <= ' ') {
            ++start;
        }
        while (start < end && value[end - 1] <= ' ') {
            --end;
        }
        return substring(start, end);
    }

    private int leadingBlanks() {
        int i = 0;
        while (i < value.length && Character.isWhitespace(value[i])) {
            ++i;
        }
        return i;
    }

    /** This text without white space at both ends. */
    public String strip() {
        return stripLeading().stripTrailing();
    }

    /** This text without white space at the beginning. */
    public String stripLeading() {
        return substring(leadingBlanks());
    }

    /** This text without white space at the end. */
    public String stripTrailing() {
        int end = value.length;
        while (end > 0 && Character.isWhitespace(value[end - 1])) {
            --end;
        }
        return substring(0, end);
    }

    /** Lines with as many blanks fewer as the least indented one has, and none at the end. */
    public String stripIndent() {
        return LineText.stripIndent(this);
    }

    /** Lines with a number of blanks more, or fewer, each ending in a line feed. */
    public String indent(int n) {
        return LineText.indent(this, n);
    }

    /** This text with characters in place of escapes such as {@code \\n}. */
    public String translateEscapes() {
        return LineText.translateEscapes(this);
    }

    /** What a function makes of this text. */
    public <R> R transform(Function<? super String, ? extends R> function) {
        return function.apply(this);
    }

    /** This text in lower case. */
    public String toLowerCase() {
        char[] text = value;
        int length = text.length;
        int i = 0;
        while (i < length && (text[i] < 'A' || text[i] > 'Z' && text[i] < 0xc0)) {
            ++i;
        }
        if (i == length) {
            return this;
        }
        text = text.clone();
        for (; i < length; ++i) {
            char c = text[i];
            if (c >= 'A') {
                if (c <= 'Z') {
                    text[i] = (char) (c + 32);
                } else if (c >= 0xc0) {
                    text[i] = Character.toLowerCase(c);
                }
            }
        }
        return new String(text, true);
    }

    /** This text in upper case. */
    public String toUpperCase() {
        char[] text = value;
        int length = text.length;
        int i = 0;
        while (i < length && (text[i] < 'a' || text[i] > 'z' && text[i] < 0xb5)) {
            ++i;
        }
        if (i == length) {
            return this;
        }
        text = text.clone();
        for (; i < length; ++i) {
            char c = text[i];
            if (c >= 'a') {
                if (c <= 'z') {
                    text[i] = (char) (c - 32);
                } else if (c == '\u00df') {
                    return longerUpperCase();
                } else if (c >= 0xb5) {
                    text[i] = Character.toUpperCase(c);
                }
            }
        }
        return new String(text, true);
    }

    /** The same for texts with a letter that becomes two. */
    private String longerUpperCase() {
        StringBuilder text = new StringBuilder(value.length);
        for (int i = 0; i < value.length; ++i) {
            if (value[i] == '\u00df') {
                text.append("SS");
            } else {
                text.append(Character.toUpperCase(value[i]));
            }
        }
        return text.toString();
    }

    /** This text in lower case: there is one rule for all. */
    public String toLowerCase(Locale locale) {
        return toLowerCase();
    }

    /** This text in upper case: there is one rule for all. */
    public String toUpperCase(Locale locale) {
        return toUpperCase();
    }

    /** This text a number of times. */
    public String repeat(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count is negative: " + count);
        }
        int length = value.length;
        char[] text = new char[length * count];
        for (int i = 0; i < text.length; i += length) {
            Heap.copy(value, 0, text, i, length);
        }
        return new String(text, true);
    }

    /** The characters in a new array. */
    public char[] toCharArray() {
        return value.clone();
    }

    /** Copies characters into an array. */
    public void getChars(int start, int end, char[] target, int offset) {
        if (start < 0 || start > end || end > value.length) {
            throw new StringIndexOutOfBoundsException("begin " + start + ", end " + end + ", length " + value.length);
        }
        if (offset < 0 || offset > target.length - (end - start)) {
            throw new ArrayIndexOutOfBoundsException(
                    "offset " + offset + ", count " + (end - start) + ", length " + target.length);
        }
        Heap.copy(value, start, target, offset, end - start);
    }

    /** The text as UTF-8. */
    public byte[] getBytes() {
        int length = 0;
        byte[] bytes = null;
        // The first round counts, the second fills.
        for (int round = 0; round < 2; ++round) {
            length = 0;
            for (int i = 0; i < value.length; ++i) {
                int c = codePointAt(i);
                int more = 0;
                if (c >= 0x10000) {
                    more = 3;
                    ++i;
                } else if (c >= 0xd800 && c < 0xe000) {
                    c = '?';
                } else if (c >= 0x800) {
                    more = 2;
                } else if (c >= 0x80) {
                    more = 1;
                }
                if (bytes != null) {
                    bytes[length] = (byte) (more == 0 ? c : 0xf80 >> more | c >> more * 6);
                    for (int k = 1; k <= more; ++k) {
                        bytes[length + k] = (byte) (0x80 | c >> (more - k) * 6 & 0x3f);
                    }
                }
                length += more + 1;
            }
            if (round == 0) {
                bytes = new byte[length];
            }
        }
        return bytes;
    }

    /** The text in a character set. */
    public byte[] getBytes(Charset set) {
        return set.write(this);
    }

    /** The text in a character set with a name. */
    public byte[] getBytes(String set) throws UnsupportedEncodingException {
        return Charset.find(set).write(this);
    }

    /** Whether all of the text matches a regular expression: see {@link Pattern}. */
    public boolean matches(String expression) {
        return Pattern.matches(expression, this);
    }

    /** This text with a replacement for all matches; $n in it is group n. */
    public String replaceAll(String expression, String replacement) {
        return Pattern.compile(expression).matcher(this).replaceAll(replacement);
    }

    /** This text with a replacement for the first match; $n in it is group n. */
    public String replaceFirst(String expression, String replacement) {
        return Pattern.compile(expression).matcher(this).replaceFirst(replacement);
    }

    /** The parts between matches, without empty ones at the end. */
    public String[] split(String expression) {
        return Regex.split(this, expression, 0);
    }

    /** The parts between matches; at most so many if a limit is positive, empty ones at the end, too, if not 0. */
    public String[] split(String expression, int limit) {
        return Regex.split(this, expression, limit);
    }

    /** This text as a format with the texts of arguments in it. */
    public String formatted(Object... arguments) {
        return format(this, arguments);
    }

    /** As without a locale. */
    public static String format(Locale locale, String format, Object... arguments) {
        return format(format, arguments);
    }

    /** A format with the texts of arguments in it: see {@link Format}. */
    public static String format(String format, Object... arguments) {
        Format state = new Format(format, arguments);
        while (state.next()) {
            try {
                state.convert();
            } catch (IllegalFormatException e) {
                state.keep(e);
                while (state.next()) {
                    // Faults of the format itself come first, wherever they are.
                }
                throw e;
            }
            DecimalText decimal = state.decimal();
            if (decimal != null) {
                if (!decimal.takeWhole() && !decimal.generateFast()) {
                    decimal.generate();
                }
                state.show();
            }
            Object object = state.object();
            if (object != null) {
                state.take(ObjectSupport.isArray(object) ? ObjectSupport.toString(object) : object.toString());
            }
            state.finish();
        }
        return state.result();
    }

    /** The texts of several things with a delimiter between them. */
    public static String join(CharSequence delimiter, CharSequence... parts) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < parts.length; ++i) {
            if (i > 0) {
                text.append(delimiter);
            }
            text.append(parts[i]);
        }
        return text.toString();
    }

    /** The texts of several things with a delimiter between them. */
    public static String join(CharSequence delimiter, Iterable<? extends CharSequence> parts) {
        StringBuilder text = new StringBuilder();
        for (Iterator<? extends CharSequence> i = parts.iterator(); i.hasNext();) {
            text.append(i.next());
            if (i.hasNext()) {
                text.append(delimiter);
            }
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return this;
    }

    /** The characters of an array. */
    public static String copyValueOf(char[] characters) {
        return new String(characters);
    }

    /** Some characters of an array. */
    public static String copyValueOf(char[] characters, int offset, int count) {
        return new String(characters, offset, count);
    }

    /** Text of an object, "null" for null. Arrays have no method table: not every build of the microcode calls them. */
    public static String valueOf(Object object) {
        if (object == null) {
            return "null";
        }
        return ObjectSupport.isArray(object) ? ObjectSupport.toString(object) : object.toString();
    }

    /** The characters of an array. */
    public static String valueOf(char[] characters) {
        return new String(characters);
    }

    /** Some characters of an array. */
    public static String valueOf(char[] characters, int offset, int count) {
        return new String(characters, offset, count);
    }

    /** "true" or "false". */
    public static String valueOf(boolean value) {
        return value ? "true" : "false";
    }

    /** One character. */
    public static String valueOf(char value) {
        char[] text = new char[1];
        text[0] = value;
        return new String(text, true);
    }

    /** Decimal text. */
    public static String valueOf(int value) {
        return Integer.toString(value);
    }

    /** Decimal text. */
    public static String valueOf(long value) {
        return Long.toString(value);
    }

    /** Decimal text. */
    public static String valueOf(float value) {
        return Float.toString(value);
    }

    /** Decimal text. */
    public static String valueOf(double value) {
        return Double.toString(value);
    }

    private static final class CaseOrder implements Comparator<String> {

        @Override
        public int compare(String a, String b) {
            return a.compareToIgnoreCase(b);
        }
    }

    /** The lines, without what ends them, as a stream. */
    public Stream<String> lines() {
        ArrayList<String> lines = new ArrayList<String>();
        int start = 0;
        int length = length();
        while (start < length) {
            int end = start;
            while (end < length && charAt(end) != '\n' && charAt(end) != '\r') {
                ++end;
            }
            lines.add(substring(start, end));
            start = end + 1 < length && charAt(end) == '\r' && charAt(end + 1) == '\n' ? end + 2 : end + 1;
        }
        return lines.stream();
    }

    /** The one String with this text: the literal, if the program has it. */
    public String intern() {
        return Interned.of(this);
    }
}

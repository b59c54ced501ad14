package java.lang;

import com.jopdesign.sys.Heap;
import com.jopdesign.sys.Native;
import com.jopdesign.sys.ObjectSupport;

/**
 * A text that grows. Numbers are written in place, without a string in between.
 */
public final class StringBuilder
        implements Appendable, java.io.Serializable, Comparable<StringBuilder>, CharSequence {

    private char[] value;
    private int count;

    /** An empty text. There is room for most that a + builds: growing costs more than clearing some words. */
    public StringBuilder() {
        value = new char[32];
    }

    /** An empty text with room for a number of characters. */
    public StringBuilder(int capacity) {
        value = new char[capacity];
    }

    /** The text of a string, to begin with. */
    public StringBuilder(String text) {
        int length = text.value.length;
        value = new char[length + 16];
        Heap.copy(text.value, 0, value, 0, length);
        count = length;
    }

    /** The text of a sequence, to begin with. */
    public StringBuilder(CharSequence text) {
        this(text.toString());
    }

    /** Makes room for more characters; gives the index of the first. */
    private int grow(int more) {
        int start = count;
        int end = start + more;
        if (end > value.length) {
            int capacity = (value.length << 1) + 2;
            char[] longer = new char[capacity < end ? end : capacity];
            Heap.copy(value, 0, longer, 0, start);
            value = longer;
        }
        count = end;
        return start;
    }

    /** Appends a string, "null" for null. */
    public StringBuilder append(String text) {
        if (text == null) {
            text = "null";
        }
        char[] from = text.value;
        int length = from.length;
        int start = count;
        int end = start + length;
        if (end > value.length) {
            grow(length);
        }
        count = end;
        char[] to = value;
        if (length > 8) {
            Heap.copy(from, 0, to, start, length);
        } else {
            for (int i = 0; i < length; ++i) {
                to[start++] = from[i];
            }
        }
        return this;
    }

    /** Appends the text of an object. */
    public StringBuilder append(Object object) {
        // No String.valueOf, which would be one more call below the object's own method.
        if (object == null) {
            return append("null");
        }
        return append(ObjectSupport.isArray(object) ? ObjectSupport.toString(object) : object.toString());
    }

    /** Appends a sequence. */
    @Override
    public StringBuilder append(CharSequence text) {
        return append(String.valueOf(text));
    }

    /** Appends the text of a buffer. */
    public StringBuilder append(StringBuffer text) {
        return append(String.valueOf(text));
    }

    /** Appends part of a sequence. */
    @Override
    public StringBuilder append(CharSequence text, int start, int end) {
        return append(String.valueOf(text).substring(start, end));
    }

    /** Appends the characters of an array. */
    public StringBuilder append(char[] characters) {
        return append(characters, 0, characters.length);
    }

    /** Appends some characters of an array. */
    public StringBuilder append(char[] characters, int offset, int length) {
        if (offset < 0 || length < 0 || offset > characters.length - length) {
            throw new IndexOutOfBoundsException(
                    "offset " + offset + ", count " + length + ", length " + characters.length);
        }
        int start = grow(length);
        Heap.copy(characters, offset, value, start, length);
        return this;
    }

    /** Appends one character. */
    @Override
    public StringBuilder append(char character) {
        int end = count;
        if (end == value.length) {
            grow(1);
        }
        count = end + 1;
        value[end] = character;
        return this;
    }

    /** Appends "true" or "false". */
    public StringBuilder append(boolean value) {
        return append(value ? "true" : "false");
    }

    /** Appends decimal text. */
    public StringBuilder append(int number) {
        int end = count + Integer.textLength(number);
        if (end > value.length) {
            grow(end - count);
        }
        count = end;
        Integer.write(number, value, end);
        return this;
    }

    /** Appends decimal text. */
    public StringBuilder append(long number) {
        if (number == (int) number) {
            return append((int) number);
        }
        return append(Long.toString(number));
    }

    /** Appends decimal text. */
    public StringBuilder append(float number) {
        return append(DecimalText.ofFloat(Native.toInt(number)));
    }

    /** Appends decimal text. */
    public StringBuilder append(double number) {
        return append(DecimalText.ofDouble(Native.toLong(number)));
    }

    /** Appends a character of one or two units. */
    public StringBuilder appendCodePoint(int codePoint) {
        if (codePoint >= 0x10000) {
            append(Character.highSurrogate(codePoint));
            return append(Character.lowSurrogate(codePoint));
        }
        return append((char) codePoint);
    }

    /** Inserts a string. */
    public StringBuilder insert(int index, String text) {
        if (index < 0 || index > count) {
            throw new StringIndexOutOfBoundsException("offset " + index + ", length " + count);
        }
        if (text == null) {
            text = "null";
        }
        int length = text.value.length;
        int end = grow(length);
        Heap.copy(value, index, value, index + length, end - index);
        Heap.copy(text.value, 0, value, index, length);
        return this;
    }

    /** Inserts one character. */
    public StringBuilder insert(int index, char character) {
        return insert(index, String.valueOf(character));
    }

    /** Inserts decimal text. */
    public StringBuilder insert(int index, int number) {
        return insert(index, Integer.toString(number));
    }

    /** Inserts decimal text. */
    public StringBuilder insert(int index, long number) {
        return insert(index, Long.toString(number));
    }

    /** Inserts "true" or "false". */
    public StringBuilder insert(int index, boolean value) {
        return insert(index, String.valueOf(value));
    }

    /** Inserts the text of an object. */
    public StringBuilder insert(int index, Object object) {
        return insert(index, String.valueOf(object));
    }

    /** Inserts decimal text. */
    public StringBuilder insert(int index, float number) {
        return insert(index, Float.toString(number));
    }

    /** Inserts decimal text. */
    public StringBuilder insert(int index, double number) {
        return insert(index, Double.toString(number));
    }

    /** Inserts the characters of an array. */
    public StringBuilder insert(int index, char[] characters) {
        return insert(index, String.valueOf(characters));
    }

    /** Inserts some characters of an array. */
    public StringBuilder insert(int index, char[] characters, int offset, int length) {
        return insert(index, String.valueOf(characters, offset, length));
    }

    /** Inserts a sequence. */
    public StringBuilder insert(int index, CharSequence text) {
        return insert(index, String.valueOf(text));
    }

    /** Inserts part of a sequence. */
    public StringBuilder insert(int index, CharSequence text, int start, int end) {
        return insert(index, String.valueOf(text).substring(start, end));
    }

    /** Takes the characters from an index up to another out. */
    public StringBuilder delete(int start, int end) {
        if (end > count) {
            end = count;
        }
        checkRange(start, end, count);
        Heap.copy(value, end, value, start, count - end);
        count -= end - start;
        return this;
    }

    /** Takes one character out. */
    public StringBuilder deleteCharAt(int index) {
        checkIndex(index);
        return delete(index, index + 1);
    }

    /** Puts a text in place of the characters from an index up to another. */
    public StringBuilder replace(int start, int end, String text) {
        if (end > count) {
            end = count;
        }
        checkRange(start, end, count);
        delete(start, end);
        return insert(start, text);
    }

    /** Turns the order of the characters round; two units of one character stay in order. */
    public StringBuilder reverse() {
        char[] text = value;
        int end = count;
        // All bits of all units: without surrogates there is nothing to turn back.
        int units = 0;
        for (int i = 0, j = end - 1; i < j; ++i, --j) {
            char c = text[i];
            char d = text[j];
            text[i] = d;
            text[j] = c;
            units |= c | d;
        }
        for (int i = 0; units >= 0xd800 && i < end - 1; ++i) {
            char c = text[i];
            if (Character.isLowSurrogate(c) && Character.isHighSurrogate(text[i + 1])) {
                text[i] = text[i + 1];
                text[++i] = c;
            }
        }
        return this;
    }

    private void checkIndex(int index) {
        if (index < 0 || index >= count) {
            throw new StringIndexOutOfBoundsException("index " + index + ", length " + count);
        }
    }

    private static void checkRange(int start, int end, int length) {
        if (start < 0 || start > end || end > length) {
            throw new StringIndexOutOfBoundsException("start " + start + ", end " + end + ", length " + length);
        }
    }

    @Override
    public int length() {
        return count;
    }

    /** Number of characters there is room for. */
    public int capacity() {
        return value.length;
    }

    /** Makes room for a number of characters. */
    public void ensureCapacity(int capacity) {
        if (capacity > value.length) {
            int length = count;
            grow(capacity - length);
            count = length;
        }
    }

    @Override
    public char charAt(int index) {
        checkIndex(index);
        return value[index];
    }

    /** Puts a character in place of another. */
    public void setCharAt(int index, char character) {
        checkIndex(index);
        value[index] = character;
    }

    /** Cuts the text, or fills it up with zeros. */
    public void setLength(int length) {
        if (length < 0) {
            throw new StringIndexOutOfBoundsException(length);
        }
        if (length > count) {
            for (int i = grow(length - count); i < length; ++i) {
                value[i] = 0;
            }
        }
        count = length;
    }

    /** First index of a text, or -1. */
    public int indexOf(String text) {
        return toString().indexOf(text);
    }

    /** First index of a text, not before another index, or -1. */
    public int indexOf(String text, int from) {
        return toString().indexOf(text, from);
    }

    /** Last index of a text, or -1. */
    public int lastIndexOf(String text) {
        return toString().lastIndexOf(text);
    }

    /** Last index of a text, not behind another index, or -1. */
    public int lastIndexOf(String text, int from) {
        return toString().lastIndexOf(text, from);
    }

    /** The character, of one or two units, at an index. */
    public int codePointAt(int index) {
        checkIndex(index);
        return toString().codePointAt(index);
    }

    /** The character, of one or two units, that ends before an index. */
    public int codePointBefore(int index) {
        return toString().codePointBefore(index);
    }

    /** Number of characters, of one or two units, from an index up to another. */
    public int codePointCount(int start, int end) {
        return Character.codePointCount(this, start, end);
    }

    /** The index a number of characters, of one or two units, away from another. */
    public int offsetByCodePoints(int index, int number) {
        return Character.offsetByCodePoints(this, index, number);
    }

    /** Copies characters into an array. */
    public void getChars(int start, int end, char[] target, int offset) {
        checkRange(start, end, count);
        if (offset < 0 || offset > target.length - (end - start)) {
            throw new IndexOutOfBoundsException(
                    "offset " + offset + ", count " + (end - start) + ", length " + target.length);
        }
        Heap.copy(value, start, target, offset, end - start);
    }

    /** Gives up room that is not needed. */
    public void trimToSize() {
        value = toCharArray();
    }

    @Override
    public int compareTo(StringBuilder other) {
        return toString().compareTo(other.toString());
    }

    /** The characters from an index to the end. */
    public String substring(int start) {
        return substring(start, count);
    }

    /** The characters from an index up to another. */
    public String substring(int start, int end) {
        checkRange(start, end, count);
        return new String(value, start, end - start);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    char[] toCharArray() {
        int length = count;
        char[] text = new char[length];
        Heap.copy(value, 0, text, 0, length);
        return text;
    }

    @Override
    public String toString() {
        return new String(toCharArray(), true);
    }
}

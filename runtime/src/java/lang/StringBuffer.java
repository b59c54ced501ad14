package java.lang;

/**
 * A text that grows and may be used by several threads: a {@link StringBuilder} behind a monitor.
 */
public final class StringBuffer implements Appendable, java.io.Serializable, Comparable<StringBuffer>, CharSequence {

    private final StringBuilder text;

    /** An empty text. */
    public StringBuffer() {
        text = new StringBuilder();
    }

    /** An empty text with room for a number of characters. */
    public StringBuffer(int capacity) {
        text = new StringBuilder(capacity);
    }

    /** The text of a string, to begin with. */
    public StringBuffer(String text) {
        this.text = new StringBuilder(text);
    }

    /** The text of a sequence, to begin with. */
    public StringBuffer(CharSequence text) {
        this.text = new StringBuilder(text.toString());
    }

    /** Appends a string, "null" for null. */
    public synchronized StringBuffer append(String value) {
        text.append(value);
        return this;
    }

    /** Appends the text of an object. */
    public synchronized StringBuffer append(Object object) {
        text.append(object);
        return this;
    }

    /** Appends a sequence. */
    @Override
    public synchronized StringBuffer append(CharSequence value) {
        text.append(value);
        return this;
    }

    /** Appends the text of a buffer. */
    public synchronized StringBuffer append(StringBuffer value) {
        text.append(value);
        return this;
    }

    /** Appends part of a sequence. */
    @Override
    public synchronized StringBuffer append(CharSequence value, int start, int end) {
        text.append(value, start, end);
        return this;
    }

    /** Appends the characters of an array. */
    public synchronized StringBuffer append(char[] characters) {
        text.append(characters);
        return this;
    }

    /** Appends some characters of an array. */
    public synchronized StringBuffer append(char[] characters, int offset, int length) {
        text.append(characters, offset, length);
        return this;
    }

    /** Appends one character. */
    @Override
    public synchronized StringBuffer append(char character) {
        text.append(character);
        return this;
    }

    /** Appends "true" or "false". */
    public synchronized StringBuffer append(boolean value) {
        text.append(value);
        return this;
    }

    /** Appends decimal text. */
    public synchronized StringBuffer append(int number) {
        text.append(number);
        return this;
    }

    /** Appends decimal text. */
    public synchronized StringBuffer append(long number) {
        text.append(number);
        return this;
    }

    /** Appends decimal text. */
    public synchronized StringBuffer append(float number) {
        text.append(number);
        return this;
    }

    /** Appends decimal text. */
    public synchronized StringBuffer append(double number) {
        text.append(number);
        return this;
    }

    /** Appends a character of one or two units. */
    public synchronized StringBuffer appendCodePoint(int codePoint) {
        text.appendCodePoint(codePoint);
        return this;
    }

    /** Inserts a string. */
    public synchronized StringBuffer insert(int index, String value) {
        text.insert(index, value);
        return this;
    }

    /** Inserts one character. */
    public synchronized StringBuffer insert(int index, char character) {
        text.insert(index, character);
        return this;
    }

    /** Inserts decimal text. */
    public synchronized StringBuffer insert(int index, int number) {
        text.insert(index, number);
        return this;
    }

    /** Inserts decimal text. */
    public synchronized StringBuffer insert(int index, long number) {
        text.insert(index, number);
        return this;
    }

    /** Inserts "true" or "false". */
    public synchronized StringBuffer insert(int index, boolean value) {
        text.insert(index, value);
        return this;
    }

    /** Inserts the text of an object. */
    public synchronized StringBuffer insert(int index, Object object) {
        text.insert(index, object);
        return this;
    }

    /** Inserts decimal text. */
    public synchronized StringBuffer insert(int index, float number) {
        text.insert(index, number);
        return this;
    }

    /** Inserts decimal text. */
    public synchronized StringBuffer insert(int index, double number) {
        text.insert(index, number);
        return this;
    }

    /** Inserts the characters of an array. */
    public synchronized StringBuffer insert(int index, char[] characters) {
        text.insert(index, characters);
        return this;
    }

    /** Inserts some characters of an array. */
    public synchronized StringBuffer insert(int index, char[] characters, int offset, int length) {
        text.insert(index, characters, offset, length);
        return this;
    }

    /** Inserts a sequence. */
    public synchronized StringBuffer insert(int index, CharSequence value) {
        text.insert(index, value);
        return this;
    }

    /** Inserts part of a sequence. */
    public synchronized StringBuffer insert(int index, CharSequence value, int start, int end) {
        text.insert(index, value, start, end);
        return this;
    }

    /** Takes the characters from an index up to another out. */
    public synchronized StringBuffer delete(int start, int end) {
        text.delete(start, end);
        return this;
    }

    /** Takes one character out. */
    public synchronized StringBuffer deleteCharAt(int index) {
        text.deleteCharAt(index);
        return this;
    }

    /** Puts a text in place of the characters from an index up to another. */
    public synchronized StringBuffer replace(int start, int end, String value) {
        text.replace(start, end, value);
        return this;
    }

    /** Turns the order of the characters round; two units of one character stay in order. */
    public synchronized StringBuffer reverse() {
        text.reverse();
        return this;
    }

    @Override
    public synchronized int length() {
        return text.length();
    }

    /** Number of characters there is room for. */
    public synchronized int capacity() {
        return text.capacity();
    }

    /** Makes room for a number of characters. */
    public synchronized void ensureCapacity(int capacity) {
        text.ensureCapacity(capacity);
    }

    @Override
    public synchronized char charAt(int index) {
        return text.charAt(index);
    }

    /** Puts a character in place of another. */
    public synchronized void setCharAt(int index, char character) {
        text.setCharAt(index, character);
    }

    /** Cuts the text, or fills it up with zeros. */
    public synchronized void setLength(int length) {
        text.setLength(length);
    }

    /** First index of a text, or -1. */
    public synchronized int indexOf(String value) {
        return text.indexOf(value);
    }

    /** First index of a text, not before another index, or -1. */
    public synchronized int indexOf(String value, int from) {
        return text.indexOf(value, from);
    }

    /** Last index of a text, or -1. */
    public synchronized int lastIndexOf(String value) {
        return text.lastIndexOf(value);
    }

    /** Last index of a text, not behind another index, or -1. */
    public synchronized int lastIndexOf(String value, int from) {
        return text.lastIndexOf(value, from);
    }

    /** The character, of one or two units, at an index. */
    public synchronized int codePointAt(int index) {
        return text.codePointAt(index);
    }

    /** The character, of one or two units, that ends before an index. */
    public synchronized int codePointBefore(int index) {
        return text.codePointBefore(index);
    }

    /** Number of characters, of one or two units, from an index up to another. */
    public synchronized int codePointCount(int start, int end) {
        return text.codePointCount(start, end);
    }

    /** The index a number of characters, of one or two units, away from another. */
    public synchronized int offsetByCodePoints(int index, int number) {
        return text.offsetByCodePoints(index, number);
    }

    /** Copies characters into an array. */
    public synchronized void getChars(int start, int end, char[] target, int offset) {
        text.getChars(start, end, target, offset);
    }

    /** Gives up room that is not needed. */
    public synchronized void trimToSize() {
        text.trimToSize();
    }

    @Override
    public synchronized int compareTo(StringBuffer other) {
        return text.compareTo(other.text);
    }

    /** The characters from an index to the end. */
    public synchronized String substring(int start) {
        return text.substring(start);
    }

    /** The characters from an index up to another. */
    public synchronized String substring(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public synchronized CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public synchronized String toString() {
        return text.toString();
    }
}

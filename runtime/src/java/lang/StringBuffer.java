package java.lang;

/**
 * A text that grows and may be used by several threads: a {@link StringBuilder} behind a monitor.
 */
public final class StringBuffer implements CharSequence {

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
    public synchronized StringBuffer append(Object value) {
        text.append(value);
        return this;
    }

    /** Appends a sequence. */
    public synchronized StringBuffer append(CharSequence value) {
        text.append(value);
        return this;
    }

    /** Appends the characters of an array. */
    public synchronized StringBuffer append(char[] value) {
        text.append(value);
        return this;
    }

    /** Appends one character. */
    public synchronized StringBuffer append(char value) {
        text.append(value);
        return this;
    }

    /** Appends "true" or "false". */
    public synchronized StringBuffer append(boolean value) {
        text.append(value);
        return this;
    }

    /** Appends decimal text. */
    public synchronized StringBuffer append(int value) {
        text.append(value);
        return this;
    }

    /** Appends decimal text. */
    public synchronized StringBuffer append(long value) {
        text.append(value);
        return this;
    }

    /** Appends decimal text. */
    public synchronized StringBuffer append(float value) {
        text.append(value);
        return this;
    }

    /** Appends decimal text. */
    public synchronized StringBuffer append(double value) {
        text.append(value);
        return this;
    }

    /** Inserts a string. */
    public synchronized StringBuffer insert(int index, String value) {
        text.insert(index, value);
        return this;
    }

    /** Inserts one character. */
    public synchronized StringBuffer insert(int index, char value) {
        text.insert(index, value);
        return this;
    }

    /** Inserts decimal text. */
    public synchronized StringBuffer insert(int index, int value) {
        text.insert(index, value);
        return this;
    }

    /** Inserts the text of an object. */
    public synchronized StringBuffer insert(int index, Object value) {
        text.insert(index, value);
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

    /** Turns the order of the characters round. */
    public synchronized StringBuffer reverse() {
        text.reverse();
        return this;
    }

    @Override
    public synchronized int length() {
        return text.length();
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

package java.util;

/** Puts texts together with a delimiter between them, a prefix before and a suffix behind. */
public final class StringJoiner {

    private final String delimiter;
    private final String prefix;
    private final String suffix;
    private StringBuilder text;
    private String empty;

    /** Puts texts together with a delimiter. */
    public StringJoiner(CharSequence delimiter) {
        this(delimiter, "", "");
    }

    /** Puts texts together with a delimiter, a prefix and a suffix. */
    public StringJoiner(CharSequence delimiter, CharSequence prefix, CharSequence suffix) {
        Objects.requireNonNull(prefix, "The prefix must not be null");
        Objects.requireNonNull(delimiter, "The delimiter must not be null");
        Objects.requireNonNull(suffix, "The suffix must not be null");
        this.delimiter = delimiter.toString();
        this.prefix = prefix.toString();
        this.suffix = suffix.toString();
    }

    /** What the text is when nothing was added. */
    public StringJoiner setEmptyValue(CharSequence value) {
        Objects.requireNonNull(value, "The empty value must not be null");
        empty = value.toString();
        return this;
    }

    /** Adds a text. */
    public StringJoiner add(CharSequence part) {
        if (text == null) {
            text = new StringBuilder();
        } else {
            text.append(delimiter);
        }
        text.append(part);
        return this;
    }

    /** Adds what another one has, without its prefix and suffix. */
    public StringJoiner merge(StringJoiner other) {
        Objects.requireNonNull(other);
        return other.text == null ? this : add(other.text.toString());
    }

    /** Length of the text. */
    public int length() {
        return toString().length();
    }

    @Override
    public String toString() {
        if (text == null && empty != null) {
            return empty;
        }
        return text == null ? prefix + suffix : prefix + text + suffix;
    }
}

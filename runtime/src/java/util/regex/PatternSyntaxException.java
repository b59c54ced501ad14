package java.util.regex;

/** A regular expression that cannot be read. */
public class PatternSyntaxException extends IllegalArgumentException {

    private final String description;
    private final String pattern;
    private final int index;

    /** What is wrong, in which expression, and at which index, or -1. */
    public PatternSyntaxException(String description, String pattern, int index) {
        this.description = description;
        this.pattern = pattern;
        this.index = index;
    }

    /** What is wrong. */
    public String getDescription() {
        return description;
    }

    /** Where. */
    public int getIndex() {
        return index;
    }

    /** The expression. */
    public String getPattern() {
        return pattern;
    }

    @Override
    public String getMessage() {
        StringBuilder text = new StringBuilder();
        text.append(description);
        if (index >= 0) {
            text.append(" near index ").append(index);
        }
        text.append('\n').append(pattern);
        if (index >= 0 && index < pattern.length()) {
            text.append('\n');
            for (int i = 0; i < index; ++i) {
                text.append(' ');
            }
            text.append('^');
        }
        return text.toString();
    }
}

package java.nio.charset;

/** There is no character set with this name. */
public class UnsupportedCharsetException extends IllegalArgumentException {

    private final String name;

    /** For a name. */
    public UnsupportedCharsetException(String name) {
        super(name);
        this.name = name;
    }

    /** The name. */
    public String getCharsetName() {
        return name;
    }
}

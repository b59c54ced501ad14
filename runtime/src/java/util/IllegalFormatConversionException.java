package java.util;

/** A format letter that does not fit its argument. */
public class IllegalFormatConversionException extends IllegalFormatException {

    private final char conversion;
    private final Class<?> argument;

    /** With the letter and the argument's class. */
    public IllegalFormatConversionException(char conversion, Class<?> argument) {
        super(conversion + " != " + argument.getName());
        this.conversion = conversion;
        this.argument = argument;
    }

    /** The letter. */
    public char getConversion() {
        return conversion;
    }

    /** The argument's class. */
    public Class<?> getArgumentClass() {
        return argument;
    }
}

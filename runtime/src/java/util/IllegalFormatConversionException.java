package java.util;

/** A format letter that does not fit its argument. */
public class IllegalFormatConversionException extends IllegalFormatException {

    /** With the letter and the argument's class. */
    public IllegalFormatConversionException(char conversion, Class<?> argument) {
        super(conversion + " != " + argument.getName());
    }
}

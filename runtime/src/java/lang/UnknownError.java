package java.lang;

/** A fault of the machine that nobody knows. */
public class UnknownError extends VirtualMachineError {

    /** Without message. */
    public UnknownError() {
    }

    /** With a message. */
    public UnknownError(String message) {
        super(message);
    }
}

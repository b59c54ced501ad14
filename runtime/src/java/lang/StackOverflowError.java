package java.lang;

/** The stack is full. The hardware signal is sticky: the program ends, no handler sees it (spec 12 section 7). */
public class StackOverflowError extends VirtualMachineError {

    /** Without message. */
    public StackOverflowError() {
    }

    /** With a message. */
    public StackOverflowError(String message) {
        super(message);
    }
}

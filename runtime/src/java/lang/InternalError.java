package java.lang;

/** A fault of the machine or its runtime, such as a bytecode that is not implemented. */
public class InternalError extends VirtualMachineError {

    /** Without message. */
    public InternalError() {
    }

    /** With a message. */
    public InternalError(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public InternalError(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public InternalError(Throwable cause) {
        super(cause);
    }
}

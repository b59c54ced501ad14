package java.lang;

/** The machine cannot go on. */
public class VirtualMachineError extends Error {

    /** Without message. */
    public VirtualMachineError() {
    }

    /** With a message. */
    public VirtualMachineError(String message) {
        super(message);
    }

    /** With a message and a cause. */
    public VirtualMachineError(String message, Throwable cause) {
        super(message, cause);
    }

    /** With a cause, whose text becomes the message. */
    public VirtualMachineError(Throwable cause) {
        super(cause);
    }
}

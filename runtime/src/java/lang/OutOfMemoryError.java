package java.lang;

/** The heap is full, also after a collection. */
public class OutOfMemoryError extends VirtualMachineError {

    /** Without message. */
    public OutOfMemoryError() {
    }

    /** With a message. */
    public OutOfMemoryError(String message) {
        super(message);
    }
}

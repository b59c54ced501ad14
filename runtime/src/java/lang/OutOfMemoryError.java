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

    /** The text of the error that the runtime has in store is one, too: there is no room to make it. */
    @Override
    public String toString() {
        return "Java heap space".equals(getMessage()) ? "java.lang.OutOfMemoryError: Java heap space" : super.toString();
    }
}

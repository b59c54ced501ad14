package java.util.stream;

/** What happens to the elements of a stream on their way. */
abstract class Stage {

    /** Treats the element in the pipe; whether it goes on. */
    abstract boolean step(Pipe pipe);

    /** What a stage that keeps elements gives when it has seen all; null for others. */
    Source end() {
        return null;
    }
}

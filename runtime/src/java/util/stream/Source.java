package java.util.stream;

/** Where elements of a stream come from. */
abstract class Source {

    /** Puts the next element into the pipe; false if there is none. */
    abstract boolean next(Pipe pipe);
}

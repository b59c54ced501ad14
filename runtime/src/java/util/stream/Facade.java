package java.util.stream;

/** What a program has of a stream: each may be used once. */
abstract class Facade {

    private final Pipe pipe;
    private boolean used;

    Facade(Pipe pipe) {
        this.pipe = pipe;
    }

    /** The pipe, for the one use. */
    final Pipe use() {
        if (used) {
            throw new IllegalStateException("stream has already been operated upon or closed");
        }
        used = true;
        return pipe;
    }

    /** The pipe with a stage that lets a number of elements through. */
    final Pipe limited(long count) {
        if (count < 0) {
            throw new IllegalArgumentException(Long.toString(count));
        }
        return count == 0 ? new Pipe(Sources.NONE) : use().add(new Stages.Limit(count));
    }

    final Pipe skipped(long count) {
        if (count < 0) {
            throw new IllegalArgumentException(Long.toString(count));
        }
        return use().add(new Stages.Skip(count));
    }

    /** Streams run on one thread. */
    public boolean isParallel() {
        return false;
    }

    /** Runs the actions of onClose. */
    public void close() {
        used = true;
        pipe.close();
    }

    final Pipe closing(Runnable action) {
        Pipe same = use();
        same.onClose(action);
        return same;
    }

    final Pipe piped() {
        return pipe;
    }
}

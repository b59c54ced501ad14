package java.util.stream;

/** Stages that do not look at the elements. */
final class Stages {

    private Stages() {
    }

    /** The first elements. */
    static final class Limit extends Stage {

        private long left;

        Limit(long left) {
            this.left = left;
        }

        @Override
        boolean step(Pipe pipe) {
            if (left <= 1) {
                pipe.stop();
            }
            return left-- > 0;
        }
    }

    /** All but the first elements. */
    static final class Skip extends Stage {

        private long left;

        Skip(long left) {
            this.left = left;
        }

        @Override
        boolean step(Pipe pipe) {
            if (left > 0) {
                --left;
                return false;
            }
            return true;
        }
    }
}

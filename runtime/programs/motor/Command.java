package motor;

/** One entry of the master's plan: a request, its right reply, and the pause after it. */
abstract class Command {

    private final int type;
    private final int pause;

    Command(int type, int pause) {
        this.type = type;
        this.pause = pause;
    }

    final Frame request(int address, int sequence) {
        Frame frame = new Frame(address, type, sequence);
        fill(frame);
        return frame;
    }

    /** Milliseconds until the next command. */
    final int pause() {
        return pause;
    }

    /** Adds the payload. */
    abstract void fill(Frame request);

    /** Whether a reply is the right one. */
    boolean expects(Frame reply) {
        return reply.type == (type | Frame.REPLY);
    }

    boolean hasGoal() {
        return false;
    }

    boolean isPosition() {
        return false;
    }

    /** How far the drive is from where it has to be by now. */
    int distance(int speed, int position) {
        return 0;
    }

    /** Changes the state. */
    static final class Control extends Command {

        private final int control;

        Control(int control, int pause) {
            super(Frame.CONTROL, pause);
            this.control = control;
        }

        @Override
        void fill(Frame request) {
            request.addByte(control);
        }
    }

    /** Sets a speed. */
    static final class Speed extends Command {

        private final int speed;

        Speed(int speed, int pause) {
            super(Frame.SET_SPEED, pause);
            this.speed = speed;
        }

        @Override
        void fill(Frame request) {
            request.addWord(speed);
        }
    }

    /** Sets a position. */
    static final class Position extends Command {

        private final int position;

        Position(int position, int pause) {
            super(Frame.SET_POSITION, pause);
            this.position = position;
        }

        @Override
        void fill(Frame request) {
            request.addInt(position);
        }
    }

    /** Writes a parameter, and expects it to be taken or refused. */
    static final class Write extends Command {

        private final int number;
        private final int value;
        private final int refusal;

        Write(int number, int value, int refusal, int pause) {
            super(Frame.WRITE_PARAMETER, pause);
            this.number = number;
            this.value = value;
            this.refusal = refusal;
        }

        @Override
        void fill(Frame request) {
            request.addByte(number).addInt(value);
        }

        @Override
        boolean expects(Frame reply) {
            if (refusal != 0) {
                return reply.type == (Frame.WRITE_PARAMETER | Frame.REFUSAL) && reply.byteAt(0) == refusal;
            }
            return super.expects(reply) && reply.byteAt(0) == number && reply.intAt(1) == value;
        }
    }

    /** Reads a parameter, which has to be in a range. */
    static final class Read extends Command {

        private final int number;
        private final int smallest;
        private final int largest;

        Read(int number, int smallest, int largest, int pause) {
            super(Frame.READ_PARAMETER, pause);
            this.number = number;
            this.smallest = smallest;
            this.largest = largest;
        }

        @Override
        void fill(Frame request) {
            request.addByte(number);
        }

        @Override
        boolean expects(Frame reply) {
            return super.expects(reply) && reply.intAt(1) >= smallest && reply.intAt(1) <= largest;
        }
    }

    /** Asks for the status, without a goal. */
    static class Status extends Command {

        Status(int pause) {
            super(Frame.STATUS, pause);
        }

        @Override
        void fill(Frame request) {
            // The request has no payload.
        }
    }

    /** Asks for the status when a speed has to be reached. */
    static final class ReachedSpeed extends Status {

        private final int goal;

        ReachedSpeed(int goal, int pause) {
            super(pause);
            this.goal = goal;
        }

        @Override
        boolean hasGoal() {
            return true;
        }

        @Override
        int distance(int speed, int position) {
            return Math.abs(goal - speed);
        }
    }

    /** Asks for the status when a position has to be reached. */
    static final class ReachedPosition extends Status {

        private final int goal;

        ReachedPosition(int goal, int pause) {
            super(pause);
            this.goal = goal;
        }

        @Override
        boolean hasGoal() {
            return true;
        }

        @Override
        boolean isPosition() {
            return true;
        }

        @Override
        int distance(int speed, int position) {
            return Math.abs(goal - position);
        }
    }
}

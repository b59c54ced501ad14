package motor;

/** The order of commands: a beginning, a round that repeats, and a way out of faults. */
final class Plan {

    private final Command[] beginning = {
        new Command.Read(Dictionary.TEMPERATURE, 0, 900, 2),
        new Command.Write(Dictionary.ACCELERATION, 14, 0, 2),
        new Command.Write(Dictionary.SPEED_LIMIT, 99999, Node.OUT_OF_RANGE, 2),
        new Command.Write(Dictionary.CURRENT, 1, Node.OUT_OF_RANGE, 2),
        new Command.Write(77, 1, Node.UNKNOWN_PARAMETER, 2),
        new Command.Control(Drive.SWITCH_ON, 2),
        new Command.Control(Drive.RUN, 2),
    };

    private final Command[] round = {
        new Command.Speed(600, 70),
        new Command.Status(30),
        new Command.ReachedSpeed(600, 20),
        new Command.Read(Dictionary.CURRENT, -15000, 15000, 5),
        new Command.Speed(-400, 80),
        new Command.Status(40),
        new Command.ReachedSpeed(-400, 20),
        new Command.Position(2000, 110),
        new Command.Status(100),
        new Command.Status(90),
        new Command.ReachedPosition(2000, 20),
        new Command.Read(Dictionary.TEMPERATURE, 0, 900, 5),
        new Command.Position(-3000, 110),
        new Command.Status(100),
        new Command.Status(90),
        new Command.ReachedPosition(-3000, 20),
        new Command.Control(Drive.STOP, 60),
        new Command.Control(Drive.RUN, 5),
    };

    private final Command[] recovery = {
        new Command.Control(Drive.RESET, 60),
        new Command.Control(Drive.SWITCH_ON, 40),
        new Command.Control(Drive.RUN, 10),
    };

    private Command[] current = beginning;
    private int next;

    /** The next command. */
    Command next() {
        if (next == current.length) {
            current = round;
            next = 0;
        }
        return current[next++];
    }

    /** Issues the last command once more. */
    void again() {
        --next;
    }

    /** Goes on with the way out of a fault, and from there to the start of the round. */
    void recover() {
        current = recovery;
        next = 0;
    }

    boolean isRecovering() {
        return current == recovery;
    }
}

package motor;

/**
 * The master: works through a list of commands again and again, repeats what gets lost, and compares replies and the
 * motion of the shaft with what they have to be.
 */
final class Master {

    /** Milliseconds after which a request without a reply is sent again. */
    private static final int PATIENCE = 8;
    /** How far from its goal a motion may end. Unit: eighths of a count for each millisecond, or counts. */
    private static final int SPEED_TOLERANCE = 24;
    private static final int POSITION_TOLERANCE = 12;
    /** How often the master looks at a motion before it counts as failed. */
    private static final int LOOKS = 6;

    private final Receiver receiver;
    private final Sender sender;
    private final Plan plan = new Plan();
    private Frame request;
    private Command command;
    private int sentAt;
    private int dueAt;
    private int sequence;
    private int commands;
    private int repeated;
    private int wrong;
    private int reached;
    private int missed;
    /** How often the present goal was looked at in vain. */
    private int looks;
    private int checksum;

    Master(Link out, Link in) {
        receiver = new Receiver(in);
        sender = new Sender(out);
    }

    void step(int time) {
        for (Frame reply = receiver.poll(); reply != null; reply = receiver.poll()) {
            if (request != null && reply.sequence == request.sequence) {
                take(reply, time);
            }
        }
        if (request == null) {
            if (time >= dueAt) {
                issue(time);
            }
        } else if (time - sentAt > PATIENCE) {
            ++repeated;
            sentAt = time;
            sender.send(request);
        }
    }

    private void issue(int time) {
        command = plan.next();
        sequence = sequence + 1 & 0xFF;
        request = command.request(Node.ADDRESS, sequence);
        ++commands;
        sentAt = time;
        sender.send(request);
    }

    private void take(Frame reply, int time) {
        checksum = checksum * 31 + reply.type;
        for (int i = 0; i < reply.length; ++i) {
            checksum = checksum * 31 + reply.byteAt(i);
        }
        if (reply.type == (request.type | Frame.REPLY) && request.type == Frame.STATUS) {
            look(reply);
        } else if (!command.expects(reply) && !plan.isRecovering()) {
            ++wrong;
        }
        request = null;
        dueAt = time + command.pause();
    }

    /** Looks at the state of the drive; a fault makes it start afresh. */
    private void look(Frame status) {
        if (status.byteAt(0) == Drive.FAULT) {
            plan.recover();
            looks = 0;
            return;
        }
        if (plan.isRecovering() || !command.hasGoal()) {
            return;
        }
        int distance = command.distance(status.wordAt(2), status.intAt(4));
        int tolerance = command.isPosition() ? POSITION_TOLERANCE : SPEED_TOLERANCE;
        if (distance <= tolerance) {
            ++reached;
            looks = 0;
        } else if (++looks < LOOKS) {
            // A load that blocked the shaft for a moment delays it.
            plan.again();
        } else {
            ++missed;
            looks = 0;
        }
    }

    Receiver receiver() {
        return receiver;
    }

    int commands() {
        return commands;
    }

    int repeated() {
        return repeated;
    }

    int wrong() {
        return wrong;
    }

    int reached() {
        return reached;
    }

    int missed() {
        return missed;
    }

    int checksum() {
        return checksum;
    }
}

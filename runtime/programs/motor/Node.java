package motor;

/** The node: takes requests, answers them, and runs its drive. */
final class Node {

    static final int ADDRESS = 0x12;

    /** Reasons of refusals. */
    static final int UNKNOWN_TYPE = 1;
    static final int WRONG_LENGTH = 2;
    static final int WRONG_STATE = 3;
    static final int UNKNOWN_PARAMETER = 4;
    static final int OUT_OF_RANGE = 5;

    private final Receiver receiver;
    private final Sender sender;
    private final Dictionary dictionary = new Dictionary();
    private final Drive drive;
    /** The last reply, sent again when its request comes again. */
    private Frame last;

    Node(Motor motor, Link in, Link out) {
        receiver = new Receiver(in);
        sender = new Sender(out);
        drive = new Drive(motor, dictionary);
    }

    void step() {
        for (Frame request = receiver.poll(); request != null; request = receiver.poll()) {
            if (request.address == ADDRESS) {
                drive.hear();
                answer(request);
            }
        }
        drive.step();
    }

    private void answer(Frame request) {
        if (last == null || last.sequence != request.sequence) {
            last = handle(request);
        }
        sender.send(last);
    }

    private Frame handle(Frame request) {
        switch (request.type) {
            case Frame.STATUS:
                return status(request);
            case Frame.CONTROL:
                return request.length != 1 ? refusal(request, WRONG_LENGTH)
                        : done(request, drive.control(request.byteAt(0)));
            case Frame.SET_SPEED:
                return request.length != 2 ? refusal(request, WRONG_LENGTH)
                        : done(request, drive.setSpeed(request.wordAt(0)));
            case Frame.SET_POSITION:
                return request.length != 4 ? refusal(request, WRONG_LENGTH)
                        : done(request, drive.setPosition(request.intAt(0)));
            case Frame.READ_PARAMETER:
                return read(request);
            case Frame.WRITE_PARAMETER:
                return write(request);
            default:
                return refusal(request, UNKNOWN_TYPE);
        }
    }

    private Frame status(Frame request) {
        return reply(request).addByte(drive.state()).addByte(drive.fault()).addWord(drive.speed())
                .addInt(drive.position());
    }

    private Frame read(Frame request) {
        Parameter parameter = request.length == 1 ? dictionary.find(request.byteAt(0)) : null;
        if (parameter == null) {
            return refusal(request, UNKNOWN_PARAMETER);
        }
        return reply(request).addByte(request.byteAt(0)).addInt(parameter.value());
    }

    private Frame write(Frame request) {
        if (request.length != 5) {
            return refusal(request, WRONG_LENGTH);
        }
        Parameter parameter = dictionary.find(request.byteAt(0));
        if (parameter == null) {
            return refusal(request, UNKNOWN_PARAMETER);
        }
        if (!parameter.write(request.intAt(1))) {
            return refusal(request, OUT_OF_RANGE);
        }
        return reply(request).addByte(request.byteAt(0)).addInt(parameter.value());
    }

    private static Frame done(Frame request, boolean possible) {
        return possible ? reply(request) : refusal(request, WRONG_STATE);
    }

    private static Frame reply(Frame request) {
        return new Frame(request.address, request.type | Frame.REPLY, request.sequence);
    }

    private static Frame refusal(Frame request, int reason) {
        return new Frame(request.address, request.type | Frame.REFUSAL, request.sequence).addByte(reason);
    }

    Receiver receiver() {
        return receiver;
    }

    Drive drive() {
        return drive;
    }
}

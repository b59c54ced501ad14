package lift;

/** Opens the door, keeps it open, closes it, and opens it again when somebody is in it. */
final class Door extends Unit {

    private static final int CLOSED = 0;
    private static final int OPENING = 1;
    private static final int OPEN = 2;
    private static final int CLOSING = 3;

    /** Steps for which the door stays open after the last passenger. */
    private static final int DWELL = 7;
    /** The door closes whatever happens in it after it reopened so often. */
    private static final int PATIENCE = 4;

    private final Journal journal;
    private int state = CLOSED;
    private int timer;
    private int reopened;
    private int lastLoad;
    private boolean held;

    Door(ProcessImage image, Journal journal) {
        super(image);
        this.journal = journal;
    }

    @Override
    void step(int time) {
        switch (state) {
            case OPENING:
                image.doorCommand = ProcessImage.DOOR_OPENS;
                if (image.has(ProcessImage.DOOR_OPEN)) {
                    state = OPEN;
                    timer = DWELL;
                }
                break;
            case OPEN:
                dwell(time);
                break;
            case CLOSING:
                close(time);
                break;
            default:
                image.doorCommand = ProcessImage.DOOR_HOLD;
                break;
        }
    }

    private void dwell(int time) {
        image.doorCommand = ProcessImage.DOOR_HOLD;
        if (image.has(ProcessImage.OVERLOAD)) {
            if (timer != DWELL) {
                journal.note(Journal.OVERLOADED, image.load, time);
            }
            timer = DWELL;
        } else if (image.load != lastLoad || image.has(ProcessImage.LIGHT_BARRIER)) {
            timer = DWELL;
        } else if (!held && --timer <= 0) {
            state = CLOSING;
        }
        lastLoad = image.load;
    }

    private void close(int time) {
        image.doorCommand = ProcessImage.DOOR_CLOSES;
        if (image.has(ProcessImage.OVERLOAD)) {
            // The last one got in when the door began to close.
            state = OPENING;
        } else if (image.has(ProcessImage.DOOR_CLOSED)) {
            state = CLOSED;
            reopened = 0;
            image.doorCommand = ProcessImage.DOOR_HOLD;
        } else if (image.has(ProcessImage.LIGHT_BARRIER) && reopened < PATIENCE) {
            ++reopened;
            state = OPENING;
            journal.note(Journal.REOPENED, reopened, time);
        }
    }

    /** Opens the door; the caller sees to it that the cabin stands at a floor. */
    void open() {
        if (state == CLOSED || state == CLOSING) {
            state = OPENING;
        } else if (state == OPEN) {
            timer = DWELL;
        }
    }

    /** Keeps the door open, or lets it close. */
    void hold(boolean hold) {
        held = hold;
    }

    boolean isClosed() {
        return state == CLOSED;
    }
}

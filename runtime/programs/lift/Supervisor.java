package lift;

/** Watches over the others: fire service, end switches, speed, and a door that does not close. */
final class Supervisor extends Unit {

    private static final int NORMAL = 0;
    private static final int RECALL = 1;
    private static final int FIRE = 2;
    private static final int FAULT = 3;

    private static final int FIRE_FLOOR = 0;
    /** Steps that a fault lasts before the lift tries again. */
    private static final int PAUSE = 20;
    /** Steps after which a door that does not close is a fault. */
    private static final int DOOR_LIMIT = 400;

    private final Journal journal;
    private final Calls calls;
    private final Drive drive;
    private final Door door;
    private int mode = NORMAL;
    private int timer;
    private int openSince;

    Supervisor(ProcessImage image, Journal journal, Calls calls, Drive drive, Door door) {
        super(image);
        this.journal = journal;
        this.calls = calls;
        this.drive = drive;
        this.door = door;
    }

    @Override
    void step(int time) {
        int fault = fault();
        if (fault != 0 && mode != FAULT) {
            journal.note(Journal.FAULT, fault, time);
            drive.halt(true);
            timer = PAUSE;
            mode = FAULT;
        }
        switch (mode) {
            case NORMAL:
                if (image.has(ProcessImage.FIRE_KEY)) {
                    recall(time);
                }
                break;
            case RECALL:
                if (drive.isAtTarget()) {
                    door.hold(true);
                    door.open();
                    mode = FIRE;
                } else if (drive.stands()) {
                    drive.goTo(FIRE_FLOOR);
                }
                break;
            case FIRE:
                if (!image.has(ProcessImage.FIRE_KEY)) {
                    release(time);
                }
                break;
            default:
                if (--timer <= 0) {
                    drive.halt(false);
                    mode = NORMAL;
                }
                break;
        }
    }

    private void recall(int time) {
        calls.lock(true);
        // A cabin on its way stops at the next floor that it can before it turns.
        if (drive.stands()) {
            drive.goTo(FIRE_FLOOR);
        } else {
            drive.goTo(image.speed > 0 ? drive.firstReachable(1) : FIRE_FLOOR);
        }
        mode = RECALL;
        journal.note(Journal.RECALL, image.position, time);
    }

    private void release(int time) {
        calls.lock(false);
        door.hold(false);
        mode = NORMAL;
        journal.note(Journal.RELEASED, image.load, time);
    }

    /** What is wrong, or 0. */
    private int fault() {
        if (image.has(ProcessImage.UPPER_END | ProcessImage.LOWER_END)) {
            return 1;
        }
        if (Math.abs(image.speed) > Plant.MAXIMUM_SPEED) {
            return 2;
        }
        if (image.speed != 0 && !image.has(ProcessImage.DOOR_CLOSED)) {
            return 3;
        }
        openSince = image.has(ProcessImage.DOOR_CLOSED) || mode == FIRE ? 0 : openSince + 1;
        return openSince > DOOR_LIMIT ? 4 : 0;
    }

    boolean isNormal() {
        return mode == NORMAL;
    }
}

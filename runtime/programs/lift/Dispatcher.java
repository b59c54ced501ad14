package lift;

/** Decides where the cabin goes: on in its direction as long as there are calls, then the other way; home when idle. */
final class Dispatcher extends Unit {

    private static final int WAITS = 0;
    private static final int TRAVELS = 1;
    private static final int SERVES = 2;

    /** Steps without a call after which the cabin goes home. */
    private static final int IDLE = 40;
    private static final int HOME = 0;
    /** Load above which the cabin passes floors where nobody gets out. Unit: kg. */
    private static final int FULL = 400;

    private final Journal journal;
    private final Calls calls;
    private final Drive drive;
    private final Door door;
    private final Supervisor supervisor;
    private int state = WAITS;
    private int direction;
    private int idle;

    Dispatcher(ProcessImage image, Journal journal, Calls calls, Drive drive, Door door, Supervisor supervisor) {
        super(image);
        this.journal = journal;
        this.calls = calls;
        this.drive = drive;
        this.door = door;
        this.supervisor = supervisor;
    }

    @Override
    void step(int time) {
        if (!supervisor.isNormal()) {
            state = WAITS;
            direction = 0;
            return;
        }
        switch (state) {
            case WAITS:
                choose(time);
                break;
            case TRAVELS:
                travel(time);
                break;
            default:
                serve();
                break;
        }
    }

    private void choose(int time) {
        int floor = drive.floor();
        int next = calls.nearest(floor);
        if (next < 0) {
            rest(time, floor);
            return;
        }
        idle = 0;
        if (next == floor && drive.isAtTarget()) {
            arrive(time);
            return;
        }
        direction = next > floor ? 1 : -1;
        depart(time, next);
    }

    private void rest(int time, int floor) {
        direction = 0;
        if (++idle == IDLE && floor != HOME) {
            journal.note(Journal.PARKED, floor, time);
            drive.goTo(HOME);
        }
    }

    private void depart(int time, int next) {
        drive.goTo(next);
        state = TRAVELS;
        journal.note(Journal.DEPARTED, drive.floor() << 8 | next, time);
    }

    private void travel(int time) {
        if (drive.isAtTarget()) {
            arrive(time);
            return;
        }
        if (image.speed == 0) {
            return;
        }
        // A call that came meanwhile may be on the way.
        int limit = drive.target();
        for (int floor = drive.firstReachable(direction); floor != limit; floor += direction) {
            if ((limit - floor) * direction < 0) {
                return;
            }
            if (calls.stopsAt(floor, direction, isFull())) {
                drive.goTo(floor);
                return;
            }
        }
    }

    private void arrive(int time) {
        int floor = drive.target();
        journal.note(Journal.ARRIVED, floor << 2 | direction + 1, time);
        direction = onward(floor);
        calls.serve(floor, direction);
        door.open();
        state = SERVES;
    }

    private void serve() {
        int floor = drive.target();
        if (!door.isClosed()) {
            // Whoever comes while the door is open is served, too.
            if (image.has(ProcessImage.DOOR_OPEN)) {
                direction = onward(floor);
                calls.serve(floor, direction);
            }
            return;
        }
        direction = onward(floor);
        if (direction == 0) {
            state = WAITS;
            return;
        }
        int next = nextStop(floor);
        if (next < 0) {
            state = WAITS;
        } else {
            drive.goTo(next);
            state = TRAVELS;
        }
    }

    /** The direction in which the cabin leaves a floor: on, if there are calls, or back, or none. */
    private int onward(int floor) {
        boolean above = calls.anyAbove(floor);
        boolean below = calls.anyBelow(floor);
        if (direction > 0) {
            return above ? 1 : below ? -1 : 0;
        }
        if (direction < 0) {
            return below ? -1 : above ? 1 : 0;
        }
        return above ? 1 : below ? -1 : 0;
    }

    private int nextStop(int floor) {
        for (int next = floor + direction; next >= 0 && next < ProcessImage.FLOORS; next += direction) {
            if (calls.stopsAt(next, direction, isFull())) {
                return next;
            }
        }
        return -1;
    }

    /** Whether it makes no sense to stop for people who want to get in. */
    private boolean isFull() {
        return image.load > FULL;
    }

    /** 1 upwards, -1 downwards, 0 neither. */
    int direction() {
        return direction;
    }
}

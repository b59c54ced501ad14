package lift;

/** Brings the cabin to a floor: speed by the distance that is left, brake at the end. */
final class Drive extends Unit {

    /** Steps between the release of the brake and the first movement. */
    private static final int BRAKE_DELAY = 1;
    /** Two to this power is a little less than twice the acceleration. */
    private static final int BRAKING = 6;

    private static final int STANDS = 0;
    private static final int RELEASES = 1;
    private static final int RUNS = 2;
    private static final int STOPS = 3;

    private int state = STANDS;
    private int timer;
    private int target;
    private boolean stopped;
    private int floor;

    Drive(ProcessImage image) {
        super(image);
    }

    @Override
    void step(int time) {
        locate();
        switch (state) {
            case STANDS:
                stand();
                break;
            case RELEASES:
                release();
                break;
            case RUNS:
                run();
                break;
            default:
                stop();
                break;
        }
    }

    /** The cabin passes less than a floor in a step. */
    private void locate() {
        int deviation = image.position - heightOf(floor);
        if (deviation > ProcessImage.FLOOR_HEIGHT / 2 && floor < ProcessImage.FLOORS - 1) {
            ++floor;
        } else if (deviation < -ProcessImage.FLOOR_HEIGHT / 2 && floor > 0) {
            --floor;
        }
    }

    private void stand() {
        image.speedSetPoint = 0;
        image.brakeReleased = false;
        if (image.position != heightOf(target) && !stopped && image.has(ProcessImage.DOOR_CLOSED)) {
            image.brakeReleased = true;
            timer = BRAKE_DELAY;
            state = RELEASES;
        }
    }

    private void release() {
        if (--timer <= 0) {
            state = RUNS;
        }
    }

    private void run() {
        int distance = heightOf(target) - image.position;
        if (stopped) {
            state = STOPS;
            image.speedSetPoint = 0;
        } else if (distance == 0 && isSlow()) {
            image.speedSetPoint = 0;
            state = STOPS;
        } else {
            image.speedSetPoint = distance > 0 ? speedFor(distance) : -speedFor(-distance);
        }
    }

    private void stop() {
        image.speedSetPoint = 0;
        if (image.speed == 0) {
            image.brakeReleased = false;
            state = STANDS;
        }
    }

    private boolean isSlow() {
        return Math.abs(image.speed) <= Plant.ACCELERATION;
    }

    /** The speed from which the cabin still stops within a distance; the last stretch is taken at a creep. */
    private static int speedFor(int distance) {
        if (distance <= Plant.ACCELERATION) {
            return distance;
        }
        int speed = root(2 * Plant.ACCELERATION * distance) - Plant.ACCELERATION;
        if (speed > Plant.MAXIMUM_SPEED) {
            return Plant.MAXIMUM_SPEED;
        }
        return speed < Plant.ACCELERATION / 2 ? Plant.ACCELERATION / 2 : speed;
    }

    /** Square root, rounded down. */
    private static int root(int square) {
        int root = 0;
        for (int bit = 1 << 15; bit != 0; bit >>= 1) {
            int guess = root | bit;
            if (guess * guess <= square && guess < 46341) {
                root = guess;
            }
        }
        return root;
    }

    static int heightOf(int floor) {
        return floor * ProcessImage.FLOOR_HEIGHT;
    }

    /** Sets the floor to go to; a running cabin changes its way if it still can. */
    void goTo(int floor) {
        target = floor;
    }

    int target() {
        return target;
    }

    /** Stops wherever the cabin is, or lets it go on. */
    void halt(boolean halt) {
        stopped = halt;
    }

    boolean stands() {
        return state == STANDS && image.speed == 0;
    }

    boolean isAtTarget() {
        return stands() && image.position == heightOf(target);
    }

    /** The nearest floor. */
    int floor() {
        return floor;
    }

    /** The first floor in the direction of travel at which a running cabin can still stop. */
    int firstReachable(int direction) {
        int speed = Math.abs(image.speed);
        int brakes = (speed * speed >> BRAKING) + 2 * speed;
        int reachable = floor;
        if (direction > 0) {
            while (reachable < ProcessImage.FLOORS - 1 && heightOf(reachable) < image.position + brakes) {
                ++reachable;
            }
        } else {
            while (reachable > 0 && heightOf(reachable) > image.position - brakes) {
                --reachable;
            }
        }
        return reachable;
    }
}

package lift;

/** The simulated lift: cabin, drive, brake, door, sensors, and the people who use it. */
final class Plant {

    /** Change of speed in a step. Unit: mm for each step. */
    static final int ACCELERATION = 60;
    /** Fastest that the drive goes. Unit: mm for each step. */
    static final int MAXIMUM_SPEED = 400;
    /** The heaviest load that may move. Unit: kg. */
    static final int MAXIMUM_LOAD = 480;
    /** Steps that the door takes from one end to the other. */
    static final int DOOR_STEPS = 6;
    private static final int TOP = (ProcessImage.FLOORS - 1) * ProcessImage.FLOOR_HEIGHT;
    /** The key switch of the fire service is turned once in so many steps, for as long as it is told below. */
    private static final int FIRE_PERIOD = 900;
    private static final int FIRE_BEGIN = 150;
    private static final int FIRE_END = 210;

    private final ProcessImage image;
    private final Traffic traffic;
    private int position;
    private int speed;
    private int door;
    /** The floor nearest to the cabin. */
    private int floor;
    /** Steps since the start of the fire service's period. */
    private int phase;

    Plant(ProcessImage image, Traffic traffic) {
        this.image = image;
        this.traffic = traffic;
    }

    /** Moves everything by a step and fills the inputs. */
    void step(int time) {
        drive();
        moveDoor();
        image.upButtons = 0;
        image.downButtons = 0;
        image.cabinButtons = 0;
        traffic.step(time, image, levelFloor(), door == DOOR_STEPS);
        sense();
    }

    private void drive() {
        int wanted = image.brakeReleased ? image.speedSetPoint : 0;
        int change = wanted - speed;
        if (change > ACCELERATION) {
            change = ACCELERATION;
        } else if (change < -ACCELERATION) {
            change = -ACCELERATION;
        }
        speed += change;
        position += speed;
        int height = floor * ProcessImage.FLOOR_HEIGHT;
        if (position > height + ProcessImage.FLOOR_HEIGHT / 2) {
            ++floor;
        } else if (position < height - ProcessImage.FLOOR_HEIGHT / 2) {
            --floor;
        }
    }

    private void moveDoor() {
        switch (image.doorCommand) {
            case ProcessImage.DOOR_OPENS:
                if (door < DOOR_STEPS) {
                    ++door;
                }
                break;
            case ProcessImage.DOOR_CLOSES:
                if (door > 0 && !traffic.isInDoor()) {
                    --door;
                }
                break;
            default:
                break;
        }
    }

    private void sense() {
        ProcessImage image = this.image;
        image.position = position;
        image.speed = speed;
        image.load = traffic.load();
        image.set(ProcessImage.DOOR_OPEN, door == DOOR_STEPS);
        image.set(ProcessImage.DOOR_CLOSED, door == 0);
        image.set(ProcessImage.LIGHT_BARRIER, traffic.isInDoor());
        image.set(ProcessImage.OVERLOAD, traffic.load() > MAXIMUM_LOAD);
        image.set(ProcessImage.UPPER_END, position > TOP);
        image.set(ProcessImage.LOWER_END, position < 0);
        if (++phase == FIRE_PERIOD) {
            phase = 0;
        }
        image.set(ProcessImage.FIRE_KEY, phase >= FIRE_BEGIN && phase < FIRE_END);
    }

    /** The floor that the cabin stands at, or -1 between floors. */
    int levelFloor() {
        return speed == 0 && position == floor * ProcessImage.FLOOR_HEIGHT ? floor : -1;
    }

    int position() {
        return position;
    }

    int speed() {
        return speed;
    }

    boolean isDoorClosed() {
        return door == 0;
    }

    Traffic traffic() {
        return traffic;
    }
}

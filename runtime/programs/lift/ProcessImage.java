package lift;

/** What the controller reads from the plant and writes to it: words and bits, as on a field bus. */
final class ProcessImage {

    /** Number of floors; a word of buttons or lamps has a bit for each. */
    static final int FLOORS = 10;
    /** Height of a floor. Unit: mm. */
    static final int FLOOR_HEIGHT = 3000;

    /** Input bit: the door is open as far as it goes. */
    static final int DOOR_OPEN = 1;
    /** Input bit: the door is closed and locked. */
    static final int DOOR_CLOSED = 1 << 1;
    /** Input bit: somebody stands in the door. */
    static final int LIGHT_BARRIER = 1 << 2;
    /** Input bit: the cabin is too heavy to move. */
    static final int OVERLOAD = 1 << 3;
    /** Input bit: the key switch of the fire service is turned. */
    static final int FIRE_KEY = 1 << 4;
    /** Input bit: the upper end switch. */
    static final int UPPER_END = 1 << 5;
    /** Input bit: the lower end switch. */
    static final int LOWER_END = 1 << 6;

    /** Output: the door stays as it is. */
    static final int DOOR_HOLD = 0;
    /** Output: the door opens. */
    static final int DOOR_OPENS = 1;
    /** Output: the door closes. */
    static final int DOOR_CLOSES = 2;

    /** Buttons pressed in this step, a bit for each floor. */
    int upButtons;
    int downButtons;
    int cabinButtons;
    /** Input bits. */
    int status;
    /** Encoder of the cabin's position. Unit: mm above the lowest floor. */
    int position;
    /** Tachometer. Unit: mm for each step, upwards. */
    int speed;
    /** Load cell. Unit: kg. */
    int load;

    /** Speed that the drive is to reach. Unit: mm for each step, upwards. */
    int speedSetPoint;
    /** Whether the brake is released. */
    boolean brakeReleased;
    /** What the door does. */
    int doorCommand;
    /** Lamps, a bit for each floor. */
    int upLamps;
    int downLamps;
    int cabinLamps;
    /** Seven segments with the floor, an arrow in the bits above. */
    int display;
    /** Strokes of the gong. */
    int gong;

    /** Whether an input bit is set. */
    boolean has(int bit) {
        return (status & bit) != 0;
    }

    /** Sets or clears an input bit. */
    void set(int bit, boolean value) {
        status = value ? status | bit : status & ~bit;
    }
}

package lift;

/** What people see and hear: floor and arrows, and a gong before the door opens. */
final class Indicator extends Unit {

    /** Bit of the display: arrow upwards. */
    static final int UP = 1 << 8;
    /** Bit of the display: arrow downwards. */
    static final int DOWN = 1 << 9;
    /** Segments a to g of the digits, from bit 0 on. */
    private static final int[] SEGMENTS = {0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F};

    private final Calls calls;
    private final Drive drive;
    private final Dispatcher dispatcher;
    private int lastCommand;

    Indicator(ProcessImage image, Calls calls, Drive drive, Dispatcher dispatcher) {
        super(image);
        this.calls = calls;
        this.drive = drive;
        this.dispatcher = dispatcher;
    }

    @Override
    void step(int time) {
        int direction = dispatcher.direction();
        int display = SEGMENTS[drive.floor()];
        if (direction > 0) {
            display |= UP;
        } else if (direction < 0) {
            display |= DOWN;
        } else if (image.has(ProcessImage.DOOR_OPEN)) {
            // Whoever gets in says where to go.
            display |= UP | DOWN;
        }
        if (!calls.isEmpty() && image.has(ProcessImage.OVERLOAD) && (time & 2) != 0) {
            display &= ~0xFF;
        }
        image.display = display;
        ring(direction);
    }

    private void ring(int direction) {
        boolean opens = image.doorCommand == ProcessImage.DOOR_OPENS;
        if (opens && lastCommand != ProcessImage.DOOR_OPENS) {
            image.gong = direction < 0 ? 2 : 1;
        } else {
            image.gong = 0;
        }
        lastCommand = image.doorCommand;
    }
}

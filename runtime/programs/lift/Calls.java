package lift;

/** The calls that wait to be served: a button pressed once is kept until the cabin opens its door there. */
final class Calls extends Unit {

    private int up;
    private int down;
    private int cabin;
    private boolean locked;

    Calls(ProcessImage image) {
        super(image);
    }

    @Override
    void step(int time) {
        if (!locked) {
            up |= image.upButtons;
            down |= image.downButtons;
            cabin |= image.cabinButtons;
        }
        image.upLamps = up;
        image.downLamps = down;
        image.cabinLamps = cabin;
    }

    /** Forgets all calls and takes no more, or takes them again. */
    void lock(boolean lock) {
        locked = lock;
        if (lock) {
            up = 0;
            down = 0;
            cabin = 0;
        }
    }

    boolean isEmpty() {
        return (up | down | cabin) == 0;
    }

    /** Whether the cabin, which may be full, stops at a floor on its way; a change of direction serves both calls. */
    boolean stopsAt(int floor, int direction, boolean full) {
        int bit = 1 << floor;
        if ((cabin & bit) != 0) {
            return true;
        }
        if (full && (anyAbove(floor) && direction > 0 || anyBelow(floor) && direction < 0)) {
            return false;
        }
        if (direction > 0) {
            return (up & bit) != 0 || (down & bit) != 0 && !anyAbove(floor);
        }
        if (direction < 0) {
            return (down & bit) != 0 || (up & bit) != 0 && !anyBelow(floor);
        }
        return ((up | down) & bit) != 0;
    }

    boolean anyAbove(int floor) {
        return (up | down | cabin) >>> floor + 1 != 0;
    }

    boolean anyBelow(int floor) {
        return ((up | down | cabin) & (1 << floor) - 1) != 0;
    }

    /** The cabin has opened its door at a floor and goes on in a direction, or in any if it is 0. */
    void serve(int floor, int direction) {
        int others = ~(1 << floor);
        cabin &= others;
        if (direction >= 0) {
            up &= others;
        }
        if (direction <= 0) {
            down &= others;
        }
    }

    /** The floor with a call that is nearest to one, or -1. */
    int nearest(int floor) {
        int all = up | down | cabin;
        for (int distance = 0; distance < ProcessImage.FLOORS; ++distance) {
            int below = floor - distance;
            if (below >= 0 && (all >>> below & 1) != 0) {
                return below;
            }
            int above = floor + distance;
            if (above < ProcessImage.FLOORS && (all >>> above & 1) != 0) {
                return above;
            }
        }
        return -1;
    }
}

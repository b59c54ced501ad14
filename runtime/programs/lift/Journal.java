package lift;

/** The last events in a ring, counts of all by kind, and a checksum over all. */
final class Journal {

    static final int ARRIVED = 0;
    static final int DEPARTED = 1;
    static final int DELIVERED = 2;
    static final int TURNED_BACK = 3;
    static final int REOPENED = 4;
    static final int OVERLOADED = 5;
    static final int RECALL = 6;
    static final int RELEASED = 7;
    static final int PARKED = 8;
    static final int FAULT = 9;
    private static final int KINDS = 10;
    private static final int SIZE = 32;

    private final Event[] ring = new Event[SIZE];
    private final int[] counts = new int[KINDS];
    private int next;
    private int checksum = 1;

    /** Something that happened. */
    private static final class Event {
        final int kind;
        final int detail;
        final int time;

        Event(int kind, int detail, int time) {
            this.kind = kind;
            this.detail = detail;
            this.time = time;
        }

        int mixedInto(int sum) {
            return ((sum * 31 + kind) * 31 + detail) * 31 + time;
        }
    }

    void note(int kind, int detail, int time) {
        Event event = new Event(kind, detail, time);
        ring[next] = event;
        next = next + 1 & SIZE - 1;
        ++counts[kind];
        checksum = event.mixedInto(checksum);
    }

    int count(int kind) {
        return counts[kind];
    }

    /** Checksum over all events and over what the ring keeps. */
    int checksum() {
        int sum = checksum;
        for (int i = 0; i < SIZE; ++i) {
            if (ring[i] != null) {
                sum = ring[i].mixedInto(sum);
            }
        }
        return sum;
    }
}

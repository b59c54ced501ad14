package udpip;

/** The cable between two hosts: frames get lost, come twice, or come damaged. */
final class Cable {

    /** One frame in so many. */
    private static final int LOSS = 40;
    private static final int DOUBLING = 60;
    private static final int DAMAGE = 10;
    /** Frames that come intact after a damaged one: the checksum of a datagram may not see two damaged fragments. */
    private static final int INTACT = 20;

    private final Pool pool = new Pool(24);
    private final PacketQueue[] directions = {new PacketQueue(), new PacketQueue()};
    private int random;
    private int lost;
    private int damaged;
    private int intact;

    Cable(int seed) {
        random = seed;
    }

    /** Sends a copy of a frame from one end to the other. */
    void send(int end, Packet frame) {
        if (oneIn(LOSS)) {
            ++lost;
            return;
        }
        carry(end, frame);
        if (oneIn(DOUBLING)) {
            carry(end, frame);
        }
    }

    private void carry(int end, Packet frame) {
        Packet copy = pool.take();
        if (copy == null) {
            ++lost;
            return;
        }
        copy.addFrom(frame, 0, frame.length());
        if (++intact > INTACT && oneIn(DAMAGE)) {
            ++damaged;
            intact = 0;
            int place = Host.LINK_HEADER + below(copy.length() - Host.LINK_HEADER);
            copy.setByte(place, copy.byteAt(place) ^ 1 << below(8));
        }
        directions[1 - end].add(copy);
    }

    /** Copies the next frame that arrives at an end; false if there is none. */
    boolean receive(int end, Packet into) {
        Packet frame = directions[end].take();
        if (frame == null) {
            return false;
        }
        into.start = 0;
        into.end = 0;
        into.addFrom(frame, 0, frame.length());
        pool.giveBack(frame);
        return true;
    }

    /** Whether a frame arrives at an end. */
    boolean hasArrived(int end) {
        return directions[end].size() > 0;
    }

    private boolean oneIn(int bound) {
        return below(bound) == 0;
    }

    private int below(int bound) {
        random = random * 1103515245 + 12345;
        return (random >>> 16) * bound >>> 16;
    }

    int waiting() {
        return pool.inUse();
    }

    int lost() {
        return lost;
    }

    int damaged() {
        return damaged;
    }
}

package udpip;

/** Datagrams that are put together from fragments, which come in any order and sometimes twice. */
final class Reassembly {

    /** Polls after which a datagram with a gap is given up. */
    private static final int PATIENCE = 60;

    /** A datagram with gaps. */
    private static final class Partial {
        final int source;
        final int id;
        final Packet packet;
        final int since;
        /** Which of the pieces of eight bytes are there. */
        int pieces;
        /** Length of the datagram, once the last fragment is there. */
        int length = -1;
        Partial next;

        Partial(int source, int id, Packet packet, int since) {
            this.source = source;
            this.id = id;
            this.packet = packet;
            this.since = since;
        }

        boolean isWhole() {
            return length >= 0 && pieces == piecesBelow(length);
        }
    }

    private final Pool pool;
    private Partial first;
    private int now;

    Reassembly(Pool pool) {
        this.pool = pool;
    }

    /** Adds a fragment, whose packet goes back to the pool; the whole datagram, or null as long as there are gaps. */
    Packet add(Packet fragment, int source, int id, int offset, boolean more) {
        int end = offset + fragment.length();
        Partial partial = end <= Packet.CAPACITY - Packet.HEADROOM ? find(source, id) : null;
        if (partial == null) {
            pool.giveBack(fragment);
            return null;
        }
        Packet packet = partial.packet;
        System.arraycopy(fragment.data, fragment.start, packet.data, packet.start + offset, fragment.length());
        partial.pieces |= piecesBelow(end) & ~piecesBelow(offset);
        if (!more) {
            partial.length = end;
        }
        pool.giveBack(fragment);
        if (!partial.isWhole()) {
            return null;
        }
        packet.end = packet.start + partial.length;
        remove(partial);
        return packet;
    }

    /** A bit for each piece of eight bytes that begins below a length. */
    static int piecesBelow(int length) {
        return (1 << (length + 7 >> 3)) - 1;
    }

    /** The datagram that a fragment belongs to; null if there is no packet for a new one. */
    private Partial find(int source, int id) {
        for (Partial p = first; p != null; p = p.next) {
            if (p.id == id && p.source == source) {
                return p;
            }
        }
        Packet packet = pool.take();
        if (packet == null) {
            return null;
        }
        Partial partial = new Partial(source, id, packet, now);
        partial.next = first;
        first = partial;
        return partial;
    }

    private void remove(Partial partial) {
        if (first == partial) {
            first = partial.next;
            return;
        }
        for (Partial p = first; p != null; p = p.next) {
            if (p.next == partial) {
                p.next = partial.next;
                return;
            }
        }
    }

    void age(int time) {
        now = time;
        for (Partial p = first; p != null; p = p.next) {
            if (now - p.since > PATIENCE) {
                remove(p);
                pool.giveBack(p.packet);
            }
        }
    }
}

package udpip;

/** Packets in a row. */
final class PacketQueue {

    private Packet first;
    private Packet last;
    private int size;

    void add(Packet packet) {
        packet.next = null;
        if (first == null) {
            first = packet;
        } else {
            last.next = packet;
        }
        last = packet;
        ++size;
    }

    /** The first packet, or null. */
    Packet take() {
        Packet packet = first;
        if (packet != null) {
            first = packet.next;
            packet.next = null;
            --size;
        }
        return packet;
    }

    int size() {
        return size;
    }
}

package udpip;

/** Packets that are made once and used again and again. */
final class Pool {

    private Packet free;
    private int inUse;
    private int missed;

    Pool(int size) {
        for (int i = 0; i < size; ++i) {
            Packet packet = new Packet();
            packet.next = free;
            free = packet;
        }
    }

    /** An empty packet, or null if all are in use. */
    Packet take() {
        Packet packet = free;
        if (packet == null) {
            ++missed;
            return null;
        }
        free = packet.next;
        packet.clear();
        ++inUse;
        return packet;
    }

    void giveBack(Packet packet) {
        packet.next = free;
        free = packet;
        --inUse;
    }

    int inUse() {
        return inUse;
    }

    /** How often there was none left. */
    int missed() {
        return missed;
    }
}

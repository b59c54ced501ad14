package udpip;

/** IP: headers, checksums, fragments and their reassembly; one network, no routes. */
final class Ip {

    static final int HEADER = 20;
    static final int ICMP = 1;
    static final int UDP = 17;
    /** The largest packet. Unit: bytes. */
    private static final int MAXIMUM = 116;
    private static final int MORE_FRAGMENTS = 0x2000;
    private static final int LIFE = 64;

    private final Host host;
    private final Reassembly reassembly;
    private final PacketQueue output = new PacketQueue();
    private final Layer[] layers = new Layer[32];
    private int identification;
    private int received;
    private int refused;

    Ip(Host host) {
        this.host = host;
        reassembly = new Reassembly(host.pool());
    }

    /** Sets the layer of a protocol below 32. */
    void handle(int protocol, Layer layer) {
        layers[protocol] = layer;
    }

    /** Sends a datagram at the end of this poll: a queue takes less stack than a chain of calls. */
    void send(Packet packet, int destination, int protocol) {
        packet.destination = destination;
        packet.protocol = protocol;
        output.add(packet);
    }

    /** Turns the datagrams that are to be sent into packets. */
    void flush() {
        for (Packet packet = output.take(); packet != null; packet = output.take()) {
            split(packet, packet.destination, packet.protocol);
        }
    }

    /** Sends a datagram, in fragments if it is long. */
    private void split(Packet packet, int destination, int protocol) {
        int id = ++identification & 0xFFFF;
        if (packet.length() + HEADER <= MAXIMUM) {
            transmit(packet, destination, protocol, id, 0);
            return;
        }
        int step = MAXIMUM - HEADER & ~7;
        int length = packet.length();
        for (int offset = 0; offset < length; offset += step) {
            Packet fragment = host.pool().take();
            if (fragment == null) {
                break;
            }
            int count = Math.min(step, length - offset);
            fragment.addFrom(packet, offset, count);
            int flags = offset + count < length ? MORE_FRAGMENTS : 0;
            transmit(fragment, destination, protocol, id, flags | offset >> 3);
        }
        host.pool().giveBack(packet);
    }

    private void transmit(Packet packet, int destination, int protocol, int id, int fragment) {
        packet.push(HEADER);
        packet.setShort(0, 0x4500);
        packet.setShort(2, packet.length());
        packet.setShort(4, id);
        packet.setShort(6, fragment);
        packet.setByte(8, LIFE);
        packet.setByte(9, protocol);
        packet.setShort(10, 0);
        packet.setInt(12, host.address());
        packet.setInt(16, destination);
        packet.setShort(10, Checksum.finish(Checksum.add(0, packet, 0, HEADER)));
        host.enqueue(packet, destination);
    }

    void receive(Packet packet) {
        if (!isIntact(packet)) {
            ++refused;
            host.pool().giveBack(packet);
            return;
        }
        packet.end = packet.start + packet.shortAt(2);
        int source = packet.intAt(12);
        int protocol = packet.byteAt(9);
        int id = packet.shortAt(4);
        int fragment = packet.shortAt(6);
        packet.pull(HEADER);
        Packet whole = packet;
        if (fragment != 0) {
            whole = reassembly.add(packet, source, id, (fragment & 0x1FFF) << 3, (fragment & MORE_FRAGMENTS) != 0);
        }
        if (whole != null) {
            ++received;
            deliver(whole, source, protocol);
        }
    }

    private boolean isIntact(Packet packet) {
        return packet.length() >= HEADER && packet.byteAt(0) == 0x45 && packet.shortAt(2) >= HEADER
                && packet.shortAt(2) <= packet.length() && packet.intAt(16) == host.address()
                && Checksum.finish(Checksum.add(0, packet, 0, HEADER)) == 0;
    }

    private void deliver(Packet packet, int source, int protocol) {
        Layer layer = protocol < layers.length ? layers[protocol] : null;
        if (layer == null) {
            host.pool().giveBack(packet);
        } else {
            layer.receive(packet, source);
        }
    }

    /** Gives up datagrams of which fragments got lost. */
    void age(int time) {
        reassembly.age(time);
    }

    /** Datagrams that were received whole. */
    int received() {
        return received;
    }

    int refused() {
        return refused;
    }
}

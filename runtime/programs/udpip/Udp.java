package udpip;

/** UDP: ports and checksums. */
final class Udp implements Layer {

    private static final int HEADER = 8;
    private static final int PORTS = 8;

    private final Host host;
    private final int[] ports = new int[PORTS];
    private final Service[] services = new Service[PORTS];
    private int bound;
    private int refused;
    private int unknown;

    Udp(Host host) {
        this.host = host;
    }

    /** Sets who listens on a port; false if there are too many. */
    boolean bind(int port, Service service) {
        if (bound == PORTS) {
            return false;
        }
        ports[bound] = port;
        services[bound++] = service;
        return true;
    }

    /** A packet to fill and to send, or null. */
    Packet open() {
        return host.pool().take();
    }

    /** Sends what a packet holds. */
    void send(Packet packet, int destination, int port, int sourcePort) {
        packet.push(HEADER);
        int length = packet.length();
        packet.setShort(0, sourcePort);
        packet.setShort(2, port);
        packet.setShort(4, length);
        packet.setShort(6, 0);
        int sum = Checksum.pseudoHeader(host.address(), destination, Ip.UDP, length);
        int checksum = Checksum.finish(Checksum.add(sum, packet, 0, length));
        // 0 would mean that there is no checksum.
        packet.setShort(6, checksum == 0 ? 0xFFFF : checksum);
        host.ip().send(packet, destination, Ip.UDP);
    }

    @Override
    public void receive(Packet packet, int source) {
        if (isIntact(packet, source)) {
            int sourcePort = packet.shortAt(0);
            Service service = find(packet.shortAt(2));
            if (service == null) {
                ++unknown;
            } else {
                packet.end = packet.start + packet.shortAt(4);
                packet.pull(HEADER);
                service.receive(packet, source, sourcePort);
            }
        } else {
            ++refused;
        }
        host.pool().giveBack(packet);
    }

    private boolean isIntact(Packet packet, int source) {
        int length = packet.length();
        if (length < HEADER || packet.shortAt(4) != length) {
            return false;
        }
        int sum = Checksum.pseudoHeader(source, host.address(), Ip.UDP, length);
        return Checksum.finish(Checksum.add(sum, packet, 0, length)) == 0;
    }

    private Service find(int port) {
        for (int i = 0; i < bound; ++i) {
            if (ports[i] == port) {
                return services[i];
            }
        }
        return null;
    }

    int refused() {
        return refused;
    }

    /** Datagrams to ports on which nobody listens. */
    int unknown() {
        return unknown;
    }
}

package udpip;

/** ICMP: echo and its reply. */
final class Icmp implements Layer {

    private static final int HEADER = 8;
    private static final int ECHO_REPLY = 0;
    private static final int ECHO = 8;

    private final Host host;
    private PingClient listener;
    private int refused;

    Icmp(Host host) {
        this.host = host;
    }

    /** Sets who is told of replies. */
    void listen(PingClient client) {
        listener = client;
    }

    /** Sends an echo request with what the packet holds. */
    void sendEcho(Packet packet, int destination, int identifier, int sequence) {
        packet.push(HEADER);
        packet.setShort(4, identifier);
        packet.setShort(6, sequence);
        transmit(packet, destination, ECHO);
    }

    private void transmit(Packet packet, int destination, int type) {
        packet.setByte(0, type);
        packet.setByte(1, 0);
        packet.setShort(2, 0);
        packet.setShort(2, Checksum.finish(Checksum.add(0, packet, 0, packet.length())));
        host.ip().send(packet, destination, Ip.ICMP);
    }

    @Override
    public void receive(Packet packet, int source) {
        if (packet.length() < HEADER || Checksum.finish(Checksum.add(0, packet, 0, packet.length())) != 0) {
            ++refused;
            host.pool().giveBack(packet);
            return;
        }
        int type = packet.byteAt(0);
        if (type == ECHO) {
            answer(packet, source);
            return;
        }
        if (type == ECHO_REPLY && listener != null) {
            int sequence = packet.shortAt(6);
            packet.pull(HEADER);
            listener.reply(packet, sequence);
        }
        host.pool().giveBack(packet);
    }

    /** Replies with a packet of its own, which has room for the headers. */
    private void answer(Packet packet, int source) {
        Packet reply = host.pool().take();
        if (reply != null) {
            reply.addFrom(packet, 0, packet.length());
            transmit(reply, source, ECHO_REPLY);
        }
        host.pool().giveBack(packet);
    }

    int refused() {
        return refused;
    }
}

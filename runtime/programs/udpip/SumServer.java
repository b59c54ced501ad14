package udpip;

/** Adds up the numbers of a request; replies with number of the request, sum, least and greatest. */
final class SumServer implements Service {

    static final int PORT = 1200;

    private final Udp udp;

    SumServer(Udp udp) {
        this.udp = udp;
    }

    @Override
    public void receive(Packet packet, int source, int sourcePort) {
        int count = packet.shortAt(4);
        if (packet.length() != 6 + 4 * count || count == 0) {
            return;
        }
        int sum = 0;
        int least = Integer.MAX_VALUE;
        int greatest = Integer.MIN_VALUE;
        for (int i = 0; i < count; ++i) {
            int value = packet.intAt(6 + 4 * i);
            sum += value;
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }
        Packet reply = udp.open();
        if (reply != null) {
            reply.addInt(packet.intAt(0));
            reply.addInt(sum);
            reply.addInt(least);
            reply.addInt(greatest);
            udp.send(reply, source, sourcePort, PORT);
        }
    }
}

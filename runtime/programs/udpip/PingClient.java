package udpip;

/** Sends echo requests and compares what comes back. */
final class PingClient extends Client {

    private static final int IDENTIFIER = 0x4A50;

    private int sequence;

    PingClient(Host host, int server) {
        super("pings", host, server);
        host.icmp().listen(this);
    }

    @Override
    void prepare() {
        sequence = sequence + 1 & 0xFFFF;
    }

    private int length() {
        return 8 + (sequence * 5 & 63);
    }

    @Override
    void ask() {
        Packet packet = host.pool().take();
        if (packet == null) {
            return;
        }
        int length = length();
        for (int i = 0; i < length; ++i) {
            packet.addByte(sequence + i);
        }
        host.icmp().sendEcho(packet, server, IDENTIFIER, sequence);
    }

    /** A reply has come. */
    void reply(Packet packet, int number) {
        if (!isWaiting() || number != sequence) {
            return;
        }
        boolean right = packet.length() == length();
        for (int i = 0; i < packet.length(); ++i) {
            right &= packet.byteAt(i) == (sequence + i & 0xFF);
        }
        done(right, packet.length());
    }
}

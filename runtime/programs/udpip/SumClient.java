package udpip;

/** Sends numbers to be added up, from a few to so many that the datagram travels in fragments. */
final class SumClient extends Client implements Service {

    private final int port;
    private int number;
    private int random = 1;
    private int[] values = new int[0];

    SumClient(Host host, int server, int port) {
        super("sums", host, server);
        this.port = port;
        host.udp().bind(port, this);
    }

    @Override
    void prepare() {
        ++number;
        values = new int[1 + (number * 7 & 31)];
        for (int i = 0; i < values.length; ++i) {
            random = random * 1103515245 + 12345;
            values[i] = random >> 8;
        }
    }

    @Override
    void ask() {
        Packet packet = host.udp().open();
        if (packet == null) {
            return;
        }
        packet.addInt(number);
        packet.addShort(values.length);
        for (int i = 0; i < values.length; ++i) {
            packet.addInt(values[i]);
        }
        host.udp().send(packet, server, SumServer.PORT, port);
    }

    @Override
    public void receive(Packet packet, int source, int sourcePort) {
        if (!isWaiting() || packet.length() != 16 || packet.intAt(0) != number) {
            return;
        }
        int sum = 0;
        int least = values[0];
        int greatest = values[0];
        for (int i = 0; i < values.length; ++i) {
            sum += values[i];
            if (values[i] < least) {
                least = values[i];
            }
            if (values[i] > greatest) {
                greatest = values[i];
            }
        }
        boolean right = packet.intAt(4) == sum && packet.intAt(8) == least && packet.intAt(12) == greatest;
        done(right && source == server && sourcePort == SumServer.PORT, sum);
    }
}

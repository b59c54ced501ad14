package udpip;

/** Fetches files block by block and compares them with what they hold. */
final class BlockClient extends Client implements Service {

    private static final int FILES = 50;

    private final int port;
    private int file;
    private int block = -1;
    private int length;
    private boolean last;

    BlockClient(Host host, int server, int port) {
        super("blocks", host, server);
        this.port = port;
        host.udp().bind(port, this);
    }

    @Override
    void prepare() {
        if (last) {
            file = file == FILES ? 0 : file + 1;
            block = 0;
            length = 0;
            last = false;
        } else {
            ++block;
        }
    }

    @Override
    void ask() {
        Packet packet = host.udp().open();
        if (packet != null) {
            packet.addShort(file);
            packet.addShort(block);
            host.udp().send(packet, server, BlockServer.PORT, port);
        }
    }

    @Override
    public void receive(Packet packet, int source, int sourcePort) {
        if (!isWaiting() || packet.length() < 4 || packet.shortAt(0) != file || packet.shortAt(2) != block) {
            return;
        }
        int count = packet.length() - 4;
        boolean right = true;
        int sum = 0;
        for (int i = 0; i < count; ++i) {
            int value = packet.byteAt(4 + i);
            right &= value == BlockServer.content(file, length + i);
            sum = sum * 3 + value;
        }
        length += count;
        last = count < BlockServer.BLOCK;
        if (last) {
            right &= length == BlockServer.length(file);
        }
        done(right, sum);
    }
}

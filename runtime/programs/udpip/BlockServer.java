package udpip;

/** Serves files in blocks: a request names file and block, the reply holds up to 128 bytes; a short block is the last. */
final class BlockServer implements Service {

    static final int PORT = 1201;
    static final int BLOCK = 128;

    private final Udp udp;

    BlockServer(Udp udp) {
        this.udp = udp;
    }

    /** Length of a file. Unit: bytes. */
    static int length(int file) {
        return 200 + (file * 37 & 0xFF);
    }

    /** A byte of a file. */
    static int content(int file, int index) {
        int value = (file + 1) * 0x9E3779B9 + index * 0x85EBCA6B;
        return (value ^ value >>> 15) >>> 8 & 0xFF;
    }

    @Override
    public void receive(Packet packet, int source, int sourcePort) {
        if (packet.length() != 4) {
            return;
        }
        int file = packet.shortAt(0);
        int block = packet.shortAt(2);
        int begin = block * BLOCK;
        int end = Math.min(begin + BLOCK, length(file));
        Packet reply = udp.open();
        if (reply == null) {
            return;
        }
        reply.addShort(file);
        reply.addShort(block);
        for (int i = begin; i < end; ++i) {
            reply.addByte(content(file, i));
        }
        udp.send(reply, source, sourcePort, PORT);
    }
}

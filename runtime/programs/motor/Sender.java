package motor;

/** Turns frames into bytes on a link. */
final class Sender {

    private final Link link;
    private int crc;

    Sender(Link link) {
        this.link = link;
    }

    void send(Frame frame) {
        crc = Crc16.START;
        link.send(Frame.FLAG);
        summed(frame.address);
        summed(frame.type);
        summed(frame.sequence);
        summed(frame.length);
        for (int i = 0; i < frame.length; ++i) {
            summed(frame.byteAt(i));
        }
        int sum = crc;
        escaped(sum >>> 8);
        escaped(sum & 0xFF);
        link.send(Frame.FLAG);
    }

    private void summed(int value) {
        crc = Crc16.update(crc, value & 0xFF);
        escaped(value & 0xFF);
    }

    private void escaped(int value) {
        if (value == Frame.FLAG || value == Frame.ESCAPE) {
            link.send(Frame.ESCAPE);
            link.send(value ^ Frame.INVERTED);
        } else {
            link.send(value);
        }
    }
}

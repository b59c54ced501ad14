package motor;

/** Finds frames among the bytes of a link; what is too long, too short or has a wrong sum is refused. */
final class Receiver {

    private static final int OUTSIDE = 0;
    private static final int INSIDE = 1;
    private static final int AFTER_ESCAPE = 2;
    private static final int CAPACITY = Frame.HEADER + Frame.MAXIMUM_PAYLOAD + 2;

    private final Link link;
    private final byte[] buffer = new byte[CAPACITY];
    private int state = OUTSIDE;
    private int length;
    private int crc;
    private int refused;

    Receiver(Link link) {
        this.link = link;
    }

    /** The next frame, or null when the bytes are at an end. */
    Frame poll() {
        for (int value = link.receive(); value >= 0; value = link.receive()) {
            if (value == Frame.FLAG) {
                Frame frame = flag();
                if (frame != null) {
                    return frame;
                }
            } else {
                data(value);
            }
        }
        return null;
    }

    /** A flag ends a frame and begins the next one. */
    private Frame flag() {
        Frame frame = null;
        if (state != OUTSIDE && length > 0) {
            frame = finish();
            if (frame == null) {
                ++refused;
            }
        }
        state = INSIDE;
        length = 0;
        crc = Crc16.START;
        return frame;
    }

    private void data(int value) {
        switch (state) {
            case INSIDE:
                if (value == Frame.ESCAPE) {
                    state = AFTER_ESCAPE;
                } else {
                    keep(value);
                }
                break;
            case AFTER_ESCAPE:
                state = INSIDE;
                keep(value ^ Frame.INVERTED);
                break;
            default:
                break;
        }
    }

    private void keep(int value) {
        if (length == CAPACITY) {
            ++refused;
            state = OUTSIDE;
            return;
        }
        buffer[length++] = (byte) value;
        crc = Crc16.update(crc, value);
    }

    /** The frame in the buffer, or null. The sum over a frame and its own sum is 0. */
    private Frame finish() {
        if (crc != 0 || length < Frame.HEADER + 2 || buffer[3] != length - Frame.HEADER - 2) {
            return null;
        }
        Frame frame = new Frame(buffer[0] & 0xFF, buffer[1] & 0xFF, buffer[2] & 0xFF);
        for (int i = Frame.HEADER; i < length - 2; ++i) {
            frame.addByte(buffer[i]);
        }
        return frame;
    }

    int refused() {
        return refused;
    }
}

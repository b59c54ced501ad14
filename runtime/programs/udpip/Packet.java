package udpip;

/** A buffer for one frame; layers take their headers off its front and put them there. */
final class Packet {

    /** The largest frame. Unit: bytes. */
    static final int CAPACITY = 256;
    /** Room for all headers in front of what an application sends. */
    static final int HEADROOM = 48;

    final byte[] data = new byte[CAPACITY];
    /** Where the present layer's bytes begin. */
    int start;
    /** Where they end. */
    int end;
    /** Address of the host that it is on its way to. */
    int destination;
    /** Protocol of its datagram. */
    int protocol;
    /** Next in a queue or in the pool. */
    Packet next;

    /** Makes it empty. */
    void clear() {
        start = HEADROOM;
        end = HEADROOM;
        next = null;
    }

    int length() {
        return end - start;
    }

    /** Makes room for a header. */
    void push(int bytes) {
        start -= bytes;
    }

    /** Takes a header off. */
    void pull(int bytes) {
        start += bytes;
    }

    int byteAt(int offset) {
        return data[start + offset] & 0xFF;
    }

    int shortAt(int offset) {
        int at = start + offset;
        return (data[at] & 0xFF) << 8 | data[at + 1] & 0xFF;
    }

    int intAt(int offset) {
        return shortAt(offset) << 16 | shortAt(offset + 2);
    }

    void setByte(int offset, int value) {
        data[start + offset] = (byte) value;
    }

    void setShort(int offset, int value) {
        int at = start + offset;
        data[at] = (byte) (value >> 8);
        data[at + 1] = (byte) value;
    }

    void setInt(int offset, int value) {
        setShort(offset, value >> 16);
        setShort(offset + 2, value);
    }

    void addByte(int value) {
        data[end++] = (byte) value;
    }

    void addShort(int value) {
        addByte(value >> 8);
        addByte(value);
    }

    void addInt(int value) {
        addShort(value >> 16);
        addShort(value);
    }

    /** Appends bytes of another packet. */
    void addFrom(Packet other, int offset, int count) {
        System.arraycopy(other.data, other.start + offset, data, end, count);
        end += count;
    }
}

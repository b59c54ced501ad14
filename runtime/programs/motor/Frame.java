package motor;

/**
 * A message on the bus.
 *
 * <pre>
 * FLAG | address | type | sequence | length | payload ... | CRC high | CRC low | FLAG
 * </pre>
 *
 * <p>Between the flags, FLAG and ESCAPE are sent as ESCAPE and the byte with bit 5 inverted.
 */
final class Frame {

    static final int FLAG = 0x7E;
    static final int ESCAPE = 0x7D;
    static final int INVERTED = 0x20;
    static final int HEADER = 4;
    static final int MAXIMUM_PAYLOAD = 16;

    /** Requests; a reply has {@link #REPLY} added. */
    static final int STATUS = 1;
    static final int CONTROL = 2;
    static final int SET_SPEED = 3;
    static final int SET_POSITION = 4;
    static final int READ_PARAMETER = 5;
    static final int WRITE_PARAMETER = 6;
    static final int REPLY = 0x40;
    /** The reply to a request that cannot be fulfilled; the payload is a reason. */
    static final int REFUSAL = 0x80;

    int address;
    int type;
    int sequence;
    int length;
    final byte[] payload = new byte[MAXIMUM_PAYLOAD];

    /** Begins a frame without payload. */
    Frame(int address, int type, int sequence) {
        this.address = address;
        this.type = type;
        this.sequence = sequence;
    }

    Frame addByte(int value) {
        payload[length++] = (byte) value;
        return this;
    }

    Frame addWord(int value) {
        return addByte(value >> 8).addByte(value);
    }

    Frame addInt(int value) {
        return addWord(value >> 16).addWord(value);
    }

    int byteAt(int index) {
        return payload[index] & 0xFF;
    }

    /** A signed word of the payload. */
    int wordAt(int index) {
        return payload[index] << 8 | payload[index + 1] & 0xFF;
    }

    int intAt(int index) {
        return wordAt(index) << 16 | wordAt(index + 2) & 0xFFFF;
    }
}

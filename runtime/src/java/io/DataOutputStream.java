package java.io;

/** Writes values in their binary form to another stream. */
public class DataOutputStream extends FilterOutputStream implements DataOutput {

    /** Number of bytes so far. */
    protected int written;

    /** Writes to another stream. */
    public DataOutputStream(OutputStream out) {
        super(out);
    }

    @Override
    public synchronized void write(int b) throws IOException {
        out.write(b);
        ++written;
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int count) throws IOException {
        out.write(bytes, offset, count);
        written += count;
    }

    @Override
    public final void writeBoolean(boolean value) throws IOException {
        write(value ? 1 : 0);
    }

    @Override
    public final void writeByte(int value) throws IOException {
        write(value);
    }

    @Override
    public final void writeShort(int value) throws IOException {
        write(value >>> 8);
        write(value);
    }

    @Override
    public final void writeChar(int value) throws IOException {
        writeShort(value);
    }

    @Override
    public final void writeInt(int value) throws IOException {
        writeShort(value >>> 16);
        writeShort(value);
    }

    @Override
    public final void writeLong(long value) throws IOException {
        writeInt((int) (value >>> 32));
        writeInt((int) value);
    }

    @Override
    public final void writeFloat(float value) throws IOException {
        writeInt(Float.floatToIntBits(value));
    }

    @Override
    public final void writeDouble(double value) throws IOException {
        writeLong(Double.doubleToLongBits(value));
    }

    @Override
    public final void writeBytes(String text) throws IOException {
        for (int i = 0; i < text.length(); ++i) {
            write(text.charAt(i));
        }
    }

    @Override
    public final void writeChars(String text) throws IOException {
        for (int i = 0; i < text.length(); ++i) {
            writeShort(text.charAt(i));
        }
    }

    @Override
    public final void writeUTF(String text) throws IOException {
        int length = 0;
        for (int i = 0; i < text.length(); ++i) {
            char c = text.charAt(i);
            length += c == 0 ? 2 : c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
        }
        if (length > 65535) {
            throw new UTFDataFormatException("encoded string (" + text.substring(0, 8) + "..."
                    + text.substring(text.length() - 8) + ") too long: " + length + " bytes");
        }
        writeShort(length);
        for (int i = 0; i < text.length(); ++i) {
            char c = text.charAt(i);
            if (c != 0 && c < 0x80) {
                write(c);
            } else {
                if (c < 0x800) {
                    write(0xc0 | c >> 6);
                } else {
                    write(0xe0 | c >> 12);
                    write(0x80 | c >> 6 & 0x3f);
                }
                write(0x80 | c & 0x3f);
            }
        }
    }

    /** Number of bytes so far. */
    public final int size() {
        return written;
    }
}

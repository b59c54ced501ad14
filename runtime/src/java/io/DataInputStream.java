package java.io;

/** Reads values in their binary form from another stream. */
public class DataInputStream extends FilterInputStream implements DataInput {

    /** Reads from another stream. */
    public DataInputStream(InputStream in) {
        super(in);
    }

    /** Reads a text from an input. */
    public static final String readUTF(DataInput in) throws IOException {
        int length = in.readUnsignedShort();
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length;) {
            int b = in.readUnsignedByte();
            int more = b < 0x80 ? 0 : b >> 5 == 6 ? 1 : b >> 4 == 14 ? 2 : -1;
            if (more < 0) {
                throw new UTFDataFormatException("malformed input around byte " + i);
            }
            if (i + more >= length) {
                throw new UTFDataFormatException("malformed input: partial character at end");
            }
            i += more + 1;
            int c = more == 0 ? b : b & 0x3f >> more;
            for (; more > 0; --more) {
                b = in.readUnsignedByte();
                if (b >> 6 != 2) {
                    throw new UTFDataFormatException("malformed input around byte " + (i - more));
                }
                c = c << 6 | b & 0x3f;
            }
            text.append((char) c);
        }
        return text.toString();
    }

    @Override
    public final void readFully(byte[] bytes) throws IOException {
        readFully(bytes, 0, bytes.length);
    }

    @Override
    public final void readFully(byte[] bytes, int offset, int count) throws IOException {
        if (offset < 0 || count < 0 || count > bytes.length - offset) {
            throw new IndexOutOfBoundsException();
        }
        if (in.readNBytes(bytes, offset, count) < count) {
            throw new EOFException();
        }
    }

    @Override
    public final int skipBytes(int n) throws IOException {
        return (int) in.skip(n);
    }

    @Override
    public final boolean readBoolean() throws IOException {
        return readUnsignedByte() != 0;
    }

    @Override
    public final byte readByte() throws IOException {
        return (byte) readUnsignedByte();
    }

    @Override
    public final int readUnsignedByte() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new EOFException();
        }
        return b;
    }

    @Override
    public final short readShort() throws IOException {
        return (short) readUnsignedShort();
    }

    @Override
    public final int readUnsignedShort() throws IOException {
        int high = readUnsignedByte();
        return high << 8 | readUnsignedByte();
    }

    @Override
    public final char readChar() throws IOException {
        return (char) readUnsignedShort();
    }

    @Override
    public final int readInt() throws IOException {
        int high = readUnsignedShort();
        return high << 16 | readUnsignedShort();
    }

    @Override
    public final long readLong() throws IOException {
        int high = readInt();
        return (long) high << 32 | readInt() & 0xffffffffL;
    }

    @Override
    public final float readFloat() throws IOException {
        return Float.intBitsToFloat(readInt());
    }

    @Override
    public final double readDouble() throws IOException {
        return Double.longBitsToDouble(readLong());
    }

    @Override
    @Deprecated
    public final String readLine() throws IOException {
        int b = in.read();
        if (b < 0) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        while (b >= 0 && b != '\n') {
            if (b == '\r') {
                int next = in.read();
                if (next >= 0 && next != '\n') {
                    in = new PushedBack(in, next);
                }
                break;
            }
            line.append((char) b);
            b = in.read();
        }
        return line.toString();
    }

    @Override
    public final String readUTF() throws IOException {
        return readUTF(this);
    }

    /** A stream with a byte before it. */
    private static final class PushedBack extends FilterInputStream {

        private int first;

        PushedBack(InputStream in, int first) {
            super(in);
            this.first = first;
        }

        @Override
        public int read() throws IOException {
            int b = first;
            first = -1;
            return b >= 0 ? b : in.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            if (first < 0 || count == 0) {
                return in.read(bytes, offset, count);
            }
            bytes[offset] = (byte) read();
            return 1;
        }

        @Override
        public int available() throws IOException {
            return in.available() + (first < 0 ? 0 : 1);
        }
    }
}

package java.io;

/** Something that gives values in their binary form, the high byte first. */
public interface DataInput {

    /** Fills an array. */
    void readFully(byte[] bytes) throws IOException;

    /** Fills part of an array. */
    void readFully(byte[] bytes, int offset, int count) throws IOException;

    /** Reads bytes and forgets them; gives their number. */
    int skipBytes(int n) throws IOException;

    /** A byte that is not 0. */
    boolean readBoolean() throws IOException;

    /** One byte. */
    byte readByte() throws IOException;

    /** One byte, from 0 to 255. */
    int readUnsignedByte() throws IOException;

    /** Two bytes. */
    short readShort() throws IOException;

    /** Two bytes, from 0 to 65535. */
    int readUnsignedShort() throws IOException;

    /** Two bytes. */
    char readChar() throws IOException;

    /** Four bytes. */
    int readInt() throws IOException;

    /** Eight bytes. */
    long readLong() throws IOException;

    /** Four bytes. */
    float readFloat() throws IOException;

    /** Eight bytes. */
    double readDouble() throws IOException;

    /** One line of one-byte characters without its end, or null at the end of the input. */
    String readLine() throws IOException;

    /** A text as {@link DataOutput#writeUTF} writes it. */
    String readUTF() throws IOException;
}

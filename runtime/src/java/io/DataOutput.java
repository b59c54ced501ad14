package java.io;

/** Something that takes values in their binary form, the high byte first. */
public interface DataOutput {

    /** One byte. */
    void write(int b) throws IOException;

    /** The bytes of an array. */
    void write(byte[] bytes) throws IOException;

    /** Some bytes of an array. */
    void write(byte[] bytes, int offset, int count) throws IOException;

    /** One byte, 1 or 0. */
    void writeBoolean(boolean value) throws IOException;

    /** One byte. */
    void writeByte(int value) throws IOException;

    /** Two bytes. */
    void writeShort(int value) throws IOException;

    /** Two bytes. */
    void writeChar(int value) throws IOException;

    /** Four bytes. */
    void writeInt(int value) throws IOException;

    /** Eight bytes. */
    void writeLong(long value) throws IOException;

    /** Four bytes. */
    void writeFloat(float value) throws IOException;

    /** Eight bytes. */
    void writeDouble(double value) throws IOException;

    /** The low byte of each character. */
    void writeBytes(String text) throws IOException;

    /** Two bytes for each character. */
    void writeChars(String text) throws IOException;

    /** Number of bytes in two bytes, then one to three bytes for each unit; zero takes two. */
    void writeUTF(String text) throws IOException;
}

package java.nio;

/** Order of the bytes of a number. */
public final class ByteOrder {

    /** The most significant byte first. */
    public static final ByteOrder BIG_ENDIAN = new ByteOrder("BIG_ENDIAN");
    /** The least significant byte first. */
    public static final ByteOrder LITTLE_ENDIAN = new ByteOrder("LITTLE_ENDIAN");

    private final String name;

    private ByteOrder(String name) {
        this.name = name;
    }

    /** The order of this machine: longs have their upper word first. */
    public static ByteOrder nativeOrder() {
        return BIG_ENDIAN;
    }

    @Override
    public String toString() {
        return name;
    }
}

package udpip;

/** The internet's checksum: the complement of the sum in ones' complement of all words of 16 bits. */
final class Checksum {

    private Checksum() {
    }

    /** Adds bytes to a sum; an odd one at the end counts as the upper half of a word. */
    static int add(int sum, Packet packet, int offset, int count) {
        byte[] data = packet.data;
        int at = packet.start + offset;
        int end = at + count - 1;
        while (at < end) {
            sum += (data[at] & 0xFF) << 8 | data[at + 1] & 0xFF;
            at += 2;
        }
        if (at == end) {
            sum += (data[at] & 0xFF) << 8;
        }
        return sum;
    }

    /** Adds the addresses, the protocol and the length that UDP sums up, too. */
    static int pseudoHeader(int source, int destination, int protocol, int length) {
        return (source >>> 16) + (source & 0xFFFF) + (destination >>> 16) + (destination & 0xFFFF) + protocol + length;
    }

    /** The checksum of a sum: 0 if the bytes summed up contain their own checksum and are intact. */
    static int finish(int sum) {
        while (sum >>> 16 != 0) {
            sum = (sum >>> 16) + (sum & 0xFFFF);
        }
        return ~sum & 0xFFFF;
    }
}

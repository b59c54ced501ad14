import java.util.Arrays;
import java.util.Random;

import joplab.BitArray;
import joplab.PackedBytes;

/** Packed bytes and bits against plain arrays: the same operations on both. */
public class PackedArrays {

    static int differences;

    static void check(String what, boolean holds) {
        if (!holds) {
            differences++;
            System.out.println("different: " + what);
        }
    }

    static void bytes(Random random, int length) {
        byte[] plain = new byte[length];
        PackedBytes packed = new PackedBytes(length);
        for (int step = 0; step < 60 && length > 0; step++) {
            int from = random.nextInt(length);
            int to = from + random.nextInt(length - from + 1);
            int value = random.nextInt();
            switch (random.nextInt(4)) {
                case 0:
                    Arrays.fill(plain, from, to, (byte) value);
                    packed.fill(from, to, value);
                    break;
                case 1:
                    int source = random.nextInt(length - (to - from) + 1);
                    System.arraycopy(plain, source, plain, from, to - from);
                    packed.copy(from, packed, source, to - from);
                    break;
                case 2:
                    // The same place in a word, so that words are copied.
                    PackedBytes other = new PackedBytes(plain);
                    int back = from & 3;
                    System.arraycopy(plain, back, plain, from, to - from);
                    packed.copy(from, other, back, to - from);
                    break;
                default:
                    plain[from] = (byte) value;
                    packed.set(from, value);
                    break;
            }
            check("byte " + from, packed.get(from) == plain[from] && packed.getUnsigned(from) == (plain[from] & 0xff));
        }
        check("bytes", Arrays.equals(plain, packed.toByteArray()));
        check("equals", packed.equals(new PackedBytes(plain)) && !packed.equals(new PackedBytes(length + 1)));
        System.out.println(length + " bytes, " + packed.words() + " words, hash " + packed.hashCode() + " "
                + (packed.hashCode() == Arrays.hashCode(plain)));
    }

    static void bits(Random random, int length) {
        boolean[] plain = new boolean[length];
        BitArray packed = new BitArray(length);
        for (int step = 0; step < 60 && length > 0; step++) {
            int from = random.nextInt(length);
            int to = from + random.nextInt(length - from + 1);
            boolean value = random.nextBoolean();
            switch (random.nextInt(4)) {
                case 0:
                    Arrays.fill(plain, from, to, value);
                    packed.fill(from, to, value);
                    break;
                case 1:
                    plain[from] = !plain[from];
                    packed.flip(from);
                    break;
                default:
                    plain[from] = value;
                    packed.set(from, value);
                    break;
            }
            check("bit " + from, packed.get(from) == plain[from]);
        }
        int count = 0;
        int next = packed.nextSet(0);
        for (int i = 0; i < length; i++) {
            if (plain[i]) {
                check("next " + i, next == i);
                next = packed.nextSet(i + 1);
                count++;
            }
        }
        check("end", next == -1 && count == packed.cardinality());
        check("bits", Arrays.equals(plain, packed.toBooleanArray()) && packed.equals(new BitArray(plain)));
        System.out.println(length + " bits, " + packed.words() + " words, " + count + " set, hash " + packed.hashCode() + " "
                + (packed.hashCode() == Arrays.hashCode(plain)));
    }

    static void refuses(Runnable wrong) {
        try {
            wrong.run();
            System.out.println("not refused");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        Random random = new Random(4);
        for (int length : new int[] {0, 1, 3, 4, 5, 31, 32, 33, 70}) {
            bytes(random, length);
            bits(random, length);
        }
        PackedBytes bytes = new PackedBytes(5);
        BitArray bits = new BitArray(33);
        refuses(() -> bytes.get(5));
        refuses(() -> bytes.set(-1, 0));
        refuses(() -> bytes.fill(2, 6, 0));
        refuses(() -> bytes.copy(1, bytes, 0, 5));
        refuses(() -> bits.get(33));
        refuses(() -> bits.fill(3, 34, true));
        refuses(() -> new PackedBytes(-1));
        refuses(() -> new BitArray(-2));
        System.out.println(differences + " differences");
    }
}

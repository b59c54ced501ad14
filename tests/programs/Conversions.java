/** Conversions between the whole-number types, and compound assignments that narrow. */
public class Conversions {

    public static void main(String[] args) {
        int[] values = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, -32769, 0x12345678, 0x89abcdef};
        for (int v : values) {
            byte b = (byte) v;
            short s = (short) v;
            char c = (char) v;
            long l = v;
            System.out.println(v + ": " + b + " " + s + " " + (int) c + " " + l + " " + (int) (l << 33 >> 33) + " "
                    + (byte) l + " " + (short) (l >>> 4) + " " + (v & 0xffffffffL));
        }
        byte b = 127;
        b++;
        System.out.println(b);
        b += 300;
        System.out.println(b);
        b >>>= 1;
        System.out.println(b);
        short s = -1;
        s >>>= 10;
        System.out.println(s);
        char c = 0;
        c--;
        System.out.println((int) c);
        c += 66;
        System.out.println(c);
        byte[] bytes = new byte[4];
        bytes[0] = (byte) 200;
        bytes[1]--;
        bytes[2] += 130;
        bytes[3] = (byte) (bytes[0] + bytes[1]);
        System.out.println(bytes[0] + " " + bytes[1] + " " + bytes[2] + " " + bytes[3]);
        char[] chars = {'a', 'b'};
        chars[0] += 1;
        chars[1]++;
        System.out.println(chars[0] + "" + chars[1] + chars.length);
    }
}

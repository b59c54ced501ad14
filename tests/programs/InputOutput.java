import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Streams of bytes, values and characters. */
public class InputOutput {

    static void values() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(bytes, 16))) {
            out.writeInt(0x12345678);
            out.writeLong(-2L);
            out.writeShort(-3);
            out.writeByte(200);
            out.writeChar('€');
            out.writeBoolean(true);
            out.writeFloat(1.5f);
            out.writeDouble(-0.1);
            out.writeUTF("aé€😀\0");
            out.writeBytes("line\rnext\r\nlast");
            System.out.println(out.size());
            out.writeChars("hi");
        }
        System.out.println(Arrays.toString(bytes.toByteArray()));
        DataInputStream in = new DataInputStream(new BufferedInputStream(new ByteArrayInputStream(bytes.toByteArray()), 8));
        System.out.println(in.readInt() + " " + in.readLong() + in.readShort() + in.readUnsignedByte() + in.readChar()
                + in.readBoolean() + in.readFloat() + in.readDouble() + in.readUTF().equals("aé€😀\0"));
        System.out.println(in.readLine() + in.readLine());
        byte[] rest = new byte[4];
        in.readFully(rest);
        System.out.println(Arrays.toString(rest) + in.skipBytes(2) + in.readUnsignedShort() + in.available());
        try {
            in.readInt();
        } catch (EOFException e) {
            System.out.println("end " + e.getMessage());
        }
        try {
            DataInput bad = new DataInputStream(new ByteArrayInputStream(new byte[] {0, 2, -64, 65}));
            bad.readUTF();
        } catch (UTFDataFormatException e) {
            System.out.println("no text");
        }
    }

    static void bytes() throws IOException {
        byte[] data = "0123456789".getBytes();
        ByteArrayInputStream in = new ByteArrayInputStream(data, 2, 7);
        in.mark(0);
        System.out.print((char) in.read() + " " + in.skip(2) + in.available() + (char) in.read());
        in.reset();
        System.out.println(new String(in.readNBytes(3)) + new String(in.readAllBytes()) + in.read());
        BufferedInputStream buffered = new BufferedInputStream(new ByteArrayInputStream(data), 4);
        buffered.read();
        buffered.mark(5);
        byte[] part = new byte[5];
        System.out.print(buffered.read(part) + new String(part));
        buffered.reset();
        System.out.println(new String(buffered.readNBytes(9)) + buffered.read() + buffered.markSupported());
        ByteArrayOutputStream out = new ByteArrayOutputStream(2);
        System.out.print(new ByteArrayInputStream(data).transferTo(out) + " ");
        out.writeBytes(new byte[] {33});
        FilterOutputStream filter = new FilterOutputStream(out);
        filter.write(data, 3, 2);
        filter.close();
        ByteArrayOutputStream twin = new ByteArrayOutputStream();
        out.writeTo(twin);
        System.out.println(twin + " " + twin.size() + twin.toString("UTF-8") + twin.toString(StandardCharsets.US_ASCII));
        twin.reset();
        System.out.println(twin.size() + InputStream.nullInputStream().read() + "");
        OutputStream.nullOutputStream().write(3);
        InputStream own = new InputStream() {
            private int n = 5;

            @Override
            public int read() {
                return n > 0 ? n-- : -1;
            }
        };
        byte[] target = new byte[8];
        own.skipNBytes(1);
        System.out.println(own.readNBytes(target, 2, 3) + Arrays.toString(target) + own.readAllBytes().length);
        try {
            own.reset();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            in.read(target, 5, 9);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        FilterInputStream outer = new DataInputStream(new ByteArrayInputStream(data));
        System.out.println(outer.read(target, 0, 4) + " " + outer.skip(3) + outer.available() + outer.markSupported());
        outer.close();
    }

    static void characters() throws IOException {
        String text = "first\nsecond\r\nthird\rfourth\n\nlast é€😀";
        BufferedReader lines = new BufferedReader(new InputStreamReader(new ByteArrayInputStream(text.getBytes()), "UTF-8"), 5);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.print("[" + line + "]");
        }
        lines.close();
        try {
            lines.readLine();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        Reader reader = new StringReader("abcdefgh");
        char[] some = new char[4];
        System.out.print(reader.read() + reader.skip(2) + " " + reader.read(some, 1, 2) + Arrays.toString(some));
        reader.mark(0);
        System.out.print((char) reader.read() + "" + reader.ready() + reader.markSupported());
        reader.reset();
        StringWriter copy = new StringWriter();
        System.out.println(reader.transferTo(copy) + " " + copy + reader.read() + Reader.nullReader().read());
        BufferedReader marked = new BufferedReader(new StringReader("0123456789"), 3);
        marked.read();
        marked.mark(6);
        System.out.print(marked.skip(5) + " " + marked.read());
        marked.reset();
        System.out.println(marked.readLine() + marked.read());
        StringWriter kept = new StringWriter();
        PrintWriter out = new PrintWriter(kept, true);
        out.print(1);
        out.print(2L);
        out.print(1.5f);
        out.print(2.5);
        out.print('c');
        out.print(true);
        out.print("s");
        out.print((Object) null);
        out.print(new char[] {'x', 'y'});
        out.println(7);
        out.printf("%03d|", 5).format("%s", "f").append("app", 0, 2).append('!').append(null);
        out.write(65);
        out.write("string", 1, 2);
        out.flush();
        System.out.println(kept.toString().replace('\n', '/') + out.checkError() + kept.getBuffer().length());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (BufferedWriter writer = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), 4)) {
            writer.write("long text é€");
            writer.newLine();
            writer.write('x');
            writer.write(new char[] {'a', 'b', 'c'}, 1, 2);
            writer.append("😀");
        }
        System.out.println(Arrays.toString(bytes.toByteArray()));
        PrintWriter toBytes = new PrintWriter(bytes);
        toBytes.println("more");
        toBytes.close();
        toBytes.print("lost");
        System.out.println(bytes.size() + " " + toBytes.checkError() + new OutputStreamWriter(bytes).getEncoding());
        Writer.nullWriter().write("gone");
        new Throwable("traced").printStackTrace(new PrintWriter(kept, true));
        System.out.println(kept.toString().contains("java.lang.Throwable: traced"));
        StringWriter trace = new StringWriter();
        PrintStream old = System.out;
        System.setOut(new PrintStream(bytes));
        System.out.print("caught");
        System.setOut(old);
        System.out.println(bytes.toString().endsWith("caught"));
        try {
            throw new UncheckedIOException("wrapped", new FileNotFoundException("gone"));
        } catch (UncheckedIOException e) {
            System.out.println(e.getMessage() + e.getCause() + trace);
        }
    }

    public static void main(String[] args) throws IOException {
        values();
        bytes();
        characters();
    }
}

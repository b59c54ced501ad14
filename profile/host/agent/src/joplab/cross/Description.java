package joplab.cross;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.IntUnaryOperator;

/** What {@link MethodInstrumenter} writes of a method, read again. */
final class Description {

    /** Name of the method. */
    final String name;

    /** Of each block, its bytecodes. */
    final int[] bytecodes;

    /** Of each block, cycles of its bytecodes. */
    final long[] cycles;

    /** Bytecodes before the first block. */
    final int prologue;

    /** The same description with other numbers for names. */
    final byte[] renumbered;

    /** Reads a description; numbers of names are turned into others. */
    Description(byte[] bytes, int[] costs, IntUnaryOperator names) {
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        try (DataInputStream from = new DataInputStream(new ByteArrayInputStream(bytes));
                DataOutputStream to = new DataOutputStream(copy)) {
            byte[] text = new byte[from.readInt()];
            from.readFully(text);
            name = new String(text, "UTF-8");
            CountsFile.text(to, name);
            to.write(from.readByte());
            to.writeInt(from.readInt());
            to.write(from.readByte());
            prologue = from.readUnsignedByte();
            to.write(prologue);
            for (int i = 0; i < prologue; ++i) {
                to.write(from.readByte());
            }
            int blocks = from.readInt();
            to.writeInt(blocks);
            bytecodes = new int[blocks];
            cycles = new long[blocks];
            for (int block = 0; block < blocks; ++block) {
                bytecodes(from, to, block, costs);
                int calls = from.readUnsignedShort();
                to.writeShort(calls);
                for (int i = 0; i < calls; ++i) {
                    to.writeInt(names.applyAsInt(from.readInt()));
                }
            }
            to.write(from.readAllBytes());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        renumbered = copy.toByteArray();
    }

    private void bytecodes(DataInputStream from, DataOutputStream to, int block, int[] costs) throws IOException {
        int kinds = from.readUnsignedShort();
        to.writeShort(kinds);
        for (int i = 0; i < kinds; ++i) {
            int opcode = from.readUnsignedByte();
            int times = from.readUnsignedShort();
            to.write(opcode);
            to.writeShort(times);
            bytecodes[block] += times;
            cycles[block] += (long) times * costs[opcode];
        }
    }
}

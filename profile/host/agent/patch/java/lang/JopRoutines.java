package java.lang;

import com.jopdesign.sys.Routines;

/**
 * Bytecodes that JOP carries out in Java, run beside those of the program: the very methods of our runtime, with the
 * operands that the program has, so that their contexts, blocks and lookups are counted as the program's own. They do not run
 * beside what is not the program's, such as the agent at work: that would lead back to the agent, and to its locks.
 */
public final class JopRoutines {

    /** Where the handles of the operands lie: one for each operand, not shared with the heap. */
    private static final int HANDLE = 8;

    private static final int IDIV = 0x6c;
    private static final int LDIV = 0x6d;
    private static final int IREM = 0x70;
    private static final int LREM = 0x71;

    /** What tells the address of a class's structure; set by the agent. */
    public static Types types;

    /** Addresses of classes met as receivers. */
    private static volatile Known known = new Known(64);

    private JopRoutines() {
    }

    /** Knows where the structures of classes lie. */
    public interface Types {
        /** Address of the structure of a class, or of the descriptor of an array class. */
        int address(Class<?> type);
    }

    private static final class Known {
        final Class<?>[] classes;
        final int[] addresses;
        int count;

        Known(int size) {
            classes = new Class<?>[size];
            addresses = new int[size];
        }

        int find(Class<?> type) {
            int mask = classes.length - 1;
            int place = System.identityHashCode(type) & mask;
            while (classes[place] != null) {
                if (classes[place] == type) {
                    return addresses[place];
                }
                place = place + 1 & mask;
            }
            return 0;
        }

        void add(Class<?> type, int address) {
            int mask = classes.length - 1;
            int place = System.identityHashCode(type) & mask;
            while (classes[place] != null) {
                place = place + 1 & mask;
            }
            addresses[place] = address;
            classes[place] = type;
            ++count;
        }
    }

    private static int address(Object object) {
        Class<?> type = object.getClass();
        int address = known.find(type);
        return address != 0 ? address : addressOfNew(type);
    }

    private static synchronized int addressOfNew(Class<?> type) {
        long context = JopProfile.suspend();
        try {
            int address = types.address(type);
            Known larger = new Known(known.count * 4 > known.classes.length * 2
                    ? known.classes.length * 2 : known.classes.length);
            for (int i = 0; i < known.classes.length; ++i) {
                if (known.classes[i] != null) {
                    larger.add(known.classes[i], known.addresses[i]);
                }
            }
            if (larger.find(type) == 0) {
                larger.add(type, address);
            }
            known = larger;
            return address;
        } finally {
            JopProfile.resume(context);
        }
    }

    /** See {@link Routines#init}. */
    public static void init(int words, int heapStart, int heapEnd, int classTable, int primitiveArrays) {
        Routines.init(words, heapStart, heapEnd);
        Routines.setClassTable(classTable);
        Routines.setPrimitiveArrays(primitiveArrays);
    }

    /** A word of the memory of the routines. */
    public static int read(int address) {
        return Routines.read(address);
    }

    /** Writes a word of the memory of the routines. */
    public static void write(int address, int value) {
        Routines.write(address, value);
    }

    private static void end(long context) {
        JopProfile.resume(context);
    }

    /** A bytecode without operands, or with one or two of one word. What a division by 0 takes is the exception's. */
    public static void words(int a, int b, int opcode) {
        if (b == 0 && (opcode == IDIV || opcode == IREM)) {
            return;
        }
        long context = Thread.currentThread().jopNode;
        if (JopNode.isAside(context)) {
            return;
        }
        try {
            Routines.words(opcode, a, b);
        } catch (Throwable thrown) {
            end(context);
        }
    }

    public static void none(int opcode) {
        words(0, 0, opcode);
    }

    public static void word(int a, int opcode) {
        words(a, 0, opcode);
    }

    public static void real(float a, int opcode) {
        words(Float.floatToRawIntBits(a), 0, opcode);
    }

    public static void reals(float a, float b, int opcode) {
        words(Float.floatToRawIntBits(a), Float.floatToRawIntBits(b), opcode);
    }

    /** A bytecode with operands of two words. */
    public static void longs(long a, long b, int opcode) {
        if (b == 0 && (opcode == LDIV || opcode == LREM)) {
            return;
        }
        long context = Thread.currentThread().jopNode;
        if (JopNode.isAside(context)) {
            return;
        }
        try {
            Routines.longs(opcode, a, b);
        } catch (Throwable thrown) {
            end(context);
        }
    }

    public static void wide(long a, int opcode) {
        longs(a, 0, opcode);
    }

    public static void doubleReal(double a, int opcode) {
        longs(Double.doubleToRawLongBits(a), 0, opcode);
    }

    public static void doubleReals(double a, double b, int opcode) {
        longs(Double.doubleToRawLongBits(a), Double.doubleToRawLongBits(b), opcode);
    }

    public static void make(int type) {
        Thread thread = Thread.currentThread();
        long context = thread.jopNode;
        int handle = 0;
        try {
            handle = JopNode.isAside(context) ? 0 : Routines.make(type);
        } catch (Throwable thrown) {
            failed(context, thrown);
        }
        begin(thread, handle, context);
    }

    private static void begin(Thread thread, int handle, long context) {
        if (JopObjects.isPriced) {
            thread.jopState.unfinished.begin(handle, context);
        }
    }

    /** The constructor of what {@link #make} made has ended. */
    public static void made(Object object, long context) {
        JopObjects.put(Thread.currentThread().jopState.unfinished.end(context), object);
    }

    /** As {@link #made}, for an object that the program did not keep. */
    public static void dropped(long context) {
        JopObjects.put(Thread.currentThread().jopState.unfinished.end(context), null);
    }

    public static void makeArray(int count, int type) {
        makeArray(count, type, false);
    }

    public static void makeReferences(int count, int element) {
        makeArray(count, element, true);
    }

    private static void makeArray(int count, int type, boolean isOfReferences) {
        Thread thread = Thread.currentThread();
        long context = thread.jopNode;
        int handle = 0;
        try {
            if (!JopNode.isAside(context)) {
                handle = isOfReferences ? Routines.makeReferences(count, type) : Routines.makeArray(count, type);
            }
        } catch (Throwable thrown) {
            failed(context, thrown);
        }
        begin(thread, handle, context);
    }

    /** The array is there that {@link #makeArray} or {@link #makeReferences} allocated. */
    public static void madeArray(Object array) {
        Thread thread = Thread.currentThread();
        JopObjects.put(thread.jopState.unfinished.end(thread.jopNode), array);
    }

    /** First stack address of lengths of arrays. */
    private static final int LENGTHS = 128;

    /** Pc of the routine's operands in what {@link Types} gives as a switch. */
    private static final int OPERANDS = 4;

    /** The arrays of arrays are there that a routine is to make once more; {@code site} has the number of levels. */
    public static void madeArrays(Object array, int levels, int type, int site) {
        Thread thread = Thread.currentThread();
        long context = thread.jopNode;
        if (JopNode.isAside(context)) {
            return;
        }
        JopThread state = thread.jopState;
        Routines.write(site + 2, type);
        JopArrays arrays = new JopArrays(array, levels);
        state.site = site;
        state.arrays = arrays;
        int handle = 0;
        try {
            handle = Routines.makeArrays(arrays.lengths);
        } catch (Throwable thrown) {
            failed(context, thrown);
        } finally {
            state.arrays = null;
        }
        if (JopObjects.isPriced && handle != 0) {
            context = JopProfile.suspend();
            arrays.put(handle, array);
            JopProfile.resume(context);
        }
    }

    /** A word of the stack: see class Native. */
    public static int stack(int address) {
        JopThread state = Thread.currentThread().jopState;
        JopArrays arrays = state.arrays;
        switch (address) {
            case 0:
                return arrays == null ? 0 : LENGTHS + arrays.lengths.length - 1;
            case 1:
                return arrays == null ? 1 : OPERANDS;
            case 3:
                return state.site + 2;
            case 4:
                return state.site;
            default:
                return arrays != null && address >= LENGTHS ? arrays.lengths[address - LENGTHS] : 0;
        }
    }

    /** A routine stores an array in another. */
    public static void stored(int array, int index, int value) {
        JopArrays arrays = Thread.currentThread().jopState.arrays;
        if (arrays != null) {
            arrays.store(array, index, value);
        }
    }

    /** A method of the routines threw: for a length below 0, as the program's bytecode will, or as there is no room. */
    static void failed(long context, Throwable thrown) {
        if (thrown.getClass() == Error.class) {
            JopObjects.tooSmall();
        }
        end(context);
    }

    /** {@code System.gc}. */
    public static void collect() {
        long context = Thread.currentThread().jopNode;
        if (JopNode.isAside(context)) {
            return;
        }
        try {
            Routines.collect();
        } catch (Throwable thrown) {
            end(context);
        }
    }

    public static void checkcast(Object object, int type) {
        long context = Thread.currentThread().jopNode;
        if (JopNode.isAside(context)) {
            return;
        }
        try {
            Routines.checkcast(object == null ? 0 : handle(object), type);
        } catch (Throwable thrown) {
            end(context);
        }
    }

    public static void instanceOf(Object object, int type) {
        long context = Thread.currentThread().jopNode;
        if (JopNode.isAside(context)) {
            return;
        }
        try {
            Routines.instanceOf(object == null ? 0 : handle(object), type);
        } catch (Throwable thrown) {
            end(context);
        }
    }

    public static void aastore(Object array, int index, Object value) {
        long context = Thread.currentThread().jopNode;
        if (JopNode.isAside(context)) {
            return;
        }
        try {
            int arrayHandle = array == null ? 0 : handle(array);
            Routines.aastore(arrayHandle, index, value == null ? 0 : handle(value));
        } catch (Throwable thrown) {
            end(context);
        }
    }

    public static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int count) {
        long context = Thread.currentThread().jopNode;
        if (JopNode.isAside(context)) {
            return;
        }
        try {
            Routines.arraycopy(from, fromIndex, to, toIndex, count);
        } catch (Throwable thrown) {
            end(context);
        }
    }

    /** Handle of an object: there is one for each class, behind its structure. */
    public static int handle(Object object) {
        return address(object) + HANDLE;
    }

    public static void putfield() {
        Routines.putfield();
    }

    public static void putstatic() {
        Routines.putstatic();
    }

    public static void tableswitch(int index, int site) {
        Thread.currentThread().jopState.site = site;
        Routines.tableswitch(index);
    }

    public static void lookupswitch(int key, int site) {
        Thread.currentThread().jopState.site = site;
        Routines.lookupswitch(key);
    }
}

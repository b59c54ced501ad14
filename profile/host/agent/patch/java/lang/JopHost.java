package java.lang;

import com.jopdesign.sys.TargetHeap;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import jdk.internal.misc.Unsafe;

/**
 * The machine under our library on the host: its operations (class Native of the runtime), streams, and what links the two
 * libraries. Memory is that of the routines, with the image; an object's handle is a place in a ring of those met last.
 */
public final class JopHost {

    /** Objects for which code has literals; a number stands for each. */
    public static Object[] literals;

    /** Handles of objects begin here. */
    private static final int HANDLES = 0x4000_0000;
    private static final int HANDLE_SIZE = 8;
    private static final int HANDLE_METHODS = 1;

    private static final int EXCEPTION = -124;
    private static final int UART_STATUS = -112;
    private static final int UART = -111;
    private static final int STDERR = -114;
    private static final int MICROSECONDS = -127;
    private static final int CPU_COUNT = -117;
    private static final int CYCLES = -128;

    /** Words of a stack that never is too full for the calls of an exception. */
    private static final int LARGE_STACK = 1 << 24;

    private static final Object[] HELD = new Object[1 << 16];
    private static final AtomicInteger NEXT_HELD = new AtomicInteger();

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final OutputStream OUT = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 8192);

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private static String main;
    private static List<String> initialisers;
    private static Map<String, Integer> addresses;
    private static final Map<Integer, String> NAMES = new HashMap<>();
    private static final Map<Integer, Object> CLASSES = new HashMap<>();
    private static Class<?> stringClass;
    private static Field stringValue;
    private static Class<?> classClass;
    private static Field classAddress;
    private static long start;

    private JopHost() {
    }

    /** Makes the literals; types are by the names of their classes here. */
    public static void start(String mainClass, List<String> classesToInitialise, Map<String, Integer> types,
            List<String> texts, int classTable, int[] atWork, Map<Integer, String[]> statics,
            int stackWords) throws ClassNotFoundException {
        // Literals need the class, and its initialiser is the program's.
        stringClass = Class.forName("jop.java.lang.String", true, null);
        long context = JopProfile.suspend();
        try {
            start = System.nanoTime();
            main = mainClass;
            initialisers = classesToInitialise;
            addresses = types;
            types.forEach((name, address) -> NAMES.put(address, name));
            literals = new Object[texts.size()];
            stringValue = field(stringClass, "value");
            if (types.containsKey("jop.java.lang.Class")) {
                classClass = find("jop.java.lang.Class");
                classAddress = field(classClass, "address");
            }
            if (types.containsKey("jop.com.jopdesign.sys.LinkInfo")) {
                field(find("jop.com.jopdesign.sys.LinkInfo"), "classTable").setInt(null, classTable);
            }
            field(find("jop.com.jopdesign.sys.Heap"), "stackWords").setInt(null, JopFrames.isTrue() ? stackWords : LARGE_STACK);
            JopFrames.start(atWork);
            JopThrows.start();
            findStatics(statics);
            JopTasks.init(stackWords);
            for (int i = 0; i < literals.length; ++i) {
                String text = texts.get(i).substring(1);
                literals[i] = texts.get(i).charAt(0) == 'S' ? string(text) : classOf(text);
            }
        } catch (ReflectiveOperationException impossible) {
            throw new InternalError(impossible);
        } finally {
            JopProfile.resume(context);
        }
    }

    /** Static references: class and name by address. */
    private static void findStatics(Map<Integer, String[]> statics) throws ReflectiveOperationException {
        Field[] fields = new Field[statics.size()];
        int[] addresses = new int[fields.length];
        int count = 0;
        for (Map.Entry<Integer, String[]> each : statics.entrySet()) {
            fields[count] = field(find(each.getValue()[0]), each.getValue()[1]);
            addresses[count++] = each.getKey();
        }
        JopObjects.setStatics(fields, addresses);
    }

    static Class<?> find(String name) throws ClassNotFoundException {
        return Class.forName(name, false, null);
    }

    static Field field(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /** Runs the program. */
    public static void run(String[] arguments) throws Throwable {
        Object[] given = (Object[]) Array.newInstance(stringClass, arguments.length);
        for (int i = 0; i < given.length; ++i) {
            given[i] = string(arguments[i]);
        }
        try {
            // What the start of the runtime allocates before the initialisers and behind them.
            TargetHeap.make(addresses.get("jop.java.lang.OutOfMemoryError"));
            TargetHeap.makeWords(2);
            for (String name : initialisers) {
                Class.forName(name, true, null);
            }
            TargetHeap.makeReferences(given.length, addresses.get("jop.java.lang.String"));
            find(main).getMethod("main", given.getClass()).invoke(null, (Object) given);
        } catch (java.lang.reflect.InvocationTargetException wrapped) {
            throw wrapped.getCause();
        } finally {
            flush();
        }
    }

    /** A string of ours. */
    static Object string(String text) throws ReflectiveOperationException {
        Object string = UNSAFE.allocateInstance(stringClass);
        stringValue.set(string, text.toCharArray());
        return string;
    }

    /** What a string of ours says. */
    static String text(Object string) throws IllegalAccessException {
        return new String((char[]) stringValue.get(string));
    }

    private static Object classOf(String name) throws ReflectiveOperationException {
        return literal(addresses.get(name));
    }

    /** The class literal of a type. */
    private static synchronized Object literal(int address) throws ReflectiveOperationException {
        Object known = CLASSES.get(address);
        if (known == null) {
            known = UNSAFE.allocateInstance(classClass);
            classAddress.setInt(known, address);
            CLASSES.put(address, known);
        }
        return known;
    }

    /** What the virtual machine throws as an exception of ours. */
    public static Throwable thrown(Throwable thrown) {
        Class<?> type = thrown.getClass();
        for (Class<?> above = type; above != Throwable.class; above = above.getSuperclass()) {
            if (isOurs(above)) {
                return thrown;
            }
        }
        Throwable other = made(thrown, type);
        JopExceptions.replace(thrown, other);
        return other;
    }

    private static Throwable made(Throwable thrown, Class<?> type) {
        long context = JopProfile.suspend();
        try {
            while (!addresses.containsKey("jop." + type.getName())) {
                type = type.getSuperclass();
            }
            Object ours = UNSAFE.allocateInstance(find("jop." + type.getName()));
            Class<?> throwable = find("jop.java.lang.Throwable");
            String message = thrown.getMessage();
            field(throwable, "message").set(ours, message == null ? null : string(message.replace("jop.java.", "java.")));
            field(throwable, "cause").set(ours, ours);
            return (Throwable) ours;
        } catch (ReflectiveOperationException impossible) {
            throw new InternalError(impossible);
        } finally {
            JopProfile.resume(context);
        }
    }

    /** The text of an exception, ours or the host's. */
    public static String describe(Throwable thrown) {
        long context = JopProfile.suspend();
        try {
            Throwable ours = thrown(thrown);
            Object text = null;
            for (java.lang.reflect.Method method : ours.getClass().getMethods()) {
                if (method.getName().equals("toString") && method.getReturnType() == stringClass) {
                    text = method.invoke(ours);
                }
            }
            return text(text);
        } catch (ReflectiveOperationException | RuntimeException failed) {
            return thrown.toString();
        } finally {
            JopProfile.resume(context);
        }
    }

    /** Reports an exception that nobody handles, as the host does, by the names of the program. */
    public static void report(String thread, Throwable uncaught) {
        StringBuilder text = new StringBuilder("Exception in thread \"").append(thread).append("\" ").append(describe(uncaught));
        for (StackTraceElement call : uncaught.getStackTrace()) {
            String name = call.getClassName();
            if (name.startsWith("java.lang.reflect.") || name.startsWith("jdk.internal.") || name.startsWith("java.lang.Jop")) {
                break;
            }
            if (!name.startsWith("jop.java.lang.") || !call.getMethodName().equals("<init>")) {
                text.append("\n\tat ").append(original(name)).append('.').append(JopFrames.written(call.getMethodName()));
            }
        }
        System.err.println(text);
    }

    /** The name on JOP of a class that is running. */
    static String original(String name) {
        return name.startsWith("jop.") ? name.substring("jop.".length()) : name;
    }

    private static boolean isOurs(Class<?> type) {
        return type.getName().startsWith("jop.");
    }

    /** Ends the program. */
    public static void exit(int status) {
        flush();
        System.exit(status);
    }

    /** Writes what is still kept. */
    public static void flush() {
        try {
            OUT.flush();
        } catch (IOException closed) {
            return;
        }
    }

    /** Copies elements. */
    public static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int count) {
        System.arraycopy(from, fromIndex, to, toIndex, count);
    }

    /** {@code Heap.copy}: its own code runs beside it. */
    public static void copy(Object from, int fromIndex, Object to, int toIndex, int count) {
        TargetHeap.copy(from, fromIndex, to, toIndex, count);
        if (from.getClass().isArray()) {
            // Its callers give words, of which there are two to each of these.
            int size = from instanceof long[] || from instanceof double[] ? 2 : 1;
            System.arraycopy(from, fromIndex / size, to, toIndex / size, count / size);
        }
    }

    /** {@code Heap.allocate} for a copy of an object. */
    public static int allocate(int size, int word, int type, int descriptor, Object like)
            throws ReflectiveOperationException {
        int handle = handleOf(size, word, type, descriptor);
        Object copy = copyOf(like);
        JopObjects.put(handle, copy);
        return toInt(copy);
    }

    /** A handle, or 0 where JOP would have no memory left: the host goes on. */
    private static int handleOf(int size, int word, int type, int descriptor) {
        long context = Thread.currentThread().jopNode;
        try {
            return TargetHeap.allocate(size, word, type, descriptor);
        } catch (Throwable thrown) {
            JopRoutines.failed(context, thrown);
            return 0;
        }
    }

    private static Object copyOf(Object like) throws ReflectiveOperationException {
        if (like instanceof Object[]) {
            return ((Object[]) like).clone();
        }
        if (!like.getClass().isArray()) {
            return fieldByField(like);
        }
        Object copy = Array.newInstance(like.getClass().getComponentType(), Array.getLength(like));
        System.arraycopy(like, 0, copy, 0, Array.getLength(like));
        return copy;
    }

    /** The clone of an object, whatever its class makes of that method. */
    private static Object fieldByField(Object like) throws ReflectiveOperationException {
        Object copy = UNSAFE.allocateInstance(like.getClass());
        for (Class<?> type = like.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if ((field.getModifiers() & java.lang.reflect.Modifier.STATIC) == 0) {
                    field.setAccessible(true);
                    field.set(copy, field.get(like));
                }
            }
        }
        return copy;
    }

    /** {@code Heap.allocate} for an array of references. */
    public static int allocate(int size, int word, int type, int descriptor) throws ClassNotFoundException {
        int handle = handleOf(size, word, type, descriptor);
        Object array = Array.newInstance(Class.forName(NAMES.get(descriptor), false, null).getComponentType(), size);
        JopObjects.put(handle, array);
        return toInt(array);
    }

    public static void collect() {
        TargetHeap.collect();
    }

    public static int freeWords() {
        return TargetHeap.freeWords();
    }

    public static int totalWords() {
        return TargetHeap.totalWords();
    }

    /** The object that an exception is: its constructors find it in their frames. */
    public static int self(Object object) {
        return JopFrames.SELF;
    }

    /** Calls that an exception keeps have no names here. */
    public static boolean isInternal(int entry) {
        return true;
    }

    /** A number that an object keeps. */
    public static int identity(Object object) {
        return System.identityHashCode(object) << 3;
    }

    public static int toInt(Object object) {
        if (object == null) {
            return 0;
        }
        Thread thread = Thread.currentThread();
        thread.jopState.hold(object, thread.jopNode);
        int place = NEXT_HELD.getAndIncrement() & HELD.length - 1;
        HELD[place] = object;
        return HANDLES + place * HANDLE_SIZE;
    }

    /** Keeps those objects alone whose handles running code may have; the thread that asks runs in a context. */
    static void forget(long context) {
        Set<Object> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        for (JopThread thread : JopThreads.acquire()) {
            thread.addHeld(kept, thread.thread == Thread.currentThread() ? context : 0);
        }
        JopThreads.release();
        for (int i = 0; i < HELD.length; ++i) {
            if (!kept.contains(HELD[i])) {
                HELD[i] = null;
            }
        }
    }

    private static Object held(int address) {
        return HELD[(address - HANDLES) / HANDLE_SIZE];
    }

    public static Object toObject(int handle) throws ReflectiveOperationException {
        if (handle >= HANDLES) {
            return held(handle);
        }
        // Of the image's objects only class literals are asked for: their first field is the address of the type.
        return handle == 0 ? null : literal(JopRoutines.read(JopRoutines.read(handle)));
    }

    /** The elements of an array as words. */
    public static int[] toIntArray(int handle) {
        Object array = held(handle);
        if (array instanceof int[]) {
            return (int[]) array;
        }
        if (array instanceof char[]) {
            char[] characters = (char[]) array;
            int[] words = new int[characters.length];
            for (int i = 0; i < words.length; ++i) {
                words[i] = characters[i];
            }
            return words;
        }
        throw new InternalError("words of " + array);
    }

    /** A field of a string: there is but one. */
    public static int getField(int handle, int offset) throws IllegalAccessException {
        return toInt(stringValue.get(held(handle)));
    }

    public static void putField(int handle, int offset, int value) throws IllegalAccessException {
        stringValue.set(held(handle), held(value));
    }

    public static int rdMem(int address) {
        if (address < HANDLES) {
            return JopRoutines.read(address);
        }
        Object object = held(address);
        int word = address & HANDLE_SIZE - 1;
        if (word == HANDLE_METHODS && object.getClass().isArray()) {
            return Array.getLength(object);
        }
        return JopRoutines.read(JopRoutines.handle(object) + word);
    }

    public static void wrMem(int value, int address) {
        throw new InternalError("the library writes to memory");
    }

    public static int rd(int address) {
        switch (address) {
            case UART_STATUS:
                return status();
            case EXCEPTION:
                return JopThrows.cause();
            case UART:
                return in();
            case MICROSECONDS:
                return (int) ((System.nanoTime() - start) / 1000);
            case CPU_COUNT:
                return 1;
            case CYCLES:
                return (int) (System.nanoTime() - start);
            default:
                return 0;
        }
    }

    /** The transmitter is ready; bit 1 tells whether a byte has come. */
    private static int status() {
        try {
            return System.in.available() > 0 ? 3 : 1;
        } catch (IOException closed) {
            return 1;
        }
    }

    private static int in() {
        try {
            return System.in.read();
        } catch (IOException closed) {
            return -1;
        }
    }

    public static void wr(int value, int address) {
        if (address == UART) {
            try {
                OUT.write(value);
                if (value == '\n') {
                    OUT.flush();
                }
            } catch (IOException closed) {
                return;
            }
        } else if (address == STDERR) {
            System.err.write(value);
            System.err.flush();
        }
    }

    public static int rdIntMem(int address) {
        return JopFrames.read(address);
    }

    public static void wrIntMem(int value, int address) {
        JopFrames.write(value, address);
    }

    /** An element of an array of references, which nobody asks for but to have its index checked. */
    public static int arrayLoad(int handle, int index) {
        return toInt(((Object[]) toElements(handle))[index]);
    }

    public static void arrayStore(int handle, int index, int value) throws ReflectiveOperationException {
        ((Object[]) toElements(handle))[index] = toObject(value);
    }

    private static Object toElements(int handle) {
        return handle == 0 ? null : held(handle);
    }

    public static int getSP() {
        return JopFrames.top();
    }

    public static void lock(int handle) {
        LOCK.lock();
    }

    public static void unlock(int handle) {
        LOCK.unlock();
    }

    /** A method that is left by an exception has left its monitor. */
    public static void left(int handle) {
        JopThrows.lock(JopThrows.locks() - 1);
    }

    public static void invalidate() {
    }

    public static long makeLong(int high, int low) {
        return (long) high << 32 | low & 0xffffffffL;
    }

    public static int toInt(float value) {
        return Float.floatToRawIntBits(value);
    }

    public static float toFloat(int bits) {
        return Float.intBitsToFloat(bits);
    }

    public static long toLong(double value) {
        return Double.doubleToRawLongBits(value);
    }

    public static double toDouble(long bits) {
        return Double.longBitsToDouble(bits);
    }

    public static int condMove(int a, int b, boolean condition) {
        return condition ? a : b;
    }

    public static Object condMoveRef(Object a, Object b, boolean condition) {
        return condition ? a : b;
    }
}

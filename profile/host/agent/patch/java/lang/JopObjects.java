package java.lang;

import com.jopdesign.sys.Routines;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdk.internal.misc.Unsafe;

/**
 * The program's objects by their handles in the heap of the routines, so that the runtime's own collector can run on them.
 *
 * <p>The host's collector decides what is alive. Before a collection the references of those objects are written to where
 * their fields and elements lie on JOP, the static ones to where these are, and what only the stack refers to into the copy of
 * the stack. The collector then marks, moves and frees as on JOP, and what it executes is counted.
 */
public final class JopObjects {

    /** Whether collections find the program's objects; else nothing is alive behind one. */
    public static boolean isPriced;

    /** Where the memory is free for roots. */
    private static int scratch;

    private static final int DATA = 0;
    private static final int METHODS = 1;
    private static final int TYPE = 3;
    private static final int SIZE = 8;
    private static final int ARRAY_OF_REFERENCES = 1;
    private static final int POINTER_REFERENCES = 4;
    private static final int POINTER_REFERENCE_COUNT = 5;
    /** Words of a class's structure: words of an object, bits of its references, superclass; its method table comes last. */
    private static final int OBJECT_WORDS = 0;
    private static final int BITS = 2;
    private static final int SUPERCLASS = 3;
    private static final int METHOD_TABLE = 5;

    /** What a reference has to an object that is not in the heap. */
    private static final int ELSEWHERE = 3;

    /** Words of the stack that the start of the runtime takes. */
    private static final int START_WORDS = 14;

    /** An object of no handle. */
    private static final WeakReference<?> DEAD = new WeakReference<>(null);

    /** By handle, counted from the highest; null for one whose object is not known yet. */
    private static WeakReference<?>[] known = new WeakReference<?>[1024];

    /** Those of {@link #known} that are arrays. */
    private static final JopHandles ARRAYS = new JopHandles();

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private static long collections;
    /** Collections that found nothing alive because what is would not fit. */
    private static long blind;
    private static boolean isTooSmall;
    /** Whether a collection has begun and not ended. */
    private static boolean isRunning;

    private static final Map<Class<?>, Field[]> FIELDS = new IdentityHashMap<>();
    private static Field[] statics = {};
    private static int[] staticAddresses = {};
    private static int savedPointers;

    private JopObjects() {
    }

    /** Where roots can be written. */
    public static void setScratch(int address) {
        scratch = address;
    }

    /** The static references of the program, and their addresses. */
    static void setStatics(Field[] fields, int[] addresses) {
        statics = fields;
        staticAddresses = addresses;
    }

    /** Collections so far. */
    public static long collections() {
        return collections;
    }

    /** Those of {@link #collections} that found nothing alive: the program's objects do not fit into the heap of JOP. */
    public static long blind() {
        return blind;
    }

    /** Counts a collection that finds nothing alive. */
    public static void count() {
        ++collections;
        ++blind;
    }

    /** An allocation failed: JOP would end here, the host goes on. */
    static void tooSmall() {
        isTooSmall = true;
    }

    /** Gives up a collection that an error has cut short; later ones find nothing alive. Whoever asks holds the heap. */
    public static boolean giveUp() {
        if (!isRunning) {
            return false;
        }
        isRunning = false;
        isTooSmall = true;
        Routines.write(1, savedPointers);
        try {
            Field grey = Class.forName("com.jopdesign.sys.Collector", false, null).getDeclaredField("grey");
            grey.setAccessible(true);
            grey.setInt(null, 0);
        } catch (ReflectiveOperationException impossible) {
            throw new InternalError(impossible);
        }
        return true;
    }

    private static int place(int handle) {
        return (Routines.lastHandle() - handle) / SIZE;
    }

    /** The object of a handle is there. */
    static void put(int handle, Object object) {
        if (isPriced && handle != 0) {
            set(handle, object == null ? DEAD : new WeakReference<>(object));
        }
    }

    private static synchronized void set(int handle, WeakReference<?> object) {
        int place = place(handle);
        if (place >= known.length) {
            known = java.util.Arrays.copyOf(known, place * 2);
        }
        known[place] = object;
        Object array = object.get();
        ARRAYS.set(place, array != null && array.getClass().isArray() ? array : null);
    }

    /** Where the words of an array lie on JOP; 0 for one that is not in the heap, but below it. */
    private static int address(Object array) {
        int place = ARRAYS.find(array, known);
        return place < 0 ? 0 : Routines.read(Routines.lastHandle() - place * SIZE);
    }

    /** Whether an array lies above another on JOP; false where nothing is known of either. */
    public static synchronized boolean liesAbove(Object array, Object other) {
        return isPriced && array != other && address(array) > address(other);
    }

    /** Words of the stack below the running method's locals, or with its frame. */
    public static int stackWords(boolean isWhole) {
        int words = START_WORDS;
        long running = Thread.currentThread().jopNode;
        for (long at = isWhole ? running : JopNode.parent(running); at != 0 && JopNode.method(at) >= 0; at = JopNode.parent(at)) {
            words += JopProfile.frames[JopNode.method(at)];
        }
        return words;
    }

    /** A collection begins; so many words of stack have been copied. */
    public static void beforeCollection(int words) {
        long context = JopProfile.suspend();
        try {
            ++collections;
            savedPointers = Routines.read(1);
            isRunning = true;
            if (isTooSmall) {
                ++blind;
                findNothing();
            } else {
                new Roots(context).write(words);
            }
        } finally {
            JopProfile.resume(context);
        }
    }

    /** It ends: what is free has no object any more. */
    public static synchronized void afterCollection() {
        Routines.write(1, savedPointers);
        isRunning = false;
        int end = Routines.lastHandle();
        for (int place = 1; place < known.length; ++place) {
            if (end - place * SIZE < Routines.firstHandle() || Routines.read(end - place * SIZE) == 0) {
                known[place] = null;
                ARRAYS.set(place, null);
            }
        }
    }

    /** No roots. */
    private static void findNothing() {
        Routines.write(1, scratch);
        Routines.write(scratch + POINTER_REFERENCE_COUNT, 0);
        clear(Routines.stackCopy(), 1 << 10);
    }

    private static void clear(int from, int words) {
        for (int i = 0; i < words; ++i) {
            Routines.write(from + i, 0);
        }
    }

    /** The reference fields that a class itself has; none if they are those that only the host's exceptions have. */
    private static Field[] fields(Class<?> type) {
        Field[] fields = FIELDS.get(type);
        if (fields == null) {
            List<Field> found = new ArrayList<>();
            for (Field field : type == Throwable.class ? new Field[0] : declared(type)) {
                if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    found.add(field);
                }
            }
            fields = found.toArray(new Field[0]);
            FIELDS.put(type, fields);
        }
        return fields;
    }

    /** Fields of a class; none if the type of one is missing, so that its references are taken for those of a stack. */
    private static Field[] declared(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError missing) {
            return new Field[0];
        }
    }

    /** Writes what is alive, and finds out what only a stack refers to. */
    private static final class Roots {
        /** What runs. */
        private final long context;
        private final int first = Routines.firstHandle();
        private final int end = Routines.lastHandle();
        private final IdentityHashMap<Object, Integer> handles = new IdentityHashMap<>();
        /** Handles that are alive. */
        private final List<Integer> alive = new ArrayList<>();
        private final boolean[] isReached = new boolean[(end - first) / SIZE + 1];
        private final boolean[] isNamed = new boolean[isReached.length];

        Roots(long context) {
            this.context = context;
        }

        void write(int words) {
            find();
            handles.forEach((object, handle) -> fill(object, handle));
            int pointers = savedPointers;
            int region = scratch + POINTER_REFERENCE_COUNT + 1;
            int count = Routines.read(pointers + POINTER_REFERENCE_COUNT);
            copyStatics(Routines.read(pointers + POINTER_REFERENCES), region, count);
            for (int i = 0; i < count; ++i) {
                reach(Routines.read(region + i));
            }
            List<Integer> roots = roots();
            int stack = Routines.stackCopy();
            for (int i = 0; i < words; ++i) {
                Routines.write(stack + i, i < roots.size() ? roots.get(i) : 0);
            }
            // What the stack has no room for is not its own, but that of objects which JOP does not have.
            for (int i = words; i < roots.size(); ++i) {
                Routines.write(region + count++, roots.get(i));
            }
            Routines.write(1, scratch);
            Routines.write(scratch + POINTER_REFERENCES, region);
            Routines.write(scratch + POINTER_REFERENCE_COUNT, count);
        }

        /** Asks the host what is alive. What is being made is. */
        private void find() {
            JopHost.forget(context);
            System.gc();
            synchronized (JopObjects.class) {
                for (int handle = first; handle < end; handle += SIZE) {
                    if (Routines.read(handle + DATA) == 0) {
                        continue;
                    }
                    int place = place(handle);
                    WeakReference<?> reference = place < known.length ? known[place] : null;
                    Object object = reference == null ? null : reference.get();
                    if (object != null) {
                        handles.put(object, handle);
                    }
                    if (object != null || reference == null) {
                        alive.add(handle);
                    }
                }
            }
        }

        private int word(Object object) {
            if (object == null) {
                return 0;
            }
            Integer handle = handles.get(object);
            return handle == null ? ELSEWHERE : handle;
        }

        private void fill(Object object, int handle) {
            int data = Routines.read(handle + DATA);
            if (object instanceof Object[]) {
                Object[] elements = (Object[]) object;
                for (int i = 0; i < elements.length; ++i) {
                    Routines.write(data + i, word(elements[i]));
                }
            } else if (!object.getClass().isArray()) {
                fill(object, data, structure(handle));
            }
        }

        /** Class by class: those of the host's library may have other fields than ours. */
        private void fill(Object object, int data, int structure) {
            Class<?> type = object.getClass();
            while (structure != 0 && type != null) {
                int superclass = Routines.read(structure + SUPERCLASS);
                int above = superclass == 0 ? 0 : Routines.read(superclass + OBJECT_WORDS);
                Field[] fields = fields(type);
                int next = 0;
                for (int i = above; i < Integer.SIZE; ++i) {
                    if ((Routines.read(structure + BITS) >>> i & 1) != 0) {
                        Routines.write(data + i, next < fields.length ? word(value(fields[next++], object)) : 0);
                    }
                }
                structure = superclass;
                type = type.getSuperclass();
            }
        }

        private int structure(int handle) {
            return Routines.read(handle + METHODS) - METHOD_TABLE;
        }

        private int bits(int handle) {
            return Routines.read(structure(handle) + BITS);
        }

        private void copyStatics(int from, int to, int count) {
            for (int i = 0; i < count; ++i) {
                Routines.write(to + i, 0);
            }
            for (int i = 0; i < statics.length; ++i) {
                if (!UNSAFE.shouldBeInitialized(statics[i].getDeclaringClass())) {
                    Routines.write(to + staticAddresses[i] - from, word(value(statics[i], null)));
                }
            }
        }

        /** Marks what a word reaches. */
        private void reach(int word) {
            List<Integer> waiting = new ArrayList<>();
            add(word, waiting);
            while (!waiting.isEmpty()) {
                each(waiting.remove(waiting.size() - 1), next -> add(next, waiting));
            }
        }

        private void add(int word, List<Integer> waiting) {
            if (isHandle(word) && !isReached[(word - first) / SIZE]) {
                isReached[(word - first) / SIZE] = true;
                waiting.add(word);
            }
        }

        private boolean isHandle(int word) {
            return word >= first && word < end;
        }

        private void each(int handle, java.util.function.IntConsumer use) {
            int data = Routines.read(handle + DATA);
            int type = Routines.read(handle + TYPE);
            if (type == ARRAY_OF_REFERENCES) {
                for (int i = Routines.read(handle + METHODS); i > 0; --i) {
                    use.accept(Routines.read(data + i - 1));
                }
            } else if (type == 0) {
                for (int left = bits(handle); left != 0; left >>>= 1, ++data) {
                    if ((left & 1) != 0) {
                        use.accept(Routines.read(data));
                    }
                }
            }
        }

        /** What no other object refers to; of what is left in circles, one of each. */
        private List<Integer> roots() {
            List<Integer> roots = new ArrayList<>();
            for (int handle : alive) {
                if (!isReached[(handle - first) / SIZE]) {
                    each(handle, word -> {
                        if (isHandle(word) && word != handle) {
                            isNamed[(word - first) / SIZE] = true;
                        }
                    });
                }
            }
            for (boolean inCircles : new boolean[] {false, true}) {
                for (int handle : alive) {
                    int place = (handle - first) / SIZE;
                    if (!isReached[place] && (inCircles || !isNamed[place])) {
                        roots.add(handle);
                        reach(handle);
                    }
                }
            }
            return roots;
        }
    }

    private static Object value(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException impossible) {
            throw new InternalError(impossible);
        }
    }
}

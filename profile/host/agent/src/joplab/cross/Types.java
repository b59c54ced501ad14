package joplab.cross;

import static joplab.cross.asm.Opcodes.ACC_INTERFACE;
import static joplab.cross.asm.Opcodes.ACC_PRIVATE;
import static joplab.cross.asm.Opcodes.ACC_STATIC;
import static joplab.cross.asm.Opcodes.ASM9;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import joplab.cross.asm.ClassReader;
import joplab.cross.asm.ClassVisitor;
import joplab.cross.asm.FieldVisitor;
import joplab.cross.asm.MethodVisitor;

/**
 * The run-time types of the program in the memory of the routines, laid out as our linker does (spec 11 section 8), as far
 * as routines look at them. Classes are read, not loaded.
 *
 * <pre>
 *   64           table of classes: count, then 4 words for each
 *   CLASSES      16 words for each class: structure, a handle of an object of it
 *   INTERFACES   words of bits before each interface table
 *   ARRAYS       16 words for each array type: descriptor, a handle of such an array
 *   65536        heap
 * </pre>
 */
class Types implements ClassTypes {

    private static final int TABLE = 64;
    private static final int PRIMITIVES = 32;
    private static final int CLASSES = 8192;
    private static final int ARRAYS = 49152;
    private static final int HEAP = 65536;
    /** Words that the image is taken to have on JOP, before the heap. */
    private static final int IMAGE = 8192;
    private static final int MOST_STACK_WORDS = 1024;
    private static final int SIZE = 16;
    private static final int INTERFACE_WORDS = 8;
    private static final int MOST_CLASSES = (ARRAYS - CLASSES) / (SIZE + INTERFACE_WORDS + 1);

    /** What a class file tells. */
    private static final class Parsed {
        String superclass;
        String[] interfaces = {};
        boolean isInterface;
        int words;
        /** A bit for each word that has a reference. */
        int references;
        final Set<String> methods = new HashSet<>();
        final Set<String> privates = new HashSet<>();
        /** Whether there is no class file. */
        boolean isGuessed;

        void add(boolean isPrimitive, boolean isWide) {
            if (words < Integer.SIZE && !isPrimitive) {
                references |= 1 << words;
            }
            words += isWide ? 2 : 1;
        }
    }

    /** Words for switches are given out from here on. */
    private int switches;

    private final String runtime;
    private final Map<String, Parsed> parsed = new HashMap<>();
    /** Names of hidden classes whose files are known. */
    private final Set<String> learned = new HashSet<>();
    private final Map<String, Integer> addresses = new HashMap<>();
    private final List<String> linkedInterfaces = new ArrayList<>();
    private final Map<Integer, Set<String>> supertypes = new HashMap<>();
    private int classes;
    private int arrays;

    Types(Config config) {
        runtime = config.runtime;
        readAnyClass();
        int memory = HEAP + Math.max(config.memoryWords - IMAGE, MOST_STACK_WORDS + 8192);
        int scratch = memory + 64;
        JopObjects.setScratch(scratch);
        switches = scratch + (memory - HEAP) / 8;
        JopRoutines.init(switches + 65536, HEAP, memory - config.stackWords - 1, TABLE, PRIMITIVES);
        address("java/lang/Object", null);
        for (String code : new String[] {"Z4", "C5", "F6", "D7", "B8", "S9", "I10", "J11"}) {
            int descriptor = address("[" + code.charAt(0), null);
            JopRoutines.write(PRIMITIVES + Integer.parseInt(code.substring(1)), descriptor);
        }
    }

    /** Has the JDK set up what reads its own classes: that must not begin while it is being instrumented. */
    private static void readAnyClass() {
        try (InputStream from = ClassLoader.getSystemResourceAsStream("java/lang/ClassLoader.class")) {
            from.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public synchronized int addSwitch(int[] words) {
        int site = switches;
        switches += words.length + 1;
        JopRoutines.write(site, site << 10);
        for (int i = 0; i < words.length; ++i) {
            JopRoutines.write(site + 1 + i, words[i]);
        }
        return site;
    }

    @Override
    public synchronized int address(Class<?> type) {
        String name = nameOf(type);
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        if (!element.isPrimitive() && !addresses.containsKey(name)) {
            ask(element);
        }
        return address(name, type.getClassLoader());
    }

    @Override
    public synchronized void learn(String name, byte[] bytes, ClassLoader loader) {
        if (!parsed.containsKey(name)) {
            Parsed type = new Parsed();
            read(bytes, type);
            parsed.put(name, type);
            addAbove(type, loader);
            learned.add(name);
        }
    }

    /** The name of a class in class files. That of a hidden one has a slash and a number behind it, which tell classes of one name apart. */
    private String nameOf(Class<?> type) {
        Class<?> element = type.getComponentType();
        if (element != null && !element.isPrimitive()) {
            return "[" + (element.isArray() ? nameOf(element) : "L" + nameOf(element) + ";");
        }
        String name = type.getName();
        int slash = name.indexOf('/');
        String plain = slash < 0 ? null : name.substring(0, slash).replace('.', '/');
        return learned.contains(plain) ? plain : name.replace('.', '/');
    }

    /** Asks a class itself if no loader has its file: hidden classes, those of lambdas, proxies. */
    private void ask(Class<?> of) {
        String name = nameOf(of);
        if (!parse(name, of.getClassLoader()).isGuessed || addresses.containsKey(name)) {
            return;
        }
        Parsed type = new Parsed();
        type.isInterface = of.isInterface();
        Class<?> above = of.getSuperclass();
        type.superclass = above == null ? "java/lang/Object" : nameOf(above);
        if (above != null) {
            ask(above);
        }
        Class<?>[] interfaces = of.getInterfaces();
        type.interfaces = new String[interfaces.length];
        for (int i = 0; i < interfaces.length; ++i) {
            ask(interfaces[i]);
            type.interfaces[i] = nameOf(interfaces[i]);
        }
        for (Field field : fields(of)) {
            if (!Modifier.isStatic(field.getModifiers())) {
                type.add(field.getType().isPrimitive(), field.getType() == long.class || field.getType() == double.class);
            }
        }
        parsed.put(name, type);
        addAbove(type, of.getClassLoader());
    }

    /** The fields of a class; none if one of their types is missing. */
    private static Field[] fields(Class<?> of) {
        try {
            return of.getDeclaredFields();
        } catch (LinkageError missing) {
            return new Field[0];
        }
    }

    @Override
    public synchronized int address(String name, ClassLoader loader) {
        Integer known = addresses.get(name);
        if (known != null) {
            return known;
        }
        return name.startsWith("[") ? array(name, loader) : structure(name, loader);
    }

    private int structure(String name, ClassLoader loader) {
        Parsed type = parse(name, loader);
        int parent = type.superclass == null ? 0 : address(type.superclass, loader);
        Set<String> above = new HashSet<>();
        if (type.superclass != null) {
            above.addAll(supertypes.getOrDefault(parent, Set.of()));
        }
        for (String each : type.interfaces) {
            int address = address(each, loader);
            above.addAll(supertypes.getOrDefault(address, Set.of()));
        }
        if (type.isInterface) {
            above.add(name);
        }
        if (classes == MOST_CLASSES) {
            return addresses.get("java/lang/Object");
        }
        int address = CLASSES + SIZE * classes;
        int bits = CLASSES + SIZE * MOST_CLASSES + (INTERFACE_WORDS + 1) * (classes + 1);
        ++classes;
        addresses.put(name, address);
        supertypes.put(address, above);
        JopRoutines.write(address, type.words);
        JopRoutines.write(address + 2, type.references);
        if (type.isInterface) {
            linkedInterfaces.add(name);
            JopRoutines.write(address + 3, -linkedInterfaces.size());
        } else {
            JopRoutines.write(address + 3, parent);
        }
        JopRoutines.write(address + 4, above.isEmpty() ? 0 : bits);
        for (String each : above) {
            // With more interfaces than there are bits, some share one.
            int number = linkedInterfaces.indexOf(each) % (32 * INTERFACE_WORDS) + 1;
            int word = bits - (number + 31 >> 5);
            JopRoutines.write(word, JopRoutines.read(word) | 1 << (number - 1 & 31));
        }
        JopRoutines.write(address + 8 + 1, address + 5);
        int entry = TABLE + 1 + 4 * (classes - 1);
        JopRoutines.write(entry, address);
        JopRoutines.write(TABLE, classes);
        return address;
    }

    private int array(String name, ClassLoader loader) {
        int address = ARRAYS + SIZE * Math.min(arrays, (HEAP - ARRAYS) / SIZE - 1);
        ++arrays;
        addresses.put(name, address);
        String element = name.substring(1);
        boolean isReference = element.startsWith("[") || element.startsWith("L");
        int component = 0;
        int code = 1;
        if (isReference) {
            String of = element.startsWith("L") ? element.substring(1, element.length() - 1) : element;
            component = address(of, loader);
            int entry = TABLE + 1 + 4 * ((component - CLASSES) / SIZE);
            JopRoutines.write(element.startsWith("[") ? component + 5 : entry + 2, address);
        } else {
            code = 4 + "ZCFDBSIJ".indexOf(element);
        }
        JopRoutines.write(address + 1, code);
        JopRoutines.write(address + 2, component);
        JopRoutines.write(address + 3, addresses.get("java/lang/Object"));
        // Longer than any array, so that all indices of the host are inside.
        JopRoutines.write(address + 8 + 1, Integer.MAX_VALUE);
        JopRoutines.write(address + 8 + 3, code);
        JopRoutines.write(address + 8 + 6, address);
        return address;
    }

    @Override
    public int element(String name, ClassLoader loader) {
        int address = address(name, loader);
        address(name.startsWith("[") ? "[" + name : "[L" + name + ";", loader);
        return address;
    }

    @Override
    public synchronized int objectWords(String name, ClassLoader loader) {
        return parse(name, loader).words;
    }

    @Override
    public synchronized boolean isInterface(String name, ClassLoader loader) {
        return parse(name, loader).isInterface;
    }

    @Override
    public synchronized boolean isPrivate(String name, String method, ClassLoader loader) {
        return parse(name, loader).privates.contains(method);
    }

    @Override
    public synchronized boolean declares(String name, String method, ClassLoader loader) {
        return parse(name, loader).methods.contains(method);
    }

    private Parsed parse(String name, ClassLoader loader) {
        Parsed known = parsed.get(name);
        if (known != null) {
            return known;
        }
        Parsed type = new Parsed();
        byte[] bytes = bytes(name, loader);
        if (bytes == null) {
            type.isGuessed = true;
            type.superclass = name.equals("java/lang/Object") ? null : "java/lang/Object";
        } else {
            read(bytes, type);
        }
        parsed.put(name, type);
        addAbove(type, loader);
        return type;
    }

    /** The fields of the superclass lie before a class's own. */
    private void addAbove(Parsed type, ClassLoader loader) {
        if (type.superclass != null) {
            Parsed above = parse(type.superclass, loader);
            // Java shifts by 32 as by 0.
            type.references = (above.words < Integer.SIZE ? type.references << above.words : 0) | above.references;
            type.words += above.words;
        }
    }

    private static void read(byte[] bytes, Parsed type) {
        ClassFiles.reader(bytes).accept(new ClassVisitor(ASM9) {
            @Override
            public void visit(int version, int access, String name, String signature, String superName,
                    String[] interfaces) {
                type.superclass = superName;
                type.interfaces = interfaces == null ? new String[0] : interfaces;
                type.isInterface = (access & ACC_INTERFACE) != 0;
            }

            @Override
            public FieldVisitor visitField(int access, String name, String descriptor, String signature,
                    Object value) {
                if ((access & ACC_STATIC) == 0) {
                    type.add(!descriptor.startsWith("L") && !descriptor.startsWith("["),
                            descriptor.equals("J") || descriptor.equals("D"));
                }
                return null;
            }

            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                    String[] exceptions) {
                type.methods.add(name + descriptor);
                if ((access & ACC_PRIVATE) != 0) {
                    type.privates.add(name + descriptor);
                }
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }

    /** The target's own class where it has one; else the host's. */
    private byte[] bytes(String name, ClassLoader loader) {
        try {
            if (name.startsWith("java/")) {
                try (ZipFile jar = new ZipFile(runtime)) {
                    ZipEntry entry = jar.getEntry(name + ".class");
                    if (entry != null) {
                        try (InputStream from = jar.getInputStream(entry)) {
                            return from.readAllBytes();
                        }
                    }
                }
            }
            String file = name + ".class";
            InputStream from = loader == null
                    ? ClassLoader.getSystemResourceAsStream(file) : loader.getResourceAsStream(file);
            if (from == null) {
                return null;
            }
            try (InputStream stream = from) {
                return stream.readAllBytes();
            }
        } catch (IOException | RuntimeException unreadable) {
            return null;
        }
    }
}

package java.lang;

import java.util.HashMap;

/** The properties of the machine, and those that the program sets. */
final class SystemProperties {

    private static final HashMap<String, String> VALUES = new HashMap<String, String>();

    static {
        VALUES.put("line.separator", "\n");
        VALUES.put("file.separator", "/");
        VALUES.put("path.separator", ":");
        VALUES.put("file.encoding", "UTF-8");
        VALUES.put("java.version", "17");
        VALUES.put("java.specification.version", "17");
        VALUES.put("java.vendor", "Joplab");
        VALUES.put("java.vm.name", "JOP");
        VALUES.put("os.name", "JOP");
        VALUES.put("os.arch", "jop");
    }

    private SystemProperties() {
    }

    private static void check(String key) {
        if (key.isEmpty()) {
            throw new IllegalArgumentException("key can't be empty");
        }
    }

    static synchronized String get(String key) {
        check(key);
        return VALUES.get(key);
    }

    static synchronized String set(String key, String value) {
        check(key);
        if (value == null) {
            throw new NullPointerException();
        }
        return VALUES.put(key, value);
    }

    static synchronized String clear(String key) {
        check(key);
        return VALUES.remove(key);
    }
}

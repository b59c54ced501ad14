package java.lang;

import com.jopdesign.sys.Const;
import com.jopdesign.sys.Native;
import java.util.HashMap;

/** The one String of each text that {@link String#intern} gives: the literal, if the program has it. */
final class Interned {

    private static HashMap<String, String> texts;

    private Interned() {
    }

    static synchronized String of(String text) {
        if (texts == null) {
            texts = new HashMap<String, String>();
            addLiterals();
        }
        String known = texts.putIfAbsent(text, text);
        return known == null ? text : known;
    }

    /** The image has a literal's handle and that of its characters side by side (docs/image-extensions.md, "String literals"). */
    private static void addLiterals() {
        int methods = Native.rdMem(Native.toInt("") + Const.HANDLE_METHODS);
        int end = Native.rdMem(0) - 2 * Const.HANDLE_SIZE;
        for (int handle = Const.HANDLE_SIZE; handle < end; handle += Const.HANDLE_SIZE) {
            int data = Native.rdMem(handle);
            if (Native.rdMem(handle + Const.HANDLE_METHODS) == methods && Native.rdMem(handle + Const.HANDLE_TYPE) == 0
                    && data > handle && data < Native.rdMem(0) && Native.rdMem(data) == handle + Const.HANDLE_SIZE) {
                String literal = (String) Native.toObject(handle);
                texts.put(literal, literal);
            }
        }
    }
}

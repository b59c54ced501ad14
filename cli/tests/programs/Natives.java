import com.jopdesign.sys.Const;
import com.jopdesign.sys.Native;

/** The native interface as programs written for the original use it: each operation, in the order of its table. */
public class Natives {

    private int field = 5;

    public static void main(String[] arguments) {
        if (arguments == null) {
            System.out.println("invoke with null");
            return;
        }
        memory();
        stack();
        conversions();
        calls();
        objects();
    }

    private static void check(String what, boolean right) {
        System.out.println(what + (right ? " ok" : " WRONG"));
    }

    private static void memory() {
        int[] array = {11, 22, 33};
        int data = Native.rd(Native.toInt(array));
        check("rd", Native.rd(data + 1) == 22);
        Native.wr(44, data + 1);
        check("wr", array[1] == 44);
        check("rdMem", Native.rdMem(data + 2) == 33);
        Native.wrMem(55, data + 2);
        check("wrMem", array[2] == 55);
        check("rd of a device", Native.rd(Const.IO_CPU_ID) == 0);
        check("getStatic", Native.getStatic(data) == 11);
        Native.putStatic(66, data);
        check("putStatic", array[0] == 66);
        Native.memCopy(data, data + 1, -1);
        check("memCopy switched off", array[0] == 66 && array[1] == 44);
    }

    private static void stack() {
        int last = Const.STACK_SIZE - 1;
        Native.wrIntMem(7, last);
        check("rdIntMem, wrIntMem", Native.rdIntMem(last) == 7);
        check("RAM_CP", Native.rdIntMem(Const.RAM_CP) != 0);
        int[] copy = new int[2];
        Native.wrIntMem(6, last - 1);
        Native.int2extMem(last - 1, copy, 2);
        check("int2extMem", copy[0] == 6 && copy[1] == 7);
        copy[0] = 8;
        Native.ext2intMem(copy, last, 1);
        check("ext2intMem", Native.rdIntMem(last) == 8);
        int top = Native.getSP();
        check("getSP, getVP", top > Native.getVP() && Native.getVP() >= Const.STACK_OFF);
        Native.setVP(Native.getVP());
        int after = Native.getSP();
        check("setVP", after == top);
    }

    private static void conversions() {
        check("makeLong", Native.makeLong(1, 2) == 0x100000002L);
        check("toInt, toFloat", Native.toFloat(Native.toInt(1.5f)) == 1.5f && Native.toInt(1.0f) == 0x3f800000);
        check("toLong, toDouble", Native.toDouble(Native.toLong(2.5)) == 2.5);
        int[] array = {9};
        check("toObject", Native.toObject(Native.toInt(array)) == array);
        check("toIntArray", Native.toIntArray(Native.toInt(array))[0] == 9);
        check("condMove", Native.condMove(1, 2, true) == 1 && Native.condMove(1, 2, false) == 2);
        check("condMoveRef", Native.condMoveRef(array, null, false) == null);
    }

    private static void calls() {
        int main = Native.rd(Native.rd(1) + Const.POINTER_MAIN);
        Native.invoke(0, main);
        int reference = Native.toInt(new Natives());
        Native.lock(reference);
        Native.unlock(reference);
        check("lock, unlock", true);
    }

    private static void objects() {
        Natives object = new Natives();
        int reference = Native.toInt(object);
        check("getField", Native.getField(reference, 0) == 5);
        Native.putField(reference, 0, 6);
        Native.invalidate();
        check("putField", object.field == 6);
        int[] array = {1, 2, 3};
        int handle = Native.toInt(array);
        Native.arrayStore(handle, 1, 20);
        check("arrayLoad, arrayStore", Native.arrayLoad(handle, 1) == 20 && array[1] == 20);
        check("arrayLength", Native.arrayLength(handle) == 3);
    }
}

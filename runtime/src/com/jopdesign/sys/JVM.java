package com.jopdesign.sys;

/**
 * Bytecodes in Java: method number n is what the machine runs for a bytecode n that has no microcode
 * (spec 12 section 4).
 *
 * <p>The methods stand in the order of the opcodes, without a gap, and nothing that is not in
 * Object may stand before {@link #f_nop}; neither a static initialiser (spec 11 section 8). Parameters are the
 * operands as the stack has them, so a long may be two ints, high word first, and a reference or a float an
 * int. Bytecodes that the microcode has, and those that no compiler makes, report themselves as
 * not implemented.
 */
public final class JVM {

    private static final int SIGN = 0x80000000;

    /** Stands for every bytecode that the linked program does not use. */
    static void f_nop() {
        JVMHelp.noim();
    }

    static void f_aconst_null() {
        JVMHelp.noim();
    }

    static void f_iconst_m1() {
        JVMHelp.noim();
    }

    static void f_iconst_0() {
        JVMHelp.noim();
    }

    static void f_iconst_1() {
        JVMHelp.noim();
    }

    static void f_iconst_2() {
        JVMHelp.noim();
    }

    static void f_iconst_3() {
        JVMHelp.noim();
    }

    static void f_iconst_4() {
        JVMHelp.noim();
    }

    static void f_iconst_5() {
        JVMHelp.noim();
    }

    static void f_lconst_0() {
        JVMHelp.noim();
    }

    static void f_lconst_1() {
        JVMHelp.noim();
    }

    static void f_fconst_0() {
        JVMHelp.noim();
    }

    /** fconst_1: the bits of 1.0f. */
    static int f_fconst_1() {
        return 0x3f800000;
    }

    /** fconst_2: the bits of 2.0f. */
    static int f_fconst_2() {
        return 0x40000000;
    }

    static void f_dconst_0() {
        JVMHelp.noim();
    }

    /** dconst_1: the bits of 1.0. */
    static long f_dconst_1() {
        return Native.makeLong(0x3ff00000, 0);
    }

    static void f_bipush() {
        JVMHelp.noim();
    }

    static void f_sipush() {
        JVMHelp.noim();
    }

    static void f_ldc() {
        JVMHelp.noim();
    }

    static void f_ldc_w() {
        JVMHelp.noim();
    }

    static void f_ldc2_w() {
        JVMHelp.noim();
    }

    static void f_iload() {
        JVMHelp.noim();
    }

    static void f_lload() {
        JVMHelp.noim();
    }

    static void f_fload() {
        JVMHelp.noim();
    }

    static void f_dload() {
        JVMHelp.noim();
    }

    static void f_aload() {
        JVMHelp.noim();
    }

    static void f_iload_0() {
        JVMHelp.noim();
    }

    static void f_iload_1() {
        JVMHelp.noim();
    }

    static void f_iload_2() {
        JVMHelp.noim();
    }

    static void f_iload_3() {
        JVMHelp.noim();
    }

    static void f_lload_0() {
        JVMHelp.noim();
    }

    static void f_lload_1() {
        JVMHelp.noim();
    }

    static void f_lload_2() {
        JVMHelp.noim();
    }

    static void f_lload_3() {
        JVMHelp.noim();
    }

    static void f_fload_0() {
        JVMHelp.noim();
    }

    static void f_fload_1() {
        JVMHelp.noim();
    }

    static void f_fload_2() {
        JVMHelp.noim();
    }

    static void f_fload_3() {
        JVMHelp.noim();
    }

    static void f_dload_0() {
        JVMHelp.noim();
    }

    static void f_dload_1() {
        JVMHelp.noim();
    }

    static void f_dload_2() {
        JVMHelp.noim();
    }

    static void f_dload_3() {
        JVMHelp.noim();
    }

    static void f_aload_0() {
        JVMHelp.noim();
    }

    static void f_aload_1() {
        JVMHelp.noim();
    }

    static void f_aload_2() {
        JVMHelp.noim();
    }

    static void f_aload_3() {
        JVMHelp.noim();
    }

    static void f_iaload() {
        JVMHelp.noim();
    }

    static void f_laload() {
        JVMHelp.noim();
    }

    static void f_faload() {
        JVMHelp.noim();
    }

    static void f_daload() {
        JVMHelp.noim();
    }

    static void f_aaload() {
        JVMHelp.noim();
    }

    static void f_baload() {
        JVMHelp.noim();
    }

    static void f_caload() {
        JVMHelp.noim();
    }

    static void f_saload() {
        JVMHelp.noim();
    }

    static void f_istore() {
        JVMHelp.noim();
    }

    static void f_lstore() {
        JVMHelp.noim();
    }

    static void f_fstore() {
        JVMHelp.noim();
    }

    static void f_dstore() {
        JVMHelp.noim();
    }

    static void f_astore() {
        JVMHelp.noim();
    }

    static void f_istore_0() {
        JVMHelp.noim();
    }

    static void f_istore_1() {
        JVMHelp.noim();
    }

    static void f_istore_2() {
        JVMHelp.noim();
    }

    static void f_istore_3() {
        JVMHelp.noim();
    }

    static void f_lstore_0() {
        JVMHelp.noim();
    }

    static void f_lstore_1() {
        JVMHelp.noim();
    }

    static void f_lstore_2() {
        JVMHelp.noim();
    }

    static void f_lstore_3() {
        JVMHelp.noim();
    }

    static void f_fstore_0() {
        JVMHelp.noim();
    }

    static void f_fstore_1() {
        JVMHelp.noim();
    }

    static void f_fstore_2() {
        JVMHelp.noim();
    }

    static void f_fstore_3() {
        JVMHelp.noim();
    }

    static void f_dstore_0() {
        JVMHelp.noim();
    }

    static void f_dstore_1() {
        JVMHelp.noim();
    }

    static void f_dstore_2() {
        JVMHelp.noim();
    }

    static void f_dstore_3() {
        JVMHelp.noim();
    }

    static void f_astore_0() {
        JVMHelp.noim();
    }

    static void f_astore_1() {
        JVMHelp.noim();
    }

    static void f_astore_2() {
        JVMHelp.noim();
    }

    static void f_astore_3() {
        JVMHelp.noim();
    }

    static void f_iastore() {
        JVMHelp.noim();
    }

    static void f_lastore() {
        JVMHelp.noim();
    }

    static void f_fastore() {
        JVMHelp.noim();
    }

    static void f_dastore() {
        JVMHelp.noim();
    }

    /** aastore: with the check that the array may hold the value. */
    static void f_aastore(int array, int index, int value) {
        if (value != 0 && array != 0) {
            int descriptor = Native.rdMem(array + Const.HANDLE_DESCRIPTOR);
            if (descriptor != 0) {
                int wanted = Native.rdMem(descriptor + Const.CLASS_COMPONENT);
                // Most stores are of the very class or into Object[].
                if (Native.rdMem(value + Const.HANDLE_METHODS) != wanted + Const.CLASS_METHODS
                        || Native.rdMem(value + Const.HANDLE_TYPE) != 0) {
                    int type = Types.of(value);
                    if (!Types.isSubtype(type, wanted)) {
                        // Reports a wrong index first.
                        Native.arrayLoad(array, index);
                        throw new ArrayStoreException(Types.name(type));
                    }
                }
            }
        }
        Native.arrayStore(array, index, value);
    }

    static void f_bastore() {
        JVMHelp.noim();
    }

    static void f_castore() {
        JVMHelp.noim();
    }

    static void f_sastore() {
        JVMHelp.noim();
    }

    static void f_pop() {
        JVMHelp.noim();
    }

    static void f_pop2() {
        JVMHelp.noim();
    }

    static void f_dup() {
        JVMHelp.noim();
    }

    static void f_dup_x1() {
        JVMHelp.noim();
    }

    static void f_dup_x2() {
        JVMHelp.noim();
    }

    static void f_dup2() {
        JVMHelp.noim();
    }

    static void f_dup2_x1() {
        JVMHelp.noim();
    }

    static void f_dup2_x2() {
        JVMHelp.noim();
    }

    static void f_swap() {
        JVMHelp.noim();
    }

    static void f_iadd() {
        JVMHelp.noim();
    }

    static void f_ladd() {
        JVMHelp.noim();
    }

    /** fadd: see {@link SoftFloat}. */
    static int f_fadd(int a, int b) {
        return SoftFloat.add(a, b);
    }

    /** dadd: see {@link SoftDouble}. */
    static long f_dadd(int ah, int al, int bh, int bl) {
        return SoftDouble.add(ah, al, bh, bl);
    }

    static void f_isub() {
        JVMHelp.noim();
    }

    static void f_lsub() {
        JVMHelp.noim();
    }

    /** fsub: see {@link SoftFloat}. */
    static int f_fsub(int a, int b) {
        return SoftFloat.add(a, b ^ SIGN);
    }

    /** dsub: see {@link SoftDouble}. */
    static long f_dsub(int ah, int al, int bh, int bl) {
        return SoftDouble.add(ah, al, bh ^ SIGN, bl);
    }

    /** imul: in microcode, unless a macro of it moves it here. By shifts and additions, from the smaller operand. */
    static int f_imul(int a, int b) {
        if (a + SIGN < b + SIGN) {
            int swap = a;
            a = b;
            b = swap;
        }
        int product = 0;
        while (b != 0) {
            if ((b & 1) != 0) {
                product += a;
            }
            a <<= 1;
            b >>>= 1;
        }
        return product;
    }

    /** lmul: the low 64 bits of the product, from 16-bit halves as imul gives 32 bits. */
    static long f_lmul(int ah, int al, int bh, int bl) {
        int a0 = (char) al;
        int a1 = al >>> 16;
        int b0 = (char) bl;
        int b1 = bl >>> 16;
        int middle = a1 * b0 + (a0 * b0 >>> 16);
        int cross = a0 * b1 + (char) middle;
        return Native.makeLong(a1 * b1 + (middle >>> 16) + (cross >>> 16) + ah * bl + al * bh, al * bl);
    }

    /** fmul: see {@link SoftFloat}. */
    static int f_fmul(int a, int b) {
        return SoftFloat.multiply(a, b);
    }

    /** dmul: see {@link SoftDouble}. */
    static long f_dmul(int ah, int al, int bh, int bl) {
        return SoftDouble.multiply(ah, al, bh, bl);
    }

    /**
     * idiv: rounds toward zero. The quotient's bits are found four at a time, from the first group that
     * can hold a one.
     */
    static int f_idiv(int a, int b) {
        int shift = 0;
        int quotient = 0;
        int sign = a ^ b;
        if (b <= 0) {
            if (b == 0) {
                throw new ArithmeticException("/ by zero");
            }
            b = -b;
            if (b < 0) {
                // -2^31 is its own negative and divides only itself.
                return a == b ? 1 : 0;
            }
        }
        if (a < 0) {
            a = -a;
            if (a < 0) {
                // 2^31 has no sign bit to spare: take the divisor off once by hand.
                a -= b;
                quotient = 1;
            }
        }
        if (a >>> 16 >= b) {
            shift = 16;
        }
        if (a >>> shift + 8 >= b) {
            shift += 8;
        }
        if (a >>> shift + 4 >= b) {
            shift += 4;
        }
        do {
            if (a >>> shift + 3 >= b) {
                a -= b << shift + 3;
                quotient += 8 << shift;
            }
            if (a >>> shift + 2 >= b) {
                a -= b << shift + 2;
                quotient += 4 << shift;
            }
            if (a >>> shift + 1 >= b) {
                a -= b << shift + 1;
                quotient += 2 << shift;
            }
            if (a >>> shift >= b) {
                a -= b << shift;
                quotient += 1 << shift;
            }
            shift -= 4;
        } while (shift >= 0);
        return sign < 0 ? -quotient : quotient;
    }

    /** ldiv: see {@link LongDivision}. */
    static long f_ldiv(int ah, int al, int bh, int bl) {
        if (ah == al >> 31 && bh == bl >> 31 && al != 0x80000000) {
            // Two ints; also reports a division by 0.
            return al / bl;
        }
        if ((bh | bl) == 0) {
            throw new ArithmeticException("/ by zero");
        }
        int sign = ah ^ bh;
        if (ah < 0) {
            al = -al;
            ah = al == 0 ? -ah : ~ah;
        }
        if (bh < 0) {
            bl = -bl;
            bh = bl == 0 ? -bh : ~bh;
        }
        long result = LongDivision.divide(ah, al, bh, bl, false);
        return sign < 0 ? -result : result;
    }

    /** fdiv: see {@link SoftFloat}. */
    static int f_fdiv(int a, int b) {
        return SoftFloat.divide(a, b);
    }

    /** ddiv: see {@link SoftDouble}. */
    static long f_ddiv(int ah, int al, int bh, int bl) {
        return SoftDouble.divide(ah, al, bh, bl);
    }

    /** irem: the sign is that of the dividend. Works like idiv. */
    static int f_irem(int a, int b) {
        int shift = 0;
        int sign = a;
        if (b <= 0) {
            if (b == 0) {
                throw new ArithmeticException("/ by zero");
            }
            b = -b;
            if (b < 0) {
                return a == b ? 0 : a;
            }
        }
        if (a < 0) {
            a = -a;
            if (a < 0) {
                a -= b;
            }
        }
        if ((b & b - 1) == 0) {
            a &= b - 1;
            return sign < 0 ? -a : a;
        }
        if (a >>> 16 >= b) {
            shift = 16;
        }
        if (a >>> shift + 8 >= b) {
            shift += 8;
        }
        if (a >>> shift + 4 >= b) {
            shift += 4;
        }
        do {
            if (a >>> shift + 3 >= b) {
                a -= b << shift + 3;
            }
            if (a >>> shift + 2 >= b) {
                a -= b << shift + 2;
            }
            if (a >>> shift + 1 >= b) {
                a -= b << shift + 1;
            }
            if (a >>> shift >= b) {
                a -= b << shift;
            }
            shift -= 4;
        } while (shift >= 0);
        return sign < 0 ? -a : a;
    }

    /** lrem: see {@link LongDivision}. */
    static long f_lrem(int ah, int al, int bh, int bl) {
        if (ah == al >> 31 && bh == bl >> 31 && al != 0x80000000) {
            // Two ints; also reports a division by 0.
            return al % bl;
        }
        if ((bh | bl) == 0) {
            throw new ArithmeticException("/ by zero");
        }
        int sign = ah;
        if (ah < 0) {
            al = -al;
            ah = al == 0 ? -ah : ~ah;
        }
        if (bh < 0) {
            bl = -bl;
            bh = bl == 0 ? -bh : ~bh;
        }
        long result = LongDivision.divide(ah, al, bh, bl, true);
        return sign < 0 ? -result : result;
    }

    /** frem: see {@link SoftFloat}. */
    static int f_frem(int a, int b) {
        return SoftFloat.remainder(a, b);
    }

    /** drem: see {@link SoftDouble}. */
    static long f_drem(int ah, int al, int bh, int bl) {
        return SoftDouble.remainder(ah, al, bh, bl);
    }

    static void f_ineg() {
        JVMHelp.noim();
    }

    static void f_lneg() {
        JVMHelp.noim();
    }

    /** fneg: the other sign, also of NaN. */
    static int f_fneg(int a) {
        return a ^ SIGN;
    }

    /** dneg: the other sign, also of NaN. */
    static long f_dneg(int high, int low) {
        return Native.makeLong(high ^ SIGN, low);
    }

    static void f_ishl() {
        JVMHelp.noim();
    }

    static void f_lshl() {
        JVMHelp.noim();
    }

    static void f_ishr() {
        JVMHelp.noim();
    }

    static void f_lshr() {
        JVMHelp.noim();
    }

    static void f_iushr() {
        JVMHelp.noim();
    }

    static void f_lushr() {
        JVMHelp.noim();
    }

    static void f_iand() {
        JVMHelp.noim();
    }

    static void f_land() {
        JVMHelp.noim();
    }

    static void f_ior() {
        JVMHelp.noim();
    }

    static void f_lor() {
        JVMHelp.noim();
    }

    static void f_ixor() {
        JVMHelp.noim();
    }

    static void f_lxor() {
        JVMHelp.noim();
    }

    static void f_iinc() {
        JVMHelp.noim();
    }

    static void f_i2l() {
        JVMHelp.noim();
    }

    /** i2f: see {@link SoftFloat}. */
    static int f_i2f(int value) {
        return SoftFloat.fromInt(value);
    }

    /** i2d: see {@link SoftDouble}. */
    static long f_i2d(int value) {
        return SoftDouble.fromInt(value);
    }

    static void f_l2i() {
        JVMHelp.noim();
    }

    /** l2f: see {@link SoftFloat}. */
    static int f_l2f(long value) {
        return SoftFloat.fromLong(value);
    }

    /** l2d: see {@link SoftDouble}. */
    static long f_l2d(long value) {
        return SoftDouble.fromLong(value);
    }

    /** f2i: see {@link SoftFloat}. */
    static int f_f2i(int value) {
        return SoftFloat.toInt(value);
    }

    /** f2l: see {@link SoftFloat}. */
    static long f_f2l(int value) {
        return SoftFloat.toLong(value);
    }

    /** f2d: see {@link SoftDouble}. */
    static long f_f2d(int value) {
        return SoftDouble.fromFloat(value);
    }

    /** d2i: see {@link SoftDouble}. */
    static int f_d2i(long value) {
        return SoftDouble.toInt(value);
    }

    /** d2l: see {@link SoftDouble}. */
    static long f_d2l(long value) {
        return SoftDouble.toLong(value);
    }

    /** d2f: see {@link SoftFloat}. */
    static int f_d2f(long value) {
        return SoftFloat.fromDouble(value);
    }

    /** i2b: sign extension of 8 bits. */
    static int f_i2b(int value) {
        return value << 24 >> 24;
    }

    static void f_i2c() {
        JVMHelp.noim();
    }

    /** i2s: sign extension of 16 bits. */
    static int f_i2s(int value) {
        return value << 16 >> 16;
    }

    /** lcmp: in microcode, unless a macro of it moves it here. */
    static int f_lcmp(int ah, int al, int bh, int bl) {
        if (ah != bh) {
            return ah < bh ? -1 : 1;
        }
        if (al == bl) {
            return 0;
        }
        return al + SIGN < bl + SIGN ? -1 : 1;
    }

    /** fcmpl: -1 if one is NaN. */
    static int f_fcmpl(int a, int b) {
        return SoftFloat.compare(a, b, -1);
    }

    /** fcmpg: 1 if one is NaN. */
    static int f_fcmpg(int a, int b) {
        return SoftFloat.compare(a, b, 1);
    }

    /** dcmpl: -1 if one is NaN. */
    static int f_dcmpl(int ah, int al, int bh, int bl) {
        return SoftDouble.compare(ah, al, bh, bl, -1);
    }

    /** dcmpg: 1 if one is NaN. */
    static int f_dcmpg(int ah, int al, int bh, int bl) {
        return SoftDouble.compare(ah, al, bh, bl, 1);
    }

    static void f_ifeq() {
        JVMHelp.noim();
    }

    static void f_ifne() {
        JVMHelp.noim();
    }

    static void f_iflt() {
        JVMHelp.noim();
    }

    static void f_ifge() {
        JVMHelp.noim();
    }

    static void f_ifgt() {
        JVMHelp.noim();
    }

    static void f_ifle() {
        JVMHelp.noim();
    }

    static void f_if_icmpeq() {
        JVMHelp.noim();
    }

    static void f_if_icmpne() {
        JVMHelp.noim();
    }

    static void f_if_icmplt() {
        JVMHelp.noim();
    }

    static void f_if_icmpge() {
        JVMHelp.noim();
    }

    static void f_if_icmpgt() {
        JVMHelp.noim();
    }

    static void f_if_icmple() {
        JVMHelp.noim();
    }

    static void f_if_acmpeq() {
        JVMHelp.noim();
    }

    static void f_if_acmpne() {
        JVMHelp.noim();
    }

    static void f_goto() {
        JVMHelp.noim();
    }

    static void f_jsr() {
        JVMHelp.noim();
    }

    static void f_ret() {
        JVMHelp.noim();
    }

    /** tableswitch: the pc saved in this very frame becomes that of the target. */
    static void f_tableswitch(int index) {
        int frame = Native.getSP() - 4;
        int pc = Native.rdIntMem(frame + 1) - 1;
        int table = (Native.rdMem(Native.rdIntMem(frame + 4)) >>> 10) + (pc >> 2) + 1;
        int low = Native.rdMem(table + 1);
        if (index >= low && index <= Native.rdMem(table + 2)) {
            table += index - low + 3;
        }
        Native.wrIntMem(pc + Native.rdMem(table), frame + 1);
    }

    /** lookupswitch: a binary search, then as tableswitch. */
    static void f_lookupswitch(int key) {
        int frame = Native.getSP() - 4;
        int pc = Native.rdIntMem(frame + 1) - 1;
        int table = (Native.rdMem(Native.rdIntMem(frame + 4)) >>> 10) + (pc >> 2) + 1;
        int target = table;
        int low = 1;
        int high = Native.rdMem(table + 1);
        while (low <= high) {
            int middle = low + high >> 1;
            int entry = table + (middle << 1);
            int found = Native.rdMem(entry);
            if (found == key) {
                target = entry + 1;
                break;
            }
            if (found < key) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        Native.wrIntMem(pc + Native.rdMem(target), frame + 1);
    }

    static void f_ireturn() {
        JVMHelp.noim();
    }

    static void f_lreturn() {
        JVMHelp.noim();
    }

    static void f_freturn() {
        JVMHelp.noim();
    }

    static void f_dreturn() {
        JVMHelp.noim();
    }

    static void f_areturn() {
        JVMHelp.noim();
    }

    static void f_return() {
        JVMHelp.noim();
    }

    static void f_getstatic() {
        JVMHelp.noim();
    }

    static void f_putstatic() {
        JVMHelp.noim();
    }

    static void f_getfield() {
        JVMHelp.noim();
    }

    static void f_putfield() {
        JVMHelp.noim();
    }

    static void f_invokevirtual() {
        JVMHelp.noim();
    }

    static void f_invokespecial() {
        JVMHelp.noim();
    }

    static void f_invokestatic() {
        JVMHelp.noim();
    }

    static void f_invokeinterface() {
        JVMHelp.noim();
    }

    static void f_unused_ba() {
        JVMHelp.noim();
    }

    /** new: the operand is the class structure. */
    static int f_new(int type) {
        return Heap.allocate(Native.rdMem(type), type + Const.CLASS_METHODS, 0, 0);
    }

    /** newarray: of primitives. */
    static int f_newarray(int count, int type) {
        int size = count;
        if (type == Const.TYPE_LONG || type == Const.TYPE_DOUBLE) {
            // Too many for any memory stays too many.
            size = count > 0x3fffffff ? count : count << 1;
        }
        if (count < 0) {
            throw new NegativeArraySizeException(Integer.toString(count));
        }
        return Heap.allocate(size, count, type, Native.rdMem(LinkInfo.primitiveArrays + type));
    }

    /** anewarray: the operand is the class structure or the array descriptor of the elements. */
    static int f_anewarray(int count, int element) {
        if (count < 0) {
            throw new NegativeArraySizeException(Integer.toString(count));
        }
        return Heap.allocate(count, count, Const.TYPE_REFERENCES, Types.arrayOf(element));
    }

    static void f_arraylength() {
        JVMHelp.noim();
    }

    /**
     * athrow: {@link StackWalker#unwind} writes the handler's state over that of the thrower, so that the
     * return ends in the handler, with the exception alone on its operand stack.
     */
    static Throwable f_athrow(Throwable thrown) {
        int frame = Native.getSP() - 4;
        if (thrown == null) {
            thrown = new NullPointerException();
        }
        if (!StackWalker.unwind(thrown, frame)) {
            // Boot catches everything but what the report of an exception itself throws.
            Startup.complain("nothing catches ");
            Startup.complain(Types.name(Types.of(Native.toInt(thrown))));
            Startup.complain("\n");
            Startup.exit(1);
        }
        return thrown;
    }

    /** checkcast: null may be cast to everything. */
    static int f_checkcast(int reference, int type) {
        if (reference == 0) {
            return 0;
        }
        // Most casts are to the very class.
        if (Native.rdMem(reference + Const.HANDLE_METHODS) == type + Const.CLASS_METHODS
                && Native.rdMem(reference + Const.HANDLE_TYPE) == 0) {
            return reference;
        }
        if (f_instanceof(reference, type) == 0) {
            throw new ClassCastException(Types.castMessage(Types.of(reference), type));
        }
        return reference;
    }

    /** instanceof: of a class, an interface or an array type. */
    static int f_instanceof(int reference, int type) {
        if (reference == 0) {
            return 0;
        }
        if (Native.rdMem(reference + Const.HANDLE_TYPE) != 0) {
            return Types.isSubtype(Types.of(reference), type) ? 1 : 0;
        }
        int own = Native.rdMem(reference + Const.HANDLE_METHODS) - Const.CLASS_METHODS;
        int parent = Native.rdMem(type + Const.CLASS_SUPER);
        if (parent < 0) {
            return Types.implementsInterface(own, -parent) ? 1 : 0;
        }
        while (own != type) {
            own = Native.rdMem(own + Const.CLASS_SUPER);
            if (own == 0) {
                return 0;
            }
        }
        return 1;
    }

    static void f_monitorenter() {
        JVMHelp.noim();
    }

    static void f_monitorexit() {
        JVMHelp.noim();
    }

    static void f_wide() {
        JVMHelp.noim();
    }

    /**
     * multianewarray: takes its operands from the code and its lengths from the caller's operand stack, whose
     * saved top it lowers; the pc saved in this frame moves past the operands.
     */
    static int f_multianewarray() {
        int frame = Native.getSP() - 4;
        int pc = Native.rdIntMem(frame + 1);
        int code = Native.rdMem(Native.rdIntMem(frame + 4)) >>> 10;
        int index = StackWalker.codeByte(code, pc) << 8 | StackWalker.codeByte(code, pc + 1);
        int lengths = Native.rdIntMem(frame) - StackWalker.codeByte(code, pc + 2) + 1;
        int end = lengths + StackWalker.codeByte(code, pc + 2);
        int type = Native.rdMem(Native.rdIntMem(frame + 3) + index);
        Native.wrIntMem(pc + 3, frame + 1);
        Native.wrIntMem(lengths - 1, frame);
        for (int i = lengths; i < end; ++i) {
            if (Native.rdIntMem(i) < 0) {
                throw new NegativeArraySizeException(Integer.toString(Native.rdIntMem(i)));
            }
        }
        return MultiArray.create(type, lengths, end);
    }

    static void f_ifnull() {
        JVMHelp.noim();
    }

    static void f_ifnonnull() {
        JVMHelp.noim();
    }

    static void f_goto_w() {
        JVMHelp.noim();
    }

    static void f_jsr_w() {
        JVMHelp.noim();
    }

    static void f_breakpoint() {
        JVMHelp.noim();
    }

    static void f_resCB() {
        JVMHelp.noim();
    }

    static void f_jopsys_inval() {
        JVMHelp.noim();
    }

    static void f_resCD() {
        JVMHelp.noim();
    }

    static void f_resCE() {
        JVMHelp.noim();
    }

    static void f_resCF() {
        JVMHelp.noim();
    }

    static void f_jopsys_null() {
        JVMHelp.noim();
    }

    static void f_jopsys_rd() {
        JVMHelp.noim();
    }

    static void f_jopsys_wr() {
        JVMHelp.noim();
    }

    static void f_jopsys_rdmem() {
        JVMHelp.noim();
    }

    static void f_jopsys_wrmem() {
        JVMHelp.noim();
    }

    static void f_jopsys_rdint() {
        JVMHelp.noim();
    }

    static void f_jopsys_wrint() {
        JVMHelp.noim();
    }

    static void f_jopsys_getsp() {
        JVMHelp.noim();
    }

    static void f_jopsys_setsp() {
        JVMHelp.noim();
    }

    static void f_jopsys_getvp() {
        JVMHelp.noim();
    }

    static void f_jopsys_setvp() {
        JVMHelp.noim();
    }

    static void f_jopsys_int2ext() {
        JVMHelp.noim();
    }

    static void f_jopsys_ext2int() {
        JVMHelp.noim();
    }

    static void f_jopsys_nop() {
        JVMHelp.noim();
    }

    static void f_jopsys_invoke() {
        JVMHelp.noim();
    }

    static void f_jopsys_cond_move() {
        JVMHelp.noim();
    }

    static void f_getstatic_ref() {
        JVMHelp.noim();
    }

    /** putstatic_ref: the operand is the address of the field. The collector needs no barrier. */
    static void f_putstatic_ref(int value, int address) {
        Native.putStatic(value, address);
    }

    static void f_getfield_ref() {
        JVMHelp.noim();
    }

    /**
     * putfield_ref: the operand is the offset of the field. The collector needs no barrier. The hardware must not find
     * null here: its next field access would go wrong (spec 04 section 8).
     */
    static void f_putfield_ref(int reference, int value, int offset) {
        if (reference == 0) {
            JVMHelp.nullPoint();
        }
        Native.putField(reference, offset, value);
    }

    static void f_getstatic_long() {
        JVMHelp.noim();
    }

    static void f_putstatic_long() {
        JVMHelp.noim();
    }

    static void f_getfield_long() {
        JVMHelp.noim();
    }

    static void f_putfield_long() {
        JVMHelp.noim();
    }

    static void f_jopsys_memcpy() {
        JVMHelp.noim();
    }

    static void f_jopsys_getfield() {
        JVMHelp.noim();
    }

    static void f_jopsys_putfield() {
        JVMHelp.noim();
    }

    static void f_resEB() {
        JVMHelp.noim();
    }

    static void f_invokesuper() {
        JVMHelp.noim();
    }

    static void f_resED() {
        JVMHelp.noim();
    }

    static void f_jopsys_getstatic() {
        JVMHelp.noim();
    }

    static void f_jopsys_putstatic() {
        JVMHelp.noim();
    }

    static void f_sys_int() {
        JVMHelp.noim();
    }

    static void f_sys_exc() {
        JVMHelp.noim();
    }

    static void f_resF2() {
        JVMHelp.noim();
    }

    static void f_resF3() {
        JVMHelp.noim();
    }

    static void f_resF4() {
        JVMHelp.noim();
    }

    static void f_resF5() {
        JVMHelp.noim();
    }

    static void f_resF6() {
        JVMHelp.noim();
    }

    static void f_resF7() {
        JVMHelp.noim();
    }

    static void f_resF8() {
        JVMHelp.noim();
    }

    static void f_resF9() {
        JVMHelp.noim();
    }

    static void f_resFA() {
        JVMHelp.noim();
    }

    static void f_resFB() {
        JVMHelp.noim();
    }

    static void f_resFC() {
        JVMHelp.noim();
    }

    static void f_resFD() {
        JVMHelp.noim();
    }

    static void f_sys_noim() {
        JVMHelp.noim();
    }

    static void f_sys_init() {
        JVMHelp.noim();
    }
}

//! The 256 bytecode names, with operand bytes and the kind of their implementation (spec 10 section 6, spec 11 section 13).
//!
//! A label of the microcode with one of these names makes an entry of the jump table. Three names have no entry of
//! their own: [`SYS_NOIM`] is where all bytecodes without a label go, [`SYS_INT`] and [`SYS_EXC`] are taken in place of
//! a bytecode when an interrupt or an exception is pending.
//!
//! Quirk: source is read in lower case, and the placeholders are written `resCB`, so no label ever matches them.

use Implementation::{Java, Microcode, Missing, Stub};

/// Entry for a pending interrupt.
pub const SYS_INT: u8 = 240;
/// Entry for a pending exception.
pub const SYS_EXC: u8 = 241;
/// Entry for every bytecode without microcode.
pub const SYS_NOIM: u8 = 254;

/// What carries a bytecode out in the original JVM; ours follows it unless its source says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Implementation {
    /// Microcode alone.
    Microcode,
    /// Microcode that calls a Java method written for it.
    Stub,
    /// A Java method of the JVM class, called through `sys_noim`.
    Java,
    /// Nothing; fetching it is an error.
    Missing,
}

/// Bytes that follow an opcode in linked code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OperandBytes {
    /// This many.
    Fixed(u8),
    /// As many as the instruction's own contents say: the switches and `wide`.
    Variable,
}

/// One line of the bytecode table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bytecode {
    /// Opcode, which is also the place in [`TABLE`].
    pub code: u8,
    /// JVM mnemonic or JOP's addition to it.
    pub name: &'static str,
    /// Bytes that follow the opcode in linked code.
    pub operands: OperandBytes,
    /// What carries it out in the original JVM.
    pub implementation: Implementation,
}

/// The operand column of the instructions with operands of variable length.
const VAR: u8 = u8::MAX;

const fn row(
    code: u8,
    name: &'static str,
    operands: u8,
    implementation: Implementation,
) -> Bytecode {
    let operands = match operands {
        VAR => OperandBytes::Variable,
        count => OperandBytes::Fixed(count),
    };
    Bytecode {
        code,
        name,
        operands,
        implementation,
    }
}

/// All opcodes in order: code, name, operand bytes, implementation.
#[rustfmt::skip]
pub const TABLE: [Bytecode; 256] = [
    row(0x00, "nop",               0, Microcode),
    row(0x01, "aconst_null",       0, Microcode),
    row(0x02, "iconst_m1",         0, Microcode),
    row(0x03, "iconst_0",          0, Microcode),
    row(0x04, "iconst_1",          0, Microcode),
    row(0x05, "iconst_2",          0, Microcode),
    row(0x06, "iconst_3",          0, Microcode),
    row(0x07, "iconst_4",          0, Microcode),
    row(0x08, "iconst_5",          0, Microcode),
    row(0x09, "lconst_0",          0, Microcode),
    row(0x0A, "lconst_1",          0, Microcode),
    row(0x0B, "fconst_0",          0, Microcode),
    row(0x0C, "fconst_1",          0, Java),
    row(0x0D, "fconst_2",          0, Java),
    row(0x0E, "dconst_0",          0, Microcode),
    row(0x0F, "dconst_1",          0, Java),
    row(0x10, "bipush",            1, Microcode),
    row(0x11, "sipush",            2, Microcode),
    row(0x12, "ldc",               1, Microcode),
    row(0x13, "ldc_w",             2, Microcode),
    row(0x14, "ldc2_w",            2, Microcode),
    row(0x15, "iload",             1, Microcode),
    row(0x16, "lload",             1, Microcode),
    row(0x17, "fload",             1, Microcode),
    row(0x18, "dload",             1, Microcode),
    row(0x19, "aload",             1, Microcode),
    row(0x1A, "iload_0",           0, Microcode),
    row(0x1B, "iload_1",           0, Microcode),
    row(0x1C, "iload_2",           0, Microcode),
    row(0x1D, "iload_3",           0, Microcode),
    row(0x1E, "lload_0",           0, Microcode),
    row(0x1F, "lload_1",           0, Microcode),
    row(0x20, "lload_2",           0, Microcode),
    row(0x21, "lload_3",           0, Microcode),
    row(0x22, "fload_0",           0, Microcode),
    row(0x23, "fload_1",           0, Microcode),
    row(0x24, "fload_2",           0, Microcode),
    row(0x25, "fload_3",           0, Microcode),
    row(0x26, "dload_0",           0, Microcode),
    row(0x27, "dload_1",           0, Microcode),
    row(0x28, "dload_2",           0, Microcode),
    row(0x29, "dload_3",           0, Microcode),
    row(0x2A, "aload_0",           0, Microcode),
    row(0x2B, "aload_1",           0, Microcode),
    row(0x2C, "aload_2",           0, Microcode),
    row(0x2D, "aload_3",           0, Microcode),
    row(0x2E, "iaload",            0, Microcode),
    row(0x2F, "laload",            0, Microcode),
    row(0x30, "faload",            0, Microcode),
    row(0x31, "daload",            0, Microcode),
    row(0x32, "aaload",            0, Microcode),
    row(0x33, "baload",            0, Microcode),
    row(0x34, "caload",            0, Microcode),
    row(0x35, "saload",            0, Microcode),
    row(0x36, "istore",            1, Microcode),
    row(0x37, "lstore",            1, Microcode),
    row(0x38, "fstore",            1, Microcode),
    row(0x39, "dstore",            1, Microcode),
    row(0x3A, "astore",            1, Microcode),
    row(0x3B, "istore_0",          0, Microcode),
    row(0x3C, "istore_1",          0, Microcode),
    row(0x3D, "istore_2",          0, Microcode),
    row(0x3E, "istore_3",          0, Microcode),
    row(0x3F, "lstore_0",          0, Microcode),
    row(0x40, "lstore_1",          0, Microcode),
    row(0x41, "lstore_2",          0, Microcode),
    row(0x42, "lstore_3",          0, Microcode),
    row(0x43, "fstore_0",          0, Microcode),
    row(0x44, "fstore_1",          0, Microcode),
    row(0x45, "fstore_2",          0, Microcode),
    row(0x46, "fstore_3",          0, Microcode),
    row(0x47, "dstore_0",          0, Microcode),
    row(0x48, "dstore_1",          0, Microcode),
    row(0x49, "dstore_2",          0, Microcode),
    row(0x4A, "dstore_3",          0, Microcode),
    row(0x4B, "astore_0",          0, Microcode),
    row(0x4C, "astore_1",          0, Microcode),
    row(0x4D, "astore_2",          0, Microcode),
    row(0x4E, "astore_3",          0, Microcode),
    row(0x4F, "iastore",           0, Microcode),
    row(0x50, "lastore",           0, Microcode),
    row(0x51, "fastore",           0, Microcode),
    row(0x52, "dastore",           0, Microcode),
    row(0x53, "aastore",           0, Java),
    row(0x54, "bastore",           0, Microcode),
    row(0x55, "castore",           0, Microcode),
    row(0x56, "sastore",           0, Microcode),
    row(0x57, "pop",               0, Microcode),
    row(0x58, "pop2",              0, Microcode),
    row(0x59, "dup",               0, Microcode),
    row(0x5A, "dup_x1",            0, Microcode),
    row(0x5B, "dup_x2",            0, Microcode),
    row(0x5C, "dup2",              0, Microcode),
    row(0x5D, "dup2_x1",           0, Microcode),
    row(0x5E, "dup2_x2",           0, Microcode),
    row(0x5F, "swap",              0, Microcode),
    row(0x60, "iadd",              0, Microcode),
    row(0x61, "ladd",              0, Microcode),
    row(0x62, "fadd",              0, Java),
    row(0x63, "dadd",              0, Java),
    row(0x64, "isub",              0, Microcode),
    row(0x65, "lsub",              0, Microcode),
    row(0x66, "fsub",              0, Java),
    row(0x67, "dsub",              0, Java),
    row(0x68, "imul",              0, Microcode),
    row(0x69, "lmul",              0, Java),
    row(0x6A, "fmul",              0, Java),
    row(0x6B, "dmul",              0, Java),
    row(0x6C, "idiv",              0, Java),
    row(0x6D, "ldiv",              0, Java),
    row(0x6E, "fdiv",              0, Java),
    row(0x6F, "ddiv",              0, Java),
    row(0x70, "irem",              0, Java),
    row(0x71, "lrem",              0, Java),
    row(0x72, "frem",              0, Java),
    row(0x73, "drem",              0, Java),
    row(0x74, "ineg",              0, Microcode),
    row(0x75, "lneg",              0, Microcode),
    row(0x76, "fneg",              0, Java),
    row(0x77, "dneg",              0, Java),
    row(0x78, "ishl",              0, Microcode),
    row(0x79, "lshl",              0, Microcode),
    row(0x7A, "ishr",              0, Microcode),
    row(0x7B, "lshr",              0, Microcode),
    row(0x7C, "iushr",             0, Microcode),
    row(0x7D, "lushr",             0, Microcode),
    row(0x7E, "iand",              0, Microcode),
    row(0x7F, "land",              0, Microcode),
    row(0x80, "ior",               0, Microcode),
    row(0x81, "lor",               0, Microcode),
    row(0x82, "ixor",              0, Microcode),
    row(0x83, "lxor",              0, Microcode),
    row(0x84, "iinc",              2, Microcode),
    row(0x85, "i2l",               0, Microcode),
    row(0x86, "i2f",               0, Java),
    row(0x87, "i2d",               0, Java),
    row(0x88, "l2i",               0, Microcode),
    row(0x89, "l2f",               0, Java),
    row(0x8A, "l2d",               0, Java),
    row(0x8B, "f2i",               0, Java),
    row(0x8C, "f2l",               0, Java),
    row(0x8D, "f2d",               0, Java),
    row(0x8E, "d2i",               0, Java),
    row(0x8F, "d2l",               0, Java),
    row(0x90, "d2f",               0, Java),
    row(0x91, "i2b",               0, Java),
    row(0x92, "i2c",               0, Microcode),
    row(0x93, "i2s",               0, Java),
    row(0x94, "lcmp",              0, Microcode),
    row(0x95, "fcmpl",             0, Java),
    row(0x96, "fcmpg",             0, Java),
    row(0x97, "dcmpl",             0, Java),
    row(0x98, "dcmpg",             0, Java),
    row(0x99, "ifeq",              2, Microcode),
    row(0x9A, "ifne",              2, Microcode),
    row(0x9B, "iflt",              2, Microcode),
    row(0x9C, "ifge",              2, Microcode),
    row(0x9D, "ifgt",              2, Microcode),
    row(0x9E, "ifle",              2, Microcode),
    row(0x9F, "if_icmpeq",         2, Microcode),
    row(0xA0, "if_icmpne",         2, Microcode),
    row(0xA1, "if_icmplt",         2, Microcode),
    row(0xA2, "if_icmpge",         2, Microcode),
    row(0xA3, "if_icmpgt",         2, Microcode),
    row(0xA4, "if_icmple",         2, Microcode),
    row(0xA5, "if_acmpeq",         2, Microcode),
    row(0xA6, "if_acmpne",         2, Microcode),
    row(0xA7, "goto",              2, Microcode),
    row(0xA8, "jsr",               2, Missing),
    row(0xA9, "ret",               1, Missing),
    row(0xAA, "tableswitch",       VAR, Java),
    row(0xAB, "lookupswitch",      VAR, Java),
    row(0xAC, "ireturn",           0, Microcode),
    row(0xAD, "lreturn",           0, Microcode),
    row(0xAE, "freturn",           0, Microcode),
    row(0xAF, "dreturn",           0, Microcode),
    row(0xB0, "areturn",           0, Microcode),
    row(0xB1, "return",            0, Microcode),
    row(0xB2, "getstatic",         2, Microcode),
    row(0xB3, "putstatic",         2, Microcode),
    row(0xB4, "getfield",          2, Microcode),
    row(0xB5, "putfield",          2, Microcode),
    row(0xB6, "invokevirtual",     2, Microcode),
    row(0xB7, "invokespecial",     2, Microcode),
    row(0xB8, "invokestatic",      2, Microcode),
    row(0xB9, "invokeinterface",   4, Microcode),
    row(0xBA, "unused_ba",         0, Missing),
    row(0xBB, "new",               2, Stub),
    row(0xBC, "newarray",          1, Stub),
    row(0xBD, "anewarray",         2, Stub),
    row(0xBE, "arraylength",       0, Microcode),
    row(0xBF, "athrow",            0, Java),
    row(0xC0, "checkcast",         2, Stub),
    row(0xC1, "instanceof",        2, Stub),
    row(0xC2, "monitorenter",      0, Microcode),
    row(0xC3, "monitorexit",       0, Microcode),
    row(0xC4, "wide",              VAR, Missing),
    row(0xC5, "multianewarray",    3, Java),
    row(0xC6, "ifnull",            2, Microcode),
    row(0xC7, "ifnonnull",         2, Microcode),
    row(0xC8, "goto_w",            4, Missing),
    row(0xC9, "jsr_w",             4, Missing),
    row(0xCA, "breakpoint",        0, Missing),
    row(0xCB, "resCB",             0, Missing),
    row(0xCC, "jopsys_inval",      0, Microcode),
    row(0xCD, "resCD",             0, Missing),
    row(0xCE, "resCE",             0, Missing),
    row(0xCF, "resCF",             0, Missing),
    row(0xD0, "jopsys_null",       0, Missing),
    row(0xD1, "jopsys_rd",         0, Microcode),
    row(0xD2, "jopsys_wr",         0, Microcode),
    row(0xD3, "jopsys_rdmem",      0, Microcode),
    row(0xD4, "jopsys_wrmem",      0, Microcode),
    row(0xD5, "jopsys_rdint",      0, Microcode),
    row(0xD6, "jopsys_wrint",      0, Microcode),
    row(0xD7, "jopsys_getsp",      0, Microcode),
    row(0xD8, "jopsys_setsp",      0, Microcode),
    row(0xD9, "jopsys_getvp",      0, Microcode),
    row(0xDA, "jopsys_setvp",      0, Microcode),
    row(0xDB, "jopsys_int2ext",    0, Microcode),
    row(0xDC, "jopsys_ext2int",    0, Microcode),
    row(0xDD, "jopsys_nop",        0, Microcode),
    row(0xDE, "jopsys_invoke",     0, Microcode),
    row(0xDF, "jopsys_cond_move",  0, Microcode),
    row(0xE0, "getstatic_ref",     2, Microcode),
    row(0xE1, "putstatic_ref",     2, Stub),
    row(0xE2, "getfield_ref",      2, Microcode),
    row(0xE3, "putfield_ref",      2, Stub),
    row(0xE4, "getstatic_long",    2, Microcode),
    row(0xE5, "putstatic_long",    2, Microcode),
    row(0xE6, "getfield_long",     2, Microcode),
    row(0xE7, "putfield_long",     2, Microcode),
    row(0xE8, "jopsys_memcpy",     0, Microcode),
    row(0xE9, "jopsys_getfield",   0, Microcode),
    row(0xEA, "jopsys_putfield",   0, Microcode),
    row(0xEB, "resEB",             0, Missing),
    row(0xEC, "invokesuper",       2, Microcode),
    row(0xED, "resED",             0, Missing),
    row(0xEE, "jopsys_getstatic",  0, Microcode),
    row(0xEF, "jopsys_putstatic",  0, Microcode),
    row(0xF0, "sys_int",           0, Stub),
    row(0xF1, "sys_exc",           0, Stub),
    row(0xF2, "resF2",             0, Missing),
    row(0xF3, "resF3",             0, Missing),
    row(0xF4, "resF4",             0, Missing),
    row(0xF5, "resF5",             0, Missing),
    row(0xF6, "resF6",             0, Missing),
    row(0xF7, "resF7",             0, Missing),
    row(0xF8, "resF8",             0, Missing),
    row(0xF9, "resF9",             0, Missing),
    row(0xFA, "resFA",             0, Missing),
    row(0xFB, "resFB",             0, Missing),
    row(0xFC, "resFC",             0, Missing),
    row(0xFD, "resFD",             0, Missing),
    row(0xFE, "sys_noim",          0, Stub),
    row(0xFF, "sys_init",          0, Missing),
];

/// The table line of an opcode.
pub const fn bytecode(code: u8) -> &'static Bytecode {
    &TABLE[code as usize]
}

/// The opcode that a label selects, if its name is that of a bytecode.
pub fn from_label(name: &str) -> Option<u8> {
    TABLE
        .iter()
        .find(|row| row.name == name)
        .map(|row| row.code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opcode_stands_at_its_own_place() {
        for (place, row) in TABLE.iter().enumerate() {
            assert_eq!(usize::from(row.code), place, "{}", row.name);
        }
    }

    #[test]
    fn every_name_selects_its_own_opcode() {
        for row in &TABLE {
            assert_eq!(from_label(row.name), Some(row.code));
        }
    }

    #[test]
    fn the_special_entries_have_their_codes() {
        assert_eq!(from_label("sys_int"), Some(SYS_INT));
        assert_eq!(from_label("sys_exc"), Some(SYS_EXC));
        assert_eq!(from_label("sys_noim"), Some(SYS_NOIM));
    }

    #[test]
    fn a_lower_case_placeholder_selects_nothing() {
        assert_eq!(from_label("rescb"), None);
    }

    #[test]
    fn only_the_switches_and_wide_have_operands_of_variable_length() {
        let names: Vec<_> = TABLE
            .iter()
            .filter(|row| row.operands == OperandBytes::Variable)
            .map(|row| row.name)
            .collect();
        assert_eq!(names, ["tableswitch", "lookupswitch", "wide"]);
    }
}

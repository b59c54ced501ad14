//! The 256 bytecodes of JOP: name and operand bytes, as they stand in class files and in linked code.
//!
//! Codes up to 201 are the Java virtual machine's, with the operands it gives them. The rest are JOP's own (spec 11 section 13)
//! and occur in images only. Where linking changes the meaning of an operand (a pool index becomes an address)
//! its width stays the same.

/// What follows an opcode in the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operands {
    /// Nothing.
    None,
    /// A signed byte to push.
    SignedByte,
    /// A signed 16-bit value to push.
    SignedShort,
    /// The number of a local variable, 8 bits.
    Local,
    /// A local variable (8 bits) and a signed 8-bit increment.
    Increment,
    /// A constant-pool index of 8 bits.
    Slot8,
    /// A constant-pool index of 16 bits.
    Slot16,
    /// A static field, 16 bits: pool index in class files, word address in images.
    Static,
    /// An instance field, 16 bits: pool index in class files, word offset in images.
    Field,
    /// The element type code of `newarray`, 8 bits.
    ArrayType,
    /// A branch offset of 16 bits, relative to the opcode.
    Branch,
    /// A branch offset of 32 bits, relative to the opcode.
    WideBranch,
    /// Padding, default, low, high, offsets.
    TableSwitch,
    /// Padding, default, count, pairs of key and offset.
    LookupSwitch,
    /// A 16-bit constant-pool index, a count and a zero.
    InvokeInterface,
    /// A 16-bit constant-pool index and the number of dimensions.
    MultiNewArray,
    /// Another opcode with a 16-bit local variable; for `iinc` a 16-bit increment too.
    Wide,
}

impl Operands {
    /// Number of operand bytes, `None` where it depends on the place or the contents.
    #[must_use]
    pub fn length(self) -> Option<usize> {
        match self {
            Operands::None => Some(0),
            Operands::SignedByte | Operands::Local | Operands::Slot8 | Operands::ArrayType => {
                Some(1)
            }
            Operands::SignedShort
            | Operands::Increment
            | Operands::Slot16
            | Operands::Static
            | Operands::Field
            | Operands::Branch => Some(2),
            Operands::MultiNewArray => Some(3),
            Operands::WideBranch | Operands::InvokeInterface => Some(4),
            Operands::TableSwitch | Operands::LookupSwitch | Operands::Wide => None,
        }
    }
}

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opcode {
    /// Mnemonic, as the microcode names it too (spec 10 section 6).
    pub name: &'static str,
    /// What follows it.
    pub operands: Operands,
}

macro_rules! opcodes {
    ($($code:literal $name:ident $operands:ident;)*) => {
        /// Every bytecode, indexed by its code.
        pub const OPCODES: [Opcode; 256] =
            [$(Opcode { name: stringify!($name), operands: Operands::$operands }),*];

        #[cfg(test)]
        pub(super) const CODES: [usize; 256] = [$($code),*];
    };
}

#[rustfmt::skip]
mod table {
    use super::{Opcode, Operands};
    opcodes! {
        0x00 nop               None;
        0x01 aconst_null       None;
        0x02 iconst_m1         None;
        0x03 iconst_0          None;
        0x04 iconst_1          None;
        0x05 iconst_2          None;
        0x06 iconst_3          None;
        0x07 iconst_4          None;
        0x08 iconst_5          None;
        0x09 lconst_0          None;
        0x0a lconst_1          None;
        0x0b fconst_0          None;
        0x0c fconst_1          None;
        0x0d fconst_2          None;
        0x0e dconst_0          None;
        0x0f dconst_1          None;
        0x10 bipush            SignedByte;
        0x11 sipush            SignedShort;
        0x12 ldc               Slot8;
        0x13 ldc_w             Slot16;
        0x14 ldc2_w            Slot16;
        0x15 iload             Local;
        0x16 lload             Local;
        0x17 fload             Local;
        0x18 dload             Local;
        0x19 aload             Local;
        0x1a iload_0           None;
        0x1b iload_1           None;
        0x1c iload_2           None;
        0x1d iload_3           None;
        0x1e lload_0           None;
        0x1f lload_1           None;
        0x20 lload_2           None;
        0x21 lload_3           None;
        0x22 fload_0           None;
        0x23 fload_1           None;
        0x24 fload_2           None;
        0x25 fload_3           None;
        0x26 dload_0           None;
        0x27 dload_1           None;
        0x28 dload_2           None;
        0x29 dload_3           None;
        0x2a aload_0           None;
        0x2b aload_1           None;
        0x2c aload_2           None;
        0x2d aload_3           None;
        0x2e iaload            None;
        0x2f laload            None;
        0x30 faload            None;
        0x31 daload            None;
        0x32 aaload            None;
        0x33 baload            None;
        0x34 caload            None;
        0x35 saload            None;
        0x36 istore            Local;
        0x37 lstore            Local;
        0x38 fstore            Local;
        0x39 dstore            Local;
        0x3a astore            Local;
        0x3b istore_0          None;
        0x3c istore_1          None;
        0x3d istore_2          None;
        0x3e istore_3          None;
        0x3f lstore_0          None;
        0x40 lstore_1          None;
        0x41 lstore_2          None;
        0x42 lstore_3          None;
        0x43 fstore_0          None;
        0x44 fstore_1          None;
        0x45 fstore_2          None;
        0x46 fstore_3          None;
        0x47 dstore_0          None;
        0x48 dstore_1          None;
        0x49 dstore_2          None;
        0x4a dstore_3          None;
        0x4b astore_0          None;
        0x4c astore_1          None;
        0x4d astore_2          None;
        0x4e astore_3          None;
        0x4f iastore           None;
        0x50 lastore           None;
        0x51 fastore           None;
        0x52 dastore           None;
        0x53 aastore           None;
        0x54 bastore           None;
        0x55 castore           None;
        0x56 sastore           None;
        0x57 pop               None;
        0x58 pop2              None;
        0x59 dup               None;
        0x5a dup_x1            None;
        0x5b dup_x2            None;
        0x5c dup2              None;
        0x5d dup2_x1           None;
        0x5e dup2_x2           None;
        0x5f swap              None;
        0x60 iadd              None;
        0x61 ladd              None;
        0x62 fadd              None;
        0x63 dadd              None;
        0x64 isub              None;
        0x65 lsub              None;
        0x66 fsub              None;
        0x67 dsub              None;
        0x68 imul              None;
        0x69 lmul              None;
        0x6a fmul              None;
        0x6b dmul              None;
        0x6c idiv              None;
        0x6d ldiv              None;
        0x6e fdiv              None;
        0x6f ddiv              None;
        0x70 irem              None;
        0x71 lrem              None;
        0x72 frem              None;
        0x73 drem              None;
        0x74 ineg              None;
        0x75 lneg              None;
        0x76 fneg              None;
        0x77 dneg              None;
        0x78 ishl              None;
        0x79 lshl              None;
        0x7a ishr              None;
        0x7b lshr              None;
        0x7c iushr             None;
        0x7d lushr             None;
        0x7e iand              None;
        0x7f land              None;
        0x80 ior               None;
        0x81 lor               None;
        0x82 ixor              None;
        0x83 lxor              None;
        0x84 iinc              Increment;
        0x85 i2l               None;
        0x86 i2f               None;
        0x87 i2d               None;
        0x88 l2i               None;
        0x89 l2f               None;
        0x8a l2d               None;
        0x8b f2i               None;
        0x8c f2l               None;
        0x8d f2d               None;
        0x8e d2i               None;
        0x8f d2l               None;
        0x90 d2f               None;
        0x91 i2b               None;
        0x92 i2c               None;
        0x93 i2s               None;
        0x94 lcmp              None;
        0x95 fcmpl             None;
        0x96 fcmpg             None;
        0x97 dcmpl             None;
        0x98 dcmpg             None;
        0x99 ifeq              Branch;
        0x9a ifne              Branch;
        0x9b iflt              Branch;
        0x9c ifge              Branch;
        0x9d ifgt              Branch;
        0x9e ifle              Branch;
        0x9f if_icmpeq         Branch;
        0xa0 if_icmpne         Branch;
        0xa1 if_icmplt         Branch;
        0xa2 if_icmpge         Branch;
        0xa3 if_icmpgt         Branch;
        0xa4 if_icmple         Branch;
        0xa5 if_acmpeq         Branch;
        0xa6 if_acmpne         Branch;
        0xa7 goto              Branch;
        0xa8 jsr               Branch;
        0xa9 ret               Local;
        0xaa tableswitch       TableSwitch;
        0xab lookupswitch      LookupSwitch;
        0xac ireturn           None;
        0xad lreturn           None;
        0xae freturn           None;
        0xaf dreturn           None;
        0xb0 areturn           None;
        0xb1 return            None;
        0xb2 getstatic         Static;
        0xb3 putstatic         Static;
        0xb4 getfield          Field;
        0xb5 putfield          Field;
        0xb6 invokevirtual     Slot16;
        0xb7 invokespecial     Slot16;
        0xb8 invokestatic      Slot16;
        0xb9 invokeinterface   InvokeInterface;
        0xba unused_ba         None;
        0xbb new               Slot16;
        0xbc newarray          ArrayType;
        0xbd anewarray         Slot16;
        0xbe arraylength       None;
        0xbf athrow            None;
        0xc0 checkcast         Slot16;
        0xc1 instanceof        Slot16;
        0xc2 monitorenter      None;
        0xc3 monitorexit       None;
        0xc4 wide              Wide;
        0xc5 multianewarray    MultiNewArray;
        0xc6 ifnull            Branch;
        0xc7 ifnonnull         Branch;
        0xc8 goto_w            WideBranch;
        0xc9 jsr_w             WideBranch;
        0xca breakpoint        None;
        0xcb resCB             None;
        0xcc jopsys_inval      None;
        0xcd resCD             None;
        0xce resCE             None;
        0xcf resCF             None;
        0xd0 jopsys_null       None;
        0xd1 jopsys_rd         None;
        0xd2 jopsys_wr         None;
        0xd3 jopsys_rdmem      None;
        0xd4 jopsys_wrmem      None;
        0xd5 jopsys_rdint      None;
        0xd6 jopsys_wrint      None;
        0xd7 jopsys_getsp      None;
        0xd8 jopsys_setsp      None;
        0xd9 jopsys_getvp      None;
        0xda jopsys_setvp      None;
        0xdb jopsys_int2ext    None;
        0xdc jopsys_ext2int    None;
        0xdd jopsys_nop        None;
        0xde jopsys_invoke     None;
        0xdf jopsys_cond_move  None;
        0xe0 getstatic_ref     Static;
        0xe1 putstatic_ref     Static;
        0xe2 getfield_ref      Field;
        0xe3 putfield_ref      Field;
        0xe4 getstatic_long    Static;
        0xe5 putstatic_long    Static;
        0xe6 getfield_long     Field;
        0xe7 putfield_long     Field;
        0xe8 jopsys_memcpy     None;
        0xe9 jopsys_getfield   None;
        0xea jopsys_putfield   None;
        0xeb resEB             None;
        0xec invokesuper       Slot16;
        0xed resED             None;
        0xee jopsys_getstatic  None;
        0xef jopsys_putstatic  None;
        0xf0 sys_int           None;
        0xf1 sys_exc           None;
        0xf2 resF2             None;
        0xf3 resF3             None;
        0xf4 resF4             None;
        0xf5 resF5             None;
        0xf6 resF6             None;
        0xf7 resF7             None;
        0xf8 resF8             None;
        0xf9 resF9             None;
        0xfa resFA             None;
        0xfb resFB             None;
        0xfc resFC             None;
        0xfd resFD             None;
        0xfe sys_noim          None;
        0xff sys_init          None;
    }
}
pub use table::OPCODES;

/// The row of one bytecode.
#[must_use]
pub fn opcode(code: u8) -> Opcode {
    OPCODES[usize::from(code)]
}

/// The highest code a class file may contain.
pub(crate) const LAST_JAVA_OPCODE: u8 = JSR_W;

macro_rules! codes {
    ($($name:ident = $code:literal;)*) => { $(pub(crate) const $name: u8 = $code;)* };
}

codes! {
    NOP = 0x00;
    ACONST_NULL = 0x01;
    ICONST_0 = 0x03;
    BIPUSH = 0x10;
    SIPUSH = 0x11;
    LDC = 0x12;
    LDC_W = 0x13;
    LDC2_W = 0x14;
    ILOAD = 0x15;
    ILOAD_0 = 0x1a;
    ALOAD_0 = 0x2a;
    ISTORE = 0x36;
    ISTORE_0 = 0x3b;
    POP = 0x57;
    POP2 = 0x58;
    DUP = 0x59;
    IADD = 0x60;
    IMUL = 0x68;
    I2L = 0x85;
    I2F = 0x86;
    I2D = 0x87;
    L2F = 0x89;
    L2D = 0x8a;
    F2D = 0x8d;
    LCMP = 0x94;
    IFEQ = 0x99;
    IFNE = 0x9a;
    IF_ICMPNE = 0xa0;
    IF_ICMPGT = 0xa3;
    IF_ACMPNE = 0xa6;
    GOTO = 0xa7;
    JSR = 0xa8;
    RET = 0xa9;
    TABLESWITCH = 0xaa;
    LOOKUPSWITCH = 0xab;
    IRETURN = 0xac;
    ARETURN = 0xb0;
    RETURN = 0xb1;
    GETSTATIC = 0xb2;
    PUTSTATIC = 0xb3;
    GETFIELD = 0xb4;
    PUTFIELD = 0xb5;
    INVOKEVIRTUAL = 0xb6;
    INVOKESPECIAL = 0xb7;
    INVOKESTATIC = 0xb8;
    INVOKEINTERFACE = 0xb9;
    INVOKEDYNAMIC = 0xba;
    NEW = 0xbb;
    NEWARRAY = 0xbc;
    ANEWARRAY = 0xbd;
    ARRAYLENGTH = 0xbe;
    ATHROW = 0xbf;
    CHECKCAST = 0xc0;
    INSTANCEOF = 0xc1;
    MONITORENTER = 0xc2;
    MONITOREXIT = 0xc3;
    WIDE = 0xc4;
    MULTIANEWARRAY = 0xc5;
    IFNULL = 0xc6;
    IFNONNULL = 0xc7;
    GOTO_W = 0xc8;
    JSR_W = 0xc9;
    GETSTATIC_REF = 0xe0;
    PUTSTATIC_REF = 0xe1;
    GETFIELD_REF = 0xe2;
    PUTFIELD_REF = 0xe3;
    GETSTATIC_LONG = 0xe4;
    PUTSTATIC_LONG = 0xe5;
    GETFIELD_LONG = 0xe6;
    PUTFIELD_LONG = 0xe7;
    INVOKESUPER = 0xec;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_stands_at_its_code() {
        for (row, code) in table::CODES.iter().enumerate() {
            assert_eq!(row, *code);
        }
    }

    #[test]
    fn the_named_codes_have_those_names_in_the_table() {
        for (code, name) in [
            (LDC2_W, "ldc2_w"),
            (GOTO_W, "goto_w"),
            (INVOKESUPER, "invokesuper"),
            (PUTFIELD_LONG, "putfield_long"),
            (MULTIANEWARRAY, "multianewarray"),
        ] {
            assert_eq!(opcode(code).name, name);
        }
    }

    #[test]
    fn only_switches_and_wide_have_no_fixed_length() {
        let variable: Vec<&str> = OPCODES
            .iter()
            .filter(|row| row.operands.length().is_none())
            .map(|row| row.name)
            .collect();
        assert_eq!(variable, ["tableswitch", "lookupswitch", "wide"]);
    }
}

//! Words of the operand stack that bytecodes take and leave.

use super::{Bytecode, op};

impl Bytecode {
    /// Words that it takes from the operand stack and words that it leaves there; none where that depends on its operands, and for
    /// operations that only JOP has. Fields are those of images.
    #[must_use]
    #[rustfmt::skip]
    pub const fn stack_words(self) -> Option<(usize, usize)> {
        Some(match self.code() {
            op::NOP | op::IINC | op::GOTO | op::RETURN => (0, 0),
            op::ACONST_NULL..=op::ICONST_5 | op::FCONST_0..=op::FCONST_2 | op::BIPUSH..=op::LDC_W => (0, 1),
            op::LCONST_0 | op::LCONST_1 | op::DCONST_0 | op::DCONST_1 | op::LDC2_W => (0, 2),
            op::ILOAD | op::FLOAD | op::ALOAD => (0, 1),
            op::ILOAD_0..=op::ILOAD_3 | op::FLOAD_0..=op::FLOAD_3 | op::ALOAD_0..=op::ALOAD_3 => (0, 1),
            op::LLOAD | op::DLOAD | op::LLOAD_0..=op::LLOAD_3 | op::DLOAD_0..=op::DLOAD_3 => (0, 2),
            op::IALOAD | op::FALOAD | op::AALOAD..=op::SALOAD => (2, 1),
            op::LALOAD | op::DALOAD => (2, 2),
            op::ISTORE | op::FSTORE | op::ASTORE => (1, 0),
            op::ISTORE_0..=op::ISTORE_3 | op::FSTORE_0..=op::FSTORE_3 | op::ASTORE_0..=op::ASTORE_3 => (1, 0),
            op::LSTORE | op::DSTORE | op::LSTORE_0..=op::LSTORE_3 | op::DSTORE_0..=op::DSTORE_3 => (2, 0),
            op::IASTORE | op::FASTORE | op::AASTORE..=op::SASTORE => (3, 0),
            op::LASTORE | op::DASTORE => (4, 0),
            op::POP => (1, 0),
            op::POP2 => (2, 0),
            op::DUP => (1, 2),
            op::DUP_X1 => (2, 3),
            op::DUP_X2 => (3, 4),
            op::DUP2 => (2, 4),
            op::DUP2_X1 => (3, 5),
            op::DUP2_X2 => (4, 6),
            op::SWAP => (2, 2),
            op::IADD | op::ISUB | op::IMUL | op::IDIV | op::IREM => (2, 1),
            op::FADD | op::FSUB | op::FMUL | op::FDIV | op::FREM => (2, 1),
            op::LADD | op::LSUB | op::LMUL | op::LDIV | op::LREM => (4, 2),
            op::DADD | op::DSUB | op::DMUL | op::DDIV | op::DREM => (4, 2),
            op::ISHL | op::ISHR | op::IUSHR | op::IAND | op::IOR | op::IXOR => (2, 1),
            op::LSHL | op::LSHR | op::LUSHR => (3, 2),
            op::LAND | op::LOR | op::LXOR => (4, 2),
            op::INEG | op::FNEG | op::I2F | op::F2I | op::I2B..=op::I2S => (1, 1),
            op::LNEG | op::DNEG | op::L2D | op::D2L => (2, 2),
            op::I2L | op::I2D | op::F2L | op::F2D => (1, 2),
            op::L2I | op::L2F | op::D2I | op::D2F => (2, 1),
            op::LCMP | op::DCMPL | op::DCMPG => (4, 1),
            op::FCMPL | op::FCMPG => (2, 1),
            op::IFEQ..=op::IFLE | op::IFNULL | op::IFNONNULL => (1, 0),
            op::IF_ICMPEQ..=op::IF_ACMPNE => (2, 0),
            op::TABLESWITCH | op::LOOKUPSWITCH => (1, 0),
            op::IRETURN | op::FRETURN | op::ARETURN => (1, 0),
            op::LRETURN | op::DRETURN => (2, 0),
            op::GETSTATIC | op::GETSTATIC_REF => (0, 1),
            op::GETSTATIC_LONG => (0, 2),
            op::PUTSTATIC | op::PUTSTATIC_REF => (1, 0),
            op::PUTSTATIC_LONG => (2, 0),
            op::GETFIELD | op::GETFIELD_REF => (1, 1),
            op::GETFIELD_LONG => (1, 2),
            op::PUTFIELD | op::PUTFIELD_REF => (2, 0),
            op::PUTFIELD_LONG => (3, 0),
            op::NEW => (0, 1),
            op::NEWARRAY | op::ANEWARRAY | op::ARRAYLENGTH | op::CHECKCAST | op::INSTANCEOF => (1, 1),
            op::ATHROW | op::MONITORENTER | op::MONITOREXIT => (1, 0),
            _ => return None,
        })
    }
}

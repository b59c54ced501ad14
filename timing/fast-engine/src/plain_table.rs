//! The table of plain bytecodes, which access only the stack.
//!
//! The kinds of the quick loop, their decoding, its simple arms and the simple half of the exact step all come from here.
//! Calls, memory and branches are written by hand where they are executed.

/// Hands both lists to a macro.
///
/// In `usual` all runs of a bytecode take the same cycles. Columns: kind of the quick loop; change of the stack pointer and
/// how far it rises above its start; bytes, `any` if the bytecodes differ in that; bytecodes; what they do to the stack
/// `s` with the operand `n`.
///
/// In `varying` the function tells which of its scenarios a bytecode met. Columns: kind; change and rise; bytecode; the field
/// with the cycles that a scenario saves; the scenarios; what it does to the stack.
#[rustfmt::skip]
macro_rules! for_each_plain {
    ($emit:ident) => {
        $emit! {
            usual {
                Nop               0 0 1 [NOP | JOPSYS_NOP] |_s| {};
                Push              1 1 any [ACONST_NULL | ICONST_M1..=ICONST_5 | FCONST_0 | BIPUSH | SIPUSH] |s, n| s.push(n);
                PushLong          2 2 1 [LCONST_0 | LCONST_1 | DCONST_0] |s, n| { s.push(0); s.push(n); };
                Load              1 1 any [ILOAD | FLOAD | ALOAD | ILOAD_0..=ILOAD_3 | FLOAD_0..=FLOAD_3 | ALOAD_0..=ALOAD_3] |s, n| s.push_from(s.local(n));
                Store            -1 0 any [ISTORE | FSTORE | ASTORE | ISTORE_0..=ISTORE_3 | FSTORE_0..=FSTORE_3 | ASTORE_0..=ASTORE_3] |s, n| s.pop_to(s.local(n));
                LoadPair          2 2 1 [LLOAD_0..=LLOAD_2 | DLOAD_0..=DLOAD_2] |s, n| on::load_long_short(s, n);
                StorePair        -2 0 1 [LSTORE_0..=LSTORE_2 | DSTORE_0..=DSTORE_2] |s, n| on::store_long_short(s, n);
                LoadLong          2 3 any [LLOAD | DLOAD | LLOAD_3 | DLOAD_3] |s, n| on::load_long(s, n);
                StoreLong        -2 3 any [LSTORE | DSTORE | LSTORE_3 | DSTORE_3] |s, n| on::store_long(s, n);
                Increment         0 2 3 [IINC] |s, n| on::iinc(s, n >> 16, n as u16 as i16 as u32);
                Pop              -1 0 1 [POP] |s| _ = s.pop();
                Pop2             -2 0 1 [POP2] |s| { s.pop(); s.pop(); };
                Dup               1 1 1 [DUP] |s| s.dup();
                DupX1             1 1 1 [DUP_X1] |s| on::dup_x1(s);
                DupX2             1 1 1 [DUP_X2] |s| on::dup_x2(s);
                Dup2              2 2 1 [DUP2] |s| on::dup2(s);
                Dup2X1            2 2 1 [DUP2_X1] |s| on::dup2_x1(s);
                Dup2X2            2 2 1 [DUP2_X2] |s| on::dup2_x2(s);
                Swap              0 0 1 [SWAP] |s| on::swap(s);
                Add              -1 0 1 [IADD] |s| s.add();
                Sub              -1 0 1 [ISUB] |s| s.sub();
                Multiply         -1 0 1 [IMUL] |s| on::imul(s);
                Negate            0 1 1 [INEG] |s| on::ineg(s);
                And              -1 0 1 [IAND] |s| s.combine(|b, a| b & a);
                Or               -1 0 1 [IOR] |s| s.combine(|b, a| b | a);
                Xor              -1 0 1 [IXOR] |s| s.combine(|b, a| b ^ a);
                ShiftLeft        -1 0 1 [ISHL] |s| s.combine(on::shift_left);
                ShiftRight       -1 0 1 [ISHR] |s| s.combine(on::shift_right);
                ShiftRightLogical -1 0 1 [IUSHR] |s| s.combine(on::shift_right_logical);
                IntToChar         0 1 1 [I2C] |s| on::i2c(s);
                IntToLong         1 1 1 [I2L] |s| on::i2l(s);
                LongToInt        -1 0 1 [L2I] |s| on::l2i(s);
                LongAdd          -2 4 1 [LADD] |s| on::ladd(s);
                LongSub          -2 4 1 [LSUB] |s| on::lsub(s);
                LongNegate        0 4 1 [LNEG] |s| on::lneg(s);
                LongAnd          -2 1 1 [LAND] |s| on::long_logic(s, |b, a| b & a);
                LongOr           -2 1 1 [LOR] |s| on::long_logic(s, |b, a| b | a);
                LongXor          -2 1 1 [LXOR] |s| on::long_logic(s, |b, a| b ^ a);
                ReadStack         0 0 1 [JOPSYS_RDINT] |s| { let address = s.pop(); s.push_from(address); };
                WriteStack       -2 0 1 [JOPSYS_WRINT] |s| { let address = s.pop(); s.pop_to(address); };
                GetSp             1 2 1 [JOPSYS_GETSP] |s| { s.push_sp(); s.push(1); s.add(); };
                GetVp             1 1 1 [JOPSYS_GETVP] |s| s.push(s.vp);
            }
            varying {
                LongShiftLeft         -1 3 LSHL             shift_left          SHIFTS      on::lshl;
                LongShiftRight        -1 3 LSHR             shift_right         SHIFTS      on::lshr;
                LongShiftRightLogical -1 3 LUSHR            shift_right_logical SHIFTS      on::lushr;
                LongCompare           -3 4 LCMP             compare             COMPARISONS on::lcmp;
                ConditionalMove       -2 0 JOPSYS_COND_MOVE conditional_move    CONDITIONS  on::conditional_move;
            }
        }
    };
}

pub(crate) use for_each_plain;

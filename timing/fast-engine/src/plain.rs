//! Bytecodes whose cycles depend on their operands at most: stack, arithmetic, branches.

use cost_model::Scenario;
use isa::op;

use crate::arithmetic::{self as on, Comparison, LongShift};
use crate::error::Fault;
use crate::step::{Step, place};

/// Carries a bytecode out.
pub(crate) fn execute(step: &mut Step<'_>, opcode: u8) -> Result<(), Fault> {
    if matches!(opcode, op::IFEQ..=op::GOTO | op::IFNULL | op::IFNONNULL) {
        return branch(step, opcode);
    }
    let length = length(opcode);
    let operands = match length {
        1 => 0,
        2 => step.byte(1)?,
        _ => step.operand()?,
    };
    let Some(scenario) = on_stack(step, opcode, operands) else {
        let (method, pc) = place(step.core);
        return Err(Fault::NotInMicrocode { opcode, method, pc });
    };
    step.take(scenario);
    step.core.pc += length;
    Ok(())
}

fn length(opcode: u8) -> u32 {
    match opcode {
        op::BIPUSH | op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE => 2,
        op::SIPUSH | op::IINC => 3,
        _ => 1,
    }
}

/// Gives the scenario; none for what our microcode leaves to Java.
fn on_stack(step: &mut Step<'_>, opcode: u8, operands: u32) -> Option<Scenario> {
    let s = &mut step.core.stack;
    match opcode {
        op::ACONST_NULL | op::ICONST_0 | op::FCONST_0 => s.push(0),
        op::ICONST_M1 | op::ICONST_1..=op::ICONST_5 => s.push((i32::from(opcode) - 3) as u32),
        op::LCONST_0 | op::DCONST_0 => {
            s.push(0);
            s.push(0);
        }
        op::LCONST_1 => {
            s.push(0);
            s.push(1);
        }
        op::BIPUSH => s.push(operands as u8 as i8 as u32),
        op::SIPUSH => s.push(operands as u16 as i16 as u32),
        op::ILOAD | op::FLOAD | op::ALOAD => s.push_from(s.local(operands)),
        op::LLOAD | op::DLOAD => on::load_long(s, operands),
        op::ILOAD_0..=op::ILOAD_3 | op::FLOAD_0..=op::FLOAD_3 | op::ALOAD_0..=op::ALOAD_3 => {
            s.push_from(s.local(u32::from(opcode - op::ILOAD_0) % 8 % 4))
        }
        op::LLOAD_0..=op::LLOAD_2 => on::load_long_short(s, u32::from(opcode - op::LLOAD_0)),
        op::DLOAD_0..=op::DLOAD_2 => on::load_long_short(s, u32::from(opcode - op::DLOAD_0)),
        op::LLOAD_3 | op::DLOAD_3 => on::load_long(s, 3),
        op::ISTORE | op::FSTORE | op::ASTORE => s.pop_to(s.local(operands)),
        op::LSTORE | op::DSTORE => on::store_long(s, operands),
        op::ISTORE_0..=op::ISTORE_3 | op::FSTORE_0..=op::FSTORE_3 | op::ASTORE_0..=op::ASTORE_3 => {
            s.pop_to(s.local(u32::from(opcode - op::ISTORE_0) % 8 % 4))
        }
        op::LSTORE_0..=op::LSTORE_2 => on::store_long_short(s, u32::from(opcode - op::LSTORE_0)),
        op::DSTORE_0..=op::DSTORE_2 => on::store_long_short(s, u32::from(opcode - op::DSTORE_0)),
        op::LSTORE_3 | op::DSTORE_3 => on::store_long(s, 3),
        op::IINC => on::iinc(s, operands >> 8, operands as u8 as i8 as u32),
        _ => return shuffle_or_compute(step, opcode),
    }
    Some(Scenario::Usual)
}

fn shuffle_or_compute(step: &mut Step<'_>, opcode: u8) -> Option<Scenario> {
    let s = &mut step.core.stack;
    match opcode {
        op::POP => _ = s.pop(),
        op::POP2 => {
            s.pop();
            s.pop();
        }
        op::DUP => s.dup(),
        op::DUP_X1 => on::dup_x1(s),
        op::DUP_X2 => on::dup_x2(s),
        op::DUP2 => on::dup2(s),
        op::DUP2_X1 => on::dup2_x1(s),
        op::DUP2_X2 => on::dup2_x2(s),
        op::SWAP => on::swap(s),
        op::IADD => s.add(),
        op::LADD => on::ladd(s),
        op::ISUB => s.sub(),
        op::LSUB => on::lsub(s),
        op::IMUL => on::imul(s),
        op::INEG => on::ineg(s),
        op::LNEG => on::lneg(s),
        op::ISHL => s.combine(on::shift_left),
        op::LSHL => return Some(shift(on::lshl(s))),
        op::ISHR => s.combine(on::shift_right),
        op::LSHR => return Some(shift(on::lshr(s))),
        op::IUSHR => s.combine(on::shift_right_logical),
        op::LUSHR => return Some(shift(on::lushr(s))),
        op::IAND => s.combine(|b, a| b & a),
        op::LAND => on::long_logic(s, |b, a| b & a),
        op::IOR => s.combine(|b, a| b | a),
        op::LOR => on::long_logic(s, |b, a| b | a),
        op::IXOR => s.combine(|b, a| b ^ a),
        op::LXOR => on::long_logic(s, |b, a| b ^ a),
        op::I2L => on::i2l(s),
        op::L2I => on::l2i(s),
        op::I2C => on::i2c(s),
        op::LCMP => return Some(comparison(on::lcmp(s))),
        op::NOP => {}
        _ => return None,
    }
    Some(Scenario::Usual)
}

fn shift(kind: LongShift) -> Scenario {
    match kind {
        LongShift::Zero => Scenario::ByZero,
        LongShift::Word => Scenario::By32To63,
        LongShift::Bits => Scenario::Usual,
    }
}

fn comparison(kind: Comparison) -> Scenario {
    match kind {
        Comparison::FirstNegative => Scenario::FirstNegative,
        Comparison::SecondNegative => Scenario::SecondNegative,
        Comparison::Equal => Scenario::Equal,
        Comparison::SameSign => Scenario::Usual,
    }
}

/// Whether a branch on (b, a) is taken; the hardware decides on the opcode (spec 03 section 1).
#[inline(always)]
pub(crate) fn is_taken(opcode: u8, b: u32, a: u32) -> bool {
    let (signed_a, signed_b) = (a as i32, b as i32);
    match opcode {
        op::IFEQ | op::IFNULL => a == 0,
        op::IFNE | op::IFNONNULL => a != 0,
        op::IFLT => signed_a < 0,
        op::IFGE => signed_a >= 0,
        op::IFGT => signed_a > 0,
        op::IFLE => signed_a <= 0,
        op::IF_ICMPEQ | op::IF_ACMPEQ => a == b,
        op::IF_ICMPNE | op::IF_ACMPNE => a != b,
        op::IF_ICMPLT => signed_b < signed_a,
        op::IF_ICMPGE => signed_b >= signed_a,
        op::IF_ICMPGT => signed_b > signed_a,
        op::IF_ICMPLE => signed_b <= signed_a,
        _ => true,
    }
}

fn branch(step: &mut Step<'_>, opcode: u8) -> Result<(), Fault> {
    let offset = step.operand()? as u16 as i16;
    let s = &mut step.core.stack;
    let taken = is_taken(opcode, s.b, s.a);
    let operands = match opcode {
        op::IF_ICMPEQ..=op::IF_ACMPNE => 2,
        op::GOTO => 0,
        _ => 1,
    };
    for _ in 0..operands {
        s.pop();
    }
    step.take(Scenario::Usual);
    let pc = &mut step.core.pc;
    *pc = if taken {
        pc.wrapping_add_signed(offset.into())
    } else {
        *pc + 3
    };
    Ok(())
}

//! Bytecodes whose cycles depend on their operands at most: stack, arithmetic, branches.

use cost_model::Scenario;

use crate::arithmetic::{self as on, Comparison, LongShift};
use crate::error::Fault;
use crate::step::{Step, place};

/// Carries a bytecode out.
pub(crate) fn execute(step: &mut Step<'_>, opcode: u8) -> Result<(), Fault> {
    if (153..=167).contains(&opcode) || matches!(opcode, 198 | 199) {
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
        16 | 21..=25 | 54..=58 => 2,
        17 | 132 => 3,
        _ => 1,
    }
}

/// Gives the scenario; none for what our microcode leaves to Java.
fn on_stack(step: &mut Step<'_>, opcode: u8, operands: u32) -> Option<Scenario> {
    let s = &mut step.core.stack;
    match opcode {
        1 | 3 | 11 => s.push(0),
        2 | 4..=8 => s.push((i32::from(opcode) - 3) as u32),
        9 | 14 => {
            s.push(0);
            s.push(0);
        }
        10 => {
            s.push(0);
            s.push(1);
        }
        16 => s.push(operands as u8 as i8 as u32),
        17 => s.push(operands as u16 as i16 as u32),
        21 | 23 | 25 => s.push_from(s.local(operands)),
        22 | 24 => on::load_long(s, operands),
        26..=29 | 34..=37 | 42..=45 => s.push_from(s.local(u32::from(opcode - 26) % 8 % 4)),
        30..=32 => on::load_long_short(s, u32::from(opcode - 30)),
        38..=40 => on::load_long_short(s, u32::from(opcode - 38)),
        33 | 41 => on::load_long(s, 3),
        54 | 56 | 58 => s.pop_to(s.local(operands)),
        55 | 57 => on::store_long(s, operands),
        59..=62 | 67..=70 | 75..=78 => s.pop_to(s.local(u32::from(opcode - 59) % 8 % 4)),
        63..=65 => on::store_long_short(s, u32::from(opcode - 63)),
        71..=73 => on::store_long_short(s, u32::from(opcode - 71)),
        66 | 74 => on::store_long(s, 3),
        132 => on::iinc(s, operands >> 8, operands as u8 as i8 as u32),
        _ => return shuffle_or_compute(step, opcode),
    }
    Some(Scenario::Usual)
}

fn shuffle_or_compute(step: &mut Step<'_>, opcode: u8) -> Option<Scenario> {
    let s = &mut step.core.stack;
    match opcode {
        87 => _ = s.pop(),
        88 => {
            s.pop();
            s.pop();
        }
        89 => s.dup(),
        90 => on::dup_x1(s),
        91 => on::dup_x2(s),
        92 => on::dup2(s),
        93 => on::dup2_x1(s),
        94 => on::dup2_x2(s),
        95 => on::swap(s),
        96 => s.add(),
        97 => on::ladd(s),
        100 => s.sub(),
        101 => on::lsub(s),
        104 => on::imul(s),
        116 => on::ineg(s),
        117 => on::lneg(s),
        120 => s.combine(on::shift_left),
        121 => return Some(shift(on::lshl(s))),
        122 => s.combine(on::shift_right),
        123 => return Some(shift(on::lshr(s))),
        124 => s.combine(on::shift_right_logical),
        125 => return Some(shift(on::lushr(s))),
        126 => s.combine(|b, a| b & a),
        127 => on::long_logic(s, |b, a| b & a),
        128 => s.combine(|b, a| b | a),
        129 => on::long_logic(s, |b, a| b | a),
        130 => s.combine(|b, a| b ^ a),
        131 => on::long_logic(s, |b, a| b ^ a),
        133 => on::i2l(s),
        136 => on::l2i(s),
        146 => on::i2c(s),
        148 => return Some(comparison(on::lcmp(s))),
        0 => {}
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
        153 | 198 => a == 0,
        154 | 199 => a != 0,
        155 => signed_a < 0,
        156 => signed_a >= 0,
        157 => signed_a > 0,
        158 => signed_a <= 0,
        159 | 165 => a == b,
        160 | 166 => a != b,
        161 => signed_b < signed_a,
        162 => signed_b >= signed_a,
        163 => signed_b > signed_a,
        164 => signed_b <= signed_a,
        _ => true,
    }
}

fn branch(step: &mut Step<'_>, opcode: u8) -> Result<(), Fault> {
    let offset = step.operand()? as u16 as i16;
    let s = &mut step.core.stack;
    let taken = is_taken(opcode, s.b, s.a);
    let operands = match opcode {
        159..=166 => 2,
        167 => 0,
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

//! Bytecodes whose cycles depend only on their operands: stack, arithmetic, branches.

use cost_model::Scenario;
use isa::{Bytecode, Operands, op};

use crate::arithmetic as on;
use crate::error::Fault;
use crate::plain_table::for_each_plain;
use crate::step::{Step, place};

/// Scenarios of the shifts, in the order of [`on::LongShift`].
pub(crate) const SHIFTS: [Scenario; 3] = [Scenario::ByZero, Scenario::By32To63, Scenario::Usual];
/// Scenarios of `lcmp`, in the order of [`on::Comparison`].
pub(crate) const COMPARISONS: [Scenario; 4] = [
    Scenario::FirstNegative,
    Scenario::SecondNegative,
    Scenario::Equal,
    Scenario::Usual,
];
/// Scenarios of the conditional move, in the order of [`on::Condition`].
pub(crate) const CONDITIONS: [Scenario; 2] = [Scenario::ConditionZero, Scenario::Usual];

/// Carries a bytecode out.
pub(crate) fn execute(step: &mut Step<'_>, opcode: u8) -> Result<(), Fault> {
    if matches!(opcode, op::IFEQ..=op::GOTO | op::IFNULL | op::IFNONNULL) {
        return branch(step, opcode);
    }
    let length = Bytecode::of(opcode).length().unwrap_or(1) as u32;
    let mut bytes = [0; 2];
    for (byte, n) in bytes.iter_mut().zip(1..length) {
        *byte = step.byte(n)? as u8;
    }
    let Some(scenario) = on_stack(step, opcode, operand(opcode, bytes)) else {
        let (method, pc) = place(step.core);
        return Err(Fault::NotInMicrocode { opcode, method, pc });
    };
    step.take(scenario);
    step.core.pc += length;
    Ok(())
}

/// The operand that a bytecode names or implies; the increment of `iinc` is below the local variable.
pub(crate) fn operand(opcode: u8, [first, second]: [u8; 2]) -> u32 {
    let bytecode = Bytecode::of(opcode);
    match bytecode.operands() {
        Operands::None => bytecode.implied_operand().unwrap_or(0) as u32,
        Operands::SignedByte => first as i8 as u32,
        Operands::SignedShort => i16::from_be_bytes([first, second]) as u32,
        Operands::Local | Operands::Slot8 | Operands::ArrayType => first.into(),
        Operands::Increment => u32::from(first) << 16 | u32::from(i16::from(second as i8) as u16),
        _ => u16::from_be_bytes([first, second]).into(),
    }
}

macro_rules! exact_step {
    (
        usual { $($kind:ident $change:literal $rise:literal $length:tt [$bytecodes:pat] |$s:ident $(, $n:ident)?| $effect:expr;)* }
        varying { $($varying:ident $varying_change:literal $varying_rise:literal $bytecode:ident $saving:ident $scenarios:ident $run:path;)* }
    ) => {
        /// Gives the scenario; none for what our microcode leaves to Java.
        fn on_stack(step: &mut Step<'_>, opcode: u8, operand: u32) -> Option<Scenario> {
            use isa::op::*;
            let stack = &mut step.core.stack;
            match opcode {
                $($bytecodes => {
                    let $s = stack;
                    $(let $n = operand;)?
                    $effect;
                    Some(Scenario::Usual)
                })*
                $($bytecode => Some($scenarios[$run(stack) as usize]),)*
                _ => None,
            }
        }
    };
}

for_each_plain!(exact_step);

/// Returns true if a branch on (b, a) is taken; the hardware decides on the opcode (spec 03 section 1).
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

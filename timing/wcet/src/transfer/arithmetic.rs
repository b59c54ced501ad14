//! Numbers: intervals through arithmetic, logic and shifts.

use isa::{Bytecode, op};

use crate::state::State;
use crate::value::Value;

/// A number between both if that is one.
pub(super) fn number(lo: i64, hi: i64) -> Value {
    match (i32::try_from(lo), i32::try_from(hi)) {
        (Ok(lo), Ok(hi)) => Value::between(lo, hi),
        _ => Value::ANY,
    }
}

pub(super) fn arithmetic(state: &mut State, opcode: u8) {
    match opcode {
        op::IADD | op::ISUB | op::IMUL | op::IDIV | op::IREM => {
            let (b, a) = (state.pop(), state.pop());
            let word = b.constant().filter(|_| opcode == op::IADD);
            let word = word.and_then(|word| a.word_of_handle(word));
            state.push(word.unwrap_or_else(|| combine(opcode, a, b).aged(&[a, b])));
        }
        op::IAND..=op::LXOR if is_int_logic(opcode) => {
            let (b, a) = (state.pop(), state.pop());
            state.push(logic(opcode, a, b).aged(&[a, b]));
        }
        op::ISHL | op::ISHR | op::IUSHR => {
            let (b, a) = (state.pop(), state.pop());
            state.push(shift(opcode, a, b).aged(&[a, b]));
        }
        op::INEG => {
            let a = state.pop();
            let (lo, hi) = a.range();
            state.push(number(-i64::from(hi), -i64::from(lo)).aged(&[a]));
        }
        op::I2C | op::I2B | op::I2S => {
            let a = state.pop();
            let (lo, hi) = match opcode {
                op::I2C => (0, i32::from(u16::MAX)),
                op::I2B => (i8::MIN.into(), i8::MAX.into()),
                _ => (i16::MIN.into(), i16::MAX.into()),
            };
            let (from, to) = a.range();
            let is_inside = lo <= from && to <= hi;
            let cut = Value::between(lo, hi);
            state.push(if is_inside { a } else { cut });
        }
        op::I2L => {
            let a = state.pop();
            let (lo, hi) = a.range();
            state.push(Value::between(lo >> 31, hi >> 31).aged(&[a]));
            state.push(a);
        }
        op::L2I => {
            let low = state.pop();
            state.pop();
            state.push(low);
        }
        op::BALOAD | op::CALOAD | op::SALOAD => {
            state.pop_many(2);
            state.push(match opcode {
                op::BALOAD => Value::between(i8::MIN.into(), i8::MAX.into()),
                op::CALOAD => Value::between(0, u16::MAX.into()),
                _ => Value::between(i16::MIN.into(), i16::MAX.into()),
            });
        }
        op::LCMP | op::DCMPL | op::DCMPG => {
            state.pop_many(4);
            state.push(Value::between(-1, 1));
        }
        op::FCMPL | op::FCMPG => {
            state.pop_many(2);
            state.push(Value::between(-1, 1));
        }
        _ => {
            let (takes, leaves) = Bytecode::of(opcode).stack_words().unwrap_or((0, 0));
            state.pop_many(takes);
            state.push_unknown(leaves);
        }
    }
}

fn is_int_logic(opcode: u8) -> bool {
    matches!(opcode, op::IAND | op::IOR | op::IXOR)
}

fn combine(opcode: u8, a: Value, b: Value) -> Value {
    let wide = |(lo, hi): (i32, i32)| (i64::from(lo), i64::from(hi));
    let ((al, ah), (bl, bh)) = (wide(a.range()), wide(b.range()));
    match opcode {
        op::IADD => number(al + bl, ah + bh),
        op::ISUB => number(al - bh, ah - bl),
        op::IMUL => {
            let corners = [al * bl, al * bh, ah * bl, ah * bh];
            let (lo, hi) = corners.iter().fold((i64::MAX, i64::MIN), |(lo, hi), it| {
                (lo.min(*it), hi.max(*it))
            });
            number(lo, hi)
        }
        op::IDIV => quotient((al, ah), (bl, bh)),
        _ => {
            let most = bl.abs().max(bh.abs()).max(1) - 1;
            let hi = if ah <= 0 { 0 } else { ah.min(most) };
            let lo = if al >= 0 { 0 } else { al.max(-most) };
            number(lo, hi)
        }
    }
}

/// The divisor is not 0, as that raises an exception.
fn quotient((al, ah): (i64, i64), (bl, bh): (i64, i64)) -> Value {
    let mut ends: Vec<i64> = Vec::new();
    let divisors = [bl, bh, -1, 1];
    for divisor in divisors
        .into_iter()
        .filter(|it| *it != 0 && (bl..=bh).contains(it))
    {
        ends.extend([al / divisor, ah / divisor]);
    }
    // A large divisor gives 0, unless both ends have one sign.
    match (ends.iter().min(), ends.iter().max()) {
        (Some(lo), Some(hi)) => number(*lo, *hi),
        _ => Value::ANY,
    }
}

fn logic(opcode: u8, a: Value, b: Value) -> Value {
    let ((al, ah), (bl, bh)) = (a.range(), b.range());
    if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
        return Value::int(match opcode {
            op::IAND => a & b,
            op::IOR => a | b,
            _ => a ^ b,
        });
    }
    match opcode {
        op::IAND if al >= 0 && bl >= 0 => Value::between(0, ah.min(bh)),
        op::IAND if al >= 0 => Value::between(0, ah),
        op::IAND if bl >= 0 => Value::between(0, bh),
        op::IOR | op::IXOR if al >= 0 && bl >= 0 => Value::between(0, mask(ah | bh)),
        _ => Value::ANY,
    }
}

/// All bits up to the highest of a number that is not negative.
fn mask(number: i32) -> i32 {
    match number.leading_zeros() {
        0 => i32::MAX,
        zeros => (u32::MAX.checked_shr(zeros).unwrap_or(0)).cast_signed(),
    }
}

fn shift(opcode: u8, a: Value, b: Value) -> Value {
    let (lo, hi) = a.range();
    let Some(by) = b.constant().map(|by| by & 31) else {
        return match opcode {
            op::ISHR if lo >= 0 => Value::between(0, hi),
            op::ISHR => Value::between(lo.min(0), hi.max(0)),
            op::IUSHR if lo >= 0 => Value::between(0, hi),
            _ => Value::ANY,
        };
    };
    match opcode {
        op::ISHL => number(i64::from(lo) << by, i64::from(hi) << by),
        op::ISHR => Value::between(lo >> by, hi >> by),
        _ if lo >= 0 => Value::between(lo >> by, hi >> by),
        _ if by > 0 => Value::between(0, (u32::MAX >> by).cast_signed()),
        _ => a,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(opcode: u8, a: Value, b: Value) -> (i32, i32) {
        let mut state = State {
            locals: Vec::new(),
            stack: vec![a, b],
        };
        arithmetic(&mut state, opcode);
        assert_eq!(state.stack.len(), 1);
        state.pop().range()
    }

    #[test]
    fn arithmetic_holds_for_all_numbers_of_small_intervals() {
        let opcodes = [
            op::IADD,
            op::ISUB,
            op::IMUL,
            op::IDIV,
            op::IREM,
            op::IAND,
            op::IOR,
            op::IXOR,
            op::ISHL,
            op::ISHR,
            op::IUSHR,
        ];
        let ends: [(i32, i32); 6] = [(-7, -3), (-2, 5), (0, 0), (1, 4), (3, 9), (-1, 1)];
        for opcode in opcodes {
            for (a, b) in ends.into_iter().flat_map(|a| ends.map(|b| (a, b))) {
                let (lo, hi) = range(opcode, Value::between(a.0, a.1), Value::between(b.0, b.1));
                for (x, y) in (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y))) {
                    let result = match opcode {
                        op::IADD => x + y,
                        op::ISUB => x - y,
                        op::IMUL => x * y,
                        op::IDIV | op::IREM if y == 0 => continue,
                        op::IDIV => x / y,
                        op::IREM => x % y,
                        op::IAND => x & y,
                        op::IOR => x | y,
                        op::IXOR => x ^ y,
                        op::ISHL => x.wrapping_shl(y.cast_unsigned()),
                        op::ISHR => x.wrapping_shr(y.cast_unsigned()),
                        _ => (x.cast_unsigned().wrapping_shr(y.cast_unsigned())).cast_signed(),
                    };
                    assert!(
                        (lo..=hi).contains(&result),
                        "{opcode}: {x}, {y} gives {result}, not {lo} to {hi}"
                    );
                }
            }
        }
    }
}

//! Linked bytecode, instruction by instruction, without names.

use isa::{Bytecode, Operands, op};

/// One instruction of linked code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Instruction {
    /// Byte offset in the method.
    pub(crate) pc: usize,
    pub(crate) opcode: u8,
    /// The first operand, unsigned: a constant's index, an address. 0 if there is none.
    pub(crate) operand: u16,
}

/// The instructions of a method. Code that is cut off ends with its last whole byte.
pub(crate) fn instructions(code: &[u8]) -> impl Iterator<Item = Instruction> {
    let mut pc = 0;
    std::iter::from_fn(move || {
        let opcode = *code.get(pc)?;
        let instruction = Instruction {
            pc,
            opcode,
            operand: first_operand(code, pc, opcode),
        };
        pc += length(code, pc, opcode);
        Some(instruction)
    })
}

fn first_operand(code: &[u8], pc: usize, code_point: u8) -> u16 {
    match Bytecode::of(code_point).operands() {
        Operands::Slot8 | Operands::Local => byte(code, pc + 1).into(),
        Operands::Slot16
        | Operands::Static
        | Operands::Field
        | Operands::InvokeInterface
        | Operands::MultiNewArray => u16::from_be_bytes([byte(code, pc + 1), byte(code, pc + 2)]),
        _ => 0,
    }
}

/// Bytes of an instruction, its opcode included; at most up to the end of the code.
fn length(code: &[u8], pc: usize, code_point: u8) -> usize {
    let operands = Bytecode::of(code_point).operands();
    if let Some(length) = operands.length() {
        return 1 + length;
    }
    // Switches are padded so that their words lie on multiples of four.
    let table = (pc + 4) & !3;
    let words = match operands {
        Operands::TableSwitch => {
            let (low, high) = (int(code, table + 4), int(code, table + 8));
            3 + usize::try_from(i64::from(high) - i64::from(low) + 1).unwrap_or_default()
        }
        Operands::LookupSwitch => 2 + 2 * usize::try_from(int(code, table + 4)).unwrap_or_default(),
        _ if byte(code, pc + 1) == op::IINC => return 6,
        _ => return 4,
    };
    (table - pc) + 4 * words.min(code.len())
}

/// A byte of the code; 0 after its end, where damaged code may lead.
fn byte(code: &[u8], at: usize) -> u8 {
    code.get(at).copied().unwrap_or_default()
}

fn int(code: &[u8], at: usize) -> i32 {
    i32::from_be_bytes([0, 1, 2, 3].map(|offset| byte(code, at + offset)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(code: &[u8]) -> Vec<(usize, u8)> {
        instructions(code).map(|it| (it.pc, it.opcode)).collect()
    }

    #[test]
    fn instructions_follow_each_other_by_their_lengths() {
        // iconst_1, bipush, goto, invokeinterface, wide iload, wide iinc, return
        let code = [
            4, 16, 9, 167, 0, 3, 185, 0, 1, 2, 0, 196, 21, 0, 1, 196, 132, 0, 1, 0, 5, 177,
        ];
        assert_eq!(
            places(&code),
            [
                (0, 4),
                (1, 16),
                (3, 167),
                (6, 185),
                (11, 196),
                (15, 196),
                (21, 177)
            ]
        );
    }

    #[test]
    fn switches_are_padded_to_words_and_as_long_as_they_say() {
        let mut table = vec![170, 0, 0, 0];
        table.extend([0, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0, 2]);
        table.extend([0, 0, 0, 20, 0, 0, 0, 20, 177]);
        assert_eq!(places(&table), [(0, 170), (24, 177)]);
        let mut lookup = vec![0, 171, 0, 0];
        lookup.extend([0, 0, 0, 19, 0, 0, 0, 1]);
        lookup.extend([0, 0, 0, 7, 0, 0, 0, 19, 177]);
        assert_eq!(places(&lookup), [(0, 0), (1, 171), (20, 177)]);
    }

    #[test]
    fn a_switch_that_claims_to_be_endless_ends_the_code() {
        let code = [170, 0, 0, 0, 0, 0, 0, 0, 128, 0, 0, 0, 127, 255, 255, 255];
        assert_eq!(places(&code), [(0, 170)]);
    }
}

//! Linked bytecode, instruction by instruction, without names.

use isa::{Bytecode, Operands, op};

/// One instruction of linked code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// Byte offset in the method.
    pub pc: usize,
    /// Its bytecode.
    pub opcode: u8,
    /// The first operand, unsigned: a constant's index, an address. 0 if there is none.
    pub operand: u16,
    /// Bytes up to the next one, as far as there is code.
    pub length: usize,
}

/// The instructions of a method. Code that is cut off ends with its last whole byte.
pub fn instructions(code: &[u8]) -> impl Iterator<Item = Instruction> {
    let mut pc = 0;
    std::iter::from_fn(move || {
        let opcode = *code.get(pc)?;
        let instruction = Instruction {
            pc,
            opcode,
            operand: first_operand(code, pc, opcode),
            length: length(code, pc, opcode),
        };
        pc += instruction.length;
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

/// Places where a branch or switch may go on, the next instruction after a condition left out; of a switch the default first. Targets
/// outside of the code stay.
#[must_use]
pub fn targets(code: &[u8], pc: usize) -> Vec<i64> {
    if let Some(switch) = switch(code, pc) {
        let keys = switch.keys.into_iter().map(|(_, target)| target);
        return [switch.default].into_iter().chain(keys).collect();
    }
    let at = |offset: i64| pc as i64 + offset;
    match Bytecode::of(byte(code, pc)).operands() {
        Operands::Branch => {
            let offset = i16::from_be_bytes([byte(code, pc + 1), byte(code, pc + 2)]);
            vec![at(offset.into())]
        }
        Operands::WideBranch => vec![at(int(code, pc + 1).into())],
        _ => Vec::new(),
    }
}

/// The table of a switch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    /// Where it goes on without a key.
    pub default: i64,
    /// Its keys in the order of the code, with the places where they go on.
    pub keys: Vec<(i32, i64)>,
}

/// The table of the switch at a place; none if there is another instruction. Targets outside of the code stay.
#[must_use]
pub fn switch(code: &[u8], pc: usize) -> Option<Switch> {
    let opcode = byte(code, pc);
    let table = (pc + 4) & !3;
    let word = |index: usize| int(code, table + 4 * index);
    let target = |index: usize| pc as i64 + i64::from(word(index));
    let words = length(code, pc, opcode).saturating_sub(table - pc) / 4;
    let keys = match Bytecode::of(opcode).operands() {
        Operands::TableSwitch => {
            let low = word(1);
            let keys = (3..words).zip(0_i32..);
            keys.map(|(index, number)| (low.wrapping_add(number), target(index)))
                .collect()
        }
        Operands::LookupSwitch => {
            let pairs = (3..words).step_by(2);
            pairs
                .map(|index| (word(index - 1), target(index)))
                .collect()
        }
        _ => return None,
    };
    Some(Switch {
        default: target(0),
        keys,
    })
}

/// A byte of the code; 0 after its end, where damaged code may lead.
fn byte(code: &[u8], at: usize) -> u8 {
    code.get(at).copied().unwrap_or_default()
}

fn int(code: &[u8], at: usize) -> i32 {
    i32::from_be_bytes([0, 1, 2, 3].map(|offset| byte(code, at + offset)))
}

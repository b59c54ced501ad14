//! Branches that depend on what a device has answered.
//!
//! The answer is followed through stack and local variables, one way after the other. What is computed from it, or loaded at a place
//! that depends on it, depends on it.

use std::collections::{BTreeSet, HashMap};

use isa::{Bytecode, Group, op};
use jopizer::linked_code::Instruction;

use super::code::Code;

/// What depends on the answer: words of the stack above its height before the read, and local variables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Marked {
    stack: Vec<bool>,
    locals: BTreeSet<u16>,
}

/// Returns true if a branch in `round` depends on the answer of the read at `place`.
pub(super) fn branches(code: &Code, place: usize, round: &[usize]) -> bool {
    let start = Marked {
        stack: vec![true],
        locals: BTreeSet::new(),
    };
    let mut seen: HashMap<usize, Marked> = HashMap::new();
    let mut waiting: Vec<(usize, Marked)> = code.successors[place]
        .iter()
        .map(|next| (*next, start.clone()))
        .collect();
    while let Some((at, mut marked)) = waiting.pop() {
        if !round.contains(&at) || at == place {
            continue;
        }
        if let Some(before) = seen.get(&at) {
            marked.join(before);
            if marked == *before {
                continue;
            }
        }
        seen.insert(at, marked.clone());
        let instruction = code.instructions[at];
        let uses = marked.step(instruction);
        let is_choice = code.successors[at].len() > 1;
        if is_choice && uses {
            return true;
        }
        waiting.extend(code.successors[at].iter().map(|to| (*to, marked.clone())));
    }
    false
}

impl Marked {
    fn join(&mut self, other: &Self) {
        for (own, other) in self.stack.iter_mut().zip(&other.stack) {
            *own |= other;
        }
        self.locals.extend(&other.locals);
    }

    /// Executes an instruction; returns true if one of its operands is marked.
    fn step(&mut self, instruction: Instruction) -> bool {
        let (pops, pushes) = words(instruction.opcode);
        // Below the height before the read nothing is marked.
        let mut uses = false;
        for _ in 0..pops {
            uses |= self.stack.pop().unwrap_or(false);
        }
        let mut result = uses;
        if let Some(local) = local(instruction) {
            match Bytecode::of(instruction.opcode).group() {
                Group::Store if uses => _ = self.locals.insert(local),
                Group::Store => _ = self.locals.remove(&local),
                _ => result |= self.locals.contains(&local),
            }
        }
        self.stack.extend((0..pushes).map(|_| result));
        uses
    }
}

/// The local variable of a load, store or increment.
fn local(instruction: Instruction) -> Option<u16> {
    let bytecode = Bytecode::of(instruction.opcode);
    let is_local = matches!(bytecode.group(), Group::Load | Group::Store);
    match bytecode.name().rsplit_once('_') {
        Some((_, number)) if is_local => number.parse().ok(),
        _ => is_local.then_some(instruction.operand),
    }
}

/// Words that a bytecode without effects on memory pops and pushes.
fn words(opcode: u8) -> (usize, usize) {
    let known = Bytecode::of(opcode).stack_words();
    known.unwrap_or(match opcode {
        op::JOPSYS_GETSP | op::JOPSYS_GETVP => (0, 1),
        op::JOPSYS_COND_MOVE => (3, 1),
        op::JOPSYS_GETFIELD => (2, 1),
        op::JOPSYS_NOP => (0, 0),
        // Memory and devices at the address on the stack.
        _ => (1, 1),
    })
}

//! Whether microcode executes every bytecode as ours does: the words on all ways from each entry are the same, wherever they lie.
//!
//! Addresses are free, so a branch may have another displacement if it leads to the same words, and `ldi` another place of the
//! same constant. Nothing else is: whoever knows what the bytecodes of our microcode do knows it of such microcode, too.

use std::collections::HashSet;
use std::fmt;

use isa::Bytecode;

use crate::assembler::FIRST_CONSTANT;
use crate::isa::{Instruction, Op, Word};
use crate::jvm::{Build, jvm};
use crate::program::{Program, ROM_WORDS};

/// Addresses of a word: in the program, in ours.
type Pair = [u16; 2];

/// A way with the branch or jump whose delay slots are under way: slots left, and its target.
type Way = (Pair, Option<(u8, Pair)>);

/// A way into the microcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// The code after reset.
    Reset,
    /// What an interrupt executes in place of a bytecode.
    Interrupt,
    /// What an exception executes in place of a bytecode.
    Exception,
    /// A bytecode.
    Bytecode(u8),
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reset => "the code after reset",
            Self::Interrupt => "the interrupt's entry",
            Self::Exception => "the exception's entry",
            Self::Bytecode(bytecode) => Bytecode::of(*bytecode).name(),
        })
    }
}

/// An entry that has another word than ours on one of its ways.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{entry} is not that of our microcode: word {address} is `{found}`, where ours has `{expected}`"
)]
pub struct NotStandard {
    /// The entry.
    pub entry: Entry,
    /// The word that differs.
    pub address: u16,
    /// It, and ours.
    pub found: String,
    /// What ours has instead.
    pub expected: String,
}

/// The build of ours that this microcode is like.
///
/// # Errors
/// With the first difference from the build that has more entries in common with it.
pub fn standard_build(program: &Program) -> Result<Build, NotStandard> {
    let mut nearest = None;
    for build in [Build::Jop, Build::Strict] {
        let differences = differences(program, build);
        let Some(first) = differences.first() else {
            return Ok(build);
        };
        if nearest
            .as_ref()
            .is_none_or(|(least, _)| differences.len() < *least)
        {
            nearest = Some((differences.len(), first.clone()));
        }
    }
    // Two builds were compared.
    nearest.map_or(Ok(Build::Jop), |(_, first)| Err(first))
}

/// The entries of this microcode that have other words than those of a build of ours, each with its first difference.
pub fn differences(program: &Program, build: Build) -> Vec<NotStandard> {
    let ours = jvm(build);
    let tables = [&program.jump_table, &ours.jump_table];
    let others = [
        (Entry::Reset, [0, 0]),
        (Entry::Interrupt, tables.map(|table| table.interrupt)),
        (Entry::Exception, tables.map(|table| table.exception)),
    ];
    let bytecodes = (0..=u8::MAX).map(|bytecode| {
        let start = tables.map(|table| table.entry(bytecode));
        (Entry::Bytecode(bytecode), start)
    });
    let entries = others.into_iter().chain(bytecodes);
    let differences = entries.filter_map(|(entry, start)| {
        let [address, expected] = difference(program, &ours, start)?;
        Some(NotStandard {
            entry,
            address,
            found: text(program, address),
            expected: text(&ours, expected),
        })
    });
    differences.collect()
}

fn text(program: &Program, address: u16) -> String {
    let Word {
        nxt,
        opd,
        instruction,
    } = Word::decode(program.word(address));
    let flags = [(opd, " opd"), (nxt, " nxt")];
    let flags = flags
        .into_iter()
        .filter_map(|(set, name)| set.then_some(name));
    let value = match instruction.op() {
        Some(Op::LoadConstant) => format!(" ({})", constant(program, instruction).cast_signed()),
        _ => String::new(),
    };
    format!("{instruction}{value}{}", flags.collect::<String>())
}

/// Value of the constant that `ldi` pushes.
fn constant(program: &Program, instruction: Instruction) -> u32 {
    program.ram_word(FIRST_CONSTANT + instruction.operand() as u8)
}

/// The first words that differ on the ways from two entries on.
fn difference(program: &Program, ours: &Program, start: Pair) -> Option<Pair> {
    let mut seen: HashSet<Way> = HashSet::new();
    let mut ways: Vec<Way> = vec![(start, None)];
    while let Some(way) = ways.pop() {
        if !seen.insert(way) {
            continue;
        }
        let (at, redirect) = way;
        let [word, expected] = [(program, at[0]), (ours, at[1])]
            .map(|(program, address)| Word::decode(program.word(address)));
        let same = is_same([program, ours], word, expected);
        let (Some(op), true) = (word.instruction.op(), same) else {
            return Some(at);
        };
        let next = at.map(|address| wrapped(i32::from(address) + 1));
        let is_branch = op.has_delay_slots();
        // What a branch does in another one's slots is nobody's to say here.
        if is_branch && redirect.is_some() {
            return Some(at);
        }
        if word.nxt {
            continue;
        }
        if is_branch {
            let target = |word: Word, address| word.instruction.target(address).map(wrapped);
            let targets = [target(word, at[0])?, target(expected, at[1])?];
            ways.push((next, Some((2, targets))));
            if op != Op::Jump {
                ways.push((next, None));
            }
            continue;
        }
        ways.push(match redirect {
            None => (next, None),
            Some((1, target)) => (target, None),
            Some((slots, target)) => (next, Some((slots - 1, target))),
        });
    }
    None
}

fn wrapped(address: i32) -> u16 {
    address.rem_euclid(ROM_WORDS as i32) as u16
}

/// The same word, the displacement of a branch and the place of a constant aside. A code without a mnemonic is the same as none.
fn is_same([program, ours]: [&Program; 2], word: Word, expected: Word) -> bool {
    if (word.nxt, word.opd) != (expected.nxt, expected.opd) {
        return false;
    }
    let (instruction, other) = (word.instruction, expected.instruction);
    match (instruction.op(), other.op()) {
        (Some(op), Some(other)) if op.has_delay_slots() => op == other,
        (Some(Op::LoadConstant), Some(Op::LoadConstant)) => {
            constant(program, instruction) == constant(ours, other)
        }
        _ => instruction == other,
    }
}

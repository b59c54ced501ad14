//! Names for the addresses of a program: from its source where known and usable, else generated.
//!
//! A name is usable if the assembler reads it as a symbol; a program that was put together by other means may hold any.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::assembler::{FIRST_CONSTANT, VARIABLES, VERSION};
use crate::isa::{Instruction, OperandKind};
use crate::lexer::is_word;
use crate::parser::is_reserved;
use crate::program::{Program, ROM_WORDS};
use ::isa::Bytecode;
use ::isa::op::{SYS_EXC, SYS_INT, SYS_NOIM};

/// Names and jump table entries of a program, by address.
pub(crate) struct Names<'a> {
    program: &'a Program,
    /// Ordinary labels, those of the source first.
    labels: BTreeMap<u16, Vec<String>>,
    /// Lines that make the entries of the jump table: `iadd:`, or `:entry 203` without a usable name.
    entries: BTreeMap<u16, Vec<String>>,
    /// Variables, by stack RAM address.
    variables: BTreeMap<u8, &'a str>,
    /// Constants, by name.
    constants: BTreeMap<&'a str, i32>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(program: &'a Program) -> Self {
        let symbols = &program.symbols;
        let mut taken = HashSet::from([VERSION]);
        let mut usable = |name: &'a str| is_word(name) && !is_reserved(name) && taken.insert(name);
        let variables = symbols.variables.iter();
        let variables = variables.filter(|(name, at)| u16::from(**at) < VARIABLES && usable(name));
        let variables = variables.map(|(name, at)| (*at, name.as_str())).collect();
        let constants = symbols.constants.iter().filter(|(name, _)| usable(name));
        let constants = constants
            .map(|(name, value)| (name.as_str(), *value))
            .collect();
        let mut labels: BTreeMap<u16, Vec<String>> = BTreeMap::new();
        for (name, at) in symbols
            .labels
            .iter()
            .filter(|(_, at)| usize::from(**at) < ROM_WORDS)
        {
            if Bytecode::named(name).is_none() && usable(name) {
                labels.entry(*at).or_default().push(name.clone());
            }
        }
        for target in targets(program) {
            labels
                .entry(target)
                .or_insert_with(|| vec![free_name(target, &taken)]);
        }
        Self {
            program,
            labels,
            entries: entries(program),
            variables,
            constants,
        }
    }

    /// Words that have to be shown: up to the last that is not zero, or that something points to.
    pub(crate) fn used_words(&self) -> u16 {
        let program = self.program;
        let not_zero = program
            .rom
            .iter()
            .rposition(|word| *word != 0)
            .map_or(0, |last| last + 1);
        let pointed_to = self.labels.keys().chain(self.entries.keys()).max();
        let words = not_zero.max(program.symbols.source.len());
        words
            .max(pointed_to.map_or(0, |last| usize::from(*last)))
            .min(ROM_WORDS) as u16
    }

    /// Lines to put before a word: those that make jump table entries, then ordinary labels.
    pub(crate) fn label_lines(&self, address: u16) -> Vec<String> {
        let entries = self.entries.get(&address).into_iter().flatten().cloned();
        let labels = self
            .labels
            .get(&address)
            .into_iter()
            .flatten()
            .map(|name| format!("{name}:"));
        entries.chain(labels).collect()
    }

    /// The variables, if they are numbered from 0 without a gap and start as zeros, as `name ?` makes them.
    pub(crate) fn declared_variables(&self) -> Option<Vec<&'a str>> {
        let gapless = (0..)
            .zip(self.variables.keys())
            .all(|(place, address)| place == *address);
        let zeros = self
            .program
            .stack_ram
            .iter()
            .take(self.variables.len())
            .all(|word| *word == 0);
        (gapless && zeros).then(|| self.variables.values().copied().collect())
    }

    pub(crate) fn variables(&self) -> &BTreeMap<u8, &'a str> {
        &self.variables
    }

    pub(crate) fn constants(&self) -> &BTreeMap<&'a str, i32> {
        &self.constants
    }

    /// The operand of the word at an address, by name where one is known; empty without operand.
    ///
    /// Constants are shown as numbers or by the name the source used for them.
    pub(crate) fn operand(&self, address: u16, instruction: Instruction) -> String {
        let Instruction::Defined(op, bits) = instruction else {
            return String::new();
        };
        match op.row().operand {
            OperandKind::None => String::new(),
            OperandKind::Variable => {
                let name = self.variables.get(&(bits as u8)).copied();
                name.map_or_else(|| bits.to_string(), str::to_owned)
            }
            OperandKind::Constant => {
                let value = self
                    .program
                    .ram_word(bits as u8 + FIRST_CONSTANT)
                    .cast_signed();
                let written = self.source_operand(address);
                let named = written.filter(|name| self.constants.get(name) == Some(&value));
                named.map_or_else(|| value.to_string(), str::to_owned)
            }
            OperandKind::Branch | OperandKind::Jump => {
                let target = instruction.target(address).unwrap_or_default();
                let labels = u16::try_from(target)
                    .ok()
                    .and_then(|target| self.labels.get(&target));
                let written = self.source_operand(address);
                let label = labels.and_then(|labels| {
                    let same = labels.iter().find(|label| Some(label.as_str()) == written);
                    same.or(labels.first())
                });
                label.map_or_else(|| target.to_string(), Clone::clone)
            }
        }
    }

    fn source_operand(&self, address: u16) -> Option<&'a str> {
        self.program
            .symbols
            .source
            .get(usize::from(address))?
            .operand
            .as_deref()
    }
}

/// The lines that make the jump table. What is 0 is so without a line.
fn entries(program: &Program) -> BTreeMap<u16, Vec<String>> {
    let table = &program.jump_table;
    let noim = table.entry(SYS_NOIM);
    let special = [
        (SYS_NOIM, noim),
        (SYS_INT, table.interrupt),
        (SYS_EXC, table.exception),
    ];
    let mut entries: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for (code, at) in special {
        let name = Bytecode::of(code).name();
        if at != 0 || program.symbols.labels.contains_key(name) {
            entries.entry(at).or_default().push(format!("{name}:"));
        }
    }
    for code in 0..=u8::MAX {
        let (name, at) = (Bytecode::of(code).name(), table.entry(code));
        let usable = is_word(name) && ![SYS_INT, SYS_EXC, SYS_NOIM].contains(&code);
        let labelled = usable && program.symbols.labels.get(name) == Some(&at);
        if at != noim || labelled {
            let line = if usable {
                format!("{name}:")
            } else {
                format!(":entry {code}")
            };
            entries.entry(at).or_default().push(line);
        }
    }
    entries
}

/// Addresses inside the ROM to which a branch or jump goes.
fn targets(program: &Program) -> BTreeSet<u16> {
    let words = (0..ROM_WORDS as u16).map(|address| (address, program.word(address)));
    let targets = words.filter_map(|(address, word)| Instruction::decode(word).target(address));
    let inside = targets.filter_map(|target| u16::try_from(target).ok());
    inside
        .filter(|target| usize::from(*target) < ROM_WORDS)
        .collect()
}

fn free_name(address: u16, taken: &HashSet<&str>) -> String {
    let mut name = format!("l{address:04}");
    while taken.contains(name.as_str()) {
        name.push('_');
    }
    name
}

//! A recording with the names of the recorded methods.

use std::collections::BTreeMap;

use cross_profile::Profile;
use isa::{Bytecode, op};
use jopizer::disassemble::disassemble;
use jopizer::{Image, Symbols};
use microcode::Program;
use serde::{Deserialize, Serialize};

use crate::grain::Grain;
use crate::limits::Limits;
use crate::rows::{Code, Figures, VerticalRow};

/// The recording and its subject.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// The finest level.
    pub grain: Grain,
    /// Limits of the recording.
    pub limits: Limits,
    /// Clock cycles of the whole run, recorded or not.
    pub run_cycles: u64,
}

/// A vertical profile.
#[derive(Debug, Clone, PartialEq)]
pub struct Vertical {
    /// The recording.
    pub recorded: Recorded,
    /// Calling contexts: methods, calls, causes.
    pub profile: Profile,
    /// Bytecodes with their microinstructions, by method and place.
    pub rows: Vec<VerticalRow>,
    /// Code at the places.
    pub texts: Texts,
}

/// Code at the places of a recording.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// Methods by word address.
    pub methods: BTreeMap<u32, String>,
    /// Bytecodes with the names of their operands, and their source lines, by method and byte offset.
    pub bytecodes: Vec<(u32, u32, String, Option<u16>)>,
    /// Microinstructions with their labels, by ROM address.
    pub words: BTreeMap<u16, String>,
}

impl Vertical {
    /// Names the places of a recording by symbols, image and microcode.
    #[must_use]
    pub fn new(
        recorded: Recorded,
        (profile, rows): (Profile, Vec<VerticalRow>),
        (image, symbols): (&Image, Option<&Symbols>),
        program: &Program,
    ) -> Self {
        let mut texts = Texts {
            words: word_texts(&rows, program),
            ..Texts::default()
        };
        if let Some(symbols) = symbols {
            name_bytecodes(&rows, image, symbols, &mut texts);
        }
        Self {
            recorded,
            profile,
            rows,
            texts,
        }
    }

    /// Cycles that were recorded.
    #[must_use]
    pub fn recorded_cycles(&self) -> u64 {
        self.profile.total_cycles()
    }

    /// Name of the method at a word address.
    #[must_use]
    pub fn method_name(&self, address: u32) -> String {
        let name = self.texts.methods.get(&address);
        name.map_or_else(|| format!("method at {address}"), Clone::clone)
    }

    /// Methods with what their rows took, by address.
    #[must_use]
    pub fn by_method(&self) -> BTreeMap<Option<u32>, Figures> {
        let mut methods: BTreeMap<Option<u32>, Figures> = BTreeMap::new();
        for row in &self.rows {
            methods
                .entry(row.code.method())
                .or_default()
                .add(&row.figures);
        }
        methods
    }

    /// The rows of a method, in the order of its code.
    pub fn rows_of(&self, address: u32) -> impl Iterator<Item = &VerticalRow> {
        self.rows
            .iter()
            .filter(move |row| row.code.method() == Some(address))
    }

    /// Code at a place, and its source line.
    #[must_use]
    pub fn text(&self, code: Code) -> (String, Option<u16>) {
        match code {
            Code::Start => ("(start from reset)".to_owned(), None),
            Code::Dispatch { opcode, .. } => (dispatch_text(opcode), None),
            Code::Bytecode {
                method,
                offset,
                opcode,
            } => {
                let key = |text: &(u32, u32, String, Option<u16>)| (text.0, text.1);
                match self
                    .texts
                    .bytecodes
                    .binary_search_by_key(&(method, offset), key)
                {
                    Ok(place) => {
                        let (_, _, text, line) = &self.texts.bytecodes[place];
                        (text.clone(), *line)
                    }
                    Err(_) => (Bytecode::of(opcode).name().to_owned(), None),
                }
            }
        }
    }
}

/// What is called a method by the virtual machine: `(dispatch of idiv)`, `(entry into an interrupt)`.
#[must_use]
pub(crate) fn dispatch_text(opcode: u8) -> String {
    match opcode {
        op::SYS_INT => "(entry into an interrupt)".to_owned(),
        op::SYS_EXC => "(entry into an exception)".to_owned(),
        opcode => format!("(dispatch of {})", Bytecode::of(opcode).name()),
    }
}

impl Figures {
    /// Adds those of another place.
    pub fn add(&mut self, other: &Self) {
        self.executions += other.executions;
        self.cycles += other.cycles;
        self.stalls.add(&other.stalls);
    }
}

fn name_bytecodes(rows: &[VerticalRow], image: &Image, symbols: &Symbols, texts: &mut Texts) {
    for method in &symbols.methods {
        let of_method = |row: &VerticalRow| row.code.method() == Some(method.address);
        if !rows.iter().any(of_method) {
            continue;
        }
        texts.methods.insert(method.address, method.to_string());
        for instruction in disassemble(image, symbols, method).instructions {
            let name = Bytecode::of(instruction.opcode).name();
            let parts = [name, &*instruction.operands, &*instruction.meaning];
            let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            let line = method.line(instruction.pc);
            let text = (method.address, instruction.pc, parts.join(" "), line);
            texts.bytecodes.push(text);
        }
    }
    texts.bytecodes.sort();
}

fn word_texts(rows: &[VerticalRow], program: &Program) -> BTreeMap<u16, String> {
    if rows.iter().all(|row| row.words.is_empty()) {
        return BTreeMap::new();
    }
    let instructions = microcode::instruction_texts(program);
    let mut labels: Vec<(u16, &str)> = program
        .symbols
        .labels
        .iter()
        .map(|(label, address)| (*address, &**label))
        .collect();
    labels.sort();
    let words = rows.iter().flat_map(|row| &row.words);
    words
        .map(|word| {
            let after = labels.partition_point(|(address, _)| *address <= word.address);
            let label = labels[..after]
                .last()
                .map(|(address, label)| format!("{label}+{}", word.address - address));
            let text = instructions
                .get(usize::from(word.address))
                .map_or("", String::as_str);
            (
                word.address,
                format!("{}  {text}", label.unwrap_or_default())
                    .trim()
                    .to_owned(),
            )
        })
        .collect()
}

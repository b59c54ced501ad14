//! A recording with the names of the recorded methods.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use cross_profile::Profile;
use cross_profile::context_names::UNNAMED;
use isa::{Bytecode, MachineConfig, op};
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
    /// The machine.
    pub machine: MachineConfig,
    /// Name of the microcode.
    pub microcode: String,
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
    pub methods: BTreeMap<u32, MethodText>,
    /// Microinstructions with their labels, by ROM address.
    pub words: BTreeMap<u16, String>,
}

/// A method that ran.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MethodText {
    /// Class, name, descriptor.
    pub name: String,
    /// Class, in Java's spelling.
    pub class: String,
    /// Name of the source file of its class.
    pub source: Option<String>,
    /// All its bytecodes, in the order of the code.
    pub bytecodes: Vec<BytecodeText>,
}

/// A bytecode: byte offset, opcode, operands, their meaning, and its source line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BytecodeText(pub u32, pub u8, pub String, pub String, pub Option<u16>);

impl Vertical {
    /// Names the places of a recording by symbols, image and microcode.
    #[must_use]
    pub fn new(
        recorded: Recorded,
        (profile, rows): (Profile, Vec<VerticalRow>),
        (image, symbols): (&Image, Option<&Symbols>),
        program: &Program,
    ) -> Self {
        let methods = symbols.map(|symbols| method_texts(&rows, image, symbols));
        let texts = Texts {
            methods: methods.unwrap_or_default(),
            words: word_texts(&rows, program),
        };
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
        let method = self.texts.methods.get(&address);
        method.map_or_else(
            || format!("{UNNAMED}{address}"),
            |method| method.name.clone(),
        )
    }

    /// Calls of the method at a word address.
    #[must_use]
    pub fn calls(&self, address: u32) -> u64 {
        let named = self.method_name(address);
        let unnamed = format!("{UNNAMED}{address}");
        let mut methods = self.profile.methods.iter();
        let place = methods.position(|it| *it == named || *it == unnamed);
        place.map_or(0, |place| self.profile.by_method()[place].calls)
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
                let found = self.texts.methods.get(&method).and_then(|method| {
                    let place = method.bytecodes.binary_search_by_key(&offset, |it| it.0);
                    place.ok().map(|place| &method.bytecodes[place])
                });
                match found {
                    Some(text) => (text.to_string(), text.4),
                    None => (Bytecode::of(opcode).name().to_owned(), None),
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

impl MethodText {
    /// Its name without class and descriptor.
    #[must_use]
    pub fn simple_name(&self) -> &str {
        let rest = self.name.strip_prefix(&*self.class).unwrap_or(&self.name);
        let rest = rest.trim_start_matches('.');
        rest.split('(').next().unwrap_or(rest)
    }
}

impl fmt::Display for BytecodeText {
    /// Name, operands and their meaning.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(_, opcode, operands, meaning, _) = self;
        f.write_str(Bytecode::of(*opcode).name())?;
        let rest = [operands, meaning].into_iter().filter(|it| !it.is_empty());
        rest.into_iter().try_for_each(|it| write!(f, " {it}"))
    }
}

fn method_texts(
    rows: &[VerticalRow],
    image: &Image,
    symbols: &Symbols,
) -> BTreeMap<u32, MethodText> {
    let ran: BTreeSet<u32> = rows.iter().filter_map(|row| row.code.method()).collect();
    let methods = symbols.methods.iter();
    let methods = methods.filter(|method| ran.contains(&method.address));
    methods
        .map(|method| {
            let code = disassemble(image, symbols, method).instructions.into_iter();
            let text = MethodText {
                name: method.to_string(),
                class: method.class.clone(),
                source: symbols
                    .class(&method.class)
                    .and_then(|it| it.source.clone()),
                bytecodes: code
                    .map(|it| {
                        let line = method.line(it.pc);
                        BytecodeText(it.pc, it.opcode, it.operands, it.meaning, line)
                    })
                    .collect(),
            };
            (method.address, text)
        })
        .collect()
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

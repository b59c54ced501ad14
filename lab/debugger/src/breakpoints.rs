//! Breakpoints: places, syntax, and names in lists.

use crate::error::CommandError;
use crate::names::{Names, short};

/// Accesses at which a watch stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Writes of another word than is there.
    Change,
    /// Reads and writes.
    Any,
}

/// Conditions of a breakpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// The beginning of a bytecode: method and byte offset, for each of several methods of one name.
    Code(Vec<(u32, u32)>),
    /// A word of the microcode on the ROM's output.
    Microcode(u16),
    /// A lookup of the method cache by this bytecode that misses.
    Miss(u8),
    /// A cycle.
    Cycle(u64),
    /// A throw: the beginning of the runtime's method that looks for the handler.
    Exception {
        /// Code address of that method.
        method: u32,
        /// Class of the exceptions, or one above it; without it all.
        class: Option<String>,
    },
    /// An access to memory on the bus.
    Memory {
        /// First word.
        start: u32,
        /// Number of words.
        words: u32,
        /// The watched accesses.
        access: Access,
    },
}

/// A breakpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breakpoint {
    /// Its number, from 1.
    pub number: u32,
    /// As the user wrote it.
    pub text: String,
    /// Its condition.
    pub kind: Kind,
}

/// Reads where a breakpoint is to be: `exception`, `exception Class`, `Class.method`, `Class.method+5`, `File.java:42`, `*ADDRESS`, `mc:LABEL`, `miss:BYTECODE`, `cycle:N`.
pub(crate) fn place(text: &str, names: &Names) -> Result<Kind, CommandError> {
    if let Some(cycle) = text.strip_prefix("cycle:") {
        return Ok(Kind::Cycle(number(cycle)?));
    }
    if let Some(class) = text.strip_prefix("exception")
        && (class.is_empty() || class.starts_with(' '))
    {
        return exception(class.trim(), names);
    }
    if let Some(name) = text.strip_prefix("miss:") {
        return miss(name);
    }
    if let Some(word) = text.strip_prefix("mc:") {
        return microcode(word, names);
    }
    if let Some(address) = text.strip_prefix('*') {
        return code_address(address, names);
    }
    if let Some((file, line)) = text.rsplit_once(':') {
        let line = u16::try_from(number(line)?).unwrap_or(u16::MAX);
        let starts = names.line_starts(file, line);
        if starts.is_empty() {
            return Err(CommandError::new(format!(
                "no linked code begins at line {line} of {file}; `list` shows source, `methods` what is linked"
            )));
        }
        return Ok(Kind::Code(starts));
    }
    let (name, offset) = with_offset(text)?;
    let methods = names.methods_named(name);
    if methods.is_empty() {
        return Err(CommandError::new(names.no_method(name)));
    }
    Ok(Kind::Code(
        methods
            .iter()
            .map(|method| (method.address, offset))
            .collect(),
    ))
}

/// Throws of a class; of all if it is empty.
fn exception(class: &str, names: &Names) -> Result<Kind, CommandError> {
    let Some(method) = names.methods_named(THROW).first().map(|it| it.address) else {
        return Err(CommandError::new(format!(
            "the program has no `{THROW}`, which throws exceptions; `break mc:athrow` stops at the bytecode"
        )));
    };
    if !class.is_empty() && !names.has_class(class) {
        return Err(CommandError::new(names.no_class(class)));
    }
    Ok(Kind::Exception {
        method,
        class: (!class.is_empty()).then(|| class.to_owned()),
    })
}

/// Misses of a bytecode.
fn miss(name: &str) -> Result<Kind, CommandError> {
    let bytecode = isa::Bytecode::named(name).ok_or_else(|| {
        CommandError::new(format!(
            "`{name}` is no bytecode, such as invokevirtual or return; `jop isa --bytecodes` lists them"
        ))
    })?;
    Ok(Kind::Miss(bytecode.code()))
}

/// The runtime's method that looks for the handler of an exception, its first argument.
const THROW: &str = "JVM.f_athrow";

fn microcode(word: &str, names: &Names) -> Result<Kind, CommandError> {
    let address = match names.label(word) {
        Some(address) => address,
        None => u16::try_from(number(word).map_err(|_| {
            CommandError::new(format!(
                "the microcode has no label `{word}`; `microcode` lists it"
            ))
        })?)
        .unwrap_or(u16::MAX),
    };
    if usize::from(address) < microcode::ROM_WORDS {
        Ok(Kind::Microcode(address))
    } else {
        let last = microcode::ROM_WORDS - 1;
        Err(CommandError::new(format!(
            "microcode addresses end at {last}"
        )))
    }
}

/// A word of the code area, and bytes from there on.
fn code_address(text: &str, names: &Names) -> Result<Kind, CommandError> {
    let (address, offset) = with_offset(text)?;
    let address = u32::try_from(number(address)?).unwrap_or(u32::MAX);
    let Some(method) = names.method(address) else {
        return Err(CommandError::new(format!(
            "no method has code at address {address:#x}"
        )));
    };
    let pc = (4 * (address - method.address)).saturating_add(offset);
    Ok(Kind::Code(vec![(method.address, pc)]))
}

fn with_offset(text: &str) -> Result<(&str, u32), CommandError> {
    match text.rsplit_once('+') {
        Some((text, offset)) => Ok((text, u32::try_from(number(offset)?).unwrap_or(u32::MAX))),
        None => Ok((text, 0)),
    }
}

/// A number: decimal with separators and multipliers, or hexadecimal.
pub(crate) fn number(text: &str) -> Result<u64, CommandError> {
    let plain = text.replace('_', "");
    let factors = [('k', 1_000), ('M', 1_000_000), ('G', 1_000_000_000)];
    let parsed = match plain.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => {
            let scaled = factors
                .iter()
                .find_map(|(letter, factor)| Some((plain.strip_suffix(*letter)?, *factor)));
            let (digits, factor) = scaled.unwrap_or((&plain, 1u64));
            digits
                .parse::<u64>()
                .ok()
                .and_then(|number| number.checked_mul(factor))
        }
    };
    parsed.ok_or_else(|| {
        CommandError::new(format!(
            "`{text}` is no number, such as 42, 0x2a, 10k or 1M"
        ))
    })
}

impl Breakpoint {
    /// One line of the list.
    #[must_use]
    pub fn describe(&self, names: &Names) -> String {
        let what = match &self.kind {
            Kind::Code(places) => {
                let places = places
                    .iter()
                    .map(|(address, pc)| match names.method(*address) {
                        Some(method) => format!("{}{} at {pc}", short(method), method.descriptor),
                        None => format!("{address:#x} at {pc}"),
                    });
                places.collect::<Vec<_>>().join(", ")
            }
            Kind::Microcode(address) => format!("microcode {address:04}"),
            Kind::Miss(opcode) => {
                format!("miss of {}", isa::Bytecode::of(*opcode).name())
            }
            Kind::Cycle(cycle) => format!("cycle {cycle}"),
            Kind::Exception { class: None, .. } => "throw of any exception".to_owned(),
            Kind::Exception {
                class: Some(class), ..
            } => format!("throw of {class} and its subclasses"),
            Kind::Memory {
                start,
                words,
                access,
            } => {
                let access = match access {
                    Access::Read => "read",
                    Access::Write => "write",
                    Access::Change => "change",
                    Access::Any => "access",
                };
                let end = start.wrapping_add(words - 1);
                let range = if *words == 1 {
                    format!("{start:#x}")
                } else {
                    format!("{start:#x} to {end:#x}")
                };
                format!("{access} of {range}")
            }
        };
        format!("{:3}  {:24} {what}", self.number, self.text)
    }
}

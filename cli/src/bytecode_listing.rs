//! The bytecode of a linked image as text, with names and lines from its symbols.

use std::fmt::Write;

use jopizer::opcodes::{Operands, opcode};
use jopizer::symbols::{ClassSymbol, MethodSymbol};
use jopizer::{Image, Symbols};

/// Whether a method answers to `run`, `Main.run` or `t.Main.run`.
pub(crate) fn is_named(method: &MethodSymbol, name: &str) -> bool {
    let full = format!("{}.{}", method.class, method.name);
    full.strip_suffix(name)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// One method: what it is, then its instructions.
pub(crate) fn method(image: &Image, symbols: &Symbols, method: &MethodSymbol) -> String {
    let mut text = format!(
        "{method}\n  at {}, {} words; {} argument words, {} locals\n",
        method.address, method.words, method.arguments, method.locals
    );
    let code = Code {
        bytes: bytes(image, method),
        symbols,
        class: symbols.class(&method.class),
    };
    let (mut pc, mut line) = (0, None);
    while pc < code.bytes.len() {
        let instruction = code.instruction(pc);
        let new_line = method.line(pc as u32).filter(|new| Some(*new) != line);
        line = new_line.or(line);
        let shown = new_line.map_or_else(String::new, |number| format!("line {number}"));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {:10} {pc:5}  {}", shown, instruction.text);
        pc += instruction.length.max(1);
    }
    text.push('\n');
    text
}

/// The code, high byte of each word first; nothing where the symbols speak of words that are not there.
fn bytes(image: &Image, method: &MethodSymbol) -> Vec<u8> {
    let start = method.address as usize;
    let words = image
        .words
        .get(start..start + method.words as usize)
        .unwrap_or_default();
    words
        .iter()
        .flat_map(|word| word.to_be_bytes())
        .take(method.bytes as usize)
        .collect()
}

struct Instruction {
    text: String,
    length: usize,
}

struct Code<'a> {
    bytes: Vec<u8>,
    symbols: &'a Symbols,
    class: Option<&'a ClassSymbol>,
}

impl Code<'_> {
    fn instruction(&self, pc: usize) -> Instruction {
        let opcode = opcode(self.u8(pc));
        let at = pc + 1;
        let (operands, length) = match opcode.operands {
            Operands::TableSwitch => self.table_switch(pc),
            Operands::LookupSwitch => self.lookup_switch(pc),
            Operands::Wide => (self.wide(at), 3),
            fixed => (self.fixed(fixed, pc), fixed.length().unwrap_or_default()),
        };
        let text = format!("{:16} {operands}", opcode.name);
        Instruction {
            text: text.trim_end().to_owned(),
            length: 1 + length,
        }
    }

    fn fixed(&self, operands: Operands, pc: usize) -> String {
        let at = pc + 1;
        match operands {
            Operands::SignedByte => (self.u8(at) as i8).to_string(),
            Operands::SignedShort => (self.u16(at) as i16).to_string(),
            Operands::Local => self.u8(at).to_string(),
            Operands::ArrayType => array_type(self.u8(at)).to_owned(),
            Operands::Increment => format!("{} {}", self.u8(at), self.u8(at + 1) as i8),
            Operands::Slot8 => self.constant(self.u8(at).into()),
            Operands::Slot16 | Operands::InvokeInterface => self.constant(self.u16(at)),
            Operands::MultiNewArray => {
                format!("{} {}", self.constant(self.u16(at)), self.u8(at + 2))
            }
            Operands::Static => self.static_field(self.u16(at)),
            Operands::Field => format!("+{}", self.u16(at)),
            Operands::Branch => target(pc, i32::from(self.u16(at) as i16)),
            Operands::WideBranch => target(pc, self.i32(at)),
            Operands::None | Operands::TableSwitch | Operands::LookupSwitch | Operands::Wide => {
                String::new()
            }
        }
    }

    fn table_switch(&self, pc: usize) -> (String, usize) {
        let at = (pc + 4) & !3;
        let (low, high) = (self.i32(at + 4), self.i32(at + 8));
        let count = usize::try_from(i64::from(high) - i64::from(low) + 1).unwrap_or_default();
        let count = count.min(self.bytes.len() / 4);
        let cases = (low..)
            .zip(0..count)
            .map(|(key, index)| (key, self.i32(at + 12 + 4 * index)));
        (self.cases(pc, at, cases), at + 12 + 4 * count - pc - 1)
    }

    fn lookup_switch(&self, pc: usize) -> (String, usize) {
        let at = (pc + 4) & !3;
        let count = usize::try_from(self.i32(at + 4))
            .unwrap_or_default()
            .min(self.bytes.len() / 8);
        let cases =
            (0..count).map(|index| (self.i32(at + 8 + 8 * index), self.i32(at + 12 + 8 * index)));
        (self.cases(pc, at, cases), at + 8 + 8 * count - pc - 1)
    }

    fn cases(&self, pc: usize, at: usize, cases: impl Iterator<Item = (i32, i32)>) -> String {
        let cases = cases.map(|(key, offset)| format!("{key}: {}", target(pc, offset)));
        let default = format!("default: {}", target(pc, self.i32(at)));
        cases.chain([default]).collect::<Vec<_>>().join(", ")
    }

    fn wide(&self, at: usize) -> String {
        format!("{} {}", opcode(self.u8(at)).name, self.u16(at + 1))
    }

    fn constant(&self, index: u16) -> String {
        let name = self
            .class
            .and_then(|class| class.constants.get(usize::from(index).checked_sub(1)?));
        name.map_or_else(|| format!("#{index}"), |name| format!("#{index}  {name}"))
    }

    fn static_field(&self, address: u16) -> String {
        let found = self
            .symbols
            .statics
            .iter()
            .find(|field| field.address == u32::from(address));
        found.map_or_else(
            || format!("@{address}"),
            |field| format!("@{address}  {}.{}", field.class, field.name),
        )
    }

    /// A byte of the code; 0 behind its end, where damaged code may lead.
    fn u8(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or_default()
    }

    fn u16(&self, at: usize) -> u16 {
        u16::from_be_bytes([self.u8(at), self.u8(at + 1)])
    }

    fn i32(&self, at: usize) -> i32 {
        i32::from_be_bytes([
            self.u8(at),
            self.u8(at + 1),
            self.u8(at + 2),
            self.u8(at + 3),
        ])
    }
}

fn target(pc: usize, offset: i32) -> String {
    (pc as i64 + i64::from(offset)).to_string()
}

fn array_type(code: u8) -> &'static str {
    match code {
        4 => "boolean",
        5 => "char",
        6 => "float",
        7 => "double",
        8 => "byte",
        9 => "short",
        10 => "int",
        11 => "long",
        _ => "?",
    }
}

//! Linked code as text, from image and symbols alone.

use std::fmt;

use crate::image::Image;
use crate::symbols::{ClassSymbol, MethodSymbol, Symbols};
use isa::{Bytecode, Operands};

/// One bytecode of a linked method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedInstruction {
    /// Byte offset in the method.
    pub pc: u32,
    /// The bytecode.
    pub opcode: u8,
    /// Operands as numbers; branch targets as byte offsets.
    pub operands: String,
    /// Their meaning; may be empty.
    pub meaning: String,
    /// Source line, if a new one starts here.
    pub line: Option<u16>,
}

/// A row of the exception table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedHandler {
    /// First byte covered.
    pub start: u32,
    /// First byte not covered any more.
    pub end: u32,
    /// Start of the handler.
    pub handler: u32,
    /// Type of the caught exceptions.
    pub catches: String,
}

/// A linked method taken apart. Displays as a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The method.
    pub method: MethodSymbol,
    /// Its code.
    pub instructions: Vec<LinkedInstruction>,
    /// Its exception table.
    pub handlers: Vec<LinkedHandler>,
}

/// Takes the code of a method apart. Bytes that make no sense show as what they are.
#[must_use]
pub fn disassemble(image: &Image, symbols: &Symbols, method: &MethodSymbol) -> Listing {
    let class = symbols.class(&method.class);
    let code = code_bytes(image, method);
    let mut reader = Reader {
        symbols,
        class,
        code: &code,
        pc: 0,
    };
    let mut instructions = Vec::new();
    while reader.pc < code.len() {
        let pc = reader.pc as u32;
        let starts_line = method
            .lines
            .iter()
            .find(|(start, _)| u32::from(*start) == pc);
        instructions.push(reader.instruction(starts_line.map(|(_, line)| *line)));
    }
    let handlers = handlers(image, class, method);
    Listing {
        method: method.clone(),
        instructions,
        handlers,
    }
}

fn code_bytes(image: &Image, method: &MethodSymbol) -> Vec<u8> {
    let words = image
        .words
        .iter()
        .skip(method.address as usize)
        .take(method.words as usize);
    words
        .flat_map(|word| word.to_be_bytes())
        .take(method.bytes as usize)
        .collect()
}

/// A row of the exception table behind the code of a method, as the image has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandlerRow {
    /// First byte covered.
    pub start: u32,
    /// First byte not covered any more.
    pub end: u32,
    /// Start of the handler.
    pub handler: u32,
    /// Index of the caught class among the constants, or 0 for all.
    pub catches: u32,
}

/// The exception table of a method.
pub fn exception_table(image: &Image, method: &MethodSymbol) -> impl Iterator<Item = HandlerRow> {
    let flags = method.address as usize + method.words as usize;
    let count = image.words.get(flags).map_or(0, |word| word & 0xffff);
    let rows = image.words.get(flags + 1..).unwrap_or_default();
    let rows = rows.chunks_exact(2).take(count as usize);
    rows.map(|row| HandlerRow {
        start: row[0] >> 16,
        end: row[0] & 0xffff,
        handler: row[1] >> 16,
        catches: row[1] & 0xffff,
    })
}

fn handlers(
    image: &Image,
    class: Option<&ClassSymbol>,
    method: &MethodSymbol,
) -> Vec<LinkedHandler> {
    let rows = exception_table(image, method);
    rows.map(|row| LinkedHandler {
        start: row.start,
        end: row.end,
        handler: row.handler,
        catches: match row.catches {
            0 => "everything".to_owned(),
            index => constant(class, index),
        },
    })
    .collect()
}

/// The element type with a type code of `newarray` (spec 11 section 8).
pub(crate) fn primitive(code: u32) -> Option<&'static str> {
    let types = [
        "boolean", "char", "float", "double", "byte", "short", "int", "long",
    ];
    types.get(code.checked_sub(4)? as usize).copied()
}

fn constant(class: Option<&ClassSymbol>, index: u32) -> String {
    let constants = class.map_or(&[][..], |class| &class.constants);
    let text = (index as usize)
        .checked_sub(1)
        .and_then(|index| constants.get(index));
    text.cloned().unwrap_or_default()
}

struct Reader<'a> {
    symbols: &'a Symbols,
    class: Option<&'a ClassSymbol>,
    code: &'a [u8],
    pc: usize,
}

impl Reader<'_> {
    fn instruction(&mut self, line: Option<u16>) -> LinkedInstruction {
        let start = self.pc as i64;
        let code = self.bytes::<1>()[0];
        let (operands, meaning) = self.operands(start, Bytecode::of(code).operands());
        LinkedInstruction {
            pc: start as u32,
            opcode: code,
            operands,
            meaning,
            line,
        }
    }

    fn operands(&mut self, start: i64, kind: Operands) -> (String, String) {
        let none = String::new();
        match kind {
            Operands::None => (none.clone(), none),
            Operands::Wide => (self.wide(), none),
            Operands::SignedByte => (i8::from_be_bytes(self.bytes()).to_string(), none),
            Operands::SignedShort => (i16::from_be_bytes(self.bytes()).to_string(), none),
            Operands::Local => (self.bytes::<1>()[0].to_string(), none),
            Operands::ArrayType => {
                let code = self.bytes::<1>()[0];
                (
                    code.to_string(),
                    primitive(code.into()).unwrap_or_default().to_owned(),
                )
            }
            Operands::Increment => {
                let [local, by] = self.bytes();
                (format!("{local} {}", by.cast_signed()), none)
            }
            Operands::Slot8 => {
                let index = u32::from(self.bytes::<1>()[0]);
                (index.to_string(), constant(self.class, index))
            }
            Operands::Slot16 => self.slot(|_: [u8; 0]| String::new()),
            Operands::MultiNewArray => self.slot(|[dimensions]: [u8; 1]| format!(" {dimensions}")),
            Operands::InvokeInterface => {
                self.slot(|[count, zero]: [u8; 2]| format!(" {count} {zero}"))
            }
            Operands::Static => {
                let address = u32::from(u16::from_be_bytes(self.bytes()));
                (address.to_string(), self.static_name(address))
            }
            Operands::Field => (u16::from_be_bytes(self.bytes()).to_string(), none),
            Operands::Branch => {
                let offset = i16::from_be_bytes(self.bytes());
                ((start + i64::from(offset)).to_string(), none)
            }
            Operands::WideBranch => ((start + i64::from(self.int())).to_string(), none),
            Operands::TableSwitch => (self.table_switch(start), none),
            Operands::LookupSwitch => (self.lookup_switch(start), none),
        }
    }

    /// A 16-bit pool index and what may follow it.
    fn slot<const N: usize>(&mut self, rest: impl FnOnce([u8; N]) -> String) -> (String, String) {
        let index = u32::from(u16::from_be_bytes(self.bytes()));
        let rest = rest(self.bytes());
        (format!("{index}{rest}"), constant(self.class, index))
    }

    fn static_name(&self, address: u32) -> String {
        let found = self
            .symbols
            .statics
            .iter()
            .find(|symbol| symbol.address == address);
        found
            .map(|symbol| format!("{}.{}", symbol.class, symbol.name))
            .unwrap_or_default()
    }

    /// JOP has no such bytecode; images that were linked without the original's first pass may hold it.
    fn wide(&mut self) -> String {
        let bytecode = Bytecode::of(self.bytes::<1>()[0]);
        let local = u16::from_be_bytes(self.bytes());
        if bytecode.operands() == Operands::Increment {
            let by = i16::from_be_bytes(self.bytes());
            return format!("{bytecode} {local} {by}");
        }
        format!("{bytecode} {local}")
    }

    fn table_switch(&mut self, start: i64) -> String {
        self.pc = self.pc.next_multiple_of(4);
        let default = start + i64::from(self.int());
        let (low, high) = (self.int(), self.int());
        let mut text = String::new();
        for key in low..=high {
            if self.pc >= self.code.len() {
                break;
            }
            text.push_str(&format!("{key}:{} ", start + i64::from(self.int())));
        }
        text + &format!("default:{default}")
    }

    fn lookup_switch(&mut self, start: i64) -> String {
        self.pc = self.pc.next_multiple_of(4);
        let default = start + i64::from(self.int());
        let count = self.int();
        let mut text = String::new();
        for _ in 0..count {
            if self.pc >= self.code.len() {
                break;
            }
            let key = self.int();
            text.push_str(&format!("{key}:{} ", start + i64::from(self.int())));
        }
        text + &format!("default:{default}")
    }

    fn int(&mut self) -> i32 {
        i32::from_be_bytes(self.bytes())
    }

    /// The next bytes; zeros where the code has ended.
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let rest = self.code.get(self.pc..).unwrap_or_default();
        self.pc += N;
        let mut bytes = [0; N];
        let available = rest.len().min(N);
        bytes[..available].copy_from_slice(&rest[..available]);
        bytes
    }
}

impl fmt::Display for LinkedInstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!(
            "{:5}  {:16} {}",
            self.pc,
            Bytecode::of(self.opcode).name(),
            self.operands
        );
        if self.meaning.is_empty() {
            f.write_str(text.trim_end())
        } else {
            write!(f, "{text:32}  {}", self.meaning)
        }
    }
}

impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let method = &self.method;
        write!(
            f,
            "{method}: address {}, {} words",
            method.address, method.words
        )?;
        write!(
            f,
            ", {} argument words, {} other locals",
            method.arguments, method.locals
        )?;
        f.write_str(if method.is_static { ", static" } else { "" })?;
        writeln!(
            f,
            "{}",
            if method.is_synchronized {
                ", synchronized"
            } else {
                ""
            }
        )?;
        for instruction in &self.instructions {
            if let Some(line) = instruction.line {
                writeln!(f, "  line {line}")?;
            }
            writeln!(f, "{instruction}")?;
        }
        for row in &self.handlers {
            writeln!(
                f,
                "  bytes {} to {}: {} goes to {}",
                row.start, row.end, row.catches, row.handler
            )?;
        }
        Ok(())
    }
}

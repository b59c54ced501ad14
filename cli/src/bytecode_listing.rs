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
        let cases = (0..count).map(|index| {
            // The last key may be the greatest int.
            let key = low.wrapping_add(index as i32);
            (key, self.i32(at + 12 + 4 * index))
        });
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A method of class `t.Main` with this code, at address 2 of an image.
    fn listing(code: &[u8]) -> String {
        let mut words = vec![0, 0];
        for chunk in code.chunks(4) {
            let mut bytes = [0; 4];
            bytes[..chunk.len()].copy_from_slice(chunk);
            words.push(u32::from_be_bytes(bytes));
        }
        words[0] = words.len() as u32;
        let symbols = serde_json::json!({
            "format": 1, "image_hash": 0, "main_class": "t.Main",
            "pointers": { "address": 0, "boot": 0, "jvm": 0, "help": 0, "main": 0,
                "references": 0, "reference_words": 0, "initialisers": [] },
            "regions": [], "strings": [], "arrays": [], "bytecodes": [], "arguments": null,
            "classes": [{ "name": "t.Main", "address": 0, "method_table": 0, "pool": 0,
                "constants": ["class t.Main", "\"text\""], "interface_table": 0, "interface_number": null,
                "instance_words": 0, "superclass": null, "fields": [], "source": null }],
            "statics": [{ "class": "t.Main", "name": "count", "descriptor": "I", "address": 40 }],
            "methods": [{ "class": "t.Main", "name": "run", "descriptor": "(I)V", "is_static": true,
                "is_synchronized": false, "address": 2, "words": words.len() - 2, "bytes": code.len(),
                "arguments": 1, "locals": 0, "structs": [], "lines": [[0, 7], [2, 9]] }],
        });
        let symbols: Symbols = serde_json::from_value(symbols).unwrap();
        method(&Image { words }, &symbols, &symbols.methods[0])
    }

    #[test]
    fn instructions_stand_beside_their_lines_with_the_names_they_mean() {
        assert_eq!(
            listing(&[0x12, 2, 0xb2, 0, 40, 0x99, 0xff, 0xfb, 0x10, 0xfe, 0xb1]),
            "t.Main.run(I)V\n  at 2, 3 words; 1 argument words, 0 locals
  line 7         0  ldc              #2  \"text\"
  line 9         2  getstatic        @40  t.Main.count
                 5  ifeq             0
                 8  bipush           -2
                10  return\n\n"
        );
    }

    #[test]
    fn a_switch_names_its_keys_and_targets_up_to_the_greatest_int() {
        let mut code = vec![0xaa, 0, 0, 0];
        for word in [17_i32, i32::MAX - 1, i32::MAX, 16, -0] {
            code.extend(word.to_be_bytes());
        }
        assert!(
            listing(&code)
                .contains("tableswitch      2147483646: 16, 2147483647: 0, default: 17\n"),
            "{}",
            listing(&code)
        );
    }

    #[test]
    fn damaged_code_is_listed_to_its_end() {
        for code in [
            &[0xaa][..],
            &[0xab, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff],
            &[0xc4],
            &[0xb9, 1],
        ] {
            assert!(listing(code).ends_with("\n\n"));
        }
    }

    #[test]
    fn a_method_answers_to_its_name_with_any_part_of_its_class() {
        let named = |name: &str| {
            let method = MethodSymbol {
                class: "t.Main".to_owned(),
                name: "run".to_owned(),
                descriptor: "()V".to_owned(),
                is_static: true,
                is_synchronized: false,
                address: 0,
                words: 0,
                bytes: 0,
                arguments: 0,
                locals: 0,
                structs: Vec::new(),
                lines: Vec::new(),
            };
            is_named(&method, name)
        };
        assert!(named("run") && named("Main.run") && named("t.Main.run"));
        assert!(!named("un") && !named("ain.run") && !named("t.Main"));
    }
}

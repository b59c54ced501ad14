//! Disassembly, in two forms: source that assembles to the same memories, and a listing to read.
//!
//! For every ROM, stack RAM and jump table the source assembles back to them; where plain syntax is not enough, it uses
//! the extensions of the [parser](crate::parser). Words that `ldi` first uses in order 32, 33, ..., as the assembler
//! makes them, are written by value, so that the disassembly of a usual program is usual source.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::assembler::{FIRST_CONSTANT, UNUSED_RAM, VERSION, VERSION_WORD};
use crate::isa::{Instruction, OperandKind, Word, undefined_behaviour};
use crate::names::Names;
use crate::program::{Program, ROM_WORDS};

/// Column at which comments start in the source form.
const COMMENT_COLUMN: usize = 40;

/// Source that assembles to the same ROM, stack RAM and jump table.
pub fn disassemble(program: &Program) -> String {
    let names = Names::new(program);
    let constants = ConstantForm::of(program, &names);
    let mut out = String::new();
    definitions(&mut out, program, &names, &constants);
    for address in 0..names.used_words() {
        for line in names.label_lines(address) {
            put(&mut out, format_args!("{line}"));
        }
        let word = program.word(address);
        let text = format!("        {}", source_text(&names, &constants, address, word));
        let comment = undefined_behaviour(word & crate::isa::CODE_MASK).unwrap_or_default();
        let line = format!("{text:COMMENT_COLUMN$}// {address:04} {word:03x}  {comment}");
        put(&mut out, format_args!("{}", line.trim_end()));
    }
    for line in names.label_lines(names.used_words()) {
        put(&mut out, format_args!("{line}"));
    }
    out
}

/// The ROM with addresses, words, labels, instructions and, if known, the lines of the source.
pub fn listing(program: &Program) -> String {
    let names = Names::new(program);
    let mut out = String::new();
    put(&mut out, format_args!("addr word  instruction"));
    let used = names.used_words();
    for address in 0..used {
        for line in names.label_lines(address) {
            put(&mut out, format_args!("           {line}"));
        }
        let word = program.word(address);
        let text = listed_text(&names, address, word);
        let source = program.symbols.source_line(address);
        let source = source
            .map(|(file, line)| format!("{file}:{line}"))
            .unwrap_or_default();
        let line = format!("{address:04}  {word:03x}      {text:32} {source}");
        put(&mut out, format_args!("{}", line.trim_end()));
    }
    for line in names.label_lines(used) {
        put(&mut out, format_args!("           {line}"));
    }
    if usize::from(used) < ROM_WORDS {
        put(
            &mut out,
            format_args!("{used:04}  000      pop, and so on to the end"),
        );
    }
    out
}

/// The instruction of each ROM word as the listing shows it, operands by name.
pub fn instruction_texts(program: &Program) -> Vec<String> {
    let names = Names::new(program);
    (0..)
        .zip(&program.rom)
        .map(|(address, word)| listed_text(&names, address, *word))
        .collect()
}

fn put(out: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{line}");
}

/// Syntax of the operands of `ldi`.
enum ConstantForm {
    /// By value: the assembler numbers these values in this order.
    Value(Vec<u32>),
    /// By the address of the stack RAM word.
    Address,
}

impl ConstantForm {
    fn of(program: &Program, names: &Names<'_>) -> Self {
        let mut values: Vec<u32> = Vec::new();
        for place in 0..names.used_words() {
            let instruction = Instruction::decode(program.word(place));
            let Instruction::Defined(op, index) = instruction else {
                continue;
            };
            if op.row().operand != OperandKind::Constant || usize::from(index) < values.len() {
                continue;
            }
            let address = FIRST_CONSTANT + index as u8;
            let value = program.ram_word(address);
            let next = usize::from(index) == values.len() && address < VERSION_WORD;
            if !next || values.contains(&value) {
                return Self::Address;
            }
            values.push(value);
        }
        Self::Value(values)
    }
}

/// Constants, variables, and the stack RAM words that these do not make.
fn definitions(out: &mut String, program: &Program, names: &Names<'_>, constants: &ConstantForm) {
    let version = program.ram_word(VERSION_WORD);
    put(out, format_args!("{VERSION} = {}", version.cast_signed()));
    for (name, value) in names.constants() {
        put(out, format_args!("{name} = {value}"));
    }
    let mut made: BTreeMap<usize, u32> = BTreeMap::from([(VERSION_WORD.into(), version), (63, 0)]);
    if let Some(variables) = names.declared_variables() {
        for (address, name) in variables.into_iter().enumerate() {
            made.insert(address, 0);
            put(out, format_args!("{name} ?"));
        }
    } else {
        for (address, name) in names.variables() {
            put(out, format_args!("{name} = {address}"));
        }
    }
    if let ConstantForm::Value(values) = constants {
        made.extend((usize::from(FIRST_CONSTANT)..).zip(values.iter().copied()));
    }
    for (address, word) in program.stack_ram.iter().enumerate() {
        if *word != made.get(&address).copied().unwrap_or(UNUSED_RAM) {
            put(out, format_args!(":{address} = {}", word.cast_signed()));
        }
    }
    out.push('\n');
}

/// One word as source.
fn source_text(names: &Names<'_>, constants: &ConstantForm, address: u16, word: u16) -> String {
    let Word {
        nxt,
        opd,
        instruction,
    } = Word::decode(word);
    let Instruction::Defined(op, bits) = instruction else {
        return format!(":word {word}");
    };
    let by_address =
        op.row().operand == OperandKind::Constant && matches!(constants, ConstantForm::Address);
    let operand = if by_address {
        format!(":{}", u16::from(FIRST_CONSTANT) + bits)
    } else {
        names.operand(address, instruction)
    };
    with_flags(op.mnemonic(), &operand, opd, nxt)
}

/// One word for people.
fn listed_text(names: &Names<'_>, address: u16, word: u16) -> String {
    let Word {
        nxt,
        opd,
        instruction,
    } = Word::decode(word);
    let operand = names.operand(address, instruction);
    match instruction {
        Instruction::Defined(op, _) => with_flags(op.mnemonic(), &operand, opd, nxt),
        Instruction::Undefined(code) => with_flags(&format!("undefined {code:#05x}"), "", opd, nxt),
    }
}

fn with_flags(mnemonic: &str, operand: &str, opd: bool, nxt: bool) -> String {
    let flags = [
        (true, mnemonic),
        (!operand.is_empty(), operand),
        (opd, "opd"),
        (nxt, "nxt"),
    ];
    let shown: Vec<_> = flags
        .into_iter()
        .filter(|(shown, _)| *shown)
        .map(|(_, text)| text)
        .collect();
    shown.join(" ")
}

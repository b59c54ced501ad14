//! The tables that the original assembler generates as VHDL.
//!
//! ```text
//! when "00000000010" => data <= "000100000000";    ROM: address of 11 bits, word of 12
//! when "01100000" => addr <= "00000101010";        jump table: bytecode of 8 bits, address of 11
//! when others => addr <= "00000000010";            all the rest
//! if exc_pend='1' then q <= "00001111010"; ...     the two entries, by the signal that guards them
//! ```
//!
//! Only these assignments count; the names of the signals left of `<=` do not, but for `q` under a guard. `--` starts a
//! comment.

use std::collections::BTreeMap;

use super::reader::{Memory, RawError, Reader, quote};
use crate::program::BYTECODES;

/// Returns true if a text has a `when "bits" =>` or `when others =>`.
pub(super) fn is_vhdl(text: &str) -> bool {
    let tokens: Vec<_> = tokens(text).collect();
    tokens
        .windows(3)
        .any(|window| window[0].is("when") && window[1].is_choice() && window[2].is("=>"))
}

/// The assignments of one generated file.
#[derive(Default)]
pub(super) struct Table {
    /// By choice; with the line for messages.
    entries: BTreeMap<u32, (u32, u32)>,
    others: Option<u32>,
    interrupt: Option<u32>,
    exception: Option<u32>,
}

impl Table {
    /// The words of a ROM.
    pub(super) fn memory(&self, reader: Reader<'_>) -> Result<Vec<u32>, RawError> {
        if reader.memory != Memory::Rom {
            return Err(reader.malformed(1, "generated VHDL"));
        }
        let mut words = vec![self.others.unwrap_or(0); reader.memory.words()];
        for (address, (word, line)) in &self.entries {
            words[reader.address(*line, u64::from(*address))?] = *word;
        }
        Ok(words)
    }

    /// The 258 words of a jump table.
    pub(super) fn jump_table(&self, reader: Reader<'_>) -> Result<Vec<u32>, RawError> {
        let mut words = vec![self.others.unwrap_or(0); BYTECODES];
        for (bytecode, (address, line)) in &self.entries {
            let Some(word) = words.get_mut(*bytecode as usize) else {
                return Err(reader.malformed(*line, format!("{bytecode} is not a bytecode")));
            };
            *word = *address;
        }
        let missing = |signal: &str| reader.incomplete(format!("assignment to q under {signal}"));
        words.push(self.interrupt.ok_or_else(|| missing("int_pend"))?);
        words.push(self.exception.ok_or_else(|| missing("exc_pend"))?);
        Ok(words)
    }
}

#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    line: u32,
}

impl Token<'_> {
    fn is(self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    /// Something in double quotes.
    fn is_bits(self) -> bool {
        self.text.starts_with('"')
    }

    fn is_choice(self) -> bool {
        self.is_bits() || self.is("others")
    }
}

fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    (1..).zip(text.lines()).flat_map(|(line, text)| {
        let mut rest = text.split("--").next().unwrap_or("");
        std::iter::from_fn(move || {
            rest = rest.trim_start();
            let text = first_token(rest)?;
            rest = &rest[text.len()..];
            Some(Token { text, line })
        })
    })
}

/// Something in double quotes, a word, or a sign.
fn first_token(rest: &str) -> Option<&str> {
    let first = rest.chars().next()?;
    let belongs = |c: char| c.is_alphanumeric() || c == '_';
    if first == '"' {
        let end = rest[1..].find('"').map_or(rest.len(), |end| end + 2);
        return Some(&rest[..end]);
    }
    if belongs(first) {
        return Some(&rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())]);
    }
    let two = rest.get(..2).filter(|two| *two == "<=" || *two == "=>");
    Some(two.unwrap_or(&rest[..first.len_utf8()]))
}

/// Conditions of the statement being read.
#[derive(Clone, Copy, PartialEq)]
enum Guard {
    None,
    /// Between `if` and the signal it asks for.
    Open,
    Interrupt,
    Exception,
}

pub(super) fn parse(reader: Reader<'_>, text: &str) -> Result<Table, RawError> {
    let tokens: Vec<_> = tokens(text).collect();
    let mut table = Table::default();
    let mut guard = Guard::None;
    let mut rest = tokens.as_slice();
    while let Some((first, behind)) = rest.split_first() {
        match first.text.to_ascii_lowercase().as_str() {
            "if" | "elsif" => guard = Guard::Open,
            "else" | "end" => guard = Guard::None,
            "exc_pend" if guard == Guard::Open => guard = Guard::Exception,
            "int_pend" if guard == Guard::Open => guard = Guard::Interrupt,
            "when" => choice(reader, behind, &mut table)?,
            "q" => entry(reader, behind, guard, &mut table)?,
            _ => {}
        }
        rest = behind;
    }
    Ok(table)
}

/// `"bits" => signal <= "bits"` or `others => signal <= "bits"` after `when`.
fn choice(reader: Reader<'_>, rest: &[Token<'_>], table: &mut Table) -> Result<(), RawError> {
    let [chosen, arrow, _, assigns, value, ..] = rest else {
        return Ok(());
    };
    if !(chosen.is_choice() && arrow.is("=>") && assigns.is("<=") && value.is_bits()) {
        return Ok(());
    }
    let word = reader.word(value.line, i64::from(bits(reader, *value)?))?;
    if chosen.is_bits() {
        table
            .entries
            .insert(bits(reader, *chosen)?, (word, value.line));
    } else {
        table.others = Some(word);
    }
    Ok(())
}

/// `<= "bits"` after `q`.
fn entry(
    reader: Reader<'_>,
    rest: &[Token<'_>],
    guard: Guard,
    table: &mut Table,
) -> Result<(), RawError> {
    let [assigns, value, ..] = rest else {
        return Ok(());
    };
    if !(assigns.is("<=") && value.is_bits()) {
        return Ok(());
    }
    let word = Some(reader.word(value.line, i64::from(bits(reader, *value)?))?);
    match guard {
        Guard::None | Guard::Open => {}
        Guard::Interrupt => table.interrupt = word,
        Guard::Exception => table.exception = word,
    }
    Ok(())
}

fn bits(reader: Reader<'_>, token: Token<'_>) -> Result<u32, RawError> {
    let digits = token.text.trim_matches('"');
    let malformed = || {
        reader.malformed(
            token.line,
            format!("{} is not a binary number", quote(token.text)),
        )
    };
    u32::from_str_radix(digits, 2).map_err(|_| malformed())
}

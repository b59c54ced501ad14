//! Statements: the meaning of the tokens of one line (spec 10 sections 2 and 3).
//!
//! A line may hold labels, one instruction, one operand and the flags `nxt` and `opd`, in any order, or a definition.
//! Of several labels, or operands, the last counts; of several instructions the first. Each of these gets a warning.
//! Stricter than the original, which drops them silently: a line without an instruction must not hold an operand or a
//! flag, and a definition must have a name and a number.
//!
//! Three extensions, for the disassembler: words that begin with a colon, which as labels would have no name.
//!
//! - `:word 3072` puts a raw 12-bit word into the ROM;
//! - `:34` is stack RAM word 34, as operand of `ldi` (constants by index, from `:32`), `ldm` and `stm`; `:34 = -1` sets it;
//! - `:entry 203` lets the jump table entry of bytecode 203 be the address of the next instruction, as a label does for
//!   bytecodes that have a usable name.

use crate::diagnostics::{Diagnostic, Error, Warning};
use crate::errors::ErrorKind;
use crate::isa::{Op, OperandKind, WORD_MASK};
use crate::lexer::{Token, TokenKind};
use crate::program::STACK_RAM_WORDS;
use crate::source::Span;
use crate::warnings::WarningKind;
use ::isa::Bytecode;

/// A name and its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// One line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Statement {
    /// An ordinary label.
    pub(crate) label: Option<Name>,
    /// A label that makes a jump table entry.
    pub(crate) bytecode: Option<(u8, Span)>,
    pub(crate) body: Body,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Body {
    Nothing,
    Constant {
        name: Name,
        value: i32,
    },
    Variable(Name),
    Instruction(Line),
    /// `:word`.
    RawWord {
        word: u16,
        span: Span,
    },
    /// `:address = value`.
    RamWord {
        address: u8,
        value: i32,
    },
    /// `:entry`.
    Entry {
        bytecode: u8,
        span: Span,
    },
}

/// One instruction with its operand and flags.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    pub(crate) op: Op,
    pub(crate) span: Span,
    pub(crate) operand: Option<Operand>,
    pub(crate) nxt: bool,
    pub(crate) opd: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Operand {
    pub(crate) value: Value,
    pub(crate) span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Symbol(String),
    Number(i32),
    /// A stack RAM word by its address.
    Ram(u32),
}

/// Returns true if a word is an instruction or a flag, so that it cannot be a symbol.
pub(crate) fn is_reserved(word: &str) -> bool {
    matches!(word, "nxt" | "opd") || Op::from_mnemonic(word).is_some()
}

/// Reads a line. What is wrong is reported; the rest of the line still counts, so that one error does not make more.
pub(crate) fn statement(
    tokens: &[Token],
    errors: &mut Vec<Error>,
    warnings: &mut Vec<Warning>,
) -> Statement {
    let mut parser = Parser { errors, warnings };
    let (label, bytecode) = parser.labels(tokens);
    let rest: Vec<_> = tokens
        .iter()
        .filter(|token| label_parts(&token.kind).is_none())
        .collect();
    Statement {
        label,
        bytecode,
        body: parser.body(&rest),
    }
}

/// Text before and after the first colon of a label: a word with a colon that is not its first character.
fn label_parts(kind: &TokenKind) -> Option<(&str, &str)> {
    let TokenKind::Word(word) = kind else {
        return None;
    };
    word.split_once(':').filter(|(name, _)| !name.is_empty())
}

struct Parser<'a> {
    errors: &'a mut Vec<Error>,
    warnings: &'a mut Vec<Warning>,
}

impl Parser<'_> {
    fn error(&mut self, span: Span, kind: ErrorKind) {
        self.errors.push(Diagnostic::at(span, kind));
    }

    fn warn(&mut self, span: Span, kind: WarningKind) {
        self.warnings.push(Diagnostic::at(span, kind));
    }

    /// The label that counts: the last one, and one of a bytecode before any other.
    fn labels(&mut self, tokens: &[Token]) -> (Option<Name>, Option<(u8, Span)>) {
        let mut label: Option<Name> = None;
        let mut bytecode: Option<(u8, Span)> = None;
        for Token { kind, span } in tokens {
            let Some((name, tail)) = label_parts(kind) else {
                continue;
            };
            if !tail.trim_matches(':').is_empty() {
                self.warn(*span, WarningKind::LabelTail);
            }
            if let Some(code) = Bytecode::named(name).map(Bytecode::code) {
                if let Some((before, place)) = bytecode.replace((code, *span)) {
                    let name = Bytecode::of(before).name().to_owned();
                    self.warn(place, WarningKind::LabelIgnored(name));
                }
                continue;
            }
            if is_reserved(name) {
                self.warn(*span, WarningKind::LabelUnreachable(name.to_owned()));
            }
            if let Some(before) = label.replace(Name {
                text: name.to_owned(),
                span: *span,
            }) {
                self.warn(before.span, WarningKind::LabelIgnored(before.text));
            }
        }
        if bytecode.is_some()
            && let Some(hidden) = label.take()
        {
            self.warn(hidden.span, WarningKind::LabelIgnored(hidden.text));
        }
        (label, bytecode)
    }

    fn body(&mut self, tokens: &[&Token]) -> Body {
        let defines =
            |token: &&Token| matches!(token.kind, TokenKind::Equals | TokenKind::Question);
        let Some(first) = tokens.first() else {
            return Body::Nothing;
        };
        match &first.kind {
            TokenKind::Word(word) if word == ":word" || word == ":entry" => {
                self.extension(word, first.span, &tokens[1..])
            }
            _ if tokens.iter().any(defines) => self.definition(tokens),
            _ => self.instruction(tokens),
        }
    }

    /// `name = number`, `name ?` or `:address = number`.
    fn definition(&mut self, tokens: &[&Token]) -> Body {
        if let Some(mnemonic) = tokens.iter().find(|token| is_mnemonic(token)) {
            self.error(mnemonic.span, ErrorKind::DefinitionWithInstruction);
            return Body::Nothing;
        }
        let (name, sign, rest) = match tokens {
            [name, sign, rest @ ..] => (name, sign, rest),
            [alone, ..] => return self.malformed(alone.span, ErrorKind::NameMissing),
            [] => return Body::Nothing,
        };
        let text = match &name.kind {
            TokenKind::Word(text) if !is_reserved(text) => text.clone(),
            _ => return self.malformed(name.span, ErrorKind::NameMissing),
        };
        let target = Name {
            text,
            span: name.span,
        };
        match (&sign.kind, rest) {
            (TokenKind::Question, []) if !target.text.starts_with(':') => Body::Variable(target),
            (TokenKind::Equals, []) => {
                self.warn(sign.span, WarningKind::ValueMissing(target.text.clone()));
                self.assignment(target, 0)
            }
            (TokenKind::Equals, [value]) => match value.kind {
                TokenKind::Number(value) => self.assignment(target, value),
                _ => {
                    self.error(value.span, ErrorKind::ValueMissing(target.text.clone()));
                    // Defined all the same: its uses are right.
                    self.assignment(target, 0)
                }
            },
            (TokenKind::Equals, [_, extra, ..]) | (TokenKind::Question, [extra, ..]) => {
                self.malformed(extra.span, ErrorKind::Definition)
            }
            _ => self.malformed(sign.span, ErrorKind::Definition),
        }
    }

    fn malformed(&mut self, span: Span, kind: ErrorKind) -> Body {
        self.error(span, kind);
        Body::Nothing
    }

    fn assignment(&mut self, name: Name, value: i32) -> Body {
        if !name.text.starts_with(':') {
            return Body::Constant { name, value };
        }
        let greatest = STACK_RAM_WORDS as u32 - 1;
        match ram_address(&name.text) {
            None => {
                self.error(name.span, ErrorKind::LabelWithoutName);
                Body::Nothing
            }
            Some(address) if address > greatest => {
                let kind = ErrorKind::ExtensionRange {
                    what: "stack RAM words",
                    greatest,
                };
                self.error(name.span, kind);
                Body::Nothing
            }
            Some(address) => Body::RamWord {
                address: address as u8,
                value,
            },
        }
    }

    /// `:word number` or `:entry number`.
    fn extension(&mut self, word: &str, span: Span, rest: &[&Token]) -> Body {
        let (what, greatest) = match word {
            ":word" => ("ROM words", u32::from(WORD_MASK)),
            _ => ("bytecodes", u32::from(u8::MAX)),
        };
        let number = match rest {
            [
                Token {
                    kind: TokenKind::Number(number),
                    ..
                },
            ] => u32::try_from(*number).ok(),
            _ => None,
        };
        match number.filter(|number| *number <= greatest) {
            Some(number) if word == ":word" => Body::RawWord {
                word: number as u16,
                span,
            },
            Some(number) => Body::Entry {
                bytecode: number as u8,
                span,
            },
            None => {
                let place = rest.first().map_or(span, |token| token.span);
                self.error(place, ErrorKind::ExtensionRange { what, greatest });
                Body::Nothing
            }
        }
    }

    fn instruction(&mut self, tokens: &[&Token]) -> Body {
        let mut instruction: Option<(Op, Span)> = None;
        let mut operands: Vec<Operand> = Vec::new();
        let mut flags: Vec<(&str, Span)> = Vec::new();
        for Token { kind, span } in tokens.iter().copied() {
            let span = *span;
            match kind {
                TokenKind::Number(value) => operands.push(Operand {
                    value: Value::Number(*value),
                    span,
                }),
                TokenKind::Word(word) if word == "nxt" || word == "opd" => flags.push((word, span)),
                TokenKind::Word(word) => match Op::from_mnemonic(word) {
                    Some(op) if instruction.is_none() => instruction = Some((op, span)),
                    Some(_) => self.warn(span, WarningKind::InstructionIgnored),
                    None => operands.extend(self.word_operand(word, span)),
                },
                TokenKind::Equals | TokenKind::Question => {}
            }
        }
        let Some((op, span)) = instruction else {
            self.without_instruction(&operands, &flags);
            return Body::Nothing;
        };
        let operand = operands.pop();
        for replaced in operands {
            self.warn(replaced.span, WarningKind::OperandReplaced);
        }
        if op.row().operand != OperandKind::None && operand.is_none() {
            self.error(span, ErrorKind::OperandMissing(op));
        }
        let has = |flag| flags.iter().any(|(name, _)| *name == flag);
        Body::Instruction(Line {
            op,
            span,
            operand,
            nxt: has("nxt"),
            opd: has("opd"),
        })
    }

    fn word_operand(&mut self, word: &str, span: Span) -> Option<Operand> {
        let value = if !word.starts_with(':') {
            Some(Value::Symbol(word.to_owned()))
        } else {
            ram_address(word).map(Value::Ram)
        };
        if value.is_none() {
            self.error(span, ErrorKind::LabelWithoutName);
        }
        value.map(|value| Operand { value, span })
    }

    /// A line with operands or flags alone: its first word is most likely a misspelt instruction.
    fn without_instruction(&mut self, operands: &[Operand], flags: &[(&str, Span)]) {
        let words = operands.iter().find_map(|operand| match &operand.value {
            Value::Symbol(name) => Some((name, operand.span)),
            _ => None,
        });
        let stray = operands.iter().map(|operand| operand.span);
        let stray = stray.chain(flags.iter().map(|(_, span)| *span)).next();
        if let Some((name, span)) = words {
            let similar = similar_mnemonic(name);
            self.error(
                span,
                ErrorKind::UnknownInstruction {
                    name: name.clone(),
                    similar,
                },
            );
        } else if let Some(span) = stray {
            self.error(span, ErrorKind::InstructionMissing);
        }
    }
}

fn is_mnemonic(token: &Token) -> bool {
    matches!(&token.kind, TokenKind::Word(word) if Op::from_mnemonic(word).is_some())
}

/// The address in `:address`, which saturates.
fn ram_address(word: &str) -> Option<u32> {
    let digits = word.strip_prefix(':')?;
    let number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    number.then(|| digits.parse().unwrap_or(u32::MAX))
}

fn similar_mnemonic(word: &str) -> Option<&'static str> {
    closest(word, crate::isa::TABLE.iter().map(|row| row.mnemonic))
}

/// The candidate that most likely was meant.
pub(crate) fn closest<'a>(
    word: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let similarity = |candidate: &str| strsim::jaro_winkler(word, candidate);
    let rated = candidates.map(|candidate| (similarity(candidate), candidate));
    let best = rated.max_by(|(left, _), (right, _)| left.total_cmp(right))?;
    (best.0 > 0.85).then_some(best.1)
}

//! Two passes over the statements: the first gives every symbol its value, the second fills ROM, stack RAM and jump
//! table (spec 10 sections 3, 4, 6 and 8).
//!
//! Variables are stack RAM words from 0 up in order of appearance; constants from 32 up in order of first use, equal
//! values sharing a word; word 62 is `version`, word 63 zero, every other word 0x12345678. Bytecodes without a
//! label go to `sys_noim`; so do the three names without an entry.

use indexmap::IndexMap;
use indexmap::map::Entry;

use crate::diagnostics::{Diagnostic, Error, Warning};
use crate::errors::ErrorKind;
use crate::isa::{Instruction, OperandKind, Word};
use crate::parser::{self, Body, Line, Name, Operand, Statement, Value};
use crate::program::{
    BYTECODES, JumpTable, Program, ProgramSymbols, ROM_WORDS, STACK_RAM_WORDS, SourceWord,
};
use crate::source::{Sources, Span};
use crate::warnings::WarningKind;
use ::isa::Bytecode;
use ::isa::op::{SYS_EXC, SYS_INT, SYS_NOIM};

/// Variables that `ldm` and `stm` reach.
pub(crate) const VARIABLES: u16 = 32;
/// First constant, and how many fit before `version`.
pub(crate) const FIRST_CONSTANT: u8 = 32;
const CONSTANTS: usize = 30;
/// The word of the symbol `version`, and the next one, which is zero.
pub(crate) const VERSION_WORD: u8 = 62;
const ZERO_WORD: u8 = 63;
/// The name of the symbol that fills word 62.
pub(crate) const VERSION: &str = "version";
/// Errors beyond which no similar name is looked for.
const SUGGESTIONS: usize = 100;
/// Stack RAM words that the source does not set.
pub(crate) const UNUSED_RAM: u32 = 0x1234_5678;

/// Output of the second pass.
pub(crate) struct Assembled {
    pub(crate) program: Program,
    /// The place of each instruction, by ROM address.
    pub(crate) spans: Vec<Span>,
}

/// Assembles statements. The program is of use only if no error was reported.
pub(crate) fn assemble(
    statements: &[Statement],
    sources: &Sources,
    errors: &mut Vec<Error>,
    warnings: &mut Vec<Warning>,
) -> Assembled {
    let symbols = define_symbols(statements, errors, warnings);
    let mut encoder = Encoder {
        symbols: &symbols,
        sources,
        errors,
        warnings,
        out: SecondPass::default(),
    };
    for statement in statements {
        encoder.statement(statement);
    }
    encoder.finish()
}

/// Meaning of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SymbolKind {
    Label,
    Variable,
    Constant,
}

struct Symbol {
    kind: SymbolKind,
    value: i32,
    defined: Span,
}

type Symbols = IndexMap<String, Symbol>;

/// First pass.
fn define_symbols(
    statements: &[Statement],
    errors: &mut Vec<Error>,
    warnings: &mut Vec<Warning>,
) -> Symbols {
    let mut definitions = Definitions {
        symbols: Symbols::new(),
        address: 0,
        variables: 0,
        labelled: [None; BYTECODES],
        full: false,
        errors,
        warnings,
    };
    for statement in statements {
        definitions.statement(statement);
    }
    definitions.symbols
}

struct Definitions<'a> {
    symbols: Symbols,
    /// ROM address of the next instruction.
    address: usize,
    /// Variables so far.
    variables: u16,
    /// The label of each bytecode.
    labelled: [Option<Span>; BYTECODES],
    /// True if the end of the ROM was reported.
    full: bool,
    errors: &'a mut Vec<Error>,
    warnings: &'a mut Vec<Warning>,
}

impl Definitions<'_> {
    fn error(&mut self, span: Span, kind: ErrorKind) {
        self.errors.push(Diagnostic::at(span, kind));
    }

    fn statement(&mut self, statement: &Statement) {
        if let Some(label) = &statement.label {
            self.define(label, SymbolKind::Label, self.address as i32);
        }
        if let Some((code, span)) = statement.bytecode {
            self.bytecode(code, span);
        }
        match &statement.body {
            Body::Constant { name, value } => self.define(name, SymbolKind::Constant, *value),
            Body::Variable(name) => {
                if self.variables == VARIABLES {
                    self.error(name.span, ErrorKind::TooManyVariables);
                }
                self.define(name, SymbolKind::Variable, self.variables.into());
                self.variables = self.variables.saturating_add(1);
            }
            Body::Instruction(Line { span, .. }) | Body::RawWord { span, .. } => {
                self.needs_room(*span);
                self.address += 1;
            }
            Body::Entry { span, .. } => self.needs_room(*span),
            Body::Nothing | Body::RamWord { .. } => {}
        }
    }

    /// Reports the first item at an address beyond the ROM.
    fn needs_room(&mut self, span: Span) {
        if self.address >= ROM_WORDS && !self.full {
            self.full = true;
            self.error(span, ErrorKind::RomFull);
        }
    }

    fn bytecode(&mut self, code: u8, span: Span) {
        self.needs_room(span);
        if let Some(before) = self.labelled[usize::from(code)].replace(span) {
            let kind = WarningKind::BytecodeRedefined(Bytecode::of(code).name().to_owned());
            let warning = Diagnostic::at(span, kind);
            self.warnings
                .push(warning.with_related(before, "defined here before"));
        }
    }

    fn define(&mut self, name: &Name, kind: SymbolKind, value: i32) {
        let symbol = Symbol {
            kind,
            value,
            defined: name.span,
        };
        match self.symbols.entry(name.text.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(symbol);
            }
            Entry::Occupied(entry) => {
                let error =
                    Diagnostic::at(name.span, ErrorKind::DuplicateSymbol(name.text.clone()));
                let before = entry.get().defined;
                self.errors
                    .push(error.with_related(before, "defined here before"));
            }
        }
    }
}

/// Output of the second pass so far.
#[derive(Default)]
struct SecondPass {
    rom: Vec<u16>,
    source: Vec<SourceWord>,
    spans: Vec<Span>,
    /// Values of constants in order of first use.
    constants: Vec<i32>,
    /// True if one constant too many was reported.
    constants_full: bool,
    /// Stack RAM words set by their address.
    ram_words: IndexMap<u8, i32>,
    /// ROM addresses of bytecode labels, in order of appearance.
    bytecodes: IndexMap<u8, u16>,
    /// Entries set by the number of the bytecode.
    entries: IndexMap<u8, u16>,
}

/// Second pass.
struct Encoder<'a> {
    symbols: &'a Symbols,
    sources: &'a Sources,
    errors: &'a mut Vec<Error>,
    warnings: &'a mut Vec<Warning>,
    out: SecondPass,
}

impl Encoder<'_> {
    fn error(&mut self, span: Span, kind: ErrorKind) {
        self.errors.push(Diagnostic::at(span, kind));
    }

    fn statement(&mut self, statement: &Statement) {
        let address = self.out.rom.len() as u16;
        if let Some((code, _)) = statement.bytecode {
            self.out.bytecodes.insert(code, address);
        }
        match &statement.body {
            Body::Entry { bytecode, .. } => {
                self.out.entries.insert(*bytecode, address);
            }
            Body::RamWord { address, value } => {
                self.out.ram_words.insert(*address, *value);
            }
            Body::RawWord { word, span } => self.emit(*word, *span, None),
            Body::Instruction(line) => self.line(line),
            Body::Nothing | Body::Constant { .. } | Body::Variable(_) => {}
        }
    }

    fn emit(&mut self, word: u16, span: Span, operand: Option<String>) {
        self.out.rom.push(word);
        self.out.spans.push(span);
        let line = self.sources.line(span);
        self.out.source.push(SourceWord {
            file: span.file,
            line,
            operand,
        });
    }

    /// A word whose operand is wrong is emitted all the same, so that later addresses hold.
    fn line(&mut self, line: &Line) {
        let value = line
            .operand
            .as_ref()
            .and_then(|operand| self.operand(line, operand))
            .unwrap_or(0);
        let instruction =
            Instruction::with_operand(line.op, value).unwrap_or(Instruction::Defined(line.op, 0));
        let word = Word {
            nxt: line.nxt,
            opd: line.opd,
            instruction,
        };
        let symbol = line
            .operand
            .as_ref()
            .and_then(|operand| match &operand.value {
                Value::Symbol(name) => Some(name.clone()),
                Value::Number(_) | Value::Ram(_) => None,
            });
        self.emit(word.encode(), line.span, symbol);
    }

    /// The value of the operand bits; none if it was reported as an error.
    fn operand(&mut self, line: &Line, operand: &Operand) -> Option<i32> {
        let kind = line.op.row().operand;
        let value = match &operand.value {
            Value::Ram(address) => return self.ram_operand(line, *address, operand.span),
            Value::Number(value) => *value,
            Value::Symbol(name) => self.symbol(name, operand.span)?,
        };
        match kind {
            OperandKind::None => {
                let kind = WarningKind::OperandIgnored(line.op.mnemonic());
                self.warnings.push(Diagnostic::at(operand.span, kind));
                Some(0)
            }
            OperandKind::Variable => {
                let fits = Instruction::with_operand(line.op, value).map(|_| value);
                if fits.is_none() {
                    self.error(operand.span, ErrorKind::OperandRange { op: line.op, value });
                }
                fits
            }
            OperandKind::Constant => self.constant(value, operand.span),
            OperandKind::Branch | OperandKind::Jump => {
                let distance = i64::from(value) - self.out.rom.len() as i64 - 1;
                let fits = i32::try_from(distance).ok();
                let fits = fits.filter(|d| Instruction::with_operand(line.op, *d).is_some());
                if fits.is_none() {
                    self.error(
                        operand.span,
                        ErrorKind::BranchReach {
                            op: line.op,
                            distance,
                        },
                    );
                }
                fits
            }
        }
    }

    fn symbol(&mut self, name: &str, span: Span) -> Option<i32> {
        let value = self.symbols.get(name).map(|symbol| symbol.value);
        if value.is_none() {
            // Nobody reads the thousandth suggestion, and each is a search through all symbols.
            let wanted = self.errors.len() < SUGGESTIONS;
            let names = wanted.then(|| self.symbols.keys().map(String::as_str));
            let similar = parser::closest(name, names.into_iter().flatten()).map(str::to_owned);
            let name = name.to_owned();
            self.error(span, ErrorKind::UndefinedSymbol { name, similar });
        }
        value
    }

    /// The index of a constant, which it gets at its first use.
    fn constant(&mut self, value: i32, span: Span) -> Option<i32> {
        if let Some(index) = self.out.constants.iter().position(|known| *known == value) {
            return Some(index as i32);
        }
        if self.out.constants.len() == CONSTANTS {
            if !std::mem::replace(&mut self.out.constants_full, true) {
                self.error(span, ErrorKind::TooManyConstants);
            }
            return None;
        }
        self.out.constants.push(value);
        Some(self.out.constants.len() as i32 - 1)
    }

    fn ram_operand(&mut self, line: &Line, address: u32, span: Span) -> Option<i32> {
        let first = match line.op.row().operand {
            OperandKind::Variable => Some(0),
            OperandKind::Constant => Some(u32::from(FIRST_CONSTANT)),
            OperandKind::None | OperandKind::Branch | OperandKind::Jump => None,
        };
        let operand = first
            .and_then(|first| address.checked_sub(first))
            .filter(|bits| *bits < 32);
        if operand.is_none() {
            self.error(
                span,
                ErrorKind::RamOperand {
                    op: line.op,
                    address,
                },
            );
        }
        operand.map(|bits| bits as i32)
    }

    fn finish(self) -> Assembled {
        if !self.symbols.contains_key(VERSION) {
            self.errors
                .push(Diagnostic::general(ErrorKind::VersionMissing));
        }
        let mut rom = self.out.rom;
        rom.resize(ROM_WORDS, 0);
        let program_symbols = ProgramSymbols {
            labels: labels(self.symbols, &self.out.bytecodes),
            variables: of_kind(self.symbols, SymbolKind::Variable, |value| value as u8),
            constants: of_kind(self.symbols, SymbolKind::Constant, |value| value),
            files: self.sources.paths().map(str::to_owned).collect(),
            source: self.out.source,
        };
        let program = Program {
            rom,
            stack_ram: stack_ram(self.symbols, &self.out.constants, &self.out.ram_words),
            jump_table: jump_table(&self.out.bytecodes, &self.out.entries),
            symbols: program_symbols,
        };
        Assembled {
            program,
            spans: self.out.spans,
        }
    }
}

/// All labels, in order of addresses.
fn labels(symbols: &Symbols, bytecodes: &IndexMap<u8, u16>) -> IndexMap<String, u16> {
    let mut labels: IndexMap<_, _> = bytecodes
        .iter()
        .map(|(code, address)| (Bytecode::of(*code).name().to_owned(), *address))
        .collect();
    labels.extend(of_kind(symbols, SymbolKind::Label, |value| value as u16));
    labels.sort_by(|_, left, _, right| left.cmp(right));
    labels
}

fn of_kind<T>(symbols: &Symbols, kind: SymbolKind, convert: fn(i32) -> T) -> IndexMap<String, T> {
    let chosen = symbols.iter().filter(|(_, symbol)| symbol.kind == kind);
    chosen
        .map(|(name, symbol)| (name.clone(), convert(symbol.value)))
        .collect()
}

/// The initial stack RAM.
fn stack_ram(symbols: &Symbols, constants: &[i32], set: &IndexMap<u8, i32>) -> Vec<u32> {
    let mut ram = vec![UNUSED_RAM; STACK_RAM_WORDS];
    let variables = symbols
        .values()
        .filter(|symbol| symbol.kind == SymbolKind::Variable)
        .count();
    for word in ram.iter_mut().take(variables) {
        *word = 0;
    }
    for (word, value) in ram
        .iter_mut()
        .skip(usize::from(FIRST_CONSTANT))
        .zip(constants)
    {
        *word = value.cast_unsigned();
    }
    ram[usize::from(VERSION_WORD)] = symbols
        .get(VERSION)
        .map_or(u32::MAX, |version| version.value.cast_unsigned());
    ram[usize::from(ZERO_WORD)] = 0;
    for (address, value) in set {
        ram[usize::from(*address)] = value.cast_unsigned();
    }
    ram
}

fn jump_table(labels: &IndexMap<u8, u16>, entries: &IndexMap<u8, u16>) -> JumpTable {
    let labelled = |code| labels.get(&code).copied().unwrap_or(0);
    let mut bytecodes = vec![labelled(SYS_NOIM); BYTECODES];
    let ordinary = labels
        .iter()
        .filter(|(code, _)| ![SYS_INT, SYS_EXC, SYS_NOIM].contains(code));
    for (code, address) in ordinary.chain(entries) {
        bytecodes[usize::from(*code)] = *address;
    }
    JumpTable {
        bytecodes,
        interrupt: labelled(SYS_INT),
        exception: labelled(SYS_EXC),
    }
}

//! All errors of a source: title, text at the carets, and the remedy.

use thiserror::Error;

use crate::explain::Explain;
use crate::isa::{Op, OperandKind};

/// The error. The title is the `Display` text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ErrorKind {
    // Files and preprocessor.
    /// A source file or an include cannot be read.
    #[error("cannot read `{path}`: {reason}")]
    CannotRead {
        /// The file.
        path: String,
        /// Error of the system.
        reason: String,
    },
    /// `/*` without `*/`.
    #[error("block comment never ends")]
    UnterminatedComment,
    /// `#something` that is no directive.
    #[error("unknown directive `#{0}`")]
    UnknownDirective(String),
    /// `#error`.
    #[error("#error {0}")]
    ErrorDirective(String),
    /// `#include` without a name in quotes.
    #[error("`#include` wants a file name in double quotes")]
    IncludeWithoutName,
    /// Includes nested too deeply, most likely a circle.
    #[error("includes are nested too deeply")]
    IncludeTooDeep,
    /// `#define`, `#undef`, `#ifdef`, `#ifndef` or `-D` without a proper name.
    #[error("a macro name is missing or malformed")]
    MacroName,
    /// A parameter list that cannot be read.
    #[error("malformed parameters of macro `{0}`")]
    MacroParameters(String),
    /// A function-like macro used with the wrong number of arguments, or without `)`.
    #[error("macro `{name}` is used with wrong arguments")]
    MacroArguments {
        /// The macro.
        name: String,
        /// Number it takes.
        expected: usize,
        /// Their number; none if `)` is missing.
        found: Option<usize>,
    },
    /// Macros that expand without bounds.
    #[error("macro expansion is too long")]
    ExpansionTooLong,
    /// Includes that multiply the source without bounds.
    #[error("source is too long")]
    SourceTooLong,
    /// `#else`, `#elif` or `#endif` without `#if`.
    #[error("`#{0}` without `#if`")]
    WithoutIf(&'static str),
    /// `#else` or `#elif` after `#else`.
    #[error("`#{0}` after `#else`")]
    BehindElse(&'static str),
    /// `#if` without `#endif`.
    #[error("`#if` without `#endif`")]
    MissingEndif,
    /// A condition that cannot be read.
    #[error("malformed condition")]
    Condition(&'static str),

    // Lines.
    /// A character that is part of no word, number or sign.
    #[error("unexpected character `{0}`")]
    Character(char),
    /// A word that should be an instruction.
    #[error("unknown instruction `{name}`")]
    UnknownInstruction {
        /// The word.
        name: String,
        /// A similar mnemonic.
        similar: Option<&'static str>,
    },
    /// A line without an instruction that cannot do without.
    #[error("instruction missing")]
    InstructionMissing,
    /// `=` or `?` without a name.
    #[error("name missing")]
    NameMissing,
    /// `=` followed by something other than a number.
    #[error("`{0}` must be a number")]
    ValueMissing(String),
    /// A line with `=` or `?` and too much else.
    #[error("malformed definition")]
    Definition,
    /// `=` or `?` on a line that holds an instruction, too.
    #[error("a definition and an instruction on one line")]
    DefinitionWithInstruction,
    /// A word that begins with a colon but is no extension.
    #[error("label without a name")]
    LabelWithoutName,

    // Symbols.
    /// A symbol that is defined twice.
    #[error("symbol `{0}` is defined twice")]
    DuplicateSymbol(String),
    /// A symbol that is defined nowhere.
    #[error("undefined symbol `{name}`")]
    UndefinedSymbol {
        /// The symbol.
        name: String,
        /// A similar symbol.
        similar: Option<String>,
    },
    /// The symbol `version` is missing.
    #[error("symbol `version` is not defined")]
    VersionMissing,

    // Encoding.
    /// An instruction with operand bits has no operand.
    #[error("`{}` wants an operand", .0.mnemonic())]
    OperandMissing(Op),
    /// An operand that does not fit.
    #[error("operand is out of range")]
    OperandRange {
        /// The instruction.
        op: Op,
        /// The value it should take.
        value: i32,
    },
    /// A branch or jump that does not reach its target.
    #[error("branch target is out of reach")]
    BranchReach {
        /// The instruction.
        op: Op,
        /// Words from the next instruction to the target.
        distance: i64,
    },
    /// A stack RAM word by its address where that makes no sense.
    #[error("stack RAM word {address} is out of reach")]
    RamOperand {
        /// The instruction.
        op: Op,
        /// The stack RAM address.
        address: u32,
    },
    /// A number that does not fit what an extension fills.
    #[error("number is out of range")]
    ExtensionRange {
        /// Name of the filled word.
        what: &'static str,
        /// Greatest value; the least is 0.
        greatest: u32,
    },
    /// More constants than the stack RAM has room for.
    #[error("too many constants")]
    TooManyConstants,
    /// More variables than the stack RAM has room for.
    #[error("too many variables")]
    TooManyVariables,
    /// More words than the ROM has, or an entry after its last word.
    #[error("microcode ROM is full")]
    RomFull,
}

impl Explain for ErrorKind {
    fn label(&self) -> String {
        match self {
            Self::CannotRead { .. } => "included here".to_owned(),
            Self::UnterminatedComment => "starts here".to_owned(),
            Self::UnknownDirective(_) => "not a directive".to_owned(),
            Self::ErrorDirective(_) => "stopped here".to_owned(),
            Self::IncludeWithoutName => "file name expected".to_owned(),
            Self::IncludeTooDeep => "this include goes too deep".to_owned(),
            Self::MacroName => "name expected".to_owned(),
            Self::MacroParameters(_) => "names, separated by commas, expected".to_owned(),
            Self::MacroArguments {
                expected,
                found: Some(found),
                ..
            } => {
                format!("{found} given, {expected} expected")
            }
            Self::MacroArguments { .. } => "`)` is missing".to_owned(),
            Self::ExpansionTooLong => "grows beyond bounds".to_owned(),
            Self::SourceTooLong => "too long from here on".to_owned(),
            Self::WithoutIf(_) => "nothing to end or to change".to_owned(),
            Self::BehindElse(_) => "comes too late".to_owned(),
            Self::MissingEndif => "never ended".to_owned(),
            Self::Condition(what) => (*what).to_owned(),
            Self::Character(_) => "not part of a word or a number".to_owned(),
            Self::UnknownInstruction { .. } => "not an instruction".to_owned(),
            Self::InstructionMissing => "belongs to an instruction".to_owned(),
            Self::NameMissing => "what is defined?".to_owned(),
            Self::ValueMissing(_) => "not a number".to_owned(),
            Self::Definition => "not expected here".to_owned(),
            Self::DefinitionWithInstruction => "this is an instruction".to_owned(),
            Self::LabelWithoutName => "name expected before the colon".to_owned(),
            Self::DuplicateSymbol(_) => "defined again".to_owned(),
            Self::UndefinedSymbol { .. } => "not defined anywhere".to_owned(),
            Self::VersionMissing => String::new(),
            Self::OperandMissing(op) => {
                let what = match op.row().operand {
                    OperandKind::None | OperandKind::Variable => "variable expected",
                    OperandKind::Constant => "constant expected",
                    OperandKind::Branch | OperandKind::Jump => "target expected",
                };
                what.to_owned()
            }
            Self::OperandRange { op, value } => {
                let (least, greatest) = op.row().operand.range();
                format!("{value}; {} reaches {least} to {greatest}", op.mnemonic())
            }
            Self::BranchReach { op, distance } => {
                let (least, greatest) = op.row().operand.range();
                let side = if *distance < 0 { "back" } else { "ahead" };
                let words = distance.unsigned_abs();
                format!(
                    "{words} words {side}; {} reaches {least} to {greatest}",
                    op.mnemonic()
                )
            }
            Self::RamOperand { op, .. } => match op.row().operand {
                OperandKind::Variable => format!("{} reaches 0 to 31", op.mnemonic()),
                OperandKind::Constant => format!("{} reaches 32 to 63", op.mnemonic()),
                _ => format!("{} takes no stack RAM word", op.mnemonic()),
            },
            Self::ExtensionRange { what, greatest } => format!("{what}: 0 to {greatest}"),
            Self::TooManyConstants => "the 31st distinct value".to_owned(),
            Self::TooManyVariables => "the 33rd variable".to_owned(),
            Self::RomFull => "there is no word 2048".to_owned(),
        }
    }

    fn help(&self) -> Option<String> {
        let text = match self {
            Self::UnknownDirective(_) => {
                "known are include, define, undef, if, ifdef, ifndef, elif, else, endif, error and warning"
            }
            Self::IncludeWithoutName => "write `#include \"file.asm\"`",
            Self::IncludeTooDeep => "does a file include itself?",
            Self::SourceTooLong => "does a file include others again and again?",
            Self::MacroName => "letters, digits and `_`, not beginning with a digit",
            Self::ExpansionTooLong => "do macros use each other twice and more?",
            Self::Condition("division by zero") => return None,
            Self::Condition(_) => {
                "integers, `defined(NAME)`, `!`, `&&`, `||`, comparisons and arithmetic are understood"
            }
            Self::Character('\'' | '"') => "there are no character or string forms",
            Self::Character('(' | ')' | '+' | '*') => "there are no expressions; write the number",
            Self::Character(_) => "operands are one symbol or one decimal number",
            Self::UnknownInstruction {
                similar: Some(similar),
                ..
            } => {
                return Some(format!("did you mean `{similar}`?"));
            }
            Self::UnknownInstruction { .. } => "a label ends with `:`",
            Self::InstructionMissing => "write the instruction on the same line",
            Self::NameMissing | Self::Definition => {
                "write `name = number` or `name ?`; `nxt` and `opd` are no names"
            }
            Self::ValueMissing(_) => "write `name = number`; there are no expressions",
            Self::DefinitionWithInstruction => {
                "give them a line each; a symbol must not have the name of an instruction"
            }
            Self::LabelWithoutName => {
                "extensions are `:word number`, `:entry number` and `:number`"
            }
            Self::DuplicateSymbol(_) => "labels, constants and variables share one name space",
            Self::UndefinedSymbol {
                similar: Some(similar),
                ..
            } => {
                return Some(format!("did you mean `{similar}`?"));
            }
            Self::UndefinedSymbol { name, .. } if is_hexadecimal_tail(name) => {
                "numbers are decimal only"
            }
            Self::UndefinedSymbol { .. } => {
                "write `name = number`, `name ?` for a variable, or `name:` for a label"
            }
            Self::VersionMissing => "write `version = number`; it is stored in stack RAM word 62",
            Self::OperandRange { op, .. } if op.row().operand == OperandKind::Variable => {
                "reach other words through `vp` or `ar`: `ldmi`, `stmi`"
            }
            Self::BranchReach {
                op: Op::BranchIfZero,
                ..
            } => "branch with `bnz` around a `jmp`, which reaches -256 to 255",
            Self::BranchReach {
                op: Op::BranchIfNotZero,
                ..
            } => "branch with `bz` around a `jmp`, which reaches -256 to 255",
            Self::BranchReach { .. } => "jump to another `jmp` halfway",
            Self::TooManyConstants => {
                "30 fit; build the value from others, or load it with an operand"
            }
            Self::TooManyVariables => "32 fit; share scratch variables",
            Self::RomFull => "2048 words fit; move bytecodes to Java",
            _ => return None,
        };
        Some(text.to_owned())
    }
}

/// `0x1f` is read as the number 0 and the word `x1f`.
fn is_hexadecimal_tail(name: &str) -> bool {
    name.strip_prefix('x')
        .is_some_and(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()))
}

//! Legal but probably unintended code. Warnings never change the assembled words.

use thiserror::Error;

use crate::explain::Explain;
use crate::isa::Op;

/// The warning. The title is the `Display` text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WarningKind {
    /// `#warning`.
    #[error("#warning {0}")]
    WarningDirective(String),
    /// A macro gets another body without `#undef`.
    #[error("macro `{0}` is defined again")]
    MacroRedefined(String),
    /// A second instruction on one line is ignored.
    #[error("second instruction on a line is ignored")]
    InstructionIgnored,
    /// Only the last operand of a line counts.
    #[error("only the last operand of a line counts")]
    OperandReplaced,
    /// An operand of an instruction that takes none.
    #[error("operand is ignored")]
    OperandIgnored(&'static str),
    /// The digits after the point are dropped.
    #[error("number is cut to an integer")]
    NumberTruncated(i32),
    /// `name =` without a number.
    #[error("`{0}` is given no number")]
    ValueMissing(String),
    /// Only the last label of a line counts, and a bytecode label hides an ordinary one.
    #[error("label is ignored")]
    LabelIgnored(String),
    /// Text directly after the colon of a label is ignored.
    #[error("text after a label is ignored")]
    LabelTail,
    /// A bytecode has two labels.
    #[error("bytecode `{0}` is defined again")]
    BytecodeRedefined(String),
    /// A label with the name of an instruction or a flag cannot be an operand.
    #[error("no instruction can name this label")]
    LabelUnreachable(String),

    // Programming rules of the hardware.
    /// Word 0 or 1 of the ROM is not a plain `nop`.
    #[error("the first two words should be `nop`")]
    FirstWords,
    /// A `wait` without a second one, before an instruction that must not be repeated.
    #[error("`wait` stands alone")]
    LoneWait(Op),
    /// A branch on a value that is not there yet.
    #[error("`{}` does not see the result of `{}`", branch.mnemonic(), producer.mnemonic())]
    StaleBranch {
        /// The branch.
        branch: Op,
        /// The instruction before it.
        producer: Op,
    },
    /// `stsp` of a value that is not there yet.
    #[error("`stsp` does not see the result of `{}`", .0.mnemonic())]
    StaleStackPointer(Op),
    /// `jbr` on values that are not there yet.
    #[error("`jbr` does not see the result of `{}`", .0.mnemonic())]
    StaleJavaBranch(Op),
    /// `jbr` while the adder adds.
    #[error("`jbr` directly after `add` compares wrongly")]
    JavaBranchAfterAdd,
}

impl Explain for WarningKind {
    fn label(&self) -> String {
        match self {
            Self::WarningDirective(_) => String::new(),
            Self::MacroRedefined(_) => "the new body counts from here on".to_owned(),
            Self::InstructionIgnored => "not assembled".to_owned(),
            Self::OperandReplaced => "does not count".to_owned(),
            Self::OperandIgnored(mnemonic) => format!("{mnemonic} takes no operand"),
            Self::NumberTruncated(value) => format!("taken as {value}"),
            Self::ValueMissing(_) => "taken as 0".to_owned(),
            Self::LabelIgnored(name) => format!("`{name}` is not defined by this"),
            Self::LabelTail => "all of this is the label".to_owned(),
            Self::BytecodeRedefined(_) => "this one counts".to_owned(),
            Self::LabelUnreachable(name) => format!("`{name}` is an instruction or a flag"),
            Self::FirstWords => "executed not at all, or more than once".to_owned(),
            Self::LoneWait(behind) => {
                format!(
                    "`{}` is executed again in every cycle held",
                    behind.mnemonic()
                )
            }
            Self::StaleBranch { .. } => "tests the top of stack before it".to_owned(),
            Self::StaleStackPointer(_) => "takes the top of stack before it".to_owned(),
            Self::StaleJavaBranch(_) => "compares the values before it".to_owned(),
            Self::JavaBranchAfterAdd => "`less than` is the sign of the sum".to_owned(),
        }
    }

    fn help(&self) -> Option<String> {
        let text = match self {
            Self::MacroRedefined(_) => "write `#undef` before",
            Self::InstructionIgnored => "put each instruction on a separate line",
            Self::OperandReplaced => "there are no expressions; write one symbol or one number",
            Self::LabelIgnored(_) => "put each label on a separate line",
            Self::LabelTail => "write a blank after the colon",
            Self::FirstWords => "after reset word 0 is skipped and word 1 repeated",
            Self::LoneWait(_) => "write `wait` twice",
            Self::StaleBranch { .. }
            | Self::StaleStackPointer(_)
            | Self::StaleJavaBranch(_)
            | Self::JavaBranchAfterAdd => "put a `nop` between",
            Self::LabelUnreachable(_) => "choose another name",
            _ => return None,
        };
        Some(text.to_owned())
    }
}

//! The microcode of JOP: instruction set, assembler, disassembler and the tables a processor is loaded with.

mod assembler;
mod assembly;
pub mod bytecodes;
mod condition;
mod diagnostics;
mod disassembler;
mod errors;
mod file;
pub mod formats;
pub mod isa;
mod jvm;
mod lexer;
mod lines;
mod macros;
mod names;
mod parser;
mod preprocessor;
mod program;
mod rules;
mod source;
mod warnings;

pub use assembly::{Assembly, Options, assemble_file, assemble_str};
pub use diagnostics::{AsmError, Diagnostic, Error, Warning};
pub use disassembler::{disassemble, listing};
pub use errors::ErrorKind;
pub use formats::RawError;
pub use jvm::{Build, jvm, jvm_assembly};
pub use preprocessor::Loader;
pub use program::{
    BYTECODES, JUMP_TABLE_WORDS, JumpTable, Program, ProgramSymbols, ROM_WORDS, STACK_RAM_WORDS,
    SourceWord,
};
pub use source::{Location, Span};
pub use warnings::WarningKind;

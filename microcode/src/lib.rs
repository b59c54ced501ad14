//! The microcode of JOP: instruction set, assembler, disassembler and the tables a processor is loaded with.

mod assembler;
mod assembly;
pub mod bytecodes;
mod condition;
pub mod diagnostics;
mod disassembler;
mod errors;
mod file;
pub mod formats;
pub mod isa;
mod lexer;
mod lines;
mod macros;
mod names;
mod parser;
mod preprocessor;
pub mod program;
mod source;
mod warnings;

pub use assembly::{Assembly, Options, assemble_file, assemble_str};
pub use diagnostics::AsmError;
pub use disassembler::{disassemble, listing};
pub use errors::ErrorKind;
pub use formats::RawError;
pub use preprocessor::Loader;
pub use program::{JumpTable, Program, ProgramSymbols, ROM_WORDS, STACK_RAM_WORDS};
pub use source::{Location, Span};
pub use warnings::WarningKind;

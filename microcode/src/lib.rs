//! The microcode of JOP: instruction set, assembler, disassembler and the memory contents of a processor.
//!
//! ```text
//!  jvm.asm ──▶ preprocessor ──▶ lexer ──▶ parser ──▶ assembler ──▶ Program ──▶ listing, disassembly, .dat
//!                                                       │             ▲
//!                                                isa ───┘             └── raw words, .mif, generated VHDL
//! ```
//!
//! The syntax is that of the original assembler, Jopa (spec 10 sections 2 to 6):
//!
//! ```text
//! version     = 20260101          // a constant; decimal numbers only. `version` is stored in stack RAM word 62
//! io_status   = -112
//! counter     ?                   // a variable: the next stack RAM word from 0 up
//!
//! wait_for_it:                    / a label; a single slash comments, too
//!             ldi  io_status      // constants share stack RAM words 32 to 61 by value
//!             stmra
//!             wait
//!             wait
//! iadd:       add  nxt            // a label with a bytecode's name makes an entry of the jump table
//! iload:      nop  opd            // opd takes an operand byte, nxt ends the bytecode
//!             ld   nxt
//! ```
//!
//! `#include`, `#define`, `#if` and the like need no C compiler. Three extensions set single words of
//! all memories, so that every program can be written as source; they begin with a colon, unlike names:
//!
//! ```text
//!             :word 3072          // a raw ROM word
//!             ldi  :34            // stack RAM word 34 by its address: constant 2 by its index
//! :34         = -1                // its contents
//!             :entry 203          // the next instruction is the jump table entry of bytecode 203
//! ```
//!
//! Assembling the output of [`disassemble`] restores ROM, stack RAM and jump table of every program:
//!
//! ```
//! use microcode::{Options, assemble_str, disassemble};
//!
//! # fn main() -> Result<(), microcode::AsmError> {
//! let program = assemble_str("add.asm", "version = 1\niadd: add nxt\n", &Options::default())?;
//! assert_eq!(program.rom[0], 0x804);
//! let again = assemble_str("again.asm", &disassemble(&program), &Options::default())?;
//! assert_eq!(again.rom, program.rom);
//! # Ok(())
//! # }
//! ```
//!
//! Messages are data ([`AsmError`], [`Assembly::warnings`]) and render themselves with the source line and a remedy;
//! nothing here prints.

mod assembler;
mod assembly;
mod condition;
mod diagnostics;
mod disassembler;
mod embedded;
mod errors;
mod explain;
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
mod standard;
mod warnings;

pub use assembly::{Assembly, Options, assemble_str};
pub use diagnostics::{AsmError, Diagnostic};
pub use disassembler::{disassemble, instruction_texts, listing};
pub use errors::ErrorKind;
pub use formats::RawError;
pub use jvm::{Build, MOVES, jvm, jvm_assembly, jvm_assembly_of, jvm_sources, jvm_with};
pub use preprocessor::Loader;
pub use program::{
    BYTECODES, JUMP_TABLE_WORDS, JumpTable, Program, ProgramSymbols, ROM_WORDS, STACK_RAM_WORDS,
    SourceWord,
};
pub use source::{Location, Span};
pub use standard::{Entry, NotStandard, differences, standard_build};
pub use warnings::WarningKind;

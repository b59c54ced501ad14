//! From a source to a program: the way through preprocessor, lexer, parser and assembler.

use std::io;
use std::path::Path;

use crate::assembler;
use crate::diagnostics::{AsmError, Diagnostic, Warning, render_warnings};
use crate::embedded;
use crate::file::read_source;
use crate::lexer;
use crate::parser;
use crate::preprocessor::{Loader, preprocess};
use crate::program::Program;
use crate::rules;
use crate::source::{Location, Sources};
use crate::warnings::WarningKind;

/// Options of the assembler.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Macros of the preprocessor, as written after `-D`: `NAME`, which is 1, or `NAME=value`.
    pub defines: Vec<String>,
}

/// A program and what looks wrong in its source.
#[derive(Debug, Clone, PartialEq)]
pub struct Assembly {
    /// The program.
    pub program: Program,
    warnings: Vec<Warning>,
    sources: Sources,
}

impl Assembly {
    /// Assembles a file and its includes. The paths of includes are relative to the file that contains them. An include that is not
    /// there is one of the [sources](crate::jvm_sources) of our JVM, so that a source can add to `jvm.asm` or replace a part of it.
    pub fn of_file(path: &Path, options: &Options) -> Result<Self, AsmError> {
        let loader = |wanted: &Path| match read_source(wanted) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && wanted != path => {
                embedded::source_named(wanted)
                    .map(str::to_owned)
                    .ok_or(error)
            }
            read => read,
        };
        Self::of_source(path, &loader, options)
    }

    /// Assembles a text, which cannot include anything. `name` is used as the file name in messages.
    pub fn of_str(name: &str, text: &str, options: &Options) -> Result<Self, AsmError> {
        let loader = |path: &Path| {
            if path == Path::new(name) {
                Ok(text.to_owned())
            } else {
                Err(io::ErrorKind::NotFound.into())
            }
        };
        Self::of_source(Path::new(name), &loader, options)
    }

    /// Assembles what `loader` gives for `path` and for the includes found in it.
    pub fn of_source(path: &Path, loader: Loader<'_>, options: &Options) -> Result<Self, AsmError> {
        let preprocessed = preprocess(path, loader, &options.defines);
        let (sources, mut errors, mut warnings) = (
            preprocessed.sources,
            preprocessed.errors,
            preprocessed.warnings,
        );
        // A missing include or a broken condition would make every later message a riddle.
        if !errors.is_empty() {
            return Err(AsmError::new(errors, sources));
        }
        let lines = preprocessed.lines.iter();
        let statements: Vec<_> = lines
            .map(|line| {
                let tokens = lexer::tokens(line, &mut errors, &mut warnings);
                parser::statement(&tokens, &mut errors, &mut warnings)
            })
            .collect();
        let assembled = assembler::assemble(&statements, &sources, &mut errors, &mut warnings);
        if !errors.is_empty() {
            return Err(AsmError::new(errors, sources));
        }
        let assembler::Assembled { program, spans } = assembled;
        warnings.extend(rules::check(&program.rom, &spans));
        warnings.sort_by_key(|warning| warning.span);
        Ok(Self {
            program,
            warnings,
            sources,
        })
    }

    /// Warnings about legal but probably unintended code, in order of places.
    pub fn warnings(&self) -> &[Diagnostic<WarningKind>] {
        &self.warnings
    }

    /// Place of a warning of this assembly.
    pub fn location(&self, warning: &Diagnostic<WarningKind>) -> Option<Location> {
        warning.span.map(|span| self.sources.locate(span))
    }

    /// The warnings as text to show to people, with colours if `colour` is set; empty if there are none.
    pub fn render_warnings(&self, colour: bool) -> String {
        render_warnings(&self.warnings, &self.sources, colour)
    }
}

/// Assembles a text without includes; [`Assembly::of_str`] gives the warnings, too.
pub fn assemble_str(name: &str, text: &str, options: &Options) -> Result<Program, AsmError> {
    Assembly::of_str(name, text, options).map(|assembly| assembly.program)
}

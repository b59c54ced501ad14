//! The preprocessor: includes, macros and conditions of C, as far as microcode needs them.
//!
//! Supports `#include "file"`, `#define`, `#undef`, `#ifdef`, `#ifndef`, `#if`, `#elif`, `#else`, `#endif`, `#error`
//! and `#warning`. Comments and continued lines are those of [`lines`](crate::lines), macros those of
//! [`macros`](crate::macros), conditions those of [`condition`](crate::condition).
//!
//! Every output character keeps its source place, so errors name the right file.
//!
//! Quirk: the original passes `a / b` in a macro body on, and its assembler takes `/ b` and the rest of the line
//! for a comment; here the comment ends with the macro.

use std::collections::hash_map::Entry;
use std::io;
use std::path::Path;

use crate::condition;
use crate::diagnostics::{Diagnostic, Error, Warning};
use crate::errors::ErrorKind;
use crate::lines::{Line, is_directive, logical_lines};
use crate::macros::{self, Macro, Macros, leading_name, trim};
use crate::source::{Chr, Sources, Span};
use crate::warnings::WarningKind;

/// Reads a source file, from disk or from wherever sources are kept.
pub type Loader<'a> = &'a dyn Fn(&Path) -> io::Result<String>;

/// Includes within each other.
const INCLUDE_LIMIT: usize = 50;
/// Characters of the whole source with all includes and expansions.
const SOURCE_LIMIT: usize = 1 << 22;
/// Characters for which an include counts beside its text: even a tree of empty files could grow without bounds.
const INCLUDE_COST: usize = 1000;
/// The name under which definitions of the command line are shown.
const COMMAND_LINE: &str = "<command line>";

/// Output of the preprocessor.
pub(crate) struct Preprocessed {
    /// Logical lines, free of comments, directives and macros.
    pub(crate) lines: Vec<Line>,
    pub(crate) sources: Sources,
    pub(crate) errors: Vec<Error>,
    pub(crate) warnings: Vec<Warning>,
}

/// Preprocesses a source. `defines` are written as after `-D`: `NAME` or `NAME=value`.
pub(crate) fn preprocess(path: &Path, loader: Loader<'_>, defines: &[String]) -> Preprocessed {
    let out = Preprocessed {
        lines: Vec::new(),
        sources: Sources::of(path.display().to_string()),
        errors: Vec::new(),
        warnings: Vec::new(),
    };
    let mut preprocessor = Preprocessor {
        loader,
        out,
        macros: Macros::new(),
        characters: 0,
        depth: 0,
        stopped: false,
    };
    preprocessor.command_line(defines);
    match loader(path) {
        Ok(text) => preprocessor.file(path, &text),
        Err(error) => {
            preprocessor
                .out
                .errors
                .push(Diagnostic::general(cannot_read(path, &error)));
        }
    }
    preprocessor.out
}

fn cannot_read(path: &Path, error: &io::Error) -> ErrorKind {
    ErrorKind::CannotRead {
        path: path.display().to_string(),
        reason: error.to_string(),
    }
}

struct Preprocessor<'a> {
    loader: Loader<'a>,
    out: Preprocessed,
    macros: Macros,
    /// Characters handed on so far.
    characters: usize,
    /// Files open now.
    depth: usize,
    /// True if an error ended the reading.
    stopped: bool,
}

/// One `#if` and its branches.
struct Conditional {
    opened: Span,
    /// True if the lines around it count.
    outer: bool,
    /// True if the lines of the present branch count.
    active: bool,
    /// True if one branch has counted already.
    taken: bool,
    in_else: bool,
}

impl Preprocessor<'_> {
    fn error(&mut self, span: Span, kind: ErrorKind) {
        self.out.errors.push(Diagnostic::at(span, kind));
    }

    /// Defines the macros of the command line like lines of a separate file.
    fn command_line(&mut self, defines: &[String]) {
        let assigned = defines.iter().map(|define| match define.split_once('=') {
            Some((name, value)) => format!("{name} {value}\n"),
            None => format!("{define} 1\n"),
        });
        let text: String = assigned.collect();
        if text.is_empty() {
            return;
        }
        let file = self.out.sources.add(COMMAND_LINE.to_owned(), text.clone());
        for line in logical_lines(file, &text, &mut self.out.errors) {
            let Some(first) = line.first() else { continue };
            self.define(&line, first.span);
        }
    }

    fn file(&mut self, path: &Path, text: &str) {
        let file = self
            .out
            .sources
            .add(path.display().to_string(), text.to_owned());
        self.depth += 1;
        let mut open: Vec<Conditional> = Vec::new();
        for line in logical_lines(file, text, &mut self.out.errors) {
            if self.stopped {
                return;
            }
            if is_directive(&line) {
                self.directive(path, &line, &mut open);
            } else if is_active(&open) {
                self.hand_on(&line);
            }
        }
        for conditional in open {
            self.error(conditional.opened, ErrorKind::MissingEndif);
        }
        self.depth -= 1;
    }

    fn hand_on(&mut self, line: &[Chr]) {
        match macros::expand(line, &self.macros) {
            Ok(expanded) => {
                self.spend(expanded.len() + 1, line);
                self.out.lines.push(expanded);
            }
            Err((span, kind)) => self.error(span, kind),
        }
    }

    /// Keeps count of the source's length, since includes can multiply it.
    fn spend(&mut self, characters: usize, line: &[Chr]) {
        self.characters += characters;
        if let Some(first) = line.first().filter(|_| self.characters > SOURCE_LIMIT) {
            self.stop(first.span, ErrorKind::SourceTooLong);
        }
    }

    /// Reports an error that ends the reading, as it would repeat.
    fn stop(&mut self, span: Span, kind: ErrorKind) {
        if !self.stopped {
            self.error(span, kind);
        }
        self.stopped = true;
    }

    fn directive(&mut self, path: &Path, line: &[Chr], open: &mut Vec<Conditional>) {
        let line = trim(line);
        let body = trim(&line[1..]);
        let name = leading_name(body);
        let (named, argument) = body.split_at(name.chars().count());
        let span = named
            .iter()
            .fold(line[0].span, |span, chr| span.to(chr.span));
        let argument = trim(argument);
        match name.as_str() {
            "if" | "ifdef" | "ifndef" => {
                let outer = is_active(open);
                let active = outer && self.condition(&name, argument, span);
                open.push(Conditional {
                    opened: span,
                    outer,
                    active,
                    taken: active,
                    in_else: false,
                });
            }
            "elif" => self.elif(argument, span, open),
            "else" => self.otherwise(span, open),
            "endif" => {
                if open.pop().is_none() {
                    self.error(span, ErrorKind::WithoutIf("endif"));
                }
            }
            _ if !is_active(open) => {}
            "define" => self.define(argument, span),
            "undef" => {
                let name = leading_name(argument);
                if name.is_empty() {
                    self.error(span, ErrorKind::MacroName);
                }
                self.macros.remove(&name);
            }
            "include" => self.include(path, argument, span),
            "error" => self.error(span, ErrorKind::ErrorDirective(text(argument))),
            "warning" => {
                let kind = WarningKind::WarningDirective(text(argument));
                self.out.warnings.push(Diagnostic::at(span, kind));
            }
            "" if argument.is_empty() => {}
            _ => self.error(span, ErrorKind::UnknownDirective(name)),
        }
    }

    fn condition(&mut self, directive: &str, argument: &[Chr], span: Span) -> bool {
        let result = if directive == "if" {
            condition::holds(argument, &self.macros, span)
        } else {
            match leading_name(argument) {
                name if name.is_empty() => Err((span, ErrorKind::MacroName)),
                name => Ok(self.macros.contains_key(&name) == (directive == "ifdef")),
            }
        };
        result.unwrap_or_else(|(span, kind)| {
            self.error(span, kind);
            false
        })
    }

    fn elif(&mut self, argument: &[Chr], span: Span, open: &mut [Conditional]) {
        match open.last_mut() {
            None => self.error(span, ErrorKind::WithoutIf("elif")),
            Some(last) if last.in_else => self.error(span, ErrorKind::BehindElse("elif")),
            Some(last) => {
                last.active = last.outer && !last.taken && self.condition("if", argument, span);
                last.taken |= last.active;
            }
        }
    }

    fn otherwise(&mut self, span: Span, open: &mut [Conditional]) {
        match open.last_mut() {
            None => self.error(span, ErrorKind::WithoutIf("else")),
            Some(last) if last.in_else => self.error(span, ErrorKind::BehindElse("else")),
            Some(last) => {
                last.active = last.outer && !last.taken;
                last.in_else = true;
            }
        }
    }

    /// `NAME body` or `NAME(parameters) body`.
    fn define(&mut self, argument: &[Chr], span: Span) {
        let name = leading_name(argument);
        if name.is_empty() || name == "defined" {
            return self.error(span, ErrorKind::MacroName);
        }
        let (named, mut rest) = argument.split_at(name.chars().count());
        let defined = named
            .iter()
            .fold(named[0].span, |span, chr| span.to(chr.span));
        let mut parameters = None;
        if rest.first().is_some_and(|chr| chr.c == '(') {
            let Some((names, body)) = parameter_names(&rest[1..]) else {
                return self.error(defined, ErrorKind::MacroParameters(name));
            };
            parameters = Some(names);
            rest = body;
        } else if rest.first().is_some_and(|chr| !chr.c.is_whitespace()) {
            return self.error(defined, ErrorKind::MacroName);
        }
        let definition = Macro {
            defined,
            parameters,
            body: text(trim(rest)),
        };
        match self.macros.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert(definition);
            }
            Entry::Occupied(mut entry) => {
                let before = entry.insert(definition);
                let now = entry.get();
                if (&before.parameters, &before.body) != (&now.parameters, &now.body) {
                    let kind = WarningKind::MacroRedefined(entry.key().clone());
                    let warning = Diagnostic::at(defined, kind);
                    self.out
                        .warnings
                        .push(warning.with_related(before.defined, "defined here before"));
                }
            }
        }
    }

    /// Opens a file whose path is relative to the including one.
    fn include(&mut self, including: &Path, argument: &[Chr], span: Span) {
        let written = text(argument);
        let quoted = written
            .strip_prefix('"')
            .and_then(|name| name.strip_suffix('"'));
        let Some(name) = quoted.filter(|name| !name.is_empty() && !name.contains('"')) else {
            return self.error(span, ErrorKind::IncludeWithoutName);
        };
        let name_span = argument
            .iter()
            .fold(argument[0].span, |span, chr| span.to(chr.span));
        if self.depth == INCLUDE_LIMIT {
            return self.stop(name_span, ErrorKind::IncludeTooDeep);
        }
        let path = including.parent().unwrap_or(Path::new("")).join(name);
        match (self.loader)(&path) {
            Ok(text) => {
                self.spend(INCLUDE_COST + text.len(), argument);
                self.file(&path, &text);
            }
            Err(error) => self.error(name_span, cannot_read(&path, &error)),
        }
    }
}

fn is_active(open: &[Conditional]) -> bool {
    open.last().is_none_or(|conditional| conditional.active)
}

fn text(chars: &[Chr]) -> String {
    chars.iter().map(|chr| chr.c).collect()
}

/// The names up to `)`, and what follows it.
fn parameter_names(rest: &[Chr]) -> Option<(Vec<String>, &[Chr])> {
    let close = rest.iter().position(|chr| chr.c == ')')?;
    let (list, behind) = (&rest[..close], &rest[close + 1..]);
    if trim(list).is_empty() {
        return Some((Vec::new(), behind));
    }
    let names = list.split(|chr| chr.c == ',').map(|part| {
        let part = trim(part);
        let name = leading_name(part);
        (!name.is_empty() && name.chars().count() == part.len()).then_some(name)
    });
    Some((names.collect::<Option<_>>()?, behind))
}

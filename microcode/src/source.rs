//! Source files, and places in them that survive includes and macros.

use std::fmt;

/// A range of bytes in one source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// Number of the file, in order of opening.
    pub(crate) file: u32,
    /// First byte.
    pub(crate) start: u32,
    /// Byte after the last.
    pub(crate) end: u32,
}

impl Span {
    /// From the start of this span to the end of `last`; this span alone if `last` is elsewhere.
    pub(crate) fn to(self, last: Span) -> Span {
        let follows = last.file == self.file && last.end >= self.start;
        Span {
            end: if follows { last.end } else { self.end },
            ..self
        }
    }
}

/// A character with the place it came from; in a macro expansion, the place where the macro is used.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chr {
    pub(crate) c: char,
    pub(crate) span: Span,
}

/// A place as people write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// Path of the file, as it was given or included.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
}

impl fmt::Display for Location {
    /// `file:line:column`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SourceFile {
    pub(crate) path: String,
    pub(crate) text: String,
    /// Byte at which each line starts.
    line_starts: Vec<u32>,
}

/// Every file that an assembly has read, in order of opening.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Sources {
    files: Vec<SourceFile>,
    /// Path of the file that includes all others.
    pub(crate) main_path: String,
}

impl Sources {
    /// No file yet, but the path of the first.
    pub(crate) fn of(main_path: String) -> Self {
        Self {
            files: Vec::new(),
            main_path,
        }
    }

    /// Keeps a file and gives its number.
    pub(crate) fn add(&mut self, path: String, text: String) -> u32 {
        let line_ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0)
            .chain(line_ends.map(|(place, _)| place as u32 + 1))
            .collect();
        self.files.push(SourceFile {
            path,
            text,
            line_starts,
        });
        self.files.len() as u32 - 1
    }

    pub(crate) fn file(&self, number: u32) -> &SourceFile {
        &self.files[number as usize]
    }

    /// Paths of all files, in order of opening.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.path.as_str())
    }

    /// Line of a place, counted from 1.
    pub(crate) fn line(&self, span: Span) -> u32 {
        self.file(span.file)
            .line_starts
            .partition_point(|start| *start <= span.start) as u32
    }

    /// Characters of a span, at least one.
    pub(crate) fn width(&self, span: Span) -> usize {
        let text = &self.file(span.file).text;
        let covered = text.get(span.start as usize..span.end as usize);
        covered.map_or(1, |covered| covered.chars().count().max(1))
    }

    /// The place at which a span starts.
    pub(crate) fn locate(&self, span: Span) -> Location {
        let file = self.file(span.file);
        let line = self.line(span);
        let line_start = file.line_starts[line as usize - 1] as usize;
        let before = file.text.get(line_start..span.start as usize).unwrap_or("");
        Location {
            file: file.path.clone(),
            line,
            column: before.chars().count() as u32 + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_counted_in_lines_and_characters_from_one() {
        let mut sources = Sources::default();
        let file = sources.add("a.asm".to_owned(), "ä\nüö nop\n".to_owned());
        let nop = Span {
            file,
            start: 8,
            end: 11,
        };
        assert_eq!(sources.locate(nop).to_string(), "a.asm:2:4");
    }
}

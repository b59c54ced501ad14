//! Logical lines of a source file: continuations joined, comments taken out, every character with its place.
//!
//! `//` and a single `/` start a comment that ends with the line; `/* */` may span lines and joins them
//! (spec 10 section 2). In the conditions of `#if` and `#elif` a single `/` divides, and a file name in quotes may hold
//! slashes. A backslash at the end of a line joins it with the next one, in comments too, as in C.

use std::iter::Peekable;
use std::slice::Iter;

use crate::diagnostics::{Diagnostic, Error};
use crate::errors::ErrorKind;
use crate::source::{Chr, Span};

/// The characters of one statement or directive, without blanks at its start and without line end.
pub(crate) type Line = Vec<Chr>;

/// Splits a file. An unterminated block comment is an error and ends the file.
pub(crate) fn logical_lines(file: u32, text: &str, errors: &mut Vec<Error>) -> Vec<Line> {
    let spliced = splice(file, text);
    let mut rest = spliced.iter().peekable();
    let mut lines = Vec::new();
    while rest.peek().is_some() {
        match next_line(&mut rest) {
            Ok(line) => lines.push(line),
            Err(comment) => {
                errors.push(Diagnostic::at(comment, ErrorKind::UnterminatedComment));
                break;
            }
        }
    }
    lines
}

/// Characters with their places; line ends become `\n`, escaped line ends vanish.
fn splice(file: u32, text: &str) -> Vec<Chr> {
    let mut out: Vec<Chr> = Vec::with_capacity(text.len());
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        let mut end = start + c.len_utf8();
        let mut c = c;
        if c == '\r' {
            c = '\n';
            if let Some((place, _)) = chars.next_if(|(_, next)| *next == '\n') {
                end = place + 1;
            }
        }
        if c == '\n' && out.last().is_some_and(|last| last.c == '\\') {
            out.pop();
            continue;
        }
        out.push(Chr {
            c,
            span: Span {
                file,
                start: start as u32,
                end: end as u32,
            },
        });
    }
    out
}

type Characters<'a> = Peekable<Iter<'a, Chr>>;

/// One line without its comments; the place of a block comment that never ends otherwise.
fn next_line(rest: &mut Characters<'_>) -> Result<Line, Span> {
    let mut line = Line::new();
    while let Some(&chr) = rest.next() {
        match chr.c {
            '\n' => break,
            '/' if rest.next_if(|next| next.c == '*').is_some() => {
                skip_block_comment(rest).ok_or(chr.span)?;
                if !line.is_empty() {
                    line.push(Chr { c: ' ', ..chr });
                }
            }
            '/' if rest.peek().is_some_and(|next| next.c == '/') || !is_condition(&line) => {
                while rest.next_if(|next| next.c != '\n').is_some() {}
            }
            '"' if is_directive(&line) => {
                line.push(chr);
                while let Some(&quoted) = rest.next_if(|next| next.c != '\n') {
                    line.push(quoted);
                    if quoted.c == '"' {
                        break;
                    }
                }
            }
            // Without blanks at its start, a line shows by its first character whether it is a directive.
            c if c.is_whitespace() && line.is_empty() => {}
            _ => line.push(chr),
        }
    }
    Ok(line)
}

fn skip_block_comment(rest: &mut Characters<'_>) -> Option<()> {
    loop {
        if rest.next()?.c == '*' {
            while rest.next_if(|next| next.c == '*').is_some() {}
            if rest.next_if(|next| next.c == '/').is_some() {
                return Some(());
            }
        }
    }
}

/// Returns true if a line is a directive of the preprocessor.
pub(crate) fn is_directive(line: &[Chr]) -> bool {
    line.first().is_some_and(|chr| chr.c == '#')
}

fn is_condition(line: &[Chr]) -> bool {
    if !is_directive(line) {
        return false;
    }
    let name = line
        .iter()
        .map(|chr| chr.c)
        .skip_while(|c| *c == '#' || c.is_whitespace());
    let name: String = name.take_while(|c| c.is_alphanumeric()).collect();
    name == "if" || name == "elif"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        let mut errors = Vec::new();
        let lines = logical_lines(0, source, &mut errors);
        assert!(errors.is_empty(), "{errors:?}");
        lines
            .iter()
            .map(|line| line.iter().map(|chr| chr.c).collect())
            .collect()
    }

    #[test]
    fn a_single_slash_starts_a_comment() {
        assert_eq!(texts("nop / nxt\nadd // x\n"), ["nop ", "add "]);
    }

    #[test]
    fn a_block_comment_joins_the_lines_it_spans() {
        assert_eq!(texts("nop /* a\n b **/ nxt\n"), ["nop   nxt"]);
    }

    #[test]
    fn a_backslash_joins_two_lines_even_in_a_comment() {
        assert_eq!(texts("no\\\np\n// a \\\n b\nadd"), ["nop", "", "add"]);
    }

    #[test]
    fn all_three_line_ends_count() {
        assert_eq!(texts("a\r\nb\rc\nd"), ["a", "b", "c", "d"]);
    }

    #[test]
    fn a_condition_may_divide_and_a_quoted_file_name_may_hold_slashes() {
        assert_eq!(
            texts("#if 6 / 2 // x\n#include \"a//b\" / x"),
            ["#if 6 / 2 ", "#include \"a//b\" "]
        );
    }

    #[test]
    fn an_endless_block_comment_is_reported_where_it_starts() {
        let mut errors = Vec::new();
        logical_lines(0, "nop\n  /* ", &mut errors);
        assert_eq!(
            errors[0].span,
            Some(Span {
                file: 0,
                start: 6,
                end: 7
            })
        );
    }
}

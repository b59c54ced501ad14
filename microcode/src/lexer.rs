//! Words, numbers and signs of a logical line (spec 10 section 2).
//!
//! Everything is read in lower case. A word starts with a letter, `_` or `:` and continues with letters, digits, `_`, `:`,
//! `.`, `-` and characters from U+00A0 up. A number is decimal, may carry a sign, and is cut to an integer of 32 bits:
//! greater ones saturate. `=` and `?` are signs of their own; nothing else is understood.

use crate::diagnostics::{Diagnostic, Error, Warning};
use crate::errors::ErrorKind;
use crate::source::{Chr, Span};
use crate::warnings::WarningKind;

/// A token and its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TokenKind {
    /// A word, in lower case.
    Word(String),
    Number(i32),
    Equals,
    Question,
}

/// Splits a line. A character that is not understood is reported and left out.
pub(crate) fn tokens(
    line: &[Chr],
    errors: &mut Vec<Error>,
    warnings: &mut Vec<Warning>,
) -> Vec<Token> {
    let mut out = Vec::new();
    let mut rest = line;
    while let Some(&first) = rest.first() {
        let length = token_length(rest);
        let (used, behind) = rest.split_at(length.max(1));
        rest = behind;
        let span = used.iter().fold(first.span, |span, chr| span.to(chr.span));
        let kind = match first.c {
            c if c.is_whitespace() => continue,
            '=' => TokenKind::Equals,
            '?' => TokenKind::Question,
            c if starts_word(c) => TokenKind::Word(lower_case(used)),
            c if length > 0 && !matches!(c, '\'' | '"') => {
                TokenKind::Number(number(used, span, warnings))
            }
            c => {
                errors.push(Diagnostic::at(span, ErrorKind::Character(c)));
                continue;
            }
        };
        out.push(Token { kind, span });
    }
    out
}

fn starts_word(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c == ':'
}

fn continues_word(c: char) -> bool {
    starts_word(c) || c.is_ascii_digit() || c == '.' || c == '-' || c >= '\u{a0}'
}

/// Characters of the word, number or quoted text at the start; 0 if there is none.
fn token_length(chars: &[Chr]) -> usize {
    let count = |chars: &[Chr], belongs: fn(char) -> bool| {
        chars.iter().take_while(|chr| belongs(chr.c)).count()
    };
    if starts_word(chars[0].c) {
        return count(chars, continues_word);
    }
    if let quote @ ('\'' | '"') = chars[0].c {
        // One error for a text and not one for each of its words.
        return chars[1..]
            .iter()
            .position(|chr| chr.c == quote)
            .map_or(0, |end| end + 2);
    }
    let sign = usize::from(chars[0].c == '-');
    let integer = sign + count(&chars[sign..], |c| c.is_ascii_digit());
    let point = chars.get(integer).is_some_and(|chr| chr.c == '.');
    let fraction = if point {
        count(&chars[integer + 1..], |c| c.is_ascii_digit())
    } else {
        0
    };
    if integer + fraction == sign {
        0
    } else {
        integer + usize::from(point) + fraction
    }
}

fn lower_case(chars: &[Chr]) -> String {
    chars.iter().flat_map(|chr| chr.c.to_lowercase()).collect()
}

/// The value, through a floating-point number as in the original: it saturates and is cut towards zero.
fn number(chars: &[Chr], span: Span, warnings: &mut Vec<Warning>) -> i32 {
    let text: String = chars.iter().map(|chr| chr.c).collect();
    let exact = text.parse().unwrap_or(0.0_f64);
    let value = exact as i32;
    if f64::from(value) != exact {
        warnings.push(Diagnostic::at(span, WarningKind::NumberTruncated(value)));
    }
    value
}

/// Returns true if a name is read as one word, so that a source can contain it.
pub(crate) fn is_word(name: &str) -> bool {
    let mut chars = name.chars();
    let starts = chars.next().is_some_and(|c| starts_word(c) && c != ':');
    starts && chars.all(|c| continues_word(c) && c != ':') && name == name.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(line: &str) -> Vec<TokenKind> {
        let span = Span {
            file: 0,
            start: 0,
            end: 0,
        };
        let chars: Vec<_> = line.chars().map(|c| Chr { c, span }).collect();
        tokens(&chars, &mut Vec::new(), &mut Vec::new())
            .into_iter()
            .map(|token| token.kind)
            .collect()
    }

    fn word(text: &str) -> TokenKind {
        TokenKind::Word(text.to_owned())
    }

    #[test]
    fn words_are_read_in_lower_case_and_may_hold_points_and_hyphens() {
        assert_eq!(
            kinds("Ld_Opd_8U a.b-C:d :2"),
            [word("ld_opd_8u"), word("a.b-c:d"), word(":2")]
        );
    }

    #[test]
    fn numbers_are_decimal_and_saturate() {
        use TokenKind::Number;
        assert_eq!(
            kinds("12 -3 1.9 -.5"),
            [Number(12), Number(-3), Number(1), Number(0)]
        );
        assert_eq!(
            kinds("99999999999 -99999999999"),
            [Number(i32::MAX), Number(i32::MIN)]
        );
        assert_eq!(
            kinds("0x1f 5-3"),
            [Number(0), word("x1f"), Number(5), Number(-3)]
        );
    }

    #[test]
    fn signs_need_no_blanks() {
        assert_eq!(
            kinds("a?b=1"),
            [
                word("a"),
                TokenKind::Question,
                word("b"),
                TokenKind::Equals,
                TokenKind::Number(1)
            ]
        );
    }

    #[test]
    fn other_characters_are_reported_one_by_one() {
        let span = Span {
            file: 0,
            start: 0,
            end: 0,
        };
        let chars: Vec<_> = "nop + ' nop 'a' - ."
            .chars()
            .map(|c| Chr { c, span })
            .collect();
        let mut errors = Vec::new();
        assert_eq!(tokens(&chars, &mut errors, &mut Vec::new()).len(), 2);
        let reported: Vec<_> = errors.into_iter().map(|error| error.kind).collect();
        assert_eq!(
            reported,
            ['+', '\'', '\'', '-', '.'].map(ErrorKind::Character)
        );
    }
}

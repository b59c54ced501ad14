//! Conditions of `#if` and `#elif`: integer expressions of 64 bits, as in C.
//!
//! `defined NAME` and `defined(NAME)` ask for a macro, every other name is a macro's value or 0. The right side of `&&`
//! and `||` and the branch of `?:` that is not taken are read but not calculated, so they may divide by zero.

use crate::errors::ErrorKind;
use crate::macros::{self, Failure, Macros};
use crate::source::{Chr, Span};

/// Parentheses and operators that may be nested.
const NESTING_LIMIT: u32 = 100;

/// Evaluates the condition. `directive` is the place to name if the condition is empty.
pub(crate) fn holds(condition: &[Chr], macros: &Macros, directive: Span) -> Result<bool, Failure> {
    let answered = answer_defined(condition, macros)?;
    let expanded = macros::expand(&answered, macros)?;
    let mut parser = Parser {
        rest: &expanded,
        end: directive,
        depth: 0,
    };
    let value = parser.ternary(true)?;
    parser.skip_blanks();
    match parser.rest.first() {
        None => Ok(value != 0),
        Some(chr) => Err((chr.span, ErrorKind::Condition("operator expected"))),
    }
}

/// Replaces `defined` questions by 0 or 1, before macros are expanded.
fn answer_defined(condition: &[Chr], macros: &Macros) -> Result<Vec<Chr>, Failure> {
    let mut out = Vec::with_capacity(condition.len());
    let mut rest = condition;
    while let Some(&first) = rest.first() {
        let name = macros::leading_name(rest);
        let (used, behind) = rest.split_at(name.chars().count().max(1));
        rest = behind;
        if name != "defined" {
            out.extend_from_slice(used);
            continue;
        }
        let malformed = (first.span, ErrorKind::Condition("write `defined(NAME)`"));
        let (asked, behind) = asked_name(rest).ok_or(malformed)?;
        rest = behind;
        let answer = if macros.contains_key(&asked) {
            '1'
        } else {
            '0'
        };
        out.push(Chr { c: answer, ..first });
    }
    Ok(out)
}

/// The name after `defined`, in parentheses or not, and the rest.
fn asked_name(rest: &[Chr]) -> Option<(String, &[Chr])> {
    let blank = |chr: &Chr| chr.c.is_whitespace();
    let skip = |chars: &'_ [Chr]| chars.iter().take_while(|chr| blank(chr)).count();
    let mut rest = &rest[skip(rest)..];
    let parenthesis = rest.first()?.c == '(';
    if parenthesis {
        rest = &rest[1..];
        rest = &rest[skip(rest)..];
    }
    let name = macros::leading_name(rest);
    rest = &rest[name.chars().count()..];
    if parenthesis {
        rest = &rest[skip(rest)..];
        rest = rest.split_first().filter(|(chr, _)| chr.c == ')')?.1;
    }
    (!name.is_empty()).then_some((name, rest))
}

/// Operators with two operands by binding strength, weakest first; longer ones before their beginnings.
const BINARY: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

struct Parser<'a> {
    rest: &'a [Chr],
    /// Place of an error at the end of the condition.
    end: Span,
    depth: u32,
}

impl Parser<'_> {
    fn skip_blanks(&mut self) {
        let blanks = self
            .rest
            .iter()
            .take_while(|chr| chr.c.is_whitespace())
            .count();
        self.rest = &self.rest[blanks..];
    }

    fn here(&self) -> Span {
        self.rest.first().map_or(self.end, |chr| chr.span)
    }

    fn starts_with(&self, text: &str) -> bool {
        let mut chars = self.rest.iter().map(|chr| chr.c);
        text.chars().all(|c| chars.next() == Some(c))
    }

    fn take(&mut self, text: &str) -> bool {
        self.skip_blanks();
        let found = self.starts_with(text);
        if found {
            self.end = self.here();
            self.rest = &self.rest[text.chars().count()..];
        }
        found
    }

    /// `a ? b : c`. Calculates only if `live`; otherwise reads.
    fn ternary(&mut self, live: bool) -> Result<i64, Failure> {
        self.depth += 1;
        if self.depth > NESTING_LIMIT {
            return Err((self.here(), ErrorKind::Condition("nested too deeply")));
        }
        let condition = self.binary(0, live)?;
        let value = if self.take("?") {
            let then = self.ternary(live && condition != 0)?;
            if !self.take(":") {
                return Err((self.here(), ErrorKind::Condition("`:` expected")));
            }
            let otherwise = self.ternary(live && condition == 0)?;
            if condition != 0 { then } else { otherwise }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, level: usize, live: bool) -> Result<i64, Failure> {
        let Some(operators) = BINARY.get(level) else {
            return self.unary(live);
        };
        let mut left = self.binary(level + 1, live)?;
        while let Some((operator, place)) = self.operator(operators) {
            let right_live = live
                && match operator {
                    "&&" => left != 0,
                    "||" => left == 0,
                    _ => true,
                };
            let right = self.binary(level + 1, right_live)?;
            let division_by_zero = (place, ErrorKind::Condition("division by zero"));
            left = match apply(operator, left, right) {
                Some(value) => value,
                None if live => return Err(division_by_zero),
                None => 0,
            };
        }
        Ok(left)
    }

    /// Takes one of the operators, unless it is the beginning of a longer one.
    fn operator(&mut self, operators: &[&'static str]) -> Option<(&'static str, Span)> {
        self.skip_blanks();
        let longest = BINARY
            .iter()
            .copied()
            .flatten()
            .filter(|text| self.starts_with(text));
        let longest = longest.copied().max_by_key(|text| text.len())?;
        let place = self.here();
        (operators.contains(&longest) && self.take(longest)).then_some((longest, place))
    }

    fn unary(&mut self, live: bool) -> Result<i64, Failure> {
        self.skip_blanks();
        let mut signs = Vec::new();
        while let Some(sign) = ["!", "~", "-", "+"]
            .into_iter()
            .find(|sign| self.take(sign))
        {
            signs.push(sign);
            self.skip_blanks();
        }
        let operand = self.primary(live)?;
        Ok(signs
            .into_iter()
            .rev()
            .fold(operand, |value, sign| match sign {
                "!" => i64::from(value == 0),
                "~" => !value,
                "-" => value.wrapping_neg(),
                _ => value,
            }))
    }

    fn primary(&mut self, live: bool) -> Result<i64, Failure> {
        let place = self.here();
        if self.take("(") {
            let value = self.ternary(live)?;
            if self.take(")") {
                return Ok(value);
            }
            return Err((self.here(), ErrorKind::Condition("`)` expected")));
        }
        let word: String = self
            .rest
            .iter()
            .map(|chr| chr.c)
            .take_while(|c| macros::continues_name(*c))
            .collect();
        if word.is_empty() {
            return Err((place, ErrorKind::Condition("number or name expected")));
        }
        self.end = place;
        self.rest = &self.rest[word.chars().count()..];
        if word.starts_with(macros::starts_name) {
            return Ok(0);
        }
        integer(&word).ok_or((place, ErrorKind::Condition("not an integer")))
    }
}

/// Decimal, hexadecimal, octal or binary, with the suffixes of C.
fn integer(word: &str) -> Option<i64> {
    let word = word.to_ascii_lowercase();
    let digits = word.trim_end_matches(['u', 'l']);
    let value = if let Some(digits) = digits.strip_prefix("0x") {
        u64::from_str_radix(digits, 16)
    } else if let Some(digits) = digits.strip_prefix("0b") {
        u64::from_str_radix(digits, 2)
    } else if digits.len() > 1 && digits.starts_with('0') {
        u64::from_str_radix(digits, 8)
    } else {
        digits.parse()
    };
    value.ok().map(u64::cast_signed)
}

/// The result, or `None` for a division by zero.
fn apply(operator: &str, left: i64, right: i64) -> Option<i64> {
    Some(match operator {
        "||" => i64::from(left != 0 || right != 0),
        "&&" => i64::from(left != 0 && right != 0),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i64::from(left == right),
        "!=" => i64::from(left != right),
        "<=" => i64::from(left <= right),
        ">=" => i64::from(left >= right),
        "<" => i64::from(left < right),
        ">" => i64::from(left > right),
        "<<" => left.wrapping_shl(right as u32),
        ">>" => left.wrapping_shr(right as u32),
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        _ if right == 0 => return None,
        "/" => left.wrapping_div(right),
        _ => left.wrapping_rem(right),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluate(condition: &str) -> Result<bool, ErrorKind> {
        let span = Span {
            file: 0,
            start: 0,
            end: 0,
        };
        let chars: Vec<_> = condition.chars().map(|c| Chr { c, span }).collect();
        let three = Macro {
            defined: span,
            parameters: None,
            body: "3".to_owned(),
        };
        let macros = Macros::from([("THREE".to_owned(), three)]);
        holds(&chars, &macros, span).map_err(|(_, kind)| kind)
    }

    use crate::macros::Macro;

    #[test]
    fn operators_bind_as_in_c() {
        for condition in [
            "1 + 2 * 3 == 7",
            "(1 + 2) * 3 == 9",
            "1 << 2 + 1 == 8",
            "10 - 4 - 3 == 3",
            "1 | 2 ^ 2 & 0",
            "-7 / 2 == -3",
            "-7 % 2 == -1",
            "!0 && ~0 == -1",
            "1 ? 2 > 1 : 0",
            "0x1F == 31 && 017 == 15 && 0b11 == 3u",
            "1 < 2 == 1",
            "5 >= 5 && 4 <= 5 && 3 != 4",
        ] {
            assert_eq!(evaluate(condition), Ok(true), "{condition}");
        }
    }

    #[test]
    fn names_are_macros_or_zero() {
        assert_eq!(evaluate("THREE == 3 && OTHER == 0"), Ok(true));
        assert_eq!(
            evaluate("defined THREE && defined ( THREE ) && !defined(OTHER)"),
            Ok(true)
        );
    }

    #[test]
    fn what_does_not_count_is_not_calculated() {
        assert_eq!(evaluate("0 && 1 / 0"), Ok(false));
        assert_eq!(evaluate("1 || 1 % 0"), Ok(true));
        assert_eq!(evaluate("1 ? 1 : 1 / 0"), Ok(true));
    }

    #[test]
    fn malformed_conditions_say_what_is_missing() {
        for (condition, missing) in [
            ("1 / 0", "division by zero"),
            ("(1", "`)` expected"),
            ("1 2", "operator expected"),
            ("", "number or name expected"),
            ("defined(", "write `defined(NAME)`"),
            ("1 ? 2", "`:` expected"),
            ("12x", "not an integer"),
            ("1 = 2", "operator expected"),
        ] {
            assert_eq!(
                evaluate(condition),
                Err(ErrorKind::Condition(missing)),
                "{condition}"
            );
        }
        assert_eq!(
            evaluate(&"(".repeat(10_000)),
            Err(ErrorKind::Condition("nested too deeply"))
        );
    }
}

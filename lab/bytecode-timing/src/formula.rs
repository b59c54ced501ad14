//! Formulas of cycles: `48 + 2r + w + max(0, w-3)`.
//!
//! Sums of products of numbers, the symbols below and the functions `max(a, b)` and `m(a)` = `max(1, a)`.
//! A number or a closing bracket directly before another factor multiplies: `2r`, `4 m(r)`.

use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

/// Values of the symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitStates {
    /// Read wait states of the main memory in cycles: `r`.
    pub read: i64,
    /// Write wait states in cycles: `w`.
    pub write: i64,
}

impl WaitStates {
    /// Wait states of the 32-bit SRAM: a read of `ram_cnt` cycles, a write of one more (spec 04 section 2).
    #[must_use]
    pub fn of_sram(ram_cnt: u8) -> Self {
        Self {
            read: i64::from(ram_cnt) - 1,
            write: i64::from(ram_cnt),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Term {
    Number(i64),
    Read,
    Write,
    Sum(Box<Term>, Box<Term>),
    Difference(Box<Term>, Box<Term>),
    Product(Box<Term>, Box<Term>),
    Larger(Box<Term>, Box<Term>),
}

/// A formula and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    text: String,
    term: Term,
}

/// Text that is no formula.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot read the formula `{text}` at `{rest}`: use numbers, r, w, max(a, b), m(a), +, -, * and brackets"
)]
pub struct FormulaError {
    text: String,
    rest: String,
}

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    /// When the text does not follow the grammar of this module.
    pub fn parse(text: &str) -> Result<Self, FormulaError> {
        let mut rest = text.chars().peekable();
        let term = sum(&mut rest).filter(|_| next(&mut rest).is_none());
        term.map(|term| Self {
            text: text.to_owned(),
            term,
        })
        .ok_or_else(|| FormulaError {
            text: text.to_owned(),
            rest: rest.collect(),
        })
    }

    /// Cycles for these wait states.
    #[must_use]
    pub fn cycles(&self, waits: WaitStates) -> i64 {
        value(&self.term, waits)
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn value(term: &Term, waits: WaitStates) -> i64 {
    let of = |term: &Term| value(term, waits);
    match term {
        Term::Number(number) => *number,
        Term::Read => waits.read,
        Term::Write => waits.write,
        Term::Sum(a, b) => of(a) + of(b),
        Term::Difference(a, b) => of(a) - of(b),
        Term::Product(a, b) => of(a) * of(b),
        Term::Larger(a, b) => of(a).max(of(b)),
    }
}

type Rest<'a> = Peekable<Chars<'a>>;

/// The next character that is not blank, left in place.
fn next(rest: &mut Rest<'_>) -> Option<char> {
    while rest.next_if(|c| c.is_whitespace()).is_some() {}
    rest.peek().copied()
}

fn take(rest: &mut Rest<'_>, wanted: char) -> Option<()> {
    next(rest)
        .filter(|found| *found == wanted)
        .and_then(|_| rest.next())
        .map(|_| ())
}

fn sum(rest: &mut Rest<'_>) -> Option<Term> {
    let mut left = product(rest)?;
    loop {
        let combine = match next(rest) {
            Some('+') => Term::Sum,
            Some('-') => Term::Difference,
            _ => return Some(left),
        };
        rest.next();
        left = combine(Box::new(left), Box::new(product(rest)?));
    }
}

fn product(rest: &mut Rest<'_>) -> Option<Term> {
    let mut left = factor(rest)?;
    loop {
        match next(rest) {
            Some('*') => rest.next(),
            Some('a'..='z' | '(') => None,
            _ => return Some(left),
        };
        left = Term::Product(Box::new(left), Box::new(factor(rest)?));
    }
}

fn factor(rest: &mut Rest<'_>) -> Option<Term> {
    match next(rest)? {
        '(' => bracket(rest),
        '0'..='9' => number(rest),
        'a'..='z' => named(rest),
        _ => None,
    }
}

fn bracket(rest: &mut Rest<'_>) -> Option<Term> {
    take(rest, '(')?;
    let inner = sum(rest)?;
    take(rest, ')')?;
    Some(inner)
}

fn number(rest: &mut Rest<'_>) -> Option<Term> {
    let mut digits = String::new();
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        digits.push(digit);
    }
    digits.parse().ok().map(Term::Number)
}

fn named(rest: &mut Rest<'_>) -> Option<Term> {
    let mut name = String::new();
    while let Some(letter) = rest.next_if(char::is_ascii_lowercase) {
        name.push(letter);
    }
    match name.as_str() {
        "r" => Some(Term::Read),
        "w" => Some(Term::Write),
        "m" => Some(Term::Larger(
            Box::new(Term::Number(1)),
            Box::new(bracket(rest)?),
        )),
        "max" => {
            take(rest, '(')?;
            let left = sum(rest)?;
            take(rest, ',')?;
            let right = sum(rest)?;
            take(rest, ')')?;
            Some(Term::Larger(Box::new(left), Box::new(right)))
        }
        _ => None,
    }
}

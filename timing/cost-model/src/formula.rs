//! Formulas of cycles: sums of products of symbols and of `max(0, x)`, in one canonical form.
//!
//! ```text
//! 9 + 3max(0, r-1)          an array load for every r
//! 11 + k + k w + max(0, r-1)
//! ```
//!
//! Canonical: formulas of one wait state are a constant, a multiple of the symbol and multiples of `max(0, r-j)`,
//! which are linearly independent, so that two such formulas are equal as functions if and only if they are equal as
//! values. `max(0, x)` of several symbols is resolved where its sign is certain and kept else.
//!
//! Domain: r >= 0; w >= 1, as a write of every memory of spec 04 waits at least once; k >= 1; n >= 0.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::{Add, Mul, Sub};

/// A quantity that is known only when a program runs on a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// Trips of a microcode loop, `k`.
    Count,
    /// Length of the method that is loaded in words, `n`.
    Words,
    /// Read wait states of the main memory in cycles, `r`.
    Read,
    /// Write wait states in cycles, `w`.
    Write,
}

impl Symbol {
    /// All symbols.
    pub const ALL: [Self; 4] = [Self::Count, Self::Words, Self::Read, Self::Write];

    /// The letter in a formula.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Count => 'k',
            Self::Words => 'n',
            Self::Read => 'r',
            Self::Write => 'w',
        }
    }

    /// Its smallest value.
    #[must_use]
    pub const fn least(self) -> i64 {
        match self {
            Self::Count | Self::Write => 1,
            Self::Words | Self::Read => 0,
        }
    }
}

/// Values of the symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Values {
    /// `r`, in cycles.
    pub read: i64,
    /// `w`, in cycles.
    pub write: i64,
    /// `k`.
    pub count: i64,
    /// `n`, in words.
    pub words: i64,
}

impl Values {
    /// The least value of each symbol.
    pub const LEAST: Self = Self {
        read: Symbol::Read.least(),
        write: Symbol::Write.least(),
        count: Symbol::Count.least(),
        words: Symbol::Words.least(),
    };

    /// Wait states, with one run of a loop and a method of no words.
    #[must_use]
    pub const fn of_waits(read: i64, write: i64) -> Self {
        Self {
            read,
            write,
            ..Self::LEAST
        }
    }

    fn of(self, symbol: Symbol) -> i64 {
        match symbol {
            Symbol::Count => self.count,
            Symbol::Words => self.words,
            Symbol::Read => self.read,
            Symbol::Write => self.write,
        }
    }

    fn with(mut self, symbol: Symbol, value: i64) -> Self {
        *match symbol {
            Symbol::Count => &mut self.count,
            Symbol::Words => &mut self.words,
            Symbol::Read => &mut self.read,
            Symbol::Write => &mut self.write,
        } = value;
        self
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Factor {
    Symbol(Symbol),
    /// `max(0, x)`.
    Positive(Formula),
}

/// A product of factors in order; the empty one is 1.
type Product = Vec<Factor>;

/// A formula; see the head of this module.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formula {
    /// The term without factors: a number alone allocates nothing.
    constant: i64,
    /// Coefficients of the other products, none of them 0.
    terms: BTreeMap<Product, i64>,
}

/// Bounds of formulas that are read.
const MOST_TERMS: usize = 64;
const MOST_FACTORS: usize = 4;
const LARGEST: u64 = 1_000_000_000;
/// From here on a formula of one symbol is linear if its numbers are smaller.
const TAIL: i64 = 96;

impl Formula {
    /// A number.
    #[must_use]
    pub fn constant(number: i64) -> Self {
        Self {
            constant: number,
            terms: BTreeMap::new(),
        }
    }

    /// A symbol alone.
    #[must_use]
    pub fn symbol(symbol: Symbol) -> Self {
        Self::of_terms([(vec![Factor::Symbol(symbol)], 1)])
    }

    /// `r`.
    #[must_use]
    pub fn read() -> Self {
        Self::symbol(Symbol::Read)
    }

    /// `w`.
    #[must_use]
    pub fn write() -> Self {
        Self::symbol(Symbol::Write)
    }

    /// `max(0, self)`, resolved where the sign is certain.
    #[must_use]
    pub fn positive(&self) -> Self {
        if let Some(number) = self.as_constant() {
            return Self::constant(number.max(0));
        }
        if let Some(sign) = self.sign() {
            return if sign { self.clone() } else { Self::default() };
        }
        if let Some(bend) = self.as_bend() {
            return bend;
        }
        let symbols = self.symbols();
        if let (Some(&symbol), 1) = (symbols.first(), symbols.len())
            && let Some(formula) = self.positive_of_one(symbol)
        {
            return formula;
        }
        if self.leads_with_minus() {
            return self.clone() + (Self::default() - self.clone()).positive();
        }
        Self::of_terms([(vec![Factor::Positive(self.clone())], 1)])
    }

    /// `max(0, a x - a j)` as `a max(0, x-j)`.
    fn as_bend(&self) -> Option<Self> {
        let mut terms = self.terms.iter();
        let (Some((product, slope)), None) = (terms.next(), terms.next()) else {
            return None;
        };
        let [Factor::Symbol(symbol)] = product.as_slice() else {
            return None;
        };
        let bends = self.constant != 0 && *slope > 0 && self.constant % slope == 0;
        bends.then(|| {
            let beyond = Self::symbol(*symbol) + Self::constant(self.constant / slope);
            Self::of_terms([(vec![Factor::Positive(beyond)], *slope)])
        })
    }

    /// The larger of both.
    #[must_use]
    pub fn larger_of(&self, other: &Self) -> Self {
        if self.as_constant().is_some() {
            return self.clone() + (other.clone() - self.clone()).positive();
        }
        other.clone() + (self.clone() - other.clone()).positive()
    }

    /// Returns true if it is certain to be 0 or more.
    #[must_use]
    pub fn is_never_negative(&self) -> bool {
        self.positive() == *self
    }

    /// The formula for values that are certain to be at least these, which resolves some `max(0, x)`.
    #[must_use]
    pub fn from_values(&self, least: Values) -> Self {
        let mut sum = Self::constant(self.constant);
        for (product, coefficient) in &self.terms {
            let mut term = Self::constant(*coefficient);
            for factor in product {
                term = term
                    * match factor {
                        Factor::Symbol(symbol) => Self::symbol(*symbol),
                        Factor::Positive(inner) => {
                            let inner = inner.from_values(least);
                            if inner.grows() && inner.at(least) >= 0 {
                                inner
                            } else {
                                inner.positive()
                            }
                        }
                    };
            }
            sum = sum + term;
        }
        sum
    }

    /// The number that the formula is, if it has no symbols.
    #[must_use]
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Value in cycles; the greatest or least number where it is beyond all numbers.
    #[must_use]
    pub fn at(&self, values: Values) -> i64 {
        let factor = |factor: &Factor| match factor {
            Factor::Symbol(symbol) => values.of(*symbol),
            Factor::Positive(inner) => inner.at(values).max(0),
        };
        self.terms
            .iter()
            .fold(self.constant, |sum, (factors, coefficient)| {
                let product = factors.iter().map(factor);
                sum.saturating_add(product.fold(*coefficient, i64::saturating_mul))
            })
    }

    /// Returns true if it is the number 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.constant == 0 && self.terms.is_empty()
    }

    /// The formula with numbers in place of `r` and `w`.
    #[must_use]
    pub fn with_waits(&self, values: Values) -> Self {
        let factor = |factor: &Factor| match factor {
            Factor::Symbol(symbol @ (Symbol::Read | Symbol::Write)) => {
                Self::constant(values.of(*symbol))
            }
            Factor::Symbol(symbol) => Self::symbol(*symbol),
            Factor::Positive(inner) => inner.with_waits(values).positive(),
        };
        self.terms.iter().fold(
            Self::constant(self.constant),
            |sum, (factors, coefficient)| {
                let product = factors.iter().map(factor);
                sum + product.fold(Self::constant(*coefficient), Mul::mul)
            },
        )
    }

    /// Returns true if it is small enough to be meant: no more terms, factors and no larger numbers than cycles have.
    pub(crate) fn is_reasonable(&self) -> bool {
        self.all_terms().count() <= MOST_TERMS
            && self.all_terms().all(|(product, coefficient)| {
                product.len() <= MOST_FACTORS && coefficient.unsigned_abs() <= LARGEST
            })
    }

    /// The symbols in it.
    #[must_use]
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        let factors = self.terms.keys().flatten();
        factors
            .flat_map(|factor| match factor {
                Factor::Symbol(symbol) => BTreeSet::from([*symbol]),
                Factor::Positive(inner) => inner.symbols(),
            })
            .collect()
    }

    fn of_terms(terms: impl IntoIterator<Item = (Product, i64)>) -> Self {
        Self::default().with_terms(terms)
    }

    /// The sum with these terms.
    fn with_terms(mut self, terms: impl IntoIterator<Item = (Product, i64)>) -> Self {
        for (product, coefficient) in terms {
            let sum = if product.is_empty() {
                &mut self.constant
            } else {
                self.terms.entry(product).or_insert(0)
            };
            *sum = sum.saturating_add(coefficient);
        }
        self.terms.retain(|_, coefficient| *coefficient != 0);
        self
    }

    /// Every term, the constant first if there is one.
    fn all_terms(&self) -> impl Iterator<Item = (&[Factor], i64)> {
        const ONE: &[Factor] = &[];
        let constant = (self.constant != 0).then_some((ONE, self.constant));
        let terms = self.terms.iter();
        constant
            .into_iter()
            .chain(terms.map(|(product, coefficient)| (product.as_slice(), *coefficient)))
    }

    /// No bend of a formula of one symbol is beyond this number.
    fn weight(&self) -> i64 {
        let factor = |factor: &Factor| match factor {
            Factor::Symbol(_) => 0,
            Factor::Positive(inner) => inner.weight(),
        };
        self.all_terms()
            .fold(0, |sum: i64, (product, coefficient)| {
                let factors = product.iter().map(factor).fold(1, i64::saturating_add);
                sum.saturating_add(factors.saturating_mul(coefficient.saturating_abs()))
            })
    }

    /// Returns true if the first coefficient besides the constant is negative: of `x` and `-x` just one.
    fn leads_with_minus(&self) -> bool {
        let mut coefficients = self.terms.values();
        coefficients.next().is_some_and(|first| *first < 0)
    }

    /// Returns true if no symbol can make it smaller by growing, judging by the signs of the coefficients.
    fn grows(&self) -> bool {
        self.terms
            .iter()
            .all(|(product, coefficient)| *coefficient > 0 && product.iter().all(Factor::grows))
    }

    /// Sign, if certain: `Some(true)` if never negative, `Some(false)` if never positive.
    fn sign(&self) -> Option<bool> {
        let least = self.at(Values::LEAST);
        if self.grows() {
            return (least >= 0).then_some(true);
        }
        let falls = (Self::default() - self.clone()).grows() && least <= 0;
        (falls || self.is_below_a_bend()).then_some(false)
    }

    /// Returns true if it is `x + d - max(0, x)` with d <= 0, which is d or less.
    fn is_below_a_bend(&self) -> bool {
        self.terms.iter().any(|(product, coefficient)| {
            let [Factor::Positive(inner)] = product.as_slice() else {
                return false;
            };
            let bend = Self::of_terms([(product.clone(), -1)]);
            let rest = self.clone() - bend - inner.clone();
            *coefficient == -1 && rest.as_constant().is_some_and(|d| d <= 0)
        })
    }

    /// `max(0, self)` of a formula of one symbol, from its values: second differences are the coefficients.
    fn positive_of_one(&self, symbol: Symbol) -> Option<Self> {
        let at = |x: i64| self.at(Values::LEAST.with(symbol, x)).max(0);
        let least = symbol.least();
        let slope = |x: i64| at(x + 1) - at(x);
        if self.weight() >= TAIL {
            return None;
        }
        // A product of several factors is not piecewise linear.
        let linear_tail = (TAIL..TAIL + 8).all(|x| slope(x) == slope(TAIL));
        let simple = self.terms.keys().all(|product| product.len() <= 1);
        if !(linear_tail && simple) {
            return None;
        }
        let first = slope(least);
        let line = [
            (Product::new(), at(least) - first * least),
            (vec![Factor::Symbol(symbol)], first),
        ];
        let bends = (least + 1..=TAIL).map(|x| {
            let beyond = Self::symbol(symbol) - Self::constant(x);
            (vec![Factor::Positive(beyond)], slope(x) - slope(x - 1))
        });
        Some(Self::of_terms(line.into_iter().chain(bends)))
    }
}

impl Factor {
    fn grows(&self) -> bool {
        match self {
            Self::Symbol(_) => true,
            Self::Positive(inner) => inner.grows(),
        }
    }
}

impl Add for Formula {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let constant = self.constant.saturating_add(other.constant);
        Self { constant, ..self }.with_terms(other.terms)
    }
}

impl Sub for Formula {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        let constant = self.constant.saturating_sub(other.constant);
        let negative = other.terms.into_iter().map(|(product, c)| (product, -c));
        Self { constant, ..self }.with_terms(negative)
    }
}

impl Mul for Formula {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        if let (Some(left), Some(right)) = (self.as_constant(), other.as_constant()) {
            return Self::constant(left.saturating_mul(right));
        }
        let mut terms = Vec::new();
        for (left, a) in self.all_terms() {
            for (right, b) in other.all_terms() {
                let mut product = [left, right].concat();
                product.sort();
                terms.push((product, a.saturating_mul(b)));
            }
        }
        Self::of_terms(terms)
    }
}

impl From<i64> for Formula {
    fn from(number: i64) -> Self {
        Self::constant(number)
    }
}

impl fmt::Display for Formula {
    /// `9 + 3max(0, r-1)`; the constant first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (place, (product, coefficient)) in self.all_terms().enumerate() {
            let sign = match (place, coefficient < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            write!(f, "{sign}{}", term(product, coefficient.unsigned_abs()))?;
        }
        Ok(())
    }
}

/// Inside of `max(0, x)`: no blanks, the constant last.
struct Compact<'a>(&'a Formula);

impl fmt::Display for Compact<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (constant, others): (Vec<_>, Vec<_>) = self
            .0
            .all_terms()
            .partition(|(product, _)| product.is_empty());
        for (place, (product, coefficient)) in others.into_iter().chain(constant).enumerate() {
            let sign = match (place, coefficient < 0) {
                (0, false) => "",
                (_, false) => "+",
                (_, true) => "-",
            };
            write!(f, "{sign}{}", term(product, coefficient.unsigned_abs()))?;
        }
        Ok(())
    }
}

fn term(product: &[Factor], coefficient: u64) -> String {
    if product.is_empty() {
        return coefficient.to_string();
    }
    let factors: Vec<String> = product
        .iter()
        .map(|factor| match factor {
            Factor::Symbol(symbol) => symbol.letter().to_string(),
            Factor::Positive(inner) => format!("max(0, {})", Compact(inner)),
        })
        .collect();
    let factors = factors.join(" ");
    match coefficient {
        1 => factors,
        coefficient => format!("{coefficient}{factors}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(number: i64) -> Formula {
        Formula::constant(number)
    }

    fn times(number: i64, formula: Formula) -> Formula {
        Formula::constant(number) * formula
    }

    #[test]
    fn the_larger_of_one_and_r_is_written_with_its_bend() {
        let at_least_one = number(1).larger_of(&Formula::read());
        assert_eq!(at_least_one.to_string(), "1 + max(0, r-1)");
    }

    #[test]
    fn equal_functions_of_one_symbol_are_equal_values() {
        let bend = |at: i64| (Formula::read() - number(at)).positive();
        let one = number(3).larger_of(&times(3, Formula::read()));
        assert_eq!(one, number(3) + times(3, bend(1)));
        let falling = (number(2) - Formula::read()).positive();
        assert_eq!(falling, number(2) - Formula::read() + bend(2));
    }

    #[test]
    fn a_write_always_waits() {
        assert_eq!(number(1).larger_of(&Formula::write()), Formula::write());
    }

    #[test]
    fn a_certain_sign_resolves_a_maximum_of_two_symbols() {
        let sum = Formula::read() + Formula::write();
        assert_eq!(
            (sum.clone() - number(1)).positive(),
            sum.clone() - number(1)
        );
        assert_eq!((number(1) - sum.clone()).positive(), Formula::default());
        assert_eq!((sum - number(3)).positive().to_string(), "max(0, r+w-3)");
    }

    #[test]
    fn what_is_left_of_a_sum_after_its_bend_is_taken_away_is_bounded() {
        let sum = Formula::read() + Formula::write();
        let bend = (sum.clone() - number(2)).positive();
        assert_eq!((sum - bend - number(4)).positive(), Formula::default());
    }

    #[test]
    fn values_known_to_be_larger_resolve_more() {
        let formula = number(9) + times(3, (Formula::read() - number(1)).positive());
        let published = formula.from_values(Values::of_waits(1, 2));
        assert_eq!(published.to_string(), "6 + 3r");
    }

    #[test]
    fn products_are_written_out() {
        let each = number(15) + Formula::write();
        let all = number(11) + Formula::symbol(Symbol::Count) * each;
        assert_eq!(all.to_string(), "11 + 15k + k w");
        let values = Values {
            count: 5,
            ..Values::of_waits(1, 2)
        };
        assert_eq!(all.at(values), 96);
    }
}

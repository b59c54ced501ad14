//! Formulas of wait states from calibrations on several memories.
//!
//! Formulas are sums of a number, read and write wait states and, where estimates bend between the memories, of wait states
//! beyond some number, with whole coefficients. The simplest one is taken that gives every estimate within half a cycle; if none
//! does, the one with the least error, which is told.

use std::collections::BTreeMap;

use cost_model::{Atom, CostTable, Formula, MemoryTiming, RowId, Symbol, Values};
use nalgebra::{DMatrix, DVector};

use crate::calibrate::{Calibration, Estimate, provenance};
use crate::identify::Reason;
use crate::least_squares::{Method, solve};
use crate::table::{Prices, priced};

/// Error in cycles up to which a formula gives an estimate, which rounds to whole cycles.
const EXACT: f64 = 0.5;
/// Difference of two errors without a meaning, in cycles.
const ROUNDING: f64 = 1e-6;
/// Wait states of the slowest memory.
const SLOWEST: i64 = 31;

/// A calibration on one memory.
pub type OnMemory<'a> = (MemoryTiming, &'a Calibration);

/// A table for several memories.
#[derive(Debug, Clone, PartialEq)]
pub struct Combined {
    /// The table, with formulas of `r` and `w`.
    pub table: CostTable,
    /// Every atom with its formula.
    pub formulas: Vec<AtomFormula>,
}

/// Estimates of an atom on all memories.
#[derive(Debug, Clone, PartialEq)]
pub struct AtomFormula {
    /// The atom.
    pub atom: Atom,
    /// Its cycles; of the load of a method without its words.
    pub formula: Formula,
    /// Largest difference to an estimate in cycles.
    pub error: f64,
    /// Reason why the atom cannot be determined, on the first memory where it cannot.
    pub problem: Option<Reason>,
}

/// A part of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Term {
    One,
    Read,
    Write,
    ReadBeyond(u32),
    WriteBeyond(u32),
}

/// Terms with whole coefficients, and the largest error.
#[derive(Debug, Clone, Default, PartialEq)]
struct Line {
    terms: Vec<(Term, i64)>,
    error: f64,
}

/// One table from calibrations on several memories.
#[must_use]
pub fn combine(calibrations: &[OnMemory<'_>], method: Method) -> Combined {
    let waits: Vec<MemoryTiming> = calibrations.iter().map(|(memory, _)| *memory).collect();
    let estimates = by_atom(calibrations);
    let mut formulas = Vec::new();
    let mut prices = Prices::default();
    let mut starts = BTreeMap::new();
    for (atom, estimates) in &estimates {
        let Some(cycles) = cycles_everywhere(estimates, waits.len()) else {
            let problem = problem(estimates).map(|reason| reason.to_string());
            prices
                .missing
                .insert((*atom).clone(), problem.unwrap_or_default());
            continue;
        };
        if let Atom::LoadOn(row) = atom {
            starts.insert(*row, (cycles, problem(estimates)));
            continue;
        }
        let line = line(&waits, &cycles);
        let formula = never_negative(line.formula());
        formulas.push(AtomFormula {
            atom: (*atom).clone(),
            formula: formula.clone(),
            error: line.error,
            problem: problem(estimates),
        });
        match atom {
            Atom::LoadedWord => {
                prices.load = prices.load + formula * Formula::symbol(Symbol::Words);
            }
            Atom::Sequence(_) => {}
            _ => _ = prices.atoms.insert((*atom).clone(), formula),
        }
    }
    add_starts(&mut prices, &mut formulas, &waits, &starts);
    let mut table = priced(&prices, &provenance(method));
    table.provenance.memories = memories(&waits);
    Combined { table, formulas }
}

/// Name in a table of the memories that it is valid for.
#[must_use]
pub fn memories(waits: &[MemoryTiming]) -> Vec<String> {
    let mut names = Vec::new();
    for waits in waits {
        let name = format!("r = {}, w = {}", waits.read_wait, waits.write_wait);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn by_atom<'a>(calibrations: &[OnMemory<'a>]) -> BTreeMap<&'a Atom, Vec<&'a Estimate>> {
    let mut all: BTreeMap<&Atom, Vec<&Estimate>> = BTreeMap::new();
    for (_, calibration) in calibrations {
        for estimate in &calibration.estimates {
            all.entry(&estimate.atom).or_default().push(estimate);
        }
    }
    all
}

/// The estimates on all memories, if there are as many.
fn cycles_everywhere(estimates: &[&Estimate], memories: usize) -> Option<Vec<f64>> {
    let cycles: Option<Vec<f64>> = estimates.iter().map(|estimate| estimate.cycles).collect();
    cycles.filter(|cycles| cycles.len() == memories)
}

/// Cycles of a load without its words on all memories, and the reason if they cannot be distinguished.
type Start = (Vec<f64>, Option<Reason>);

fn problem(estimates: &[&Estimate]) -> Option<Reason> {
    let mut problems = estimates.iter().map(|estimate| estimate.problem.clone());
    problems.find_map(|problem| problem)
}

/// A load's fixed part follows the memory; what runs beside it is whole cycles for what asked for the method.
fn add_starts(
    prices: &mut Prices,
    formulas: &mut Vec<AtomFormula>,
    waits: &[MemoryTiming],
    starts: &BTreeMap<RowId, Start>,
) {
    if starts.is_empty() {
        return;
    }
    let count = starts.len() as f64;
    let mean: Vec<f64> = (0..waits.len())
        .map(|memory| {
            starts
                .values()
                .map(|(cycles, _)| cycles[memory])
                .sum::<f64>()
                / count
        })
        .collect();
    let mut slope = line(waits, &mean);
    slope.terms.retain(|(term, _)| *term != Term::One);
    let constant = |cycles: &[f64]| {
        let rest = cycles.iter().zip(waits).map(|(c, w)| c - slope.at(*w));
        (rest.sum::<f64>() / cycles.len() as f64).round() as i64
    };
    let constants: BTreeMap<RowId, i64> = starts
        .iter()
        .map(|(row, (cycles, _))| (*row, constant(cycles)))
        .collect();
    let fixed = constants.values().copied().max().unwrap_or(0).max(0);
    prices.load = prices.load.clone() + slope.formula() + Formula::constant(fixed);
    for (row, constant) in constants {
        let hidden = u32::try_from(fixed - constant).unwrap_or(0);
        prices.hidden.insert(row, hidden);
        let formula = slope.formula() + Formula::constant(constant);
        let (cycles, problem) = &starts[&row];
        let errors = cycles.iter().zip(waits);
        formulas.push(AtomFormula {
            atom: Atom::LoadOn(row),
            error: errors
                .map(|(cycles, waits)| (cycles - slope.at(*waits) - constant as f64).abs())
                .fold(0.0, f64::max),
            formula,
            problem: problem.clone(),
        });
    }
}

/// Terms that a formula may have, the simplest first.
fn designs(waits: &[MemoryTiming]) -> Vec<Vec<Term>> {
    use Term::{One, Read, ReadBeyond, Write, WriteBeyond};
    let linear = [
        vec![One],
        vec![One, Read],
        vec![One, Write],
        vec![One, Read, Write],
    ];
    let reads = inside(waits.iter().map(|waits| waits.read_wait));
    let writes = inside(waits.iter().map(|waits| waits.write_wait));
    let read_bends = reads.into_iter().map(ReadBeyond);
    let bends: Vec<Term> = read_bends
        .chain(writes.into_iter().map(WriteBeyond))
        .collect();
    let mut all = linear.to_vec();
    for &bend in &bends {
        all.extend(
            linear
                .iter()
                .map(|terms| [terms.as_slice(), &[bend]].concat()),
        );
    }
    for (i, &first) in bends.iter().enumerate() {
        for &second in &bends[i + 1..] {
            let two = [first, second];
            all.extend(linear.iter().map(|terms| [terms.as_slice(), &two].concat()));
        }
    }
    all
}

/// The numbers between the least and the greatest one.
fn inside(numbers: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut numbers: Vec<u32> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    let between = 1..numbers.len().saturating_sub(1).max(1);
    numbers[between].to_vec()
}

fn line(waits: &[MemoryTiming], cycles: &[f64]) -> Line {
    let mut best: Option<Line> = None;
    for design in designs(waits) {
        let Some(line) = fitted(waits, cycles, &design) else {
            continue;
        };
        if line.error < EXACT {
            return line;
        }
        if best
            .as_ref()
            .is_none_or(|best| line.error < best.error - ROUNDING)
        {
            best = Some(line);
        }
    }
    best.unwrap_or_default()
}

/// The line of a design, if the memories determine it.
fn fitted(waits: &[MemoryTiming], cycles: &[f64], design: &[Term]) -> Option<Line> {
    let system = DMatrix::from_fn(waits.len(), design.len(), |i, j| design[j].at(waits[i]));
    let right = DVector::from_row_slice(cycles);
    let free = vec![true; design.len()];
    let solution = solve(&system, &right, &free, Method::LeastSquares);
    if solution.rank < design.len() {
        return None;
    }
    let coefficients = solution.values.iter().map(|value| value.round() as i64);
    let mut line = Line {
        terms: design.iter().copied().zip(coefficients).collect(),
        error: 0.0,
    };
    let errors = waits.iter().zip(cycles);
    line.error = errors
        .map(|(waits, cycles)| (cycles - line.at(*waits)).abs())
        .fold(0.0, f64::max);
    Some(line)
}

impl Term {
    fn at(self, waits: MemoryTiming) -> f64 {
        match self {
            Self::One => 1.0,
            Self::Read => waits.read_wait.into(),
            Self::Write => waits.write_wait.into(),
            Self::ReadBeyond(bend) => waits.read_wait.saturating_sub(bend).into(),
            Self::WriteBeyond(bend) => waits.write_wait.saturating_sub(bend).into(),
        }
    }

    fn formula(self) -> Formula {
        let beyond =
            |formula: Formula, bend: u32| (formula - Formula::constant(bend.into())).positive();
        match self {
            Self::One => Formula::constant(1),
            Self::Read => Formula::read(),
            Self::Write => Formula::write(),
            Self::ReadBeyond(bend) => beyond(Formula::read(), bend),
            Self::WriteBeyond(bend) => beyond(Formula::write(), bend),
        }
    }
}

impl Line {
    fn at(&self, waits: MemoryTiming) -> f64 {
        let terms = self.terms.iter();
        terms
            .map(|(term, coefficient)| term.at(waits) * *coefficient as f64)
            .sum()
    }

    fn formula(&self) -> Formula {
        let terms = self.terms.iter();
        terms.fold(Formula::default(), |sum, (term, coefficient)| {
            sum + Formula::constant(*coefficient) * term.formula()
        })
    }
}

/// The formula, with 0 in place of what it gives below that on a memory that exists.
fn never_negative(formula: Formula) -> Formula {
    let memories = (0..=SLOWEST).flat_map(|r| [(r, r.max(1)), (r, r + 1), (r, r + 2)]);
    let mut values = memories.map(|(r, w)| Values::of_waits(r, w));
    if values.any(|values| formula.at(values) < 0) {
        return formula.positive();
    }
    formula
}

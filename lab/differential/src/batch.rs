//! Several units in one program: compiled once, run on the host and on the machine, compared line by line.

use std::fmt;
use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::coverage::{Coverage, CoverageProbe};
use crate::error::Error;
use crate::host;
use crate::target::{self, Outcome, Target};
use crate::tree::Unit;
use crate::tree::print::source;

/// Common parts of all units.
const CHECK: &str = include_str!("../java/Check.java");
/// Cycles that a program may take for each of its units: ten times what they take.
const CYCLES_PER_UNIT: u64 = 80_000_000;
/// Units in one program: `main` has a call for each and 2 KB of code.
pub(crate) const MOST_UNITS: usize = 100;

/// A line of output that the machine does not print as the host does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Difference {
    /// Index of the unit.
    pub(crate) unit: usize,
    pub(crate) target: Target,
    pub(crate) reason: Reason,
}

/// Their difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// Both print a line, not the same one.
    Line {
        /// Output of the host.
        host: String,
        /// Output of the machine.
        machine: String,
    },
    /// The machine ends early, or not at all.
    End {
        /// The line of the host that is missing.
        host: String,
        /// The machine's value.
        machine: String,
    },
    /// The linker refuses the program.
    Link(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Line { host, machine } => write!(f, "host {host:?}, machine {machine:?}"),
            Reason::End { host, machine } => {
                write!(f, "host {host:?}, machine ends: {machine}")
            }
            Reason::Link(problem) => write!(f, "cannot be linked: {problem}"),
        }
    }
}

/// Result of a batch.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    pub(crate) differences: Vec<Difference>,
    /// Lines that agree, on either machine.
    pub(crate) lines: usize,
    /// Units left out from where the machine's stack was full.
    pub(crate) overflows: usize,
    pub(crate) coverage: Coverage,
    pub(crate) cycles: u64,
    pub(crate) host_time: Duration,
    pub(crate) machine_time: Duration,
}

/// Runs units on the host and on targets. Strict-only units must come last.
pub(crate) fn compare(units: &[&Unit], targets: &[Target]) -> Result<Comparison, Error> {
    let folder = tempfile::tempdir().map_err(|reason| Error::File {
        path: std::env::temp_dir(),
        reason,
    })?;
    let start = Instant::now();
    host::compile(folder.path(), &sources(units))?;
    let text = host::execute(folder.path(), "Main", &range(0, units.len()))?;
    let expected = by_unit(units, &text);
    let mut comparison = Comparison {
        host_time: start.elapsed(),
        ..Comparison::default()
    };
    let start = Instant::now();
    for target in targets {
        let mut run = TargetRun {
            folder: folder.path(),
            target: *target,
            units,
            expected: &expected,
            comparison: &mut comparison,
        };
        run.all()?;
    }
    comparison.machine_time = start.elapsed();
    Ok(comparison)
}

/// The sources of a program of these units, by class: its `Main` takes the first unit to run and the one behind the last.
#[must_use]
pub fn sources(units: &[&Unit]) -> Vec<(String, String)> {
    let mut sources = vec![
        ("Check".to_owned(), CHECK.to_owned()),
        ("Main".to_owned(), main_source(units)),
    ];
    sources.extend(units.iter().map(|unit| (unit.name.clone(), source(unit))));
    sources
}

fn main_source(units: &[&Unit]) -> String {
    let mut text = String::from(
        "public final class Main {\n    public static void main(String[] args) {\n        int from = Integer.parseInt(args[0]);\n        int to = Integer.parseInt(args[1]);\n",
    );
    for (index, unit) in units.iter().enumerate() {
        let name = &unit.name;
        let _ = writeln!(
            text,
            "        if (from <= {index} && {index} < to) {{\n            {name}.run();\n        }}"
        );
    }
    text + "    }\n}\n"
}

fn range(from: usize, to: usize) -> Vec<String> {
    vec![from.to_string(), to.to_string()]
}

/// The lines of each unit.
fn by_unit<'a>(units: &[&Unit], text: &'a str) -> Vec<Vec<&'a str>> {
    let lines = |unit: &&Unit| {
        let of_unit = |line: &&str| line.split(' ').next() == Some(unit.name.as_str());
        text.lines().filter(of_unit).collect()
    };
    units.iter().map(lines).collect()
}

/// The units on one target.
struct TargetRun<'a> {
    folder: &'a std::path::Path,
    target: Target,
    units: &'a [&'a Unit],
    expected: &'a [Vec<&'a str>],
    comparison: &'a mut Comparison,
}

impl TargetRun<'_> {
    /// Runs all units that the target supports, again after each unit at which the program ends.
    fn all(&mut self) -> Result<(), Error> {
        let loose = self.units.iter().filter(|unit| !unit.strict_only).count();
        let end = if self.target == Target::Strict {
            self.units.len()
        } else {
            loose
        };
        let mut from = 0;
        while from < end {
            from = self.some(from, end)?;
        }
        Ok(())
    }

    /// Runs units; gives the first that did not run.
    fn some(&mut self, from: usize, end: usize) -> Result<usize, Error> {
        let linked = match target::link_folder(self.folder, "Main", &range(from, end), self.target)
        {
            Ok(linked) => linked,
            Err(Error::Link(problem)) if problem.too_large().is_empty() => {
                let problem = problem.to_string();
                let names = |unit: &&Unit| problem.contains(&unit.name);
                let unit = self.units.iter().position(names).unwrap_or_default();
                self.differs(unit, Reason::Link(problem));
                return Ok(end);
            }
            Err(other) => return Err(other),
        };
        let is_generated = |class: &str| class.starts_with('U');
        let mut probe = CoverageProbe::new(&linked, is_generated);
        let limit = CYCLES_PER_UNIT * (end - from) as u64;
        let outcome = target::run(&linked, self.target, limit, &mut probe)?;
        self.comparison.coverage.add(&probe.counts);
        self.comparison.cycles += outcome.cycles;
        let printed = by_unit(self.units, &outcome.stdout);
        for (unit, printed) in printed.iter().enumerate().take(end).skip(from) {
            if !self.unit(unit, printed, &outcome) {
                return Ok(unit + 1);
            }
        }
        Ok(end)
    }

    /// Compares the lines of a unit; false if the program ended in it.
    fn unit(&mut self, unit: usize, printed: &[&str], outcome: &Outcome) -> bool {
        let expected = &self.expected[unit];
        for (index, host) in expected.iter().enumerate() {
            let Some(machine) = printed.get(index) else {
                self.ended(unit, host, outcome);
                return false;
            };
            if machine != host {
                self.differs(
                    unit,
                    Reason::Line {
                        host: (*host).to_owned(),
                        machine: (*machine).to_owned(),
                    },
                );
                // What follows in this unit may follow from it.
                return true;
            }
            self.comparison.lines += 1;
        }
        true
    }

    fn ended(&mut self, unit: usize, host: &str, outcome: &Outcome) {
        if outcome.stderr.contains("StackOverflowError") {
            self.comparison.overflows += 1;
            return;
        }
        let first = outcome.stderr.lines().next().unwrap_or_default();
        let machine = match outcome.status {
            Some(status) => format!("status {status} {first}"),
            None => format!("none after {} cycles {first}", outcome.cycles),
        };
        self.differs(
            unit,
            Reason::End {
                host: host.to_owned(),
                machine,
            },
        );
    }

    fn differs(&mut self, unit: usize, reason: Reason) {
        self.comparison.differences.push(Difference {
            unit,
            target: self.target,
            reason,
        });
    }
}

//! Many units: generated, compared in programs of some units each, failures shrunk and written to files.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jopizer::LinkError;
use rayon::prelude::*;

use crate::batch::{self, Comparison, Difference, Reason};
use crate::coverage::Coverage;
use crate::error::Error;
use crate::generate;
use crate::shrink::shrink;
use crate::target::Target;
use crate::tree::Unit;

/// Remedy.
#[derive(Debug, Clone)]
pub struct Options {
    /// Methods to generate, rounded up to whole units.
    pub methods: usize,
    /// Seed of everything.
    pub seed: u64,
    /// Number of the first unit.
    pub first: u64,
    /// Units in one program.
    pub units_per_program: usize,
    /// Maximum number of runs to shrink a failing unit; 0 disables shrinking.
    pub tries: usize,
    /// Folder for failing units.
    pub failures: PathBuf,
}

/// A unit that fails.
#[derive(Debug, Clone)]
pub struct Failure {
    /// Its name.
    pub unit: String,
    /// Build of the microcode.
    pub target: Target,
    /// Its difference before shrinking.
    pub reason: Reason,
    /// Folder with its sources.
    pub folder: PathBuf,
}

/// Result of a campaign.
#[derive(Debug, Default)]
pub struct Summary {
    /// Generated methods that were compared.
    pub methods: usize,
    /// Units they are in.
    pub units: usize,
    /// Lines that agree, on either machine.
    pub lines: usize,
    /// Units left out because a method was longer than the machine allows.
    pub too_large: usize,
    /// Units not compared to their end because the stack of the machine was full.
    pub overflows: usize,
    /// Units that fail, in order.
    pub failures: Vec<Failure>,
    /// Bytecodes.
    pub coverage: Coverage,
    /// Simulated cycles.
    pub cycles: u64,
    /// Time of the compiler and the host's JVM, summed over threads.
    pub host_time: Duration,
    /// Time of linker and machine, summed over threads.
    pub machine_time: Duration,
    /// Time of it all.
    pub time: Duration,
}

impl Summary {
    /// Seconds for a thousand methods.
    #[must_use]
    pub fn seconds_per_thousand(&self) -> f64 {
        self.time.as_secs_f64() * 1000.0 / self.methods.max(1) as f64
    }
}

/// Runs a campaign; `progress` gets the number of completed methods.
///
/// # Errors
/// If there is no JDK, if a file cannot be written, or if the generator makes what does not compile.
pub fn run(options: &Options, progress: &(dyn Fn(usize) + Sync)) -> Result<Summary, Error> {
    let start = Instant::now();
    let mut summary = Summary::default();
    let mut next = options.first;
    // Units that do not fit the machine are made up for.
    while summary.methods < options.methods {
        let units = units(options, next, options.methods - summary.methods);
        next += units.len() as u64;
        compare(&units, options, progress, &mut summary)?;
    }
    summary.time = start.elapsed();
    Ok(summary)
}

fn compare(
    units: &[Unit],
    options: &Options,
    progress: &(dyn Fn(usize) + Sync),
    summary: &mut Summary,
) -> Result<(), Error> {
    let size = options.units_per_program.clamp(1, batch::MOST_UNITS);
    let programs: Vec<&[Unit]> = units.chunks(size).collect();
    let results: Result<Vec<Program>, Error> = programs
        .into_par_iter()
        .map(|units| {
            let program = Program::compare(units)?;
            progress(program.units.iter().map(|unit| unit.method_count()).sum());
            Ok(program)
        })
        .collect();
    for program in results? {
        summary.add(&program, options)?;
    }
    Ok(())
}

/// Units from a number on with so many methods.
fn units(options: &Options, first: u64, count: usize) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut methods = 0;
    for number in first.. {
        if methods >= count {
            break;
        }
        let unit = generate::unit(&format!("U{number}"), seed_of(options.seed, number));
        methods += unit.method_count();
        units.push(unit);
    }
    units
}

/// Seeds of neighbours are far apart.
fn seed_of(seed: u64, number: u64) -> u64 {
    let mut rng = fastrand::Rng::with_seed(seed);
    rng.u64(..) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The units of one program that fit the machine, and what they did.
struct Program<'a> {
    units: Vec<&'a Unit>,
    too_large: usize,
    comparison: Comparison,
}

impl<'a> Program<'a> {
    fn compare(all: &'a [Unit]) -> Result<Self, Error> {
        let mut units: Vec<_> = all.iter().collect();
        units.sort_by_key(|unit| unit.strict_only);
        let mut comparison = Comparison::default();
        while !units.is_empty() {
            match batch::compare(&units, &Target::ALL) {
                Ok(done) => {
                    comparison = done;
                    break;
                }
                Err(Error::Link(problem))
                    if units.iter().any(|unit| is_too_large(unit, &problem)) =>
                {
                    units.retain(|unit| !is_too_large(unit, &problem));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Self {
            too_large: all.len() - units.len(),
            units,
            comparison,
        })
    }
}

fn is_too_large(unit: &Unit, problem: &LinkError) -> bool {
    let classes = problem.too_large();
    classes.iter().any(|class| is_of(unit, class))
}

fn is_of(unit: &Unit, class: &str) -> bool {
    class.trim_end_matches(|c: char| c.is_ascii_uppercase()) == unit.name()
}

impl Summary {
    fn add(&mut self, program: &Program, options: &Options) -> Result<(), Error> {
        let comparison = &program.comparison;
        let methods = program.units.iter().map(|unit| unit.method_count());
        self.methods += methods.sum::<usize>();
        self.units += program.units.len();
        self.lines += comparison.lines;
        self.too_large += program.too_large;
        self.overflows += comparison.overflows;
        self.coverage.add(&comparison.coverage);
        self.cycles += comparison.cycles;
        self.host_time += comparison.host_time;
        self.machine_time += comparison.machine_time;
        for difference in &comparison.differences {
            let unit = program.units[difference.unit];
            self.failures.push(failure(unit, difference, options)?);
        }
        Ok(())
    }
}

/// Shrinks a failing unit and writes it down.
fn failure(unit: &Unit, difference: &Difference, options: &Options) -> Result<Failure, Error> {
    let target = difference.target;
    let mut fails = |candidate: &Unit| {
        let compared = batch::compare(&[candidate], &[target]);
        compared.is_ok_and(|comparison| !comparison.differences.is_empty())
    };
    let small = shrink(unit, options.tries, &mut fails);
    let folder = options.failures.join(format!(
        "seed-{}-{}-{}",
        options.seed,
        unit.name(),
        target.name()
    ));
    let failure = Failure {
        unit: unit.name().to_owned(),
        target,
        reason: difference.reason.clone(),
        folder,
    };
    write(&failure, &small, options)?;
    Ok(failure)
}

fn write(failure: &Failure, unit: &Unit, options: &Options) -> Result<(), Error> {
    let number = failure.unit.trim_start_matches('U');
    let head = format!(
        "// seed {}, unit {number}, build {}\n// {}\n// again: differential methods --seed {} --first {number} --count 1\n// run: javac --release 8 *.java && java Main 0 1 && jop run{} -cp . Main -- 0 1\n\n",
        options.seed,
        failure.target.name(),
        failure.reason,
        options.seed,
        failure.target.options(),
    );
    create(&failure.folder)?;
    for (name, text) in batch::sources(&[unit]) {
        let path = failure.folder.join(format!("{name}.java"));
        let text = if name == failure.unit {
            format!("{head}{text}")
        } else {
            text
        };
        std::fs::write(&path, text).map_err(|reason| Error::File { path, reason })?;
    }
    Ok(())
}

fn create(folder: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(|reason| Error::File {
        path: folder.to_owned(),
        reason,
    })
}

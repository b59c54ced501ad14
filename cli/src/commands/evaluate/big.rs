//! Slow-down of big programs, the workloads of `profile/host/slowdown`: its harness runs each in JVMs that wait for each other, and
//! measures them by the clock and by the processor, without compiler threads, after a warm-up.

use std::path::Path;
use std::process::{Command, Stdio};

use clap::ValueEnum;

use super::harness::{Figures, Line, kinds, parse};
use super::host::{Host, jop_beside};
use super::result::{Evaluation, Noise, SlowDown};
use super::slow_down::PLAIN;
use super::timed::TimedVariant;
use crate::output::errors::Error;

/// The harness, from the root of the repository.
const HARNESS: &str = "profile/host/slowdown/Slowdown.java";
const SUITE: &str = "big";
/// Runs before those that count.
const WARM_UP: &str = "3";

/// Programs of the harness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum BigProgram {
    /// None of them
    None,
    /// The JDK's compiler
    Javac,
    /// Eclipse's compiler
    Ecj,
    /// Python
    Jython,
    /// JavaScript
    Rhino,
    /// A database
    H2,
    /// A database
    Hsqldb,
    /// A text index
    Lucene,
    /// Style sheets
    Xalan,
    /// Typesetting
    Fop,
    /// Vector graphics
    Batik,
    /// A parser generator
    Antlr,
    /// A ray tracer
    Sunflow,
}

/// The big programs that are asked for: all if none is named.
pub(super) fn programs(named: &[BigProgram]) -> Vec<BigProgram> {
    let all = BigProgram::value_variants();
    let programs = if named.is_empty() { all } else { named };
    let programs = programs.iter().copied();
    programs.filter(|it| *it != BigProgram::None).collect()
}

/// Factors of a big program, if its jars are installed.
pub(super) fn evaluate(
    name: &str,
    host: &Host,
    runs: u32,
    evaluation: &mut Evaluation,
) -> Result<(), Error> {
    if !Path::new(HARNESS).exists() {
        let line = format!("big programs: no {HARNESS} here; run from the root of the repository");
        evaluation.skipped.push(line);
        return Ok(());
    }
    let jop = jop_beside().map_err(Error::Input)?;
    let mut harness = Command::new(host.java());
    harness
        .arg(HARNESS)
        .arg("--jop")
        .arg(jop)
        .args(["--runs", &runs.to_string(), "--warm-up", WARM_UP])
        .args(["--routines", "constant", "--kinds", &kinds()])
        .args(["--only", name])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = host.output(&mut harness).map_err(|error| Error::System {
        what: "run the harness of big programs",
        reason: error.into(),
    })?;
    let mut lines = Lines::default();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        lines.read(name, line, evaluation);
    }
    if !output.status.success() && lines.skipped == 0 {
        let text = String::from_utf8_lossy(&output.stderr);
        let line = text.lines().find(|line| line.contains("xception"));
        let line = line.unwrap_or("it says nothing");
        evaluation
            .skipped
            .push(format!("big program {name}: {line}"));
    }
    Ok(())
}

/// Lines that were read.
#[derive(Default)]
struct Lines {
    /// Seconds of the variant that is measured twice.
    first: Option<f64>,
    skipped: u32,
}

impl Lines {
    fn read(&mut self, program: &str, line: &str, evaluation: &mut Evaluation) {
        let noise = |variant: &str, first: f64, second: f64| Noise {
            suite: SUITE.to_owned(),
            program: program.to_owned(),
            variant: variant.to_owned(),
            first_seconds: first,
            second_seconds: second,
            difference: second / first - 1.0,
        };
        match parse(line) {
            Line::Plain(figures) => {
                let noise = noise(PLAIN, figures.plain_cpu, figures.cpu);
                evaluation.noise.push(noise);
            }
            Line::Variant(variant, figures) => {
                if variant.is_twice {
                    self.first = Some(figures.cpu);
                }
                evaluation.slow_down.push(row(program, variant, figures));
            }
            Line::Again(variant, figures) => {
                let noise = self
                    .first
                    .map(|first| noise(variant.name, first, figures.cpu));
                evaluation.noise.extend(noise);
            }
            Line::Skipped(line) => {
                self.skipped += 1;
                evaluation.skipped.push(format!("big program {line}"));
            }
            Line::Unknown(line) => {
                self.skipped += 1;
                let line = format!("big program {program}: no figures in `{line}`");
                evaluation.skipped.push(line);
            }
            Line::Other => {}
        }
    }
}

fn row(program: &str, variant: &TimedVariant, figures: Figures) -> SlowDown {
    let factor = figures.cpu / figures.plain_cpu;
    SlowDown {
        suite: SUITE.to_owned(),
        program: program.to_owned(),
        variant: variant.name.to_owned(),
        length: None,
        plain_seconds: figures.plain_cpu,
        cross_seconds: figures.cpu,
        factor,
        running_factor: Some(factor),
        plain_wall_seconds: figures.plain_wall,
        cross_wall_seconds: figures.wall,
        wall_factor: figures.wall / figures.plain_wall,
    }
}

#[cfg(test)]
mod tests {
    use super::super::timed::BIG;
    use super::*;

    #[test]
    fn lines_of_the_harness_are_rows_and_noise_and_others_are_not() {
        let mut evaluation = Evaluation::default();
        let mut lines = Lines::default();
        for line in [
            "program    kind       plain s  instr. s  factor  by the clock: plain s  instr. s  factor",
            "Ecj plain-again        0.400     0.410    1.03  0.500     0.600    1.20  ?    500  300  0.0  equal",
            "Ecj variant-0          0.400     1.000    2.50  0.500     1.000    2.00  12,345  500  300  1.2  equal",
            "Ecj variant-0-again    0.400     1.100    2.75  0.500     1.000    2.00  12,345  500  300  1.2  equal",
            "slow-down   plain s  variant-0  outputs",
            "geometric mean of 1, variant-0: 2.50; by the clock 2.00",
        ] {
            lines.read("Ecj", line, &mut evaluation);
        }
        assert_eq!(evaluation.skipped, [""; 0]);
        let [row] = &evaluation.slow_down[..] else {
            panic!("{:?}", evaluation.slow_down)
        };
        let found = (row.variant.as_str(), row.plain_seconds, row.factor);
        assert_eq!(found, (BIG[0].name, 0.4, 2.5));
        assert_eq!((row.plain_wall_seconds, row.wall_factor), (0.5, 2.0));
        let noise = evaluation.noise.iter();
        let noise: Vec<_> = noise.map(|it| (&*it.variant, it.first_seconds)).collect();
        assert_eq!(noise, [(PLAIN, 0.4), (BIG[0].name, 1.0)]);
    }
}

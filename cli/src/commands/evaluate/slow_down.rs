//! Slow-down of programs under the cross-profiler.
//!
//! Embedded programs are whole processes, with their long argument. Big programs are the workloads of
//! `profile/host/slowdown`, whose harness runs each in two JVMs that wait for each other, and measures CPU time after a warm-up.

use std::path::Path;
use std::process::{Command, Stdio};

use clap::ValueEnum;
use runtime::programs::EmbeddedProgram;

use super::host::{Host, jop_beside};
use super::result::{Evaluation, SlowDown};
use super::times::least;
use super::variants::{CacheState, TIMED};
use crate::output::errors::Error;

/// The harness, from the root of the repository.
const HARNESS: &str = "profile/host/slowdown/Slowdown.java";
/// Its names of what is measured, and those of results: programs and the JDK's own code, as in published evaluations.
const KINDS: [(&str, &str); 2] = [
    ("jdk", "JDK covered, all hits"),
    ("jdk-cache", "JDK covered, cache simulated"),
];

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

/// Factors of an embedded program.
pub(super) fn embedded(
    program: &'static EmbeddedProgram,
    host: &Host,
    runs: u32,
    evaluation: &mut Evaluation,
) {
    let plain = least(runs, || {
        host.plain(program, program.long)
            .map(|seconds| (seconds, ()))
    });
    let plain = match plain {
        Ok((seconds, ())) => seconds,
        Err(reason) => {
            let line = format!("slow-down of {}: {reason}", program.name);
            evaluation.skipped.push(line);
            return;
        }
    };
    for (variant, options) in TIMED {
        let cross = least(runs, || {
            let run = host.cross((program, program.long), CacheState::Simulated, options);
            run.map(|(_, seconds)| (seconds, ()))
        });
        match cross {
            Ok((cross, ())) => evaluation.slow_down.push(SlowDown {
                suite: "embedded".to_owned(),
                program: program.name.to_owned(),
                variant: (*variant).to_owned(),
                plain_seconds: plain,
                cross_seconds: cross,
                factor: cross / plain,
            }),
            Err(reason) => evaluation.skipped.push(format!(
                "slow-down of {}, {variant}: {reason}",
                program.name
            )),
        }
    }
}

/// Factors of the big programs whose jars are installed: those that are named, or all.
pub(super) fn big(
    host: &Host,
    program: BigProgram,
    runs: u32,
    evaluation: &mut Evaluation,
) -> Result<(), Error> {
    if !Path::new(HARNESS).exists() {
        let line = format!("big programs: no {HARNESS} here; run from the root of the repository");
        evaluation.skipped.push(line);
        return Ok(());
    }
    one(host, program, runs, evaluation)
}

/// The big programs that are asked for: all if none is named.
pub(super) fn big_programs(named: &[BigProgram]) -> Vec<BigProgram> {
    let all = BigProgram::value_variants();
    let programs = if named.is_empty() { all } else { named };
    let programs = programs.iter().copied();
    programs.filter(|it| *it != BigProgram::None).collect()
}

/// Factors of a big program, by the harness.
fn one(
    host: &Host,
    program: BigProgram,
    runs: u32,
    evaluation: &mut Evaluation,
) -> Result<(), Error> {
    let name = format!("{program:?}");
    let jop = jop_beside().map_err(Error::Input)?;
    let kinds = KINDS.map(|(kind, _)| kind).join(",");
    let mut harness = Command::new(host.java());
    harness
        .arg(HARNESS)
        .arg("--jop")
        .arg(jop)
        .args(["--runs", &runs.to_string(), "--warm-up", &runs.to_string()])
        .args(["--routines", "constant", "--kinds", &kinds, "--only", &name])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = host.output(&mut harness).map_err(|error| Error::System {
        what: "run the harness of big programs",
        reason: error.into(),
    })?;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        match row(line) {
            Some(Ok(row)) => evaluation.slow_down.push(row),
            Some(Err(line)) => evaluation
                .skipped
                .push(format!("big program {name}: no figures in `{line}`")),
            None if line.contains(": skipped") => {
                evaluation.skipped.push(format!("big program {line}"));
            }
            None => {}
        }
    }
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let line = text.lines().find(|line| line.contains("xception"));
        let line = line.unwrap_or("it says nothing");
        evaluation
            .skipped
            .push(format!("big program {name}: {line}"));
    }
    Ok(())
}

/// A line of the harness: program, kind, plain and instrumented seconds, factor, ...; the line itself if it has no such figures, nothing
/// for other lines.
fn row(line: &str) -> Option<Result<SlowDown, &str>> {
    let mut words = line.split_whitespace();
    let program = words.next()?;
    let kind = words.next()?;
    let (_, variant) = KINDS.iter().find(|(known, _)| *known == kind)?;
    let mut number = || words.next()?.parse().ok().filter(|it: &f64| *it > 0.0);
    let (Some(plain_seconds), Some(cross_seconds)) = (number(), number()) else {
        return Some(Err(line));
    };
    Some(Ok(SlowDown {
        suite: "big".to_owned(),
        program: program.to_owned(),
        variant: (*variant).to_owned(),
        plain_seconds,
        cross_seconds,
        factor: cross_seconds / plain_seconds,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_harness_are_rows_and_others_are_not() {
        let line = "Ecj        jdk-cache    0.400     1.000    2.50  2.40    12,345       500       300         1.2  equal";
        let read = row(line).expect("a row").expect("figures");
        assert_eq!(
            (read.program.as_str(), read.variant.as_str()),
            ("Ecj", "JDK covered, cache simulated")
        );
        assert_eq!((read.plain_seconds, read.factor), (0.4, 2.5));
        for line in ["Ecj jdk NaN 1.0", "Ecj jdk 0.400", "Ecj jdk-cache 0,4 1,0"] {
            assert_eq!(row(line).and_then(Result::err), Some(line));
        }
        for line in [
            "program    kind       plain s  instr. s  factor",
            "Fop: skipped, there is no /usr/share/java/fop.jar",
            "geometric mean of 3, jdk: 2.31",
        ] {
            assert!(row(line).is_none(), "{line}");
        }
    }
}

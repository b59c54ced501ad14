//! The `wcet-check` command: bounds held against runs, as tables for docs/wcet-checks.md. Exit codes: 0 all hold, 1 violations, 2 no result.
//!
//! ```text
//!   wcet-check embedded [PROGRAM...]                all methods of embedded programs on six machines
//!   wcet-check table [PROGRAM...]                   periodic steps and kernels on six machines, as Markdown
//!   wcet-check random SEED PROGRAMS [MACHINES]      random programs of ten classes, each on so many machines (1)
//! ```

mod random_runs;
mod steps;

use std::process::ExitCode;

use microcode::Build;
use runtime::programs::{EmbeddedProgram, PROGRAMS, find};
use wcet_check::{Checked, Machine, Verdict, embedded, machines, observe};

const USAGE: &str = "usage: wcet-check embedded [PROGRAM...] | table [PROGRAM...] | random SEED PROGRAMS [MACHINES]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((command, rest)) if command == "embedded" => of_embedded(rest),
        Some((command, rest)) if command == "table" => steps::table(rest),
        Some((command, rest)) if command == "random" => random_runs::check(rest),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(problem) => {
            eprintln!("wcet-check: {problem}");
            ExitCode::from(2)
        }
    }
}

fn all_machines() -> Result<Vec<Machine>, String> {
    machines(Build::Jop).map_err(|error| error.to_string())
}

/// The programs of these names; all of them if there is none.
fn named(names: &[String]) -> Result<Vec<&'static EmbeddedProgram>, String> {
    let found = names.iter().map(|name| {
        find(name).ok_or_else(|| format!("no program is called `{name}`; `jop programs` lists all"))
    });
    match names {
        [] => Ok(PROGRAMS.iter().collect()),
        _ => found.collect(),
    }
}

/// Every called method of long runs; loops that nothing else bounds are as a short run has shown them.
fn of_embedded(names: &[String]) -> Result<bool, String> {
    let mut holds = true;
    println!(
        "program | machine | method | calls | left out | observed | bound | ratio | sound | ms"
    );
    for program in named(names)? {
        for machine in all_machines()? {
            let own = |name: &str| !name.starts_with("java.");
            let observed = observe(program, program.length, &machine)?;
            let checked = embedded(program, program.long, &machine, &observed, own)?;
            for it in checked {
                holds &= it.verdict() != Verdict::Violated;
                println!("{} | {} | {}", program.name, machine.name, row(&it));
            }
        }
    }
    Ok(holds)
}

fn row(it: &Checked) -> String {
    let mark = match it.verdict() {
        Verdict::Violated => " VIOLATED",
        Verdict::Exceeded => " EXCEEDED, NOT SOUND",
        Verdict::Unseen => " UNSEEN",
        Verdict::Holds | Verdict::Refused => "",
    };
    let ratio = it
        .ratio()
        .map_or_else(|| "-".to_owned(), |it| format!("{it:.3}"));
    match &it.bound {
        Ok(bound) => format!(
            "{} | {} | {} | {} | {} | {ratio} | {} | {:.1}{mark}",
            it.name,
            it.seen.calls,
            it.seen.left_out,
            it.seen.max,
            bound.cycles,
            bound.sound.name(),
            it.time.as_secs_f64() * 1e3
        ),
        Err(reason) => format!(
            "{} | {} | {} | {} | {reason}",
            it.name, it.seen.calls, it.seen.left_out, it.seen.max
        ),
    }
}

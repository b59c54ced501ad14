//! The `wcet-check` command: bounds held against runs, as tables for docs/wcet-checks.md. Exit codes: 0 all hold, 1 violations, 2 no result.
//!
//! ```text
//!   wcet-check embedded [PROGRAM...]                all methods of embedded programs on six machines
//!   wcet-check table [--search RUNS] [PROGRAM...]   periodic steps and kernels on six machines, as Markdown
//!   wcet-check random SEED PROGRAMS [MACHINES]      random programs of ten classes, each on so many machines (1)
//!   wcet-check cores                              methods of programs on several cores, as Markdown
//!   wcet-check cores SEED PROGRAMS                random programs on several cores, the others under load
//!   wcet-check library [GROUP...]                 methods of the library, as Markdown
//!   wcet-check search SEED RUNS SECONDS [PROGRAM...]  searches for calls above their bound; `random` is a random program
//!   wcet-check tasks SEED SETS                     random sets of periodic threads, on the machines in turn
//! ```

mod choice;
mod core_runs;
mod core_table;
mod library_table;
mod random_runs;
mod search_runs;
mod steps;
mod task_runs;

use std::process::ExitCode;

use self::choice::{all_machines, named, row};
use wcet_check::{Verdict, embedded, observe};

const USAGE: &str = "usage: wcet-check embedded [PROGRAM...] | table [--search RUNS] [PROGRAM...] | random SEED PROGRAMS [MACHINES] | cores [SEED PROGRAMS] | library [GROUP...] | search SEED RUNS SECONDS [PROGRAM...] | tasks SEED SETS";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((command, rest)) if command == "embedded" => of_embedded(rest),
        Some((command, rest)) if command == "table" => steps::table(rest),
        Some((command, rest)) if command == "random" => random_runs::check(rest),
        Some((command, [])) if command == "cores" => core_table::table(),
        Some((command, rest)) if command == "cores" => core_runs::check(rest),
        Some((command, rest)) if command == "library" => library_table::table(rest),
        Some((command, rest)) if command == "search" => search_runs::check(rest),
        Some((command, rest)) if command == "tasks" => task_runs::check(rest),
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

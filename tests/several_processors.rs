//! Whole programs on several processors whose cycles were measured on the RTL (`golden/runs/runs-cmp.csv`): every processor ends in
//! the same cycle with the same word, and memory and output are the same.
//!
//! The long part runs all of them.

use ::golden_runs::{Golden, Outcome, execute, read};
use rayon::prelude::*;

use crate::golden_runs::folder;

/// Runs of more cycles are left to the long part.
const SHORT: u64 = 200_000;

fn runs() -> Vec<Golden> {
    let runs = read(&folder().join("runs-cmp.csv")).expect("a table of runs");
    assert_eq!(runs.len(), 199);
    runs
}

fn outcome(run: &Golden) -> Outcome {
    execute(run, &folder()).expect("a run")
}

#[test]
fn several_processors_take_the_cycles_of_the_rtl() {
    let mut runs = runs();
    runs.retain(|run| parts::all() || run.cycles() < SHORT);
    assert!(runs.len() > 50, "{}", runs.len());
    let different: Vec<String> = runs
        .par_iter()
        .filter_map(|run| {
            let outcome = outcome(run);
            (outcome != run.outcome)
                .then(|| format!("line {}, {}: {outcome:?}", run.line, run.title()))
        })
        .collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// A processor more or less changes what is compared.
#[test]
fn another_machine_takes_other_cycles() {
    let runs = runs();
    let run = runs.iter().find(|run| run.image == "counter");
    let mut run = run.expect("the counter").clone();
    run.machine.ram_cnt += 1;
    let outcome = outcome(&run);
    assert_ne!(outcome.ends, run.outcome.ends);
    assert_ne!(outcome.results, None);
}

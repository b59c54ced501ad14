//! The `wcet-check` command: bounds held against runs, as a table for docs/wcet.md. Exit codes: 0 all hold, 1 violations, 2 no result.
//!
//! ```text
//!   wcet-check embedded [PROGRAM...]       methods of embedded programs on six machines
//!   wcet-check random SEED PROGRAMS        random programs of ten classes
//! ```

use std::process::ExitCode;

use microcode::Build;
use runtime::programs::{EmbeddedProgram, PROGRAMS, find};
use wcet_check::{Checked, Machine, Verdict, check_random, embedded, machines};

/// Classes of a random program.
const CLASSES: usize = 10;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((command, rest)) if command == "embedded" => of_embedded(rest),
        Some((command, rest)) if command == "random" => of_random(rest),
        _ => Err("usage: wcet-check embedded [PROGRAM...] | random SEED PROGRAMS".to_owned()),
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

/// Every called method of embedded programs; methods without a sound bound get one with observed loops.
fn of_embedded(names: &[String]) -> Result<bool, String> {
    let programs: Vec<&EmbeddedProgram> = match names {
        [] => PROGRAMS.iter().collect(),
        names => names
            .iter()
            .map(|name| find(name).ok_or_else(|| format!("no program is called `{name}`")))
            .collect::<Result<_, _>>()?,
    };
    let mut holds = true;
    println!(
        "program | machine | method | calls | left out | observed | bound | ratio | sound | ms"
    );
    for program in programs {
        for machine in all_machines()? {
            let own = |name: &str| !name.starts_with("java.");
            let checked = embedded(program, program.length, &machine, true, own)?;
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
            bound.sound,
            it.time.as_secs_f64() * 1e3
        ),
        Err(reason) => format!(
            "{} | {} | {} | {} | {reason}",
            it.name, it.seen.calls, it.seen.left_out, it.seen.max
        ),
    }
}

/// Random programs on the machines in turn.
fn of_random(arguments: &[String]) -> Result<bool, String> {
    let number = |place: usize| -> Result<u64, String> {
        let text = arguments
            .get(place)
            .ok_or("a seed and a number of programs are expected")?;
        text.parse().map_err(|_| format!("`{text}` is no number"))
    };
    let (seed, programs) = (number(0)?, number(1)?);
    let machines = all_machines()?;
    let mut ratios = Vec::new();
    let (mut refused, mut violated, mut unseen) = (0, 0, 0);
    for program in 0..programs {
        let machine = &machines[program as usize % machines.len()..][..1];
        for (machine, it) in check_random(seed + program, CLASSES, machine)? {
            match it.verdict() {
                Verdict::Violated => {
                    violated += 1;
                    println!("seed {} | {machine} | {}", seed + program, row(&it));
                }
                Verdict::Refused => {
                    refused += 1;
                    println!("seed {} | {machine} | {}", seed + program, row(&it));
                }
                Verdict::Holds => ratios.extend(it.ratio()),
                Verdict::Unseen => unseen += 1,
            }
        }
    }
    ratios.sort_by(f64::total_cmp);
    let part = |part: f64| {
        let place = ((ratios.len() as f64 * part) as usize).min(ratios.len().saturating_sub(1));
        ratios.get(place).copied().unwrap_or(0.0)
    };
    println!(
        "{} methods hold, {violated} violated, {refused} refused, {unseen} only in calls left out; ratio least {:.3}, median {:.3}, 90 % {:.3}, most {:.3}",
        ratios.len(),
        part(0.0),
        part(0.5),
        part(0.9),
        part(1.0)
    );
    Ok(violated == 0)
}

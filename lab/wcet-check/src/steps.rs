//! The table of docs/wcet-checks.md: periodic steps of control programs, and kernels.

use std::collections::BTreeMap;

use runtime::programs::EmbeddedProgram;
use wcet::Soundness;
use wcet_check::search::{Effort, Hint};
use wcet_check::{Checked, Machine, Verdict, embedded, observe};

use crate::search_runs::{Limits, each, of_embedded};
use crate::{all_machines, named};

/// A bound is to be no more than this many times the longest call.
const AIM: f64 = 1.5;
/// Places of the machine without a method cache and of the default one.
const FIRST: [usize; 2] = [0, 1];

/// Methods of the table, by program.
const METHODS: [(&str, &[&str]); 10] = [
    (
        "lift",
        &[
            "lift.Calls.step",
            "lift.Supervisor.step",
            "lift.Dispatcher.step",
            "lift.Drive.step",
            "lift.Door.step",
            "lift.Indicator.step",
            "lift.Controller.step",
            "lift.Observer.step",
            "lift.Plant.step",
        ],
    ),
    (
        "motor",
        &[
            "motor.Drive.step",
            "motor.Node.step",
            "motor.Master.step",
            "motor.Link.step",
            "motor.Motor.step",
        ],
    ),
    ("udpip", &["udpip.Client.step", "udpip.Host.poll"]),
    ("matrix", &["kernel.Matrix.multiply", "kernel.Numbers.next"]),
    ("bubble-sort", &["kernel.BubbleSort.sort"]),
    ("fixed-fft", &["kernel.FixedFft.transform"]),
    ("double-fft", &["kernel.DoubleFft.transform"]),
    ("crc32", &["kernel.Crc32.update", "kernel.Crc32.slowUpdate"]),
    (
        "sha256",
        &["kernel.Sha256.extend", "kernel.Sha256.compress"],
    ),
    ("sieve", &["kernel.Sieve.run"]),
];

/// `[--search RUNS] [PROGRAM...]`: methods of the programs with their ratios on all machines, as Markdown; the longest call is that of the run, or of a
/// search of so many calls. False if a bound does not hold.
pub(crate) fn table(arguments: &[String]) -> Result<bool, String> {
    let (runs, names) = match arguments {
        [option, runs, names @ ..] if option == "--search" => {
            let runs = runs.parse::<u64>();
            let runs = runs.map_err(|_| "--search needs a number of calls".to_owned())?;
            (runs, names)
        }
        names => (0, names),
    };
    let named: Vec<&str> = named(names)?.iter().map(|it| it.name).collect();
    let machines = all_machines()?;
    let mut holds = true;
    let columns: Vec<&str> = machines.iter().map(|it| it.name.as_str()).collect();
    let first = columns[0];
    println!(
        "| method | calls | longest, {first} | bound, {first} | {} | limits | without, {first} | sound |",
        columns.join(" | ")
    );
    println!(
        "|---|--:|--:|--:|{}--:|--:|---|",
        "--:|".repeat(machines.len())
    );
    let mut ratios = Vec::new();
    for (name, methods) in METHODS {
        if !named.contains(&name) {
            continue;
        }
        let program = crate::named(&[name.to_owned()])?[0];
        let wanted = |name: &str| methods.contains(&name);
        let mut rows: Vec<Vec<Option<Checked>>> = vec![vec![None; machines.len()]; methods.len()];
        for (number, machine) in machines.iter().enumerate() {
            let observed = observe(program, program.length, machine)?;
            for it in embedded(program, program.long, machine, &observed, wanted)? {
                holds &= it.verdict() != Verdict::Violated;
                let place = methods.iter().position(|name| *name == it.name);
                rows[place.unwrap_or(0)][number] = Some(it);
            }
        }
        if runs > 0 {
            holds &= look(program, &machines, runs, &mut rows)?;
        }
        for row in &rows {
            let checked: Vec<&Checked> = row.iter().flatten().collect();
            if checked.len() < row.len() {
                continue;
            }
            println!("{}", line(&checked));
            ratios.extend(checked.into_iter().filter_map(Checked::ratio));
        }
    }
    println!("\n{}", mean(&ratios));
    Ok(holds)
}

/// Looks for longer calls on two machines, then with a part of the calls on each from what was found before; false if one exceeds its bound.
fn look(
    program: &EmbeddedProgram,
    machines: &[Machine],
    runs: u64,
    rows: &mut [Vec<Option<Checked>>],
) -> Result<bool, String> {
    let mut hints: BTreeMap<String, Vec<Hint>> = BTreeMap::new();
    let mut holds = true;
    let all = (0..machines.len()).map(|number| (number, runs / 4));
    for (number, runs) in FIRST.map(|number| (number, runs)).into_iter().chain(all) {
        let machine = &machines[number];
        let (linked, bounds) = of_embedded((program, program.long), machine)?;
        let effort = Effort {
            seed: 1,
            runs,
            time: None,
        };
        let limits = Limits {
            effort,
            end: None,
            hints: hints.clone(),
        };
        let all = rows.iter_mut().filter_map(|row| row[number].as_mut());
        let mut all: Vec<&mut Checked> = all.collect();
        let names: Vec<String> = all.iter().map(|it| it.name.clone()).collect();
        let wanted = |name: &str| names.iter().any(|it| it == name);
        each((&linked, &bounds), machine, &limits, wanted, |name, it| {
            holds &= it.bound.sound != Soundness::No;
            let row = all.iter_mut().find(|row| row.name == name);
            if let (Some(row), Some(search)) = (row, &it.bound.search) {
                row.seen.max = row.seen.max.max(search.max);
            }
            hints.entry(name.to_owned()).or_default().extend(it.longest);
        })?;
    }
    Ok(holds)
}

/// The geometric mean of ratios, and how many are above the aim.
fn mean(ratios: &[f64]) -> String {
    let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    let mean = (logarithms / ratios.len().max(1) as f64).exp();
    let above = ratios.iter().filter(|ratio| **ratio > AIM).count();
    format!(
        "Geometric mean of {} ratios: {mean:.2}; {above} are above {AIM}.",
        ratios.len()
    )
}

/// A method on every machine.
fn line(row: &[&Checked]) -> String {
    let first = row[0];
    let bound = first
        .bound
        .as_ref()
        .map_or("-".to_owned(), |it| thousands(it.cycles));
    let ratios: Vec<String> = row.iter().map(|it| ratio(it)).collect();
    let mut sound: Vec<String> = row.iter().map(|it| soundness(it)).collect();
    sound.dedup();
    let sound = sound.join(", ");
    let Checked { name, seen, .. } = first;
    let (calls, max) = (thousands(seen.calls), thousands(seen.max));
    let (limits, without) = limits(first);
    format!(
        "| `{name}` | {calls} | {max} | {bound} | {} | {limits} | {without} | {sound} |",
        ratios.join(" | ")
    )
}

/// Limits of calls that a bound assumes, and the ratio without them.
fn limits(it: &Checked) -> (String, String) {
    let none = || (String::new(), String::new());
    let Ok(bound) = &it.bound else { return none() };
    let Some(without) = bound.without else {
        return none();
    };
    let limits = bound.limits();
    let ratio = without as f64 / it.seen.max.max(1) as f64;
    (limits.to_string(), format!("{ratio:.2}"))
}

fn soundness(it: &Checked) -> String {
    match &it.bound {
        Ok(bound) => bound.sound.name().to_owned(),
        Err(reason) => reason.to_string(),
    }
}

fn ratio(it: &Checked) -> String {
    let mark = match it.verdict() {
        Verdict::Violated => " **violated**",
        Verdict::Exceeded => " exceeded",
        Verdict::Holds | Verdict::Unseen | Verdict::Refused => "",
    };
    it.ratio()
        .map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}{mark}"))
}

/// Digits in groups of three.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let first = (digits.len() + 2) % 3 + 1;
    let (head, rest) = digits.split_at(first.min(digits.len()));
    let groups = rest.as_bytes().chunks(3);
    let groups = groups.map(|group| String::from_utf8_lossy(group).into_owned());
    std::iter::once(head.to_owned())
        .chain(groups)
        .collect::<Vec<_>>()
        .join(",")
}

//! Random sets of periodic threads on machines, and how tight their bounds are.

use wcet_check::tasks::{TaskChecked, check_tasks};

use crate::all_machines;

/// Sets that are compiled together.
const BATCH: u64 = 25;

pub(crate) fn check(arguments: &[String]) -> Result<bool, String> {
    let number = |place: usize| -> Result<u64, String> {
        let text = arguments.get(place);
        let text = text.ok_or("a seed and a number of sets are expected")?;
        text.parse().map_err(|_| format!("`{text}` is no number"))
    };
    let (seed, sets) = (number(0)?, number(1)?);
    let machines = all_machines()?;
    let mut all = Vec::new();
    let mut done = 0;
    while done < sets {
        let batch = BATCH.min(sets - done);
        all.extend(check_tasks(
            seed.wrapping_add(done),
            batch,
            &machines,
            |_| (),
        )?);
        done += batch;
    }
    for it in all.iter().filter(|it| it.is_violated()) {
        println!("VIOLATED: {it:?}");
    }
    print(&all, sets);
    Ok(!all.iter().any(TaskChecked::is_violated))
}

fn print(all: &[TaskChecked], sets: u64) {
    let with = all.iter().filter(|it| it.bound.is_some()).count();
    let violated = all.iter().filter(|it| it.is_violated()).count();
    let without = all.iter().filter(|it| it.bound.is_none());
    let late = without.clone().filter(|it| it.observed > it.period).count();
    let jobs: u64 = all.iter().map(|it| it.jobs).sum();
    println!(
        "{sets} sets, {} threads, {jobs} jobs: {} bounds hold, {violated} violated; {} threads without a bound, {late} of which were late in the run",
        all.len(),
        with - violated,
        without.count()
    );
    print_ratios(all, "bound", |it| it.bound);
    print_ratios(all, "bound with the stacks of the run", |it| it.close);
}

fn print_ratios(all: &[TaskChecked], name: &str, bound: impl Fn(&TaskChecked) -> Option<u64>) {
    let seen = all.iter().filter(|it| it.jobs > 0);
    let mut ratios: Vec<f64> = seen
        .filter_map(|it| Some(bound(it)? as f64 / it.observed.max(1) as f64))
        .collect();
    ratios.sort_by(f64::total_cmp);
    let part = |part: f64| {
        let last = ratios.len().saturating_sub(1);
        let place = ((ratios.len() as f64 * part) as usize).min(last);
        ratios.get(place).copied().unwrap_or(0.0)
    };
    println!(
        "{name} / longest response: least {:.3}, median {:.3}, 90 % {:.3}, most {:.3}",
        part(0.0),
        part(0.5),
        part(0.9),
        part(1.0)
    );
}

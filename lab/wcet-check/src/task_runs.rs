//! Random sets of periodic threads on machines, and how tight their bounds are.

use wcet_check::tasks::{Kind, SetChecked, TaskChecked, check_tasks};

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
        all.extend(check_tasks(seed.wrapping_add(done), batch, &machines)?);
        done += batch;
    }
    for it in all.iter().filter(|it| it.is_violated()) {
        println!("VIOLATED: set {} on {}", it.set, it.machine);
        let threads = it.threads.iter().filter(|it| it.is_violated());
        threads.for_each(|it| println!("  {it:?}"));
        let prices = it.prices.iter().filter(|it| it.is_violated());
        prices.for_each(|it| println!("  {it:?}"));
    }
    for is_aligned in [false, true] {
        let of = all.iter().filter(|it| it.is_aligned == is_aligned);
        print(&of.collect::<Vec<_>>(), is_aligned);
    }
    Ok(!all.iter().any(SetChecked::is_violated))
}

fn print(sets: &[&SetChecked], is_aligned: bool) {
    let all = || sets.iter().flat_map(|it| &it.threads);
    let with = all().filter(|it| it.bound.is_some()).count();
    let violated = all().filter(|it| it.is_violated()).count();
    let without = all().filter(|it| it.bound.is_none());
    let late = without.clone().filter(|it| it.observed > it.period).count();
    let jobs: u64 = all().map(|it| it.jobs).sum();
    println!(
        "{} sets with {} offsets, {} threads, {jobs} jobs: {} bounds hold, {violated} violated; {} threads without a bound, {late} of which were late in the run",
        sets.len(),
        if is_aligned { "aligned" } else { "random" },
        all().count(),
        with - violated,
        without.count()
    );
    let seen = || all().filter(|it| it.jobs > 0);
    let ratio =
        |bound: Option<u64>, it: &TaskChecked| Some(bound? as f64 / it.observed.max(1) as f64);
    print_ratios("bound", seen().filter_map(|it| ratio(it.bound, it)));
    print_ratios(
        "bound with the stacks of the run",
        seen().filter_map(|it| ratio(it.close, it)),
    );
    print_furthest(sets);
    for kind in [
        Kind::Start,
        Kind::Release,
        Kind::Scheduler,
        Kind::Section,
        Kind::Reload,
        Kind::Job,
    ] {
        let prices = || sets.iter().flat_map(|it| &it.prices);
        let of = || prices().filter(|it| it.kind == kind && it.shown > 0);
        let least = of().map(|it| it.price as i64 - it.shown as i64).min();
        println!(
            "{kind:?}: {} prices, {} violated, the least is {} cycles above what was shown",
            of().count(),
            of().filter(|it| it.is_violated()).count(),
            least.unwrap_or(0)
        );
        print_ratios("  price", of().map(|it| it.price as f64 / it.shown as f64));
    }
}

/// The thread whose bound is furthest above its longest response.
fn print_furthest(sets: &[&SetChecked]) {
    let all = sets
        .iter()
        .flat_map(|set| set.threads.iter().map(move |it| (set, it)));
    let bounded = all.filter_map(|(set, it)| Some((set, it, it.bound?)));
    let furthest = bounded
        .filter(|(_, it, _)| it.jobs > 0)
        .max_by_key(|(_, it, bound)| bound.saturating_mul(1_000) / it.observed.max(1));
    if let Some((set, it, bound)) = furthest {
        println!(
            "furthest: thread {} of set {} on {}, {bound} cycles and {} in the run, in {} jobs",
            it.thread, set.set, set.machine, it.observed, it.jobs
        );
    }
}

fn print_ratios(name: &str, ratios: impl Iterator<Item = f64>) {
    let mut ratios: Vec<f64> = ratios.collect();
    ratios.sort_by(f64::total_cmp);
    let part = |part: f64| {
        let last = ratios.len().saturating_sub(1);
        let place = ((ratios.len() as f64 * part) as usize).min(last);
        ratios.get(place).copied().unwrap_or(0.0)
    };
    println!(
        "{name} / longest of the run: least {:.3}, median {:.3}, 90 % {:.3}, most {:.3}",
        part(0.0),
        part(0.5),
        part(0.9),
        part(1.0)
    );
}

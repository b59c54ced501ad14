//! Random sets of periodic threads: no response, and no part of one, is above its bound; and wrong prices are seen.

use microcode::Build;
use response::Prices;
use wcet_check::tasks::{Kind, SetChecked, check_tasks};

fn checked(sets: u64) -> Vec<SetChecked> {
    let machines = wcet_check::machines(Build::Jop).unwrap();
    let all = check_tasks(1, sets, &machines).unwrap();
    let threads = all.iter().flat_map(|it| &it.threads);
    assert!(threads.filter(|it| it.jobs > 0).count() as u64 > 4 * sets);
    let violated: Vec<_> = all.iter().filter(|it| it.is_violated()).collect();
    assert!(violated.is_empty(), "{violated:?}");
    all
}

/// What of wrong prices the runs show.
fn shown(all: &[SetChecked], change: impl Fn(&mut Prices)) -> Vec<Kind> {
    let prices = all.iter().flat_map(|it| it.with_prices(&change));
    let mut kinds: Vec<Kind> = prices
        .filter(|it| it.is_violated())
        .map(|it| it.kind)
        .collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

#[test]
fn no_part_of_a_response_is_above_its_price_and_wrong_prices_are_seen() {
    let all = checked(6);
    assert_eq!(shown(&all, |_| ()), []);
    // A path of the scheduler of 100 cycles more.
    let scheduler = shown(&all, |prices| {
        prices.interrupt -= 100;
        prices.wait -= 100;
        for it in &mut prices.threads {
            it.start -= 100;
            it.release -= 200;
        }
    });
    assert_eq!(scheduler, [Kind::Release, Kind::Scheduler]);
    // Loads after an interrupt that are too cheap.
    let reloads = shown(&all, |prices| {
        for it in &mut prices.threads {
            it.reload /= 2;
        }
    });
    assert_eq!(reloads, [Kind::Reload]);
    // Times with interrupts off that are too short.
    let sections = shown(&all, |prices| {
        for it in &mut prices.threads {
            it.section -= it.section / 10;
        }
    });
    assert_eq!(sections, [Kind::Section]);
}

#[test]
fn no_response_of_many_sets_is_above_its_bound() {
    parts::long!();
    checked(40);
}

#[test]
fn the_start_of_the_mission_is_that_of_the_runtime() {
    let source = include_str!("../../../../runtime/src/com/jopdesign/sys/PeriodicTask.java");
    assert!(source.contains(&format!(" LEAD = {};", wcet_check::LEAD)));
}

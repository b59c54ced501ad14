//! Random sets of periodic threads: no response is above its bound.

use microcode::Build;
use response::Prices;
use wcet_check::tasks::{TaskChecked, check_tasks};

/// Threads of so many sets whose response was above a bound.
fn violated(sets: u64, spoil: impl Fn(&mut Prices)) -> Vec<TaskChecked> {
    let machines = wcet_check::machines(Build::Jop).unwrap();
    let all = check_tasks(1, sets, &machines, spoil).unwrap();
    assert!(all.iter().filter(|it| it.jobs > 0).count() as u64 > 2 * sets);
    all.into_iter().filter(TaskChecked::is_violated).collect()
}

#[test]
fn no_response_is_above_its_bound() {
    assert_eq!(violated(12, |_| ()), []);
}

#[test]
fn no_response_of_many_sets_is_above_its_bound() {
    parts::long!();
    assert_eq!(violated(200, |_| ()), []);
}

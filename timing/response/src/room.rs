//! By how much a job or a time with interrupts off may grow, or has to shrink, for every thread to meet its deadline.

use crate::fixed_point::{Common, Demand, all_meet};

/// The most cycles with which every thread meets its deadline, everything else as it is; none if not even 0 are few enough.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Room {
    /// Of the job.
    pub job: Option<u64>,
    /// Of its longest time with interrupts off.
    pub section: Option<u64>,
}

/// The room of each thread.
#[must_use]
pub fn rooms(threads: &[Demand], common: Common) -> Vec<Room> {
    let all = threads.iter().enumerate().map(|(at, it)| Room {
        job: most(it.period, |cycles| {
            with(threads, common, |all| all[at].job = cycles)
        }),
        section: most(it.period, |cycles| {
            with(threads, common, |all| all[at].section = cycles)
        }),
    });
    all.collect()
}

fn with(threads: &[Demand], common: Common, change: impl Fn(&mut [Demand])) -> bool {
    let mut changed = threads.to_vec();
    change(&mut changed);
    all_meet(&changed, common)
}

/// The largest number up to `end` for which something holds that holds of all smaller ones.
fn most(end: u64, holds: impl Fn(u64) -> bool) -> Option<u64> {
    if !holds(0) {
        return None;
    }
    let (mut good, mut bad) = (0, end.saturating_add(1));
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        match holds(middle) {
            true => good = middle,
            false => bad = middle,
        }
    }
    Some(good)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thread(priority: i32, period: u64, job: u64) -> Demand {
        Demand {
            priority,
            period,
            deadline: period,
            job,
            ..Demand::default()
        }
    }

    #[test]
    fn a_job_may_grow_until_a_deadline_is_missed() {
        let threads = [thread(2, 10, 3), thread(1, 20, 8)];
        let rooms = rooms(&threads, Common::default());
        let jobs: Vec<_> = rooms.iter().map(|it| it.job).collect();
        assert_eq!(jobs, [Some(6), Some(14)]);
    }

    #[test]
    fn what_cannot_help_alone_has_no_room() {
        let threads = [thread(2, 10, 6), thread(1, 20, 21)];
        let rooms = rooms(&threads, Common::default());
        assert_eq!((rooms[0].job, rooms[1].job), (None, Some(8)));
        assert_eq!(rooms[0].section, None);
    }
}

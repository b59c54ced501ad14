//! The fixed point of a response time, and what it consists of.

/// What a thread asks of the processor. Unit of all times: cycles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Demand {
    /// Larger numbers run first; threads of one priority delay each other.
    pub priority: i32,
    /// From release to release.
    pub period: u64,
    /// Most by which a release comes late.
    pub jitter: u64,
    /// Most from the release to the end of the job, at most the period.
    pub deadline: u64,
    /// From the interrupt of its own release to the end of the job, if nobody else runs.
    pub own: u64,
    /// From the end of the job to the next thread.
    pub wait: u64,
    /// What one release takes from threads of lower priority: interrupt, job and wait.
    pub release: u64,
    /// Loads of methods that the thread repeats after an interrupt.
    pub reload: u64,
    /// The longest time with interrupts off in which the thread holds a monitor.
    pub section: u64,
}

/// The response time of a thread. Unit of all times: cycles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Response {
    /// The bound; none if there is none below the period.
    pub cycles: Option<u64>,
    /// Part of it in which a thread of lower priority, or the scheduler for one, cannot be interrupted.
    pub blocking: u64,
    /// Part of it that releases of higher priority take.
    pub interference: u64,
    /// Part of that in which methods are loaded again.
    pub reloads: u64,
}

impl Demand {
    fn delays(&self, other: &Self) -> bool {
        self.priority >= other.priority
    }
}

/// Response times of all threads; `scheduler` is the longest that the scheduler runs at once, `background` the longest that main holds a
/// monitor, and `latency` the longest bytecode.
#[must_use]
pub fn responses(
    threads: &[Demand],
    scheduler: u64,
    background: u64,
    latency: u64,
) -> Vec<Response> {
    let all = 0..threads.len();
    all.map(|number| response(threads, number, scheduler.max(background), latency))
        .collect()
}

fn response(threads: &[Demand], number: usize, least: u64, latency: u64) -> Response {
    let it = &threads[number];
    // An own section counts: what it delays may be pushed into the next period.
    let lower = threads.iter().filter(|other| it.delays(other));
    let blocking = lower
        .map(|other| other.section)
        .max()
        .unwrap_or(0)
        .max(least)
        + latency;
    let higher = threads.iter().enumerate();
    let higher: Vec<&Demand> = higher
        .filter(|(at, other)| *at != number && other.delays(it))
        .map(|(_, other)| other)
        .collect();
    // A release interrupts one thread at most: its own one, or one that has interrupted it.
    let reload = |by: &Demand| {
        let others = higher.iter().filter(|other| !std::ptr::eq(**other, by));
        let interrupted = others.copied().chain([it]).filter(|other| by.delays(other));
        interrupted.map(|other| other.reload).max().unwrap_or(0)
    };
    let reloads: Vec<u64> = higher.iter().map(|other| reload(other)).collect();
    let taken = |window: u64| {
        let mut sums = (0_u64, 0_u64);
        for (other, reload) in higher.iter().zip(&reloads) {
            let releases = (window + other.jitter).div_ceil(other.period);
            sums.0 = sums.0.saturating_add(releases.saturating_mul(*reload));
            sums.1 = sums
                .1
                .saturating_add(releases.saturating_mul(other.release + reload));
        }
        sums
    };
    let fixed = |own: u64| {
        let mut window = blocking + own;
        while window + it.jitter <= it.period {
            let (loads, interference) = taken(window);
            let next = (blocking + own).saturating_add(interference);
            if next == window {
                return Some((window, loads, interference));
            }
            window = next;
        }
        None
    };
    // The wait after the job has to end before the next release, too.
    let ends = fixed(it.own + it.wait);
    let Some((window, reloads, interference)) = ends.and_then(|_| fixed(it.own)) else {
        return Response {
            blocking,
            ..Response::default()
        };
    };
    Response {
        cycles: Some(window + it.jitter),
        blocking,
        interference,
        reloads,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thread(priority: i32, period: u64, cycles: u64) -> Demand {
        Demand {
            priority,
            period,
            deadline: period,
            own: cycles,
            release: cycles,
            ..Demand::default()
        }
    }

    fn cycles(threads: &[Demand]) -> Vec<Option<u64>> {
        let all = responses(threads, 0, 0, 0);
        all.iter().map(|it| it.cycles).collect()
    }

    /// The example of three threads that textbooks have.
    #[test]
    fn without_costs_the_fixed_point_is_the_classic_one() {
        let threads = [thread(3, 7, 3), thread(2, 12, 3), thread(1, 20, 5)];
        assert_eq!(cycles(&threads), [Some(3), Some(6), Some(20)]);
        let threads = [thread(3, 7, 3), thread(2, 12, 3), thread(1, 19, 5)];
        assert_eq!(cycles(&threads), [Some(3), Some(6), None]);
    }

    #[test]
    fn a_section_blocks_its_own_priority_and_higher_ones() {
        let mut threads = [thread(3, 70, 3), thread(2, 120, 3), thread(1, 200, 5)];
        threads[1].section = 2;
        assert_eq!(cycles(&threads), [Some(5), Some(8), Some(11)]);
        let all = responses(&threads, 4, 0, 1);
        let blocking: Vec<u64> = all.iter().map(|it| it.blocking).collect();
        assert_eq!(blocking, [5, 5, 5]);
    }

    #[test]
    fn each_release_reloads_what_the_interrupted_thread_loses_most() {
        let mut threads = [thread(3, 70, 3), thread(2, 120, 3), thread(1, 200, 5)];
        threads[1].reload = 10;
        threads[0].reload = 100;
        let all = responses(&threads, 0, 0, 0);
        let reloads: Vec<u64> = all.iter().map(|it| it.reloads).collect();
        assert_eq!(reloads, [0, 10, 10]);
    }

    #[test]
    fn jitter_adds_releases_of_others_and_delays_the_own() {
        let mut threads = [thread(2, 10, 3), thread(1, 40, 6)];
        assert_eq!(cycles(&threads), [Some(3), Some(9)]);
        threads[0].jitter = 5;
        assert_eq!(cycles(&threads), [Some(8), Some(12)]);
    }

    #[test]
    fn threads_of_one_priority_delay_each_other() {
        assert_eq!(cycles(&[thread(1, 20, 3), thread(1, 20, 4)]), [Some(7); 2]);
    }
}

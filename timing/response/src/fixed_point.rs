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
    /// Its job, with nobody else.
    pub job: u64,
    /// From its own release to the job, and from there to the wait, if nobody else runs.
    pub start: u64,
    /// From the end of the job to the next thread.
    pub wait: u64,
    /// What one release takes from threads of lower priority beside the job: interrupt, switches and wait.
    pub release: u64,
    /// Loads of methods that the thread repeats after an interrupt.
    pub reload: u64,
    /// The longest time with interrupts off in which the thread holds a monitor.
    pub section: u64,
}

/// What nobody can interrupt, whoever runs. Unit: cycles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Common {
    /// The longest that the scheduler runs at once.
    pub scheduler: u64,
    /// The longest that main holds a monitor.
    pub background: u64,
    /// The longest bytecode, with what it takes to see a request.
    pub latency: u64,
}

/// Why a response has no bound below the period. Unit of all times: cycles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unbounded {
    /// Blocking, start, job and wait of the thread alone are longer.
    Alone,
    /// Each release of another thread makes the time longer, and so more are released: it has reached so much.
    Delayed(u64),
}

/// The response time of a thread. Unit of all times: cycles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Response {
    /// The bound, which is the sum of the parts, the job, and the jitter; none if there is none below the period.
    pub cycles: Option<u64>,
    /// Why there is none.
    pub unbounded: Option<Unbounded>,
    /// Part of it in which a thread of lower priority, main, or the scheduler for one of them, cannot be interrupted.
    pub blocking: u64,
    /// Part of it that jobs of higher priority take.
    pub interference: u64,
    /// Part of it in which threads are released, switched and sent to wait.
    pub scheduler: u64,
    /// Part of it in which methods are loaded again after an interrupt.
    pub reloads: u64,
    /// Releases of each thread in it.
    pub releases: Vec<u64>,
}

impl Demand {
    fn delays(&self, other: &Self) -> bool {
        self.priority >= other.priority
    }
}

/// Response times of all threads.
#[must_use]
pub fn responses(threads: &[Demand], common: Common) -> Vec<Response> {
    let all = 0..threads.len();
    all.map(|number| response(threads, number, common))
        .collect()
}

/// True if every thread ends within its deadline.
#[must_use]
pub fn all_meet(threads: &[Demand], common: Common) -> bool {
    let responses = responses(threads, common);
    let mut both = responses.iter().zip(threads);
    both.all(|(response, of)| response.cycles.is_some_and(|it| it <= of.deadline))
}

fn response(threads: &[Demand], number: usize, common: Common) -> Response {
    let it = &threads[number];
    let blocking = blocking(threads, number, common);
    let others = Others::of(threads, number);
    // The wait after the job has to end before the next release, too.
    let own = it.start + it.job;
    let alone = blocking + own + it.wait;
    let ends = others.fixed(alone);
    let window = match ends.and_then(|_| others.fixed(blocking + own)) {
        Ok(window) => window,
        Err(reached) => {
            let unbounded = match reached > alone {
                true => Unbounded::Delayed(reached),
                false => Unbounded::Alone,
            };
            return Response {
                blocking,
                unbounded: Some(unbounded),
                ..Response::default()
            };
        }
    };
    let releases = others.releases(window);
    let sum = |cycles: &dyn Fn(usize) -> u64| -> u64 {
        let releases = releases.iter().enumerate();
        releases.map(|(at, releases)| releases * cycles(at)).sum()
    };
    Response {
        cycles: Some(window + it.jitter),
        unbounded: None,
        blocking,
        interference: sum(&|at| threads[at].job),
        scheduler: it.start + sum(&|at| threads[at].release),
        reloads: sum(&|at| others.reloads[at]),
        releases,
    }
}

/// The longest time with interrupts off that may be under way when a thread is released.
pub(crate) fn blocking(threads: &[Demand], number: usize, common: Common) -> u64 {
    let it = &threads[number];
    // An own section counts: what it delays may be pushed into the next period.
    let lower = threads.iter().filter(|other| it.delays(other));
    let sections = lower.map(|other| other.section);
    let least = common.scheduler.max(common.background);
    sections.max().unwrap_or(0).max(least) + common.latency
}

/// The threads that delay one.
pub(crate) struct Others<'a> {
    threads: &'a [Demand],
    number: usize,
    /// What each of their releases adds in loads, by thread.
    pub(crate) reloads: Vec<u64>,
}

impl<'a> Others<'a> {
    pub(crate) fn of(threads: &'a [Demand], number: usize) -> Self {
        let it = &threads[number];
        let delays = |at: usize| at != number && threads[at].delays(it);
        let reload = |by: usize| {
            // A release interrupts one thread at most: this one, or one that has interrupted it.
            let others =
                (0..threads.len()).filter(|at| *at != by && (*at == number || delays(*at)));
            let interrupted = others.filter(|at| threads[by].delays(&threads[*at]));
            let most = interrupted.map(|at| threads[at].reload).max();
            if delays(by) { most.unwrap_or(0) } else { 0 }
        };
        Self {
            threads,
            number,
            reloads: (0..threads.len()).map(reload).collect(),
        }
    }

    /// Releases of each other thread in a time.
    fn releases(&self, window: u64) -> Vec<u64> {
        let it = &self.threads[self.number];
        let all = self.threads.iter().enumerate().map(|(at, other)| {
            if at == self.number || !other.delays(it) {
                return 0;
            }
            (window + other.jitter).div_ceil(other.period.max(1))
        });
        all.collect()
    }

    /// The time in which so many own cycles are done.
    ///
    /// # Errors
    /// If it is longer than the period, with what it has reached then.
    pub(crate) fn fixed(&self, own: u64) -> Result<u64, u64> {
        let it = &self.threads[self.number];
        let mut window = own;
        while window.saturating_add(it.jitter) <= it.period {
            let releases = self.releases(window);
            let taken = releases.iter().enumerate().map(|(at, releases)| {
                let other = &self.threads[at];
                releases.saturating_mul(other.job + other.release + self.reloads[at])
            });
            let next = taken.fold(own, u64::saturating_add);
            if next == window {
                return Ok(window);
            }
            window = next;
        }
        Err(window)
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
            job: cycles,
            ..Demand::default()
        }
    }

    fn cycles(threads: &[Demand]) -> Vec<Option<u64>> {
        let all = responses(threads, Common::default());
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
    fn a_response_without_a_bound_has_a_reason() {
        let reasons = |threads: &[Demand]| -> Vec<Option<Unbounded>> {
            let all = responses(threads, Common::default());
            all.iter().map(|it| it.unbounded).collect()
        };
        let mut threads = [thread(3, 7, 3), thread(2, 12, 3), thread(1, 19, 5)];
        assert_eq!(
            reasons(&threads),
            [None, None, Some(Unbounded::Delayed(20))]
        );
        threads[1].wait = 10;
        assert_eq!(reasons(&threads)[1], Some(Unbounded::Alone));
    }

    #[test]
    fn a_section_blocks_its_own_priority_and_higher_ones() {
        let mut threads = [thread(3, 70, 3), thread(2, 120, 3), thread(1, 200, 5)];
        threads[1].section = 2;
        assert_eq!(cycles(&threads), [Some(5), Some(8), Some(11)]);
        let common = Common {
            scheduler: 4,
            background: 0,
            latency: 1,
        };
        let all = responses(&threads, common);
        let blocking: Vec<u64> = all.iter().map(|it| it.blocking).collect();
        assert_eq!(blocking, [5, 5, 5]);
        let common = Common {
            background: 9,
            ..common
        };
        let all = responses(&threads, common);
        let blocking: Vec<u64> = all.iter().map(|it| it.blocking).collect();
        assert_eq!(blocking, [10, 10, 10]);
    }

    #[test]
    fn each_release_reloads_what_the_interrupted_thread_loses_most() {
        let mut threads = [thread(3, 70, 3), thread(2, 120, 3), thread(1, 200, 5)];
        threads[1].reload = 10;
        threads[0].reload = 100;
        let all = responses(&threads, Common::default());
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

    #[test]
    fn the_parts_of_a_response_add_up_to_it() {
        let mut threads = [thread(3, 70, 3), thread(2, 120, 3), thread(1, 200, 5)];
        for (number, it) in threads.iter_mut().enumerate() {
            let number = number as u64;
            (it.start, it.wait, it.release) = (number + 1, 2, number + 4);
            (it.reload, it.section, it.jitter) = (number + 3, number + 7, 2 * number);
        }
        let common = Common {
            scheduler: 4,
            background: 6,
            latency: 1,
        };
        for (it, of) in responses(&threads, common).iter().zip(&threads) {
            let parts = [
                it.blocking,
                it.interference,
                it.scheduler,
                it.reloads,
                of.job,
                of.jitter,
            ];
            assert_eq!(it.cycles, Some(parts.iter().sum()));
        }
        assert!(all_meet(&threads, common));
    }
}

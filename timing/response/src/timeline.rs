//! The alignment of releases that the bound of a response is for, step by step.

use crate::fixed_point::{Common, Demand, Others, blocking};

isa::named_enum! {
    /// What the processor does.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Activity {
        /// Interrupts are off for another thread, or for main.
        Blocking = "interrupts off",
        /// A thread is released, switched to, or sent to wait.
        Scheduler = "scheduler",
        /// A job.
        Job = "job",
        /// Methods are loaded again after an interrupt.
        Reloads = "reloads",
    }
}

/// A part of the time line. Unit: cycles from the release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// When it begins.
    pub from: u64,
    /// When it ends.
    pub to: u64,
    /// For which thread; none for what was under way at the release.
    pub thread: Option<usize>,
    /// What the processor does.
    pub activity: Activity,
}

/// A job that is released, with the parts that are left of it, the next one last.
struct Released {
    thread: usize,
    parts: Vec<(Activity, u64)>,
}

/// Steps of the longest response of a thread: others are released with it, just after interrupts were switched off, and then in each of their
/// periods. They end with the response, without jitter; none if the response has no bound.
#[must_use]
pub fn timeline(threads: &[Demand], number: usize, common: Common) -> Vec<Step> {
    let it = &threads[number];
    let others = Others::of(threads, number);
    let most = blocking(threads, number, common);
    let Ok(end) = others.fixed(most + it.start + it.job) else {
        return Vec::new();
    };
    let mut steps = Vec::new();
    let mut now = 0;
    push(&mut steps, &mut now, (None, Activity::Blocking), most);
    let mut ready = vec![Released {
        thread: number,
        parts: vec![(Activity::Job, it.job), (Activity::Scheduler, it.start)],
    }];
    let delaying = |at: &usize| *at != number && threads[*at].priority >= it.priority;
    let delaying: Vec<usize> = (0..threads.len()).filter(delaying).collect();
    let mut next: Vec<u64> = delaying.iter().map(|_| 0).collect();
    while now < end {
        for (place, at) in delaying.iter().enumerate() {
            // A release counts a jitter too early.
            while next[place] <= now + threads[*at].jitter {
                ready.push(released(threads, *at, others.reloads[*at]));
                next[place] += threads[*at].period.max(1);
            }
        }
        // Those of its own priority go before it, as they may.
        let first =
            |released: &Released| (threads[released.thread].priority, released.thread != number);
        ready.sort_by_key(first);
        let Some(running) = ready.last_mut() else {
            break;
        };
        let thread = running.thread;
        let Some((activity, left)) = running.parts.pop() else {
            ready.pop();
            continue;
        };
        let soonest = delaying
            .iter()
            .zip(&next)
            .map(|(at, next)| next.saturating_sub(threads[*at].jitter));
        let until = soonest
            .filter(|release| *release > now)
            .map(|release| release - now)
            .min();
        let cycles = left.min(until.unwrap_or(left));
        if cycles < left {
            running.parts.push((activity, left - cycles));
        }
        push(&mut steps, &mut now, (Some(thread), activity), cycles);
    }
    steps
}

fn released(threads: &[Demand], thread: usize, reloads: u64) -> Released {
    let of = &threads[thread];
    let before = of.start.min(of.release);
    Released {
        thread,
        parts: vec![
            (Activity::Reloads, reloads),
            (Activity::Scheduler, of.release - before),
            (Activity::Job, of.job),
            (Activity::Scheduler, before),
        ],
    }
}

/// Adds a step, or makes the last one longer.
fn push(
    steps: &mut Vec<Step>,
    now: &mut u64,
    (thread, activity): (Option<usize>, Activity),
    cycles: u64,
) {
    let from = *now;
    *now += cycles;
    match steps.last_mut() {
        _ if cycles == 0 => {}
        Some(last) if (last.thread, last.activity) == (thread, activity) => last.to = *now,
        _ => steps.push(Step {
            from,
            to: *now,
            thread,
            activity,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::responses;

    #[test]
    fn the_time_line_ends_with_the_response() {
        let common = Common {
            scheduler: 4,
            background: 6,
            latency: 1,
        };
        for spread in 1..40 {
            let threads: Vec<Demand> = (0..4)
                .map(|at| Demand {
                    priority: 4 - at,
                    period: 70 + spread * 13 * u64::from(at.cast_unsigned()),
                    deadline: 70,
                    job: 5 + spread % (7 + u64::from(at.cast_unsigned())),
                    start: 3,
                    wait: 2,
                    release: 5,
                    reload: 1 + spread % 3,
                    section: spread % 9,
                    jitter: 0,
                })
                .collect();
            for (number, response) in responses(&threads, common).iter().enumerate() {
                let steps = timeline(&threads, number, common);
                assert_eq!(
                    steps.last().map(|it| it.to),
                    response.cycles,
                    "{spread} {number}"
                );
                assert!(steps.windows(2).all(|pair| pair[0].to == pair[1].from));
                let jobs = steps
                    .iter()
                    .filter(|it| it.thread == Some(number) && it.activity == Activity::Job);
                let job: u64 = jobs.map(|it| it.to - it.from).sum();
                assert!(steps.is_empty() || job == threads[number].job);
            }
        }
    }
}

//! Seconds by the clock and of the processor.

use std::time::Instant;

/// What something took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Seconds {
    /// By the clock.
    pub(super) wall: f64,
    /// Of the processor, user and system, of all threads; by the clock where the host does not tell.
    pub(super) cpu: f64,
}

impl Seconds {
    /// The least of each.
    pub(super) fn least(self, other: Self) -> Self {
        Self {
            wall: self.wall.min(other.wall),
            cpu: self.cpu.min(other.cpu),
        }
    }
}

/// Whose time of the processor is measured.
#[derive(Debug, Clone, Copy)]
pub(super) enum Whose {
    /// This process.
    Own,
    /// Processes that this one has started, once they have ended.
    Children,
}

/// A measurement that has begun. Nothing else may run in what it measures.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stopwatch {
    whose: Whose,
    start: Instant,
    cpu: Option<f64>,
}

impl Stopwatch {
    pub(super) fn start(whose: Whose) -> Self {
        Self {
            whose,
            start: Instant::now(),
            cpu: cpu(whose),
        }
    }

    pub(super) fn stop(self) -> Seconds {
        let wall = self.start.elapsed().as_secs_f64();
        let taken = cpu(self.whose).zip(self.cpu).map(|(now, then)| now - then);
        Seconds {
            wall,
            cpu: taken.unwrap_or(wall),
        }
    }
}

#[cfg(unix)]
fn cpu(whose: Whose) -> Option<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeVal;

    let who = match whose {
        Whose::Own => UsageWho::RUSAGE_SELF,
        Whose::Children => UsageWho::RUSAGE_CHILDREN,
    };
    let usage = getrusage(who).ok()?;
    let seconds = |time: TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Some(seconds(usage.user_time()) + seconds(usage.system_time()))
}

#[cfg(not(unix))]
fn cpu(_whose: Whose) -> Option<f64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_of_clock_and_processor_may_be_of_different_runs() {
        let first = Seconds {
            wall: 2.0,
            cpu: 1.0,
        };
        let second = Seconds {
            wall: 1.5,
            cpu: 1.2,
        };
        let least = Seconds {
            wall: 1.5,
            cpu: 1.0,
        };
        assert_eq!(first.least(second), least);
    }

    #[cfg(unix)]
    #[test]
    fn the_processor_works_in_a_loop_and_not_in_a_sleep() {
        let watch = Stopwatch::start(Whose::Own);
        let mut sum = 0_u64;
        while watch.start.elapsed().as_millis() < 40 {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(watch.stop().cpu > 0.005, "{sum}");
        let mut sleep = std::process::Command::new("sleep");
        let watch = Stopwatch::start(Whose::Children);
        sleep.arg("0.2").status().expect("sleep");
        let slept = watch.stop();
        assert!(slept.wall >= 0.2 && slept.cpu < 0.15, "{slept:?}");
    }
}

//! Prices held against what a run has shown of each.

use response::Prices;

use super::passes::Shown;

/// What is priced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// From an interrupt to the job.
    Start,
    /// The same, and from the job to what was interrupted.
    Release,
    /// With interrupts off in the scheduler.
    Scheduler,
    /// With interrupts off in a job.
    Section,
    /// Loads after an interrupt.
    Reload,
    /// A job, with loads for each of its interrupts.
    Job,
}

/// A price with the most that a run has shown; copies of stacks are left out of both. Unit: cycles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceChecked {
    /// What is priced.
    pub kind: Kind,
    /// The thread, or 0.
    pub thread: usize,
    /// The price.
    pub price: u64,
    /// The most of the run.
    pub shown: u64,
}

impl PriceChecked {
    /// Returns true if the run has shown more than the price.
    #[must_use]
    pub fn is_violated(&self) -> bool {
        self.shown > self.price
    }
}

/// Holds all prices against what a run has shown.
pub(super) fn held(prices: &Prices, shown: &Shown) -> Vec<PriceChecked> {
    let mut all = Vec::new();
    // Neither stacks nor what was interrupted are as large as they may be.
    let (copies, back) = (prices.copies, prices.back);
    let mut push = |kind, thread, price: u64, shown| {
        all.push(PriceChecked {
            kind,
            thread,
            price,
            shown,
        });
    };
    let scheduler = prices.common().scheduler.saturating_sub(copies + back);
    push(Kind::Scheduler, 0, scheduler, shown.scheduler);
    for (thread, (of, it)) in prices.threads.iter().zip(&shown.threads).enumerate() {
        let start = of.start.saturating_sub(copies + back);
        push(Kind::Start, thread, start, it.start);
        let release = of.release.saturating_sub(2 * copies + back);
        push(Kind::Release, thread, release, it.release);
        push(Kind::Section, thread, of.section, it.section);
        push(Kind::Reload, thread, of.reload, it.reload);
        for (interrupts, cycles) in &it.jobs {
            push(Kind::Job, thread, of.job + interrupts * of.reload, *cycles);
        }
    }
    all
}

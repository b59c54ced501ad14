//! What happens in a call of a method that has limits.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use wcet::{CallLimit, LimitEvent};

/// Most of what counts for each limit in one call, by the number of the limit.
pub type LimitCounts = BTreeMap<usize, u64>;

/// Watches calls with limits.
#[derive(Debug, Clone, Default)]
pub(crate) struct Limits {
    limits: Vec<(usize, CallLimit)>,
    /// Limits by the method that has them.
    of_method: HashMap<u32, Vec<usize>>,
    /// Limits that something counts for.
    of_event: BTreeMap<LimitEvent, Vec<usize>>,
    /// Methods with bytecodes or loops that count.
    inside: BTreeSet<u32>,
    most: LimitCounts,
}

/// Counts of a call, by the limits of its method; empty for most methods.
pub(crate) type Open = Vec<OfLimit>;

/// What counts for a limit in a call.
#[derive(Debug, Clone)]
pub(crate) struct OfLimit {
    place: usize,
    /// Of each event of the limit.
    counts: Vec<u64>,
}

impl OfLimit {
    /// Events together; of modes, how many the call takes.
    fn number(&self, limit: &CallLimit) -> u64 {
        if limit.modes.is_empty() {
            return self.counts.iter().sum();
        }
        let mut counts = self.counts.iter();
        let modes = limit.modes.iter().map(|mode| {
            let taken = mode.iter().zip(counts.by_ref()).map(|((_, most), count)| {
                // What never happens takes one more than there is.
                let none = 2 * u64::from(*count > 0);
                count
                    .checked_div(*most)
                    .map_or(none, |_| count.div_ceil(*most))
            });
            taken.max().unwrap_or(0)
        });
        modes.sum()
    }
}

impl Limits {
    pub(crate) fn new(limits: Vec<(usize, CallLimit)>) -> Self {
        let mut all = Self::default();
        for (place, (_, limit)) in limits.iter().enumerate() {
            all.of_method.entry(limit.method).or_default().push(place);
            for event in &limit.events {
                all.of_event.entry(*event).or_default().push(place);
                if !matches!(event, LimitEvent::Call(_)) {
                    all.inside.insert(event.method());
                }
            }
        }
        all.limits = limits;
        all
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.limits.is_empty()
    }

    pub(crate) fn into_counts(self) -> LimitCounts {
        self.most
    }

    /// What a call of a method has to count.
    pub(crate) fn opened(&self, method: u32) -> Open {
        let own = self.of_method.get(&method).map(Vec::as_slice);
        let own = own.unwrap_or_default().iter();
        own.map(|place| OfLimit {
            place: *place,
            counts: vec![0; self.limits[*place].1.events.len()],
        })
        .collect()
    }

    /// Returns true if a bytecode or a loop of a method counts.
    pub(crate) fn is_inside(&self, method: u32) -> bool {
        self.inside.contains(&method)
    }

    /// Counts an event in the calls that are active, the innermost first.
    pub(crate) fn count<'a>(
        &mut self,
        event: LimitEvent,
        active: impl Iterator<Item = &'a mut Open>,
    ) {
        let Some(counted) = self.of_event.get(&event) else {
            return;
        };
        for open in active {
            for it in open.iter_mut().filter(|it| counted.contains(&it.place)) {
                let (number, limit) = &self.limits[it.place];
                let place = limit.events.iter().position(|of| *of == event);
                if let Some(count) = place.and_then(|place| it.counts.get_mut(place)) {
                    *count += 1;
                }
                let most = self.most.entry(*number).or_default();
                *most = (*most).max(it.number(limit));
            }
        }
    }
}

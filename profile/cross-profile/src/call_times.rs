//! How long the calls of a context took, from entry to return, callees included.
//!
//! Number, sum, minimum and maximum are exact, and the longest call is known by its cycles. Percentiles come from a histogram whose
//! buckets are exact below 64 cycles and have 32 steps for each power of two above, so a percentile is wrong by at most
//! 1/64 (1.6 %). Only buckets with calls are kept, at most 1,920 whatever the run.

/// Buckets for each power of two.
const STEPS: u64 = 32;
const STEP_BITS: u32 = STEPS.trailing_zeros();
/// Buckets that 64 bits of cycles need.
pub(crate) const BUCKETS: u16 = 1_920;

/// Times of the calls that have ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CallTimes {
    /// Calls that have ended.
    pub calls: u64,
    /// Cycles of all of them.
    pub cycles: u64,
    /// Fewest cycles of a call.
    pub min: u64,
    /// Most cycles of a call.
    pub max: u64,
    /// Cycle of the run in which the first call of so many cycles began.
    pub worst_begin: u64,
    /// Cycle in which it had ended; other threads may have run in between, whose cycles do not count.
    pub worst_end: u64,
    /// Buckets with their calls, in order.
    pub(crate) buckets: Vec<(u16, u64)>,
    /// Where the last call was put: the next one often takes as long.
    pub(crate) last: LastPlace,
}

/// A place among the buckets; no part of what is known of the calls.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LastPlace(u16);

impl PartialEq for LastPlace {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for LastPlace {}

/// Calls of similar length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bucket {
    /// Fewest cycles.
    pub from: u64,
    /// Most cycles.
    pub to: u64,
    /// Calls.
    pub calls: u64,
}

impl CallTimes {
    /// A call of so many cycles, from one cycle of the run to another.
    #[inline]
    pub fn add(&mut self, cycles: u64, begin: u64, end: u64) {
        if self.calls == 0 || cycles > self.max {
            (self.max, self.worst_begin, self.worst_end) = (cycles, begin, end);
        }
        if self.calls == 0 || cycles < self.min {
            self.min = cycles;
        }
        self.calls += 1;
        self.cycles += cycles;
        self.add_to_bucket(bucket_of(cycles), 1);
    }

    /// Adds the calls of another context or thread.
    pub fn absorb(&mut self, other: &Self) {
        if other.calls == 0 {
            return;
        }
        if self.calls == 0 {
            self.clone_from(other);
            return;
        }
        let is_worse = other.max > self.max;
        if is_worse || other.max == self.max && other.worst_begin < self.worst_begin {
            (self.worst_begin, self.worst_end) = (other.worst_begin, other.worst_end);
            self.max = other.max;
        }
        self.min = self.min.min(other.min);
        // Files may say anything.
        self.calls = self.calls.saturating_add(other.calls);
        self.cycles = self.cycles.saturating_add(other.cycles);
        for (bucket, calls) in &other.buckets {
            self.add_to_bucket(*bucket, *calls);
        }
    }

    /// Cycles of a call on average; 0 without calls.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.cycles as f64 / self.calls.max(1) as f64
    }

    /// The cycles that a part of the calls, 0 to 1, did not exceed: the middle of its bucket.
    #[must_use]
    pub fn percentile(&self, part: f64) -> u64 {
        let rank = ((part * self.calls as f64).ceil() as u64).max(1);
        let mut seen = 0;
        let bucket = self.buckets.iter().find(|(_, calls)| {
            seen = calls.saturating_add(seen);
            seen >= rank
        });
        let middle = bucket.map_or(0, |(bucket, _)| {
            let (from, to) = bounds(*bucket);
            from + (to - from) / 2
        });
        middle.clamp(self.min, self.max)
    }

    /// The histogram: buckets with calls, shortest calls first, at most `most` of them; neighbours are joined until they are so few.
    #[must_use]
    pub fn histogram(&self, most: usize) -> Vec<Bucket> {
        let joined = |width: u16| {
            let mut rows: Vec<(u16, Bucket)> = Vec::new();
            for (bucket, calls) in &self.buckets {
                let (from, to) = bounds(*bucket);
                match rows.last_mut() {
                    Some((group, row)) if *group == bucket / width => {
                        (row.to, row.calls) = (to, row.calls.saturating_add(*calls));
                    }
                    _ => rows.push((
                        bucket / width,
                        Bucket {
                            from,
                            to,
                            calls: *calls,
                        },
                    )),
                }
            }
            rows
        };
        let mut width = 1;
        let mut rows = joined(width);
        while rows.len() > most.max(1) && width < BUCKETS {
            width *= 2;
            rows = joined(width);
        }
        rows.into_iter().map(|(_, row)| row).collect()
    }

    #[inline]
    fn add_to_bucket(&mut self, bucket: u16, calls: u64) {
        if let Some((known, sum)) = self.buckets.get_mut(usize::from(self.last.0))
            && *known == bucket
        {
            *sum = sum.saturating_add(calls);
        } else {
            self.find_bucket(bucket, calls);
        }
    }

    fn find_bucket(&mut self, bucket: u16, calls: u64) {
        let found = self
            .buckets
            .binary_search_by_key(&bucket, |(known, _)| *known);
        // There are far fewer buckets than 2^16.
        self.last = LastPlace(found.unwrap_or_else(|place| place) as u16);
        match found {
            Ok(place) => {
                let sum = &mut self.buckets[place].1;
                *sum = sum.saturating_add(calls);
            }
            Err(place) => {
                // Most contexts are called once.
                if self.buckets.is_empty() {
                    self.buckets.reserve_exact(1);
                }
                self.buckets.insert(place, (bucket, calls));
            }
        }
    }

    /// Checks what a file says: times that calls can have.
    pub(crate) fn is_possible(&self) -> bool {
        let buckets: Option<u64> = self
            .buckets
            .iter()
            .try_fold(0_u64, |sum, (_, calls)| sum.checked_add(*calls));
        let ascend = self.buckets.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let ends = self.buckets.first().zip(self.buckets.last());
        buckets == Some(self.calls)
            && ascend
            && self.worst_begin <= self.worst_end
            && ends.is_some_and(|((first, _), (last, _))| {
                *last < BUCKETS && bucket_of(self.min) == *first && bucket_of(self.max) == *last
            })
    }
}

#[inline]
fn bucket_of(cycles: u64) -> u16 {
    let shift = (u64::BITS - cycles.leading_zeros()).saturating_sub(STEP_BITS + 1);
    (STEPS * u64::from(shift) + (cycles >> shift)) as u16
}

/// Fewest and most cycles of a bucket.
fn bounds(bucket: u16) -> (u64, u64) {
    let bucket = u64::from(bucket);
    let shift = (bucket / STEPS).saturating_sub(1);
    let from = (bucket - STEPS * shift) << shift;
    (from, from + ((1 << shift) - 1))
}

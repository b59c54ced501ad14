//! Ways through the code: branches that calls take, each with the order of magnitude of how often.

/// Counters of the branches of one call; two branches may share one.
const COUNTERS: usize = 1 << 16;

/// Branches of one call.
#[derive(Debug, Clone)]
pub(super) struct Taken {
    counts: Vec<u16>,
    /// Counters that are not 0.
    used: Vec<u16>,
}

/// Branches of all calls.
#[derive(Debug, Clone)]
pub(super) struct Ways(Vec<u32>);

impl Default for Taken {
    fn default() -> Self {
        Self {
            counts: vec![0; COUNTERS],
            used: Vec::new(),
        }
    }
}

impl Default for Ways {
    fn default() -> Self {
        Self(vec![0; COUNTERS])
    }
}

impl Taken {
    /// The flow goes from one bytecode to another.
    pub(super) fn take(&mut self, from: (u32, u32), to: (u32, u32)) {
        let mixed = [from.0, from.1, to.0, to.1]
            .into_iter()
            .fold(0x811C_9DC5_u32, |hash, word| {
                (hash ^ word).wrapping_mul(0x0100_0193).rotate_left(7)
            });
        let place = (mixed ^ (mixed >> 16)) as u16;
        let count = &mut self.counts[usize::from(place)];
        if *count == 0 {
            self.used.push(place);
        }
        *count = count.saturating_add(1);
    }
}

impl Ways {
    /// Adds the ways of a call; true if one is new.
    pub(super) fn add(&mut self, taken: &Taken) -> bool {
        let mut is_new = false;
        for place in taken.used.iter().map(|place| usize::from(*place)) {
            let magnitude = 1 << taken.counts[place].ilog2();
            is_new |= self.0[place] & magnitude == 0;
            self.0[place] |= magnitude;
        }
        is_new
    }

    pub(super) fn number(&self) -> u64 {
        self.0.iter().map(|it| u64::from(it.count_ones())).sum()
    }
}

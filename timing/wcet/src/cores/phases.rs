//! When something ends by the phase in which it begins.
//!
//! The slots of TDMA repeat after a period, so what begins a period later ends a period later, and nothing that begins later ends earlier.
//! A way through the program is the ways through its parts, one after the other; of several ways the one that ends last counts, in each phase.

/// Times that are no longer told apart: no bound is as long.
const LONGEST: u64 = 1 << 60;

/// The end of something, for each phase in which it may begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Phases(Vec<u64>);

impl Phases {
    /// What ends where `end` says.
    pub(crate) fn of(period: u64, end: impl Fn(u64) -> u64) -> Self {
        Self((0..period).map(|begin| end(begin).min(LONGEST)).collect())
    }

    /// What takes no time.
    pub(crate) fn nothing(period: u64) -> Self {
        Self::of(period, |begin| begin)
    }

    fn period(&self) -> u64 {
        self.0.len() as u64
    }

    /// The end of what begins at a time.
    pub(crate) fn end(&self, begin: u64) -> u64 {
        let phase = begin % self.period();
        let end = self.0[phase as usize].saturating_add(begin - phase);
        end.min(LONGEST)
    }

    /// This, and then another.
    #[must_use]
    pub(crate) fn then(&self, next: &Self) -> Self {
        Self(self.0.iter().map(|end| next.end(*end)).collect())
    }

    /// This or another, whichever ends later.
    #[must_use]
    pub(crate) fn or(mut self, other: &Self) -> Self {
        for (end, other) in self.0.iter_mut().zip(&other.0) {
            *end = (*end).max(*other);
        }
        self
    }

    /// So many times this.
    #[must_use]
    pub(crate) fn times(&self, mut count: u64) -> Self {
        let mut all = Self::nothing(self.period());
        let mut power = self.clone();
        while count > 0 {
            if count & 1 == 1 {
                all = all.then(&power);
            }
            power = power.then(&power);
            count >>= 1;
        }
        all
    }

    /// The same with a limit of its cycles.
    #[must_use]
    pub(crate) fn at_most(mut self, cycles: u64) -> Self {
        for (begin, end) in (0..).zip(&mut self.0) {
            *end = (*end).min(cycles.saturating_add(begin));
        }
        self
    }

    /// The same and so many cycles before it, at any place: whole periods, as only these may change places with the rest.
    #[must_use]
    pub(crate) fn with_anywhere(mut self, cycles: u64) -> Self {
        let whole = cycles.div_ceil(self.period()).saturating_mul(self.period());
        for end in &mut self.0 {
            *end = end.saturating_add(whole).min(LONGEST);
        }
        self
    }

    /// Cycles for each phase of the begin.
    pub(crate) fn cycles(&self) -> Vec<u64> {
        let cycles = (0..).zip(&self.0).map(|(begin, end)| end - begin);
        cycles.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An access in a slot of one cycle of four, that takes two cycles.
    fn access() -> Phases {
        Phases::of(4, |begin| begin.div_ceil(4) * 4 + 2)
    }

    #[test]
    fn the_second_of_two_accesses_waits_for_the_next_slot() {
        let two = access().then(&access());
        assert_eq!(two, Phases(vec![6, 10, 10, 10]));
        assert_eq!(two.cycles(), [6, 9, 8, 7]);
    }

    #[test]
    fn repetitions_are_as_many_times_one_after_the_other() {
        let mut all = Phases::nothing(4);
        for count in 0..20 {
            assert_eq!(access().times(count), all);
            all = all.then(&access());
        }
    }

    #[test]
    fn cycles_anywhere_are_no_fewer_than_at_the_worst_place() {
        for cycles in 0..9 {
            let late = Phases::of(4, |begin| begin + cycles);
            let with = access().with_anywhere(cycles);
            for place in [access().then(&late), late.then(&access())] {
                assert_eq!(with.clone().or(&place), with);
            }
        }
    }
}

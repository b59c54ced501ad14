//! A recorder: how often each conditional branch was taken.

use std::collections::BTreeMap;

use isa::Bytecode;
use run::events::{Events, Retired, Stayed};

/// Length of a conditional branch. Unit: bytes.
const LENGTH: u32 = 3;

/// A place in code: word address of a method's code, and byte offset in it.
pub(crate) type Site = (u32, u32);

/// How a branch went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Ways {
    /// Times that it was taken.
    pub(crate) taken: u64,
    /// Times that it was not.
    pub(crate) passed: u64,
}

/// Counts the ways of each branch. One that leads to the bytecode behind it is never taken.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Branches {
    /// Branches that were executed.
    pub(crate) sites: BTreeMap<Site, Ways>,
    /// The branch that ended last, if nothing has followed it.
    open: Option<Site>,
}

impl Branches {
    fn next(&mut self, place: Option<Site>) {
        let (Some((method, pc)), Some(next)) = (self.open.take(), place) else {
            return;
        };
        let ways = self.sites.entry((method, pc)).or_default();
        match next == (method, pc + LENGTH) {
            true => ways.passed += 1,
            false => ways.taken += 1,
        }
    }
}

impl Events for Branches {
    /// Branches stay in their method, so they come in sums unless they are asked for.
    const STAYED: bool = true;

    fn stayed(&mut self, stayed: &Stayed) {
        let place = (stayed.method, stayed.pc);
        self.next(Some(place));
        let is_branch = Bytecode::of(stayed.opcode).is_conditional_branch();
        self.open = is_branch.then_some(place);
    }

    /// An interrupt has no place: the branch before it stays unknown.
    fn retired(&mut self, retired: &Retired) {
        self.next(retired.pc.map(|pc| (retired.method, pc)));
    }
}

//! The probe of one call.

use fast_engine::{Executed, FieldAccess, Probe};

use super::ways::Taken;
use crate::calls::Calls;
use crate::watch::Watch;

/// Watches one call up to its return; what comes after it is none of its business.
#[derive(Debug, Clone)]
pub(super) struct CallProbe {
    calls: Calls,
    /// Watches what the bound rests on, if that is asked for.
    pub(super) watch: Option<Watch>,
    taken: Taken,
    /// The last bytecode, if it leads to several places.
    branch: Option<(u32, u32)>,
    pub(super) is_over: bool,
    /// Cycles of a call that was cut.
    pub(super) cut: Option<u64>,
}

impl CallProbe {
    pub(super) fn new(calls: Calls, watch: Option<Watch>) -> Self {
        Self {
            calls,
            watch,
            taken: Taken::default(),
            branch: None,
            is_over: false,
            cut: None,
        }
    }

    pub(super) fn taken(&self) -> &Taken {
        &self.taken
    }

    /// Cycles of the call, or those after which it was cut; none if a bound does not cover it.
    pub(super) fn cycles(&self) -> Option<u64> {
        match self.is_over {
            true => self.calls.ended,
            false => self.cut.filter(|_| self.calls.is_covered()),
        }
    }
}

impl Probe for CallProbe {
    const BYTECODES: bool = true;
    const FIELDS: bool = true;

    fn executed(&mut self, executed: &Executed) {
        if self.is_over {
            return;
        }
        let place = (executed.place.method, executed.place.pc);
        if let Some(from) = self.branch.take() {
            self.taken.take(from, place);
        }
        self.branch = Some(place);
        if let Some(watch) = &mut self.watch {
            watch.executed(executed);
        }
        self.calls.executed(executed);
        self.is_over = self.calls.is_over();
    }

    fn field(&mut self, access: &FieldAccess, memory: &[u32]) {
        if let (Some(watch), false) = (&mut self.watch, self.is_over) {
            watch.field(access, memory);
        }
    }

    fn wrote(&mut self, field: u32, data: u32) {
        if let (Some(watch), false) = (&mut self.watch, self.is_over) {
            watch.wrote(field, data);
        }
    }
}

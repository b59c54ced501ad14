//! Which figures a prediction carries.

use serde::{Deserialize, Serialize};

use crate::cause::{Charge, Service};
use crate::profile::Profile;
use crate::tree::Context;

/// Figures that a prediction carries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carried {
    /// Calls of methods.
    pub calls: bool,
    /// Bytecodes of methods.
    pub bytecodes: bool,
    /// Loads of the method cache.
    pub loads: bool,
}

impl Carried {
    /// What a profile carries: our files everything, those of other tools and exports what their figures show.
    #[must_use]
    pub fn told(profile: &Profile) -> Self {
        if profile.is_imported() {
            return Self::of(profile);
        }
        Self {
            calls: true,
            bytecodes: true,
            loads: true,
        }
    }

    /// What a profile carries, by its figures: loads are known if it tells any cause of its program's cycles.
    #[must_use]
    pub fn of(profile: &Profile) -> Self {
        let mut carried = Self::default();
        let trees = profile.threads.iter().map(|thread| &thread.tree);
        for context in trees.flat_map(|tree| tree.contexts()) {
            carried.calls |= context.calls != 0;
            carried.bytecodes |= context.bytecodes != 0;
            carried.loads |= has_causes(context, Service::Program);
        }
        carried
    }
}

/// Returns true if a context of this service tells causes beyond its service.
pub(super) fn has_causes(context: &Context, service: Service) -> bool {
    let told = context.cycles.iter().skip(Charge::Execute as usize + 1);
    context.service == service && told.sum::<u64>() != 0
}

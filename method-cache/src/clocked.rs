//! A cache of the hardware, clocked through whole lookups, as the definition of its replay model.

use crate::replay::{Call, Model, Shape};
use crate::{MethodCache, Organisation, OrganisationKind};

/// The hardware with the interface of replaying.
pub(crate) struct Clocked(Organisation);

impl Clocked {
    pub(crate) fn new(kind: OrganisationKind, shape: Shape) -> Self {
        Self(Organisation::new(kind, shape.geometry))
    }
}

impl Model for Clocked {
    fn lookup(&mut self, call: &Call) -> bool {
        self.0.lookup(call.address, call.length).hit
    }
}

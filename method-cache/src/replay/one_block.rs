//! No cache: room for one method, which every invoke and return loads anew (spec 05 section 1, "single method").
//!
//! - Placement: at the start of the bytecode RAM. Fragmentation: what the method leaves free.
//! - Eviction: every lookup misses, also one for the method that is there.
//! - Cost: that of a miss.
//!
//! The definition is the hardware's variant itself, [`crate::OneBlockCache`].

use super::model::{Axes, Call, Model, Models, Organisation, Shape, Unbuildable};
use crate::OrganisationKind;
use crate::clocked::Clocked;

/// The organisation.
#[derive(Debug, Clone, Copy)]
pub struct OneBlock;

impl Organisation for OneBlock {
    fn name(&self) -> &'static str {
        "one-block"
    }

    fn summary(&self) -> &'static str {
        "one method, every lookup a miss (hardware variant)"
    }

    fn axes(&self) -> Axes {
        Axes::Size
    }

    fn hardware(&self) -> Option<OrganisationKind> {
        Some(OrganisationKind::OneBlock)
    }

    fn longest_method(&self, shape: Shape) -> Result<u32, Unbuildable> {
        Ok(shape.geometry.words() - 1)
    }

    fn model(&self, _shape: Shape) -> Models {
        Models::Methods(Box::new(NeverThere))
    }

    fn definition(&self, _shape: Shape) -> Models {
        Models::Methods(Box::new(Clocked::one_block()))
    }
}

struct NeverThere;

impl Model for NeverThere {
    fn lookup(&mut self, _call: &Call) -> bool {
        false
    }
}

//! The ideal method cache: every lookup hits and nothing is ever loaded. It cannot be built, but is the lower bound
//! of all organisations.
//!
//! - Placement, fragmentation, eviction: none.
//! - Cost: that of a hit.

use serde::{Deserialize, Serialize};

use super::live::LiveModel;
use super::model::{Axes, Call, Model, Models, Organisation, Shape, Unbuildable};

/// The organisation.
#[derive(Debug, Clone, Copy)]
pub struct Ideal;

impl Organisation for Ideal {
    fn name(&self) -> &'static str {
        "ideal"
    }

    fn summary(&self) -> &'static str {
        "every lookup hits: the floor for all others"
    }

    fn axes(&self) -> Axes {
        Axes::Nothing
    }

    fn longest_method(&self, _shape: Shape) -> Result<u32, Unbuildable> {
        Ok(u32::MAX)
    }

    fn model(&self, _shape: Shape) -> Models {
        Models::Methods(Box::new(AlwaysThere))
    }

    fn definition(&self, _shape: Shape) -> Models {
        Models::Methods(Box::new(AlwaysThere))
    }

    fn live(&self, _shape: Shape) -> Option<Box<dyn LiveModel>> {
        Some(Box::new(AlwaysThere))
    }
}

#[derive(Clone, Serialize, Deserialize)]
struct AlwaysThere;

impl Model for AlwaysThere {
    fn lookup(&mut self, _call: &Call) -> bool {
        true
    }
}

//! The older method cache: two halves of 128 words, each with one method (spec 05 section 1).
//!
//! - Placement: a method takes the half that is not in use; one of 128 words or more takes both.
//! - Fragmentation: what the method leaves free of its half.
//! - Eviction: the method of the half that is taken; of both halves for a long method, whose tag is in one of them.
//! - Cost: that of the hardware.
//!
//! Quirks: an empty half answers to address 0; of two halves with the same tag the second one is used.
//! The definition is the hardware itself, [`crate::TwoBlockCache`]. The next method can overwrite the tail of a long one
//! whose tag stays, so the longest method that surely runs has 127 words.

use super::model::{Axes, Call, Model, Models, Organisation, Shape, Unbuildable};
use crate::OrganisationKind;
use crate::clocked::Clocked;

/// Words of one half.
const HALF_WORDS: u32 = 128;

/// The organisation.
#[derive(Debug, Clone, Copy)]
pub struct TwoBlock;

impl Organisation for TwoBlock {
    fn name(&self) -> &'static str {
        "two-block"
    }

    fn summary(&self) -> &'static str {
        "two halves of 512 bytes, a method each (hardware variant)"
    }

    fn axes(&self) -> Axes {
        Axes::Size
    }

    fn hardware(&self) -> Option<OrganisationKind> {
        Some(OrganisationKind::TwoBlock)
    }

    fn longest_method(&self, shape: Shape) -> Result<u32, Unbuildable> {
        if shape.geometry.words() == 2 * HALF_WORDS {
            Ok(HALF_WORDS - 1)
        } else {
            Err(Unbuildable("exists with 1 KB only".to_owned()))
        }
    }

    fn model(&self, _shape: Shape) -> Models {
        Models::Methods(Box::new(Halves {
            selected: 0,
            tags: [0; 2],
        }))
    }

    fn definition(&self, _shape: Shape) -> Models {
        Models::Methods(Box::new(Clocked::two_block()))
    }
}

struct Halves {
    selected: usize,
    tags: [u32; 2],
}

impl Model for Halves {
    #[inline]
    fn lookup(&mut self, call: &Call) -> bool {
        if let Some(half) = self.tags.iter().rposition(|&tag| tag == call.address) {
            self.selected = half;
            return true;
        }
        let taken = 1 - self.selected;
        self.tags[taken] = call.address;
        if call.length >= HALF_WORDS {
            self.tags[self.selected] = 0;
        }
        self.selected = taken;
        false
    }
}

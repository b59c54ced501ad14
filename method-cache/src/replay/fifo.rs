//! The method cache of the hardware: a variable number of blocks for a method, replaced first in, first out
//! (spec 05 section 1).
//!
//! - Placement: consecutive blocks, after those of the method loaded last; they continue at block 0 after the last.
//! - Fragmentation: inside the last block of a method only; a length that fills its blocks exactly takes one more.
//! - Eviction: a method whose *first* block is taken over is gone; the number of blocks is cut to the width of a block
//!   number, so that a method too long for the cache takes too few (spec 05 section 1).
//! - Cost: that of the hardware.
//!
//! Quirk: an empty tag is 0, so that a method at address 0 hits as long as one block carries no tag.
//! There is no inclusion: a larger cache can miss where a smaller one hits, so every shape is replayed by itself.
//! The definition is the hardware itself, [`crate::FifoCache`]. The model asks a method for its block instead of all
//! blocks for their methods.

use super::model::{Axes, Call, Model, Models, Organisation, Shape, Unbuildable};
use super::pass::{Pass, one_by_one};
use crate::clocked::Clocked;
use crate::{Geometry, OrganisationKind};

/// The organisation.
#[derive(Debug, Clone, Copy)]
pub struct Fifo;

impl Organisation for Fifo {
    fn name(&self) -> &'static str {
        "fifo"
    }

    fn summary(&self) -> &'static str {
        "variable blocks, first in, first out (the hardware's default)"
    }

    fn axes(&self) -> Axes {
        Axes::Blocks
    }

    fn hardware(&self) -> Option<OrganisationKind> {
        Some(OrganisationKind::Fifo)
    }

    fn longest_method(&self, shape: Shape) -> Result<u32, Unbuildable> {
        Ok(shape.geometry.words() - 1)
    }

    fn model(&self, shape: Shape) -> Models {
        Models::Methods(Box::new(FifoBlocks::new(shape.geometry)))
    }

    fn definition(&self, shape: Shape) -> Models {
        Models::Methods(Box::new(Clocked::fifo(shape)))
    }

    fn passes(&self, shapes: &[Shape]) -> Vec<Box<dyn Pass>> {
        one_by_one(shapes, |shape| FifoBlocks::new(shape.geometry))
    }
}

/// No method, or no block.
const NONE: u32 = u32::MAX;

/// The model: blocks and the methods that start in them.
#[derive(Debug, Clone)]
pub struct FifoBlocks {
    geometry: Geometry,
    /// First block of each method in the cache, by tag number.
    block_of: Vec<u32>,
    /// Tag number of the method that starts in each block.
    method_in: Vec<u32>,
    /// Blocks in which a method starts.
    starts: u32,
    next: u32,
}

impl FifoBlocks {
    /// An empty cache.
    #[must_use]
    pub fn new(geometry: Geometry) -> Self {
        Self {
            geometry,
            block_of: Vec::new(),
            method_in: vec![NONE; geometry.blocks() as usize],
            starts: 0,
            next: 0,
        }
    }

    fn is_there(&self, call: &Call) -> bool {
        if call.address == 0 {
            return self.starts < self.geometry.blocks();
        }
        self.block_of
            .get(call.tag as usize)
            .is_some_and(|&block| block != NONE)
    }

    fn load(&mut self, call: &Call) {
        let last = self.geometry.blocks() - 1;
        let further = self.geometry.further_blocks(call.length);
        for i in 0..=further {
            let block = ((self.next + i) & last) as usize;
            let method = std::mem::replace(&mut self.method_in[block], NONE);
            if method != NONE {
                self.block_of[method as usize] = NONE;
                self.starts -= 1;
            }
        }
        // The tag of address 0 is that of an empty block.
        if call.address != 0 {
            let tag = call.tag as usize;
            if tag >= self.block_of.len() {
                self.block_of.resize(tag + 1, NONE);
            }
            self.block_of[tag] = self.next;
            self.method_in[self.next as usize] = call.tag;
            self.starts += 1;
        }
        self.next = (self.next + further + 1) & last;
    }
}

impl Model for FifoBlocks {
    #[inline]
    fn lookup(&mut self, call: &Call) -> bool {
        let hit = self.is_there(call);
        if !hit {
            self.load(call);
        }
        hit
    }
}

//! Blocks of fixed size, a method each, replaced in the order in which they were loaded. No hardware of JOP has it.
//!
//! - Placement: one method in one block, whatever its length; the blocks are filled in a circle.
//! - Fragmentation: what the method leaves free of its block.
//! - Eviction: the method that was loaded first. A hit changes nothing.
//! - Cost: that of the hardware's FIFO cache.
//!
//! A method must be shorter than a block; as in the hardware one that fills it exactly does not fit. A method is its
//! address and length together. There is no inclusion; the size of the cache matters only to what fits.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::live::LiveModel;
use super::model::{Axes, Call, Model, Models, Organisation, Shape, Unbuildable};
use super::pass::{Pass, one_by_one};

/// The organisation.
#[derive(Debug, Clone, Copy)]
pub struct FixedFifo;

/// Longest method of a cache that gives each method one block.
pub(super) fn longest_in_a_block(shape: Shape) -> Result<u32, Unbuildable> {
    match shape.geometry.block_words() - 1 {
        0 => Err(Unbuildable("blocks of one word hold no method".to_owned())),
        words => Ok(words),
    }
}

impl Organisation for FixedFifo {
    fn name(&self) -> &'static str {
        "fixed-fifo"
    }

    fn summary(&self) -> &'static str {
        "one method in each block, first in, first out"
    }

    fn axes(&self) -> Axes {
        Axes::Blocks
    }

    fn longest_method(&self, shape: Shape) -> Result<u32, Unbuildable> {
        longest_in_a_block(shape)
    }

    fn model(&self, shape: Shape) -> Models {
        Models::Methods(Box::new(Circle::new(shape)))
    }

    fn definition(&self, shape: Shape) -> Models {
        Models::Methods(Box::new(Queue::new(shape)))
    }

    fn live(&self, shape: Shape) -> Option<Box<dyn LiveModel>> {
        Some(Box::new(Queue::new(shape)))
    }

    fn passes(&self, shapes: &[Shape]) -> Vec<Box<dyn Pass>> {
        one_by_one(shapes, Circle::new)
    }
}

/// The methods, the one loaded first in front.
#[derive(Clone, Serialize, Deserialize)]
struct Queue {
    blocks: usize,
    methods: VecDeque<u32>,
}

impl Queue {
    fn new(shape: Shape) -> Self {
        Self {
            blocks: shape.geometry.blocks() as usize,
            methods: VecDeque::new(),
        }
    }
}

impl Model for Queue {
    fn lookup(&mut self, call: &Call) -> bool {
        let hit = self.methods.contains(&call.method);
        if !hit {
            if self.methods.len() == self.blocks {
                self.methods.pop_front();
            }
            self.methods.push_back(call.method);
        }
        hit
    }
}

/// Blocks filled in a circle, and for each method whether it is in one.
struct Circle {
    blocks: Vec<Option<u32>>,
    is_there: Vec<bool>,
    next: usize,
}

impl Circle {
    fn new(shape: Shape) -> Self {
        Self {
            blocks: vec![None; shape.geometry.blocks() as usize],
            is_there: Vec::new(),
            next: 0,
        }
    }
}

impl Model for Circle {
    #[inline]
    fn lookup(&mut self, call: &Call) -> bool {
        let method = call.method as usize;
        if method >= self.is_there.len() {
            self.is_there.resize(method + 1, false);
        }
        let hit = std::mem::replace(&mut self.is_there[method], true);
        if !hit {
            if let Some(evicted) = self.blocks[self.next].replace(call.method) {
                self.is_there[evicted as usize] = false;
            }
            self.next = (self.next + 1) % self.blocks.len();
        }
        hit
    }
}

//! Variable number of blocks, placed like frames of a stack: after the running method. No hardware of JOP has
//! it. It is the hardware's FIFO cache but for one register: where the next method goes to follows every lookup, not
//! only those that miss.
//!
//! - Placement: consecutive blocks, from the one behind the running method; they go on at block 0 after the last. So a
//!   callee lies behind its caller, and the next callee of the same caller takes its place, if it is not there already.
//!   A caller that has to be loaded again lies behind the callee that it is returned from.
//! - Fragmentation: inside the last block of a method only; a length that fills its blocks exactly takes one more.
//! - Eviction: every method that has a block in common with the new one is gone, whole.
//! - Cost: that of the hardware's FIFO cache.
//!
//! A method is its address and length together; one too long takes all blocks. Before the first lookup the running
//! method ends before block 0. There is no inclusion.

use serde::{Deserialize, Serialize};

use super::live::LiveModel;
use super::model::{Axes, Call, Model, Models, Organisation, Shape, Unbuildable};
use super::pass::{Pass, one_by_one};

/// The organisation.
#[derive(Debug, Clone, Copy)]
pub struct BumpPointer;

impl Organisation for BumpPointer {
    fn name(&self) -> &'static str {
        "bump-pointer"
    }

    fn summary(&self) -> &'static str {
        "variable blocks, placed after the running method as on a stack"
    }

    fn axes(&self) -> Axes {
        Axes::Blocks
    }

    fn longest_method(&self, shape: Shape) -> Result<u32, Unbuildable> {
        Ok(shape.geometry.words() - 1)
    }

    fn model(&self, shape: Shape) -> Models {
        Models::Methods(Box::new(Starts::new(shape)))
    }

    fn definition(&self, shape: Shape) -> Models {
        Models::Methods(Box::new(Places::new(shape)))
    }

    fn live(&self, shape: Shape) -> Option<Box<dyn LiveModel>> {
        Some(Box::new(Places::new(shape)))
    }

    fn passes(&self, shapes: &[Shape]) -> Vec<Box<dyn Pass>> {
        one_by_one(shapes, Starts::new)
    }
}

/// Place of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    method: u32,
    first: u32,
    blocks: u32,
}

impl Place {
    /// Place for a missing method.
    fn behind(running: Self, call: &Call, shape: Shape) -> Self {
        let all = shape.geometry.blocks();
        Self {
            method: call.method,
            first: running.first.wrapping_add(running.blocks) % all,
            blocks: shape.blocks_of(call.length).min(all),
        }
    }

    fn holds(self, block: u32, all: u32) -> bool {
        block.wrapping_sub(self.first) % all < self.blocks
    }
}

/// The definition: every method with its place.
#[derive(Clone, Serialize, Deserialize)]
struct Places {
    shape: Shape,
    methods: Vec<Place>,
    running: Place,
}

impl Places {
    fn new(shape: Shape) -> Self {
        Self {
            shape,
            methods: Vec::new(),
            running: Place {
                method: u32::MAX,
                first: 0,
                blocks: 0,
            },
        }
    }
}

impl Model for Places {
    fn lookup(&mut self, call: &Call) -> bool {
        let there = self
            .methods
            .iter()
            .find(|place| place.method == call.method);
        if let Some(place) = there {
            self.running = *place;
            return true;
        }
        let new = Place::behind(self.running, call, self.shape);
        let all = self.shape.geometry.blocks();
        self.methods
            .retain(|old| !(0..all).any(|block| old.holds(block, all) && new.holds(block, all)));
        self.methods.push(new);
        self.running = new;
        false
    }
}

/// The model: which method starts in a block. A method that overlaps a new one has its first block there, as the new
/// one begins where the running one ends.
struct Starts {
    shape: Shape,
    place_of: Vec<Option<Place>>,
    method_in: Vec<Option<u32>>,
    running: Place,
}

impl Starts {
    fn new(shape: Shape) -> Self {
        Self {
            shape,
            place_of: Vec::new(),
            method_in: vec![None; shape.geometry.blocks() as usize],
            running: Place {
                method: u32::MAX,
                first: 0,
                blocks: 0,
            },
        }
    }

    fn load(&mut self, call: &Call) {
        let new = Place::behind(self.running, call, self.shape);
        let last = self.shape.geometry.blocks() - 1;
        for i in 0..new.blocks {
            if let Some(method) = self.method_in[((new.first + i) & last) as usize].take() {
                self.place_of[method as usize] = None;
            }
        }
        let method = call.method as usize;
        if method >= self.place_of.len() {
            self.place_of.resize(method + 1, None);
        }
        self.place_of[method] = Some(new);
        self.method_in[new.first as usize] = Some(call.method);
        self.running = new;
    }
}

impl Model for Starts {
    #[inline]
    fn lookup(&mut self, call: &Call) -> bool {
        if let Some(Some(place)) = self.place_of.get(call.method as usize) {
            self.running = *place;
            return true;
        }
        self.load(call);
        false
    }
}

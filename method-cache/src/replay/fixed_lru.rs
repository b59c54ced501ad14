//! Blocks of fixed size, a method each, the least recently used replaced. No hardware of JOP has it.
//!
//! - Placement: one method in one block, whatever its length.
//! - Fragmentation: what the method leaves free of its block.
//! - Eviction: the method with the least recent invoke or return.
//! - Cost: that of the hardware's FIFO cache.
//!
//! A method must be shorter than a block; as in the hardware one that fills it exactly does not fit. A method is its
//! address and length together. This is a stack algorithm in which every method has the size 1, so that one pass serves
//! all numbers of blocks, and the size of the cache matters only to what fits.

use serde::{Deserialize, Serialize};

use super::fixed_fifo::longest_in_a_block;
use super::live::LiveModel;
use super::model::{Axes, Call, Model, Models, Organisation, Shape, Unbuildable};
use super::pass::Pass;
use super::recency::RecencyPass;

/// The organisation.
#[derive(Debug, Clone, Copy)]
pub struct FixedLru;

impl Organisation for FixedLru {
    fn name(&self) -> &'static str {
        "fixed-lru"
    }

    fn summary(&self) -> &'static str {
        "one method in each block, least recently used replaced"
    }

    fn axes(&self) -> Axes {
        Axes::Blocks
    }

    fn longest_method(&self, shape: Shape) -> Result<u32, Unbuildable> {
        longest_in_a_block(shape)
    }

    fn model(&self, shape: Shape) -> Models {
        self.definition(shape)
    }

    fn definition(&self, shape: Shape) -> Models {
        Models::Methods(Box::new(Recent::new(shape)))
    }

    fn live(&self, shape: Shape) -> Option<Box<dyn LiveModel>> {
        Some(Box::new(Recent::new(shape)))
    }

    fn passes(&self, shapes: &[Shape]) -> Vec<Box<dyn Pass>> {
        let capacities = shapes
            .iter()
            .enumerate()
            .map(|(number, shape)| (shape.geometry.blocks(), number));
        vec![Box::new(RecencyPass::new(|_: &Call| 1, capacities))]
    }
}

/// The methods, the one used last in front.
#[derive(Clone, Serialize, Deserialize)]
struct Recent {
    blocks: usize,
    methods: Vec<u32>,
}

impl Recent {
    fn new(shape: Shape) -> Self {
        Self {
            blocks: shape.geometry.blocks() as usize,
            methods: Vec::new(),
        }
    }
}

impl Model for Recent {
    fn lookup(&mut self, call: &Call) -> bool {
        let there = self
            .methods
            .iter()
            .position(|&method| method == call.method);
        if let Some(place) = there {
            self.methods.remove(place);
        }
        self.methods.insert(0, call.method);
        self.methods.truncate(self.blocks);
        there.is_some()
    }
}

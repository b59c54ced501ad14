//! Variable number of blocks for a method, the least recently used methods replaced. No hardware of JOP has it.
//!
//! - Placement: any free blocks; they need not be neighbours, as a table would lead from one to the next.
//! - Fragmentation: inside the last block of a method only; a length that fills its blocks exactly takes one more.
//! - Eviction: while a missing method does not fit beside the others, the one whose last invoke or return is longest
//!   ago leaves, whole.
//! - Cost: that of the hardware's FIFO cache; the table is taken to cost no cycle.
//!
//! A method is its address and length together. With one size of blocks this is a stack algorithm, so that one pass
//! serves all sizes of the cache; another size of blocks rounds lengths differently and needs a pass of its own.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::live::LiveModel;
use super::model::{Axes, Call, Model, Models, Organisation, Shape, Unbuildable};
use super::pass::Pass;
use super::recency::RecencyPass;

/// The organisation.
#[derive(Debug, Clone, Copy)]
pub struct Lru;

impl Organisation for Lru {
    fn name(&self) -> &'static str {
        "lru"
    }

    fn summary(&self) -> &'static str {
        "variable blocks anywhere, least recently used method replaced"
    }

    fn axes(&self) -> Axes {
        Axes::Blocks
    }

    fn longest_method(&self, shape: Shape) -> Result<u32, Unbuildable> {
        Ok(shape.geometry.words() - 1)
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
        let mut by_block: BTreeMap<u32, Vec<(u32, usize)>> = BTreeMap::new();
        for (number, shape) in shapes.iter().enumerate() {
            let capacities = by_block.entry(shape.geometry.block_words()).or_default();
            capacities.push((shape.geometry.blocks(), number));
        }
        by_block
            .into_values()
            .map(|capacities| -> Box<dyn Pass> {
                let shape = shapes[capacities[0].1];
                let size_of = move |call: &Call| shape.blocks_of(call.length);
                Box::new(RecencyPass::new(size_of, capacities))
            })
            .collect()
    }
}

/// Methods with their blocks, the one used last in front.
#[derive(Clone, Serialize, Deserialize)]
struct Recent {
    shape: Shape,
    methods: Vec<(u32, u32)>,
}

impl Recent {
    fn new(shape: Shape) -> Self {
        Self {
            shape,
            methods: Vec::new(),
        }
    }
}

impl Model for Recent {
    fn lookup(&mut self, call: &Call) -> bool {
        let there = self
            .methods
            .iter()
            .position(|&(method, _)| method == call.method);
        let method = match there {
            Some(place) => self.methods.remove(place),
            None => (call.method, self.shape.blocks_of(call.length)),
        };
        self.methods.insert(0, method);
        while self.methods.iter().map(|(_, blocks)| blocks).sum::<u32>()
            > self.shape.geometry.blocks()
        {
            self.methods.pop();
        }
        there.is_some()
    }
}

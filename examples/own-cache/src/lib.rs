//! A method cache of your own: the hardware's FIFO cache with one method that is never replaced, the one invoked first.
//!
//! - Placement: as in the FIFO cache, `length / block + 1` consecutive blocks, but in a ring that leaves out the first
//!   half of the cache. The method of the first lookup lies in that half, if it fits, and stays.
//! - Fragmentation: as in the FIFO cache, and what the pinned method leaves free of its half.
//! - Eviction: a method that has a block in common with the new one is gone. One that takes more blocks than the ring
//!   has takes all of them.
//! - Cost: that of the FIFO cache.
//!
//! It shows all that an organisation is: the definition, which is slow and literal, and which machines run with; the model,
//! which is fast; and the kit that holds one against the other. `src/bin/own-jop.rs` is a `jop` that knows it.

use method_cache::replay::{
    Axes, Call, LiveModel, Model, Models, Organisation, Pass, Shape, Unbuildable, one_by_one,
};
use serde::{Deserialize, Serialize};

/// The organisation.
#[derive(Debug, Clone, Copy)]
pub struct PinnedFirst;

impl Organisation for PinnedFirst {
    fn name(&self) -> &'static str {
        "pinned-first"
    }

    fn summary(&self) -> &'static str {
        "FIFO in one half, the method invoked first in the other for good"
    }

    fn axes(&self) -> Axes {
        Axes::Blocks
    }

    fn longest_method(&self, shape: Shape) -> Result<u32, Unbuildable> {
        match shape.geometry.blocks() {
            1 => Err(Unbuildable("one block has no halves".to_owned())),
            _ => Ok(shape.geometry.words() / 2 - 1),
        }
    }

    fn model(&self, shape: Shape) -> Models {
        Models::Methods(Box::new(Ring::new(shape)))
    }

    fn definition(&self, shape: Shape) -> Models {
        Models::Methods(Box::new(Lists::new(shape)))
    }

    fn live(&self, shape: Shape) -> Option<Box<dyn LiveModel>> {
        Some(Box::new(Lists::new(shape)))
    }

    fn passes(&self, shapes: &[Shape]) -> Vec<Box<dyn Pass>> {
        // One call of the model's own type for each lookup instead of a virtual one.
        one_by_one(shapes, Ring::new)
    }
}

/// The definition: every method of the ring with its blocks.
#[derive(Clone, Serialize, Deserialize)]
struct Lists {
    shape: Shape,
    pinned: Option<Option<u32>>,
    methods: Vec<(u32, Vec<u32>)>,
    next: u32,
}

impl Lists {
    fn new(shape: Shape) -> Self {
        Self {
            shape,
            pinned: None,
            methods: Vec::new(),
            next: 0,
        }
    }
}

impl Model for Lists {
    fn lookup(&mut self, call: &Call) -> bool {
        let half = self.shape.geometry.blocks() / 2;
        let blocks = self.shape.blocks_of(call.length);
        if self.pinned.is_none() {
            self.pinned = Some((blocks <= half).then_some(call.method));
            if blocks <= half {
                return false;
            }
        }
        if self.pinned == Some(Some(call.method)) {
            return true;
        }
        if self
            .methods
            .iter()
            .any(|(method, _)| *method == call.method)
        {
            return true;
        }
        let taken: Vec<u32> = (0..blocks.min(half))
            .map(|i| (self.next + i) % half)
            .collect();
        self.methods
            .retain(|(_, blocks)| !blocks.iter().any(|block| taken.contains(block)));
        self.next = (self.next + taken.len() as u32) % half;
        self.methods.push((call.method, taken));
        false
    }
}

/// The model: the method that owns each block of the ring, and how many blocks each method still owns.
struct Ring {
    shape: Shape,
    pinned: Option<Option<u32>>,
    owner: Vec<Option<u32>>,
    is_there: Vec<bool>,
    next: usize,
}

impl Ring {
    fn new(shape: Shape) -> Self {
        Self {
            shape,
            pinned: None,
            owner: vec![None; shape.geometry.blocks() as usize / 2],
            is_there: Vec::new(),
            next: 0,
        }
    }
}

impl Model for Ring {
    #[inline]
    fn lookup(&mut self, call: &Call) -> bool {
        let blocks = self.shape.blocks_of(call.length) as usize;
        if self.pinned.is_none() {
            let fits = blocks <= self.owner.len();
            self.pinned = Some(fits.then_some(call.method));
            if fits {
                return false;
            }
        }
        let method = call.method as usize;
        if method >= self.is_there.len() {
            self.is_there.resize(method + 1, false);
        }
        if self.pinned == Some(Some(call.method)) || self.is_there[method] {
            return true;
        }
        for _ in 0..blocks.min(self.owner.len()) {
            // What is overwritten in part is gone; its other blocks keep a name that nobody asks for.
            if let Some(old) = self.owner[self.next].replace(call.method) {
                self.is_there[old as usize] = false;
            }
            self.next = (self.next + 1) % self.owner.len();
        }
        self.is_there[method] = true;
        false
    }
}

#[cfg(test)]
mod tests {
    use method_cache_kit as kit;

    use super::*;

    #[test]
    fn the_model_does_what_the_definition_says() {
        kit::check(&PinnedFirst, &kit::shapes(&PinnedFirst), 64).unwrap();
    }
}

//! An organisation: its name, its shapes, and its behaviour, fast and literal.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::live::LiveModel;
use super::pass::{Alone, AloneFetching, Fetch, Pass};
use crate::{Geometry, OrganisationKind};

/// Reason of a lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CallKind {
    /// The method is entered.
    Invoke,
    /// The method is come back to.
    Return,
}

/// One lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// Number of the method: of its address and length together. Counted from 0 in order of first use.
    pub method: u32,
    /// Number of its address alone, which is all that the hardware's tags hold. Counted from 0 in order of first use.
    pub tag: u32,
    /// Word address, 18 bits.
    pub address: u32,
    /// The 10 bits of its length in words; see [`load_words`].
    pub length: u32,
    /// Invoke or return.
    pub kind: CallKind,
}

/// Numbers methods as a trace does: in order of first use.
#[derive(Debug, Clone, Default)]
pub struct Numbers {
    methods: HashMap<(u32, u32), u32>,
    tags: HashMap<u32, u32>,
}

impl Numbers {
    /// The call of a method.
    pub fn call(&mut self, address: u32, length: u32, kind: CallKind) -> Call {
        let (methods, tags) = (self.methods.len() as u32, self.tags.len() as u32);
        Call {
            method: *self.methods.entry((address, length)).or_insert(methods),
            tag: *self.tags.entry(address).or_insert(tags),
            address,
            length,
            kind,
        }
    }
}

/// Words that the load of a method of this length field brings in: a 0 counts 1024 (spec 04 section 7).
#[must_use]
pub fn load_words(length: u32) -> u32 {
    if length == 0 { 1024 } else { length }
}

/// Size of a cache and its division.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shape {
    /// Size, and number of blocks; for an instruction cache the number of lines.
    pub geometry: Geometry,
    /// Lines of a set; 1 for whole-method caches.
    pub ways: u32,
}

impl Shape {
    /// A shape without ways.
    #[must_use]
    pub fn of(geometry: Geometry) -> Self {
        Self { geometry, ways: 1 }
    }

    /// Blocks that a method of this length field takes, the hardware's quirk included.
    #[must_use]
    pub fn blocks_of(self, length: u32) -> u32 {
        load_words(length) / self.geometry.block_words() + 1
    }
}

/// Choices of an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axes {
    /// None.
    Nothing,
    /// The size.
    Size,
    /// Size and number of blocks.
    Blocks,
    /// Size, length of a line, and lines of a set.
    Lines,
}

/// Reasons why a shape does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unbuildable(pub String);

/// A cache of whole methods.
pub trait Model: Send {
    /// Looks a method up and loads it if it is missing; returns true on a hit.
    fn lookup(&mut self, call: &Call) -> bool;

    /// Checks that a restored cache is one that lookups could have made of `fresh`.
    fn fits(&self, _fresh: &Self) -> bool
    where
        Self: Sized,
    {
        true
    }
}

/// Checks that no method is in a cache twice.
pub(super) fn are_different(methods: impl IntoIterator<Item = u32>) -> bool {
    let mut seen = HashSet::new();
    methods.into_iter().all(|method| seen.insert(method))
}

/// Lines that a fetch touched.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineCount {
    /// Lines looked for.
    pub accessed: u64,
    /// Lines that were not there and were loaded.
    pub missed: u64,
}

/// A cache of instructions, which lookups do not touch.
pub trait FetchModel: Send {
    /// Fetches consecutive words.
    fn fetch(&mut self, fetch: &Fetch) -> LineCount;
}

/// A model of either kind.
pub enum Models {
    /// Whole methods.
    Methods(Box<dyn Model>),
    /// Lines of instructions.
    Fetches(Box<dyn FetchModel>),
}

/// One organisation.
pub trait Organisation: Sync {
    /// Name in options and tables.
    fn name(&self) -> &'static str;

    /// One line for `--help`.
    fn summary(&self) -> &'static str;

    /// The choices it leaves.
    fn axes(&self) -> Axes;

    /// The machine's organisation that behaves so, if the hardware has one.
    fn hardware(&self) -> Option<OrganisationKind> {
        None
    }

    /// Longest method that a shape can run. Unit: words.
    ///
    /// # Errors
    /// When the shape does not exist.
    fn longest_method(&self, shape: Shape) -> Result<u32, Unbuildable>;

    /// An empty cache, for replaying.
    fn model(&self, shape: Shape) -> Models;

    /// An empty cache that is the definition: slow, literal, and free of any trick of the model.
    fn definition(&self, shape: Shape) -> Models;

    /// An empty cache that a machine can run with: the definition, which then must not rely on [`Call::method`] being
    /// counted from 0, nor on [`Call::kind`]. None where no machine can have it.
    fn live(&self, _shape: Shape) -> Option<Box<dyn LiveModel>> {
        None
    }

    /// Passes that replay all of these shapes: one for each, unless one can serve several.
    fn passes(&self, shapes: &[Shape]) -> Vec<Box<dyn Pass>> {
        let alone = |(number, shape): (usize, &Shape)| -> Box<dyn Pass> {
            match self.model(*shape) {
                Models::Methods(model) => Box::new(Alone::new(number, model)),
                Models::Fetches(model) => Box::new(AloneFetching::new(number, *shape, model)),
            }
        };
        shapes.iter().enumerate().map(alone).collect()
    }
}

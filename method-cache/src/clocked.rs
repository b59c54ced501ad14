//! A cache of the hardware, clocked through whole lookups, as the definition of its replay model.

use crate::replay::{Call, Model, Shape};
use crate::{FifoCache, MethodCache, OneBlockCache, TwoBlockCache};

/// The hardware with the interface of replaying.
pub(crate) struct Clocked<C>(C);

impl Clocked<FifoCache> {
    pub(crate) fn fifo(shape: Shape) -> Self {
        Self(FifoCache::new(shape.geometry))
    }
}

impl Clocked<OneBlockCache> {
    pub(crate) fn one_block() -> Self {
        Self(OneBlockCache::new())
    }
}

impl Clocked<TwoBlockCache> {
    pub(crate) fn two_block() -> Self {
        Self(TwoBlockCache::new())
    }
}

impl<C: MethodCache + Send> Model for Clocked<C> {
    fn lookup(&mut self, call: &Call) -> bool {
        self.0.lookup(call.address, call.length).hit
    }
}

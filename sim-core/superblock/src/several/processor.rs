//! One of several processors, but for its machine.

use sim_core::Statistics;

use crate::Blocks;
use crate::several::operation::Operation;
use crate::several::port::Port;
use crate::several::sleep::{Sleep, Watch};

/// A processor.
#[derive(Debug, Clone)]
pub(super) struct Core {
    pub(super) blocks: Blocks,
    pub(super) probe: (Statistics, Port),
    /// An operation in superblocks that waits for its accesses; none on the reference.
    pub(super) operation: Option<Operation>,
    /// Superblocks have ended in this cycle: the reference executes it.
    pub(super) has_left: bool,
    pub(super) sleep: Sleep,
    pub(super) watch: Watch,
}

impl Core {
    pub(super) fn new(blocks: Blocks, port: Port) -> Self {
        Self {
            blocks,
            probe: (Statistics::default(), port),
            operation: None,
            has_left: false,
            sleep: Sleep::default(),
            watch: Watch::default(),
        }
    }

    /// The machine's state is an older one.
    pub(super) fn take_back(&mut self, asked: bool) {
        self.operation = None;
        self.has_left = false;
        self.sleep = Sleep::default();
        self.blocks.loads.asked = asked;
        self.blocks.loads.methods.clear();
        (self.blocks.core.asked, self.blocks.core.granted) = (None, None);
    }
}

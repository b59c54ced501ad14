//! Compiled microcode: operations, the sites at which they are left, and what translations add.

use crate::core::{Core, Masks};
use crate::operation::{JavaStep, MemoryStep, Op, Segment, Site};
use crate::translate::{IN_RUN, Place};

/// Begin of a bytecode's superblock.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Entry {
    /// First operation, and the same before pairs were fused.
    pub(crate) start: u32,
    pub(crate) plain: u32,
    pub(crate) segment: Segment,
    /// The reference has to run it from before its dispatch on.
    pub(crate) foreign: bool,
    /// The first word, as it is in IR, and whether it consumes an operand byte.
    pub(crate) first: u16,
    pub(crate) first_consumes: bool,
    /// Address of the second word; no address where the first one dispatches.
    pub(crate) second: u16,
}

/// Compiled microcode.
#[derive(Debug, Clone)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    pub(crate) sites: Vec<Site>,
    pub(crate) memory: Vec<MemoryStep>,
    pub(crate) java: Vec<JavaStep>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) entries: Box<[Entry; 256]>,
    /// The operations before pairs were fused, and where each of them is now.
    pub(crate) plain: Vec<Op>,
    pub(crate) fused_at: Vec<u32>,
    // Of translated methods.
    pub(crate) runs: Vec<Segment>,
    pub(crate) places: Vec<Place>,
    pub(crate) exits: Vec<Place>,
    /// Operations and memory operations without them.
    pub(crate) compiled: [usize; 2],
}

impl Code {
    pub(crate) fn new() -> Self {
        Self {
            // The first one is for whom a run is too long; no entry is below `methods::INSIDE`.
            ops: vec![Op::Dispatch; 4],
            sites: Vec::new(),
            memory: Vec::new(),
            java: Vec::new(),
            segments: Vec::new(),
            entries: Box::new([Entry::default(); 256]),
            plain: Vec::new(),
            fused_at: Vec::new(),
            runs: Vec::new(),
            places: Vec::new(),
            exits: Vec::new(),
            compiled: [0; 2],
        }
    }

    /// Forgets all translations.
    pub(crate) fn forget(&mut self) {
        let [ops, memory] = self.compiled;
        self.ops.truncate(ops);
        self.memory.truncate(memory);
        self.runs.clear();
        self.places.clear();
        self.exits.clear();
    }

    /// A site, which may be one of a run: the registers catch up.
    pub(crate) fn site(&self, site: u32, core: &mut Core, masks: Masks) -> Site {
        if site & IN_RUN == 0 {
            return self.sites[site as usize];
        }
        let place = &self.places[(site & !IN_RUN) as usize];
        core.base += u64::from(place.cycles);
        core.catch_up(place, masks);
        self.sites[place.to as usize]
    }

    /// Operations of translations.
    pub(crate) fn translated(&self) -> usize {
        self.ops.len() - self.compiled[0]
    }
}

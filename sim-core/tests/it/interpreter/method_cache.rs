//! The method cache as a list of resident methods (spec 05 section 1).

use isa::{MachineConfig, OrganisationKind};

/// Methods with the block they start in.
pub(crate) struct MethodCache {
    kind: OrganisationKind,
    blocks: u32,
    block_words: u32,
    /// Tag of each block; 0 also where no method starts.
    starts: Vec<u32>,
    next: u32,
    /// Block of the method of the last lookup.
    pub(crate) block: u32,
}

impl MethodCache {
    pub(crate) fn new(config: &MachineConfig) -> Self {
        let words = 1 << (config.jpc_width - 2);
        let blocks = match config.method_cache {
            OrganisationKind::Fifo => 1 << config.block_bits,
            OrganisationKind::OneBlock => 1,
            OrganisationKind::TwoBlock => 2,
            OrganisationKind::Studied(_) => {
                unreachable!("the interpreter has the hardware's caches")
            }
        };
        Self {
            kind: config.method_cache,
            blocks,
            block_words: words / blocks,
            starts: vec![0; blocks as usize],
            next: 0,
            block: 0,
        }
    }

    /// Word of the bytecode RAM at which the method of the last lookup starts.
    pub(crate) fn start_word(&self) -> u32 {
        self.block * self.block_words
    }

    /// Looks a method up; a miss gives it its place. Returns whether it was a hit.
    pub(crate) fn lookup(&mut self, address: u32, length: u32) -> bool {
        if self.kind == OrganisationKind::OneBlock {
            return false;
        }
        if let Some(block) = self.starts.iter().rposition(|&start| start == address) {
            self.block = block as u32;
            return true;
        }
        match self.kind {
            OrganisationKind::TwoBlock => self.replace_other_half(address, length),
            _ => self.allocate(address, length),
        }
        false
    }

    fn allocate(&mut self, address: u32, length: u32) {
        self.block = self.next;
        let further = length / self.block_words % self.blocks;
        for i in 0..=further {
            let block = (self.block + i) % self.blocks;
            self.starts[block as usize] = if i == 0 { address } else { 0 };
        }
        self.next = (self.block + further + 1) % self.blocks;
    }

    fn replace_other_half(&mut self, address: u32, length: u32) {
        let other = self.block;
        self.block = 1 - other;
        self.starts[self.block as usize] = address;
        if length >= self.block_words {
            self.starts[other as usize] = 0;
        }
    }
}

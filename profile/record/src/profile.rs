//! Counts of every bytecode of a run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::counts::Counts;

/// Position of the processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Site {
    /// In the microcode before the first bytecode.
    Start,
    /// Up to the first bytecode of a method that the virtual machine calls, which has these cycles: the dispatch of a bytecode
    /// carried out in Java, or the entry into an interrupt or exception. A bytecode keeps its executions at its place.
    Dispatch {
        /// Word address of the called method's code.
        method: u32,
        /// The opcode; 240 the interrupt, 241 the exception.
        opcode: u8,
    },
    /// In a bytecode.
    Bytecode {
        /// Word address of the method's code: what the method cache looked up.
        method: u32,
        /// Byte offset of the bytecode in it.
        offset: u32,
    },
}

/// Cycles of one microcode address in a site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MicroCounts {
    /// Clock cycles, waits included.
    pub cycles: u64,
    /// Cycles in which `wait` held the microcode.
    pub stalls: u64,
}

/// Counts of all sites of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InstructionProfile {
    /// Counts by site.
    pub sites: BTreeMap<Site, Counts>,
    /// Calls of each method by its word address, the virtual machine's included.
    pub calls: BTreeMap<u32, u64>,
    /// Counts by site and microcode address; empty unless they were asked for.
    pub microcode: BTreeMap<(Site, u16), MicroCounts>,
}

impl InstructionProfile {
    /// All cycles.
    #[must_use]
    pub fn total_cycles(&self) -> u64 {
        self.sites.values().map(|counts| counts.cycles).sum()
    }

    /// Counts of all sites together.
    #[must_use]
    pub fn total(&self) -> Counts {
        let mut total = Counts::default();
        self.sites.values().for_each(|counts| total.add(counts));
        total
    }

    /// The bytecodes of the method at a word address that were executed, by byte offset.
    pub fn of_method(&self, method: u32) -> impl Iterator<Item = (u32, &Counts)> {
        let site = move |offset| Site::Bytecode { method, offset };
        let sites = self.sites.range(site(0)..=site(u32::MAX));
        sites.filter_map(|(site, counts)| match site {
            Site::Bytecode { offset, .. } => Some((*offset, counts)),
            _ => None,
        })
    }

    /// What called the method at a word address on behalf of the virtual machine, by opcode.
    pub fn dispatches_of(&self, method: u32) -> impl Iterator<Item = (u8, &Counts)> {
        let site = move |opcode| Site::Dispatch { method, opcode };
        let sites = self.sites.range(site(0)..=site(u8::MAX));
        sites.filter_map(|(site, counts)| match site {
            Site::Dispatch { opcode, .. } => Some((*opcode, counts)),
            _ => None,
        })
    }

    /// Counts of each method by its word address.
    #[must_use]
    pub fn by_method(&self) -> BTreeMap<u32, Counts> {
        let mut methods: BTreeMap<u32, Counts> = BTreeMap::new();
        for (site, counts) in &self.sites {
            if let Site::Bytecode { method, .. } | Site::Dispatch { method, .. } = site {
                methods.entry(*method).or_default().add(counts);
            }
        }
        methods
    }
}

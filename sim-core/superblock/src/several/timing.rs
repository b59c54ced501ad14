//! Cycles of an access behind an arbiter: what its processor sees of the memory, and when operations ask for accesses.

use isa::MachineConfig;
use sim_core::decode::MemoryOp;
use sim_core::main_memory::MainMemory;
use sim_core::simpcon::{CacheClass, Command};

use crate::latency::{Issue, Latencies, accesses};

/// Longer than any access.
const LONGEST: usize = 64;
/// More than there are operations.
const OPERATIONS: usize = 32;

/// The memory's `rdy_cnt` in the cycles from a command on.
#[derive(Debug, Clone)]
pub(super) struct Count {
    rdy_cnt: [u8; LONGEST],
    /// First cycle in which it is 1 or less, and in which it is 0.
    pub(super) near: u64,
    pub(super) done: u64,
}

impl Count {
    pub(super) fn at(&self, cycle: u64) -> u8 {
        self.rdy_cnt.get(cycle as usize).copied().unwrap_or(0)
    }
}

/// Accesses of an operation: cycles from the strobe to the first one, and from each grant to the next request.
#[derive(Debug, Clone, Default)]
pub(super) struct Profile {
    pub(super) after: [u32; 3],
    pub(super) classes: [CacheClass; 3],
}

/// All of it, of a machine.
#[derive(Debug, Clone)]
pub(super) struct Timing {
    pub(super) read: Count,
    pub(super) write: Count,
    /// By the number of the operation.
    profiles: Vec<Option<Profile>>,
}

impl Timing {
    /// None of a machine whose port is not as its memory would be, or whose accesses follow each other in a way that arbiters do
    /// not serve as this engine says.
    pub(super) fn of(config: &MachineConfig) -> Option<Self> {
        let port = Latencies::at_arbiter(config)?;
        if Some(port) != Latencies::of_machine(config) {
            return None;
        }
        let mut profiles = vec![None; OPERATIONS];
        for (op, issued) in accesses(config)? {
            profiles[op as usize] = Some(profile(&issued)?);
        }
        Some(Self {
            read: count(config, false)?,
            write: count(config, true)?,
            profiles,
        })
    }

    pub(super) fn count(&self, writes: bool) -> &Count {
        if writes { &self.write } else { &self.read }
    }

    pub(super) fn profile(&self, op: MemoryOp) -> Option<&Profile> {
        self.profiles[op as usize].as_ref()
    }
}

/// Within an operation a pipelined request is a read after a read.
fn profile(issued: &[Issue]) -> Option<Profile> {
    let mut profile = Profile::default();
    let mut before = 0;
    for (n, issue) in issued.iter().enumerate() {
        let pipelined = issue.rdy_cnt == 1 && !issue.writes && n > 0 && !issued[n - 1].writes;
        if n >= 3 || issue.rdy_cnt > 0 && !pipelined {
            return None;
        }
        profile.after[n] = issue.cycle - before;
        profile.classes[n] = issue.class;
        before = issue.cycle;
    }
    Some(profile)
}

fn count(config: &MachineConfig, writes: bool) -> Option<Count> {
    const WORD: u32 = 0x1234_5678;
    let small = MachineConfig {
        memory_words: 2,
        ..config.clone()
    };
    let mut memory = MainMemory::new(&small, &[WORD, 0]);
    let command = Command {
        rd: !writes,
        wr: writes,
        ..Command::IDLE
    };
    memory.clock(&command);
    let mut rdy_cnt = [0; LONGEST];
    let (mut near, mut done, mut data) = (None, None, None);
    for (cycle, count) in (1..).zip(&mut rdy_cnt[1..]) {
        let response = memory.response();
        *count = response.rdy_cnt;
        if response.rdy_cnt <= 1 {
            near = near.or(Some(cycle));
        }
        if response.rdy_cnt == 0 {
            done = done.or(Some(cycle));
        }
        if response.rd_data == WORD {
            data = data.or(Some(cycle));
        }
        memory.clock(&Command::IDLE);
    }
    let in_order = writes || data == done;
    (memory.is_idle() && in_order).then_some(Count {
        rdy_cnt,
        near: near?,
        done: done?,
    })
}

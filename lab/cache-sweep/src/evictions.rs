//! Pairs of methods that evict each other, and the caches on which they would not.
//!
//! ```text
//!                          /--> Trial of the machine's own cache
//!   lookups --> Condenser ----> Trial of each other cache (candidates)
//! ```
//!
//! Every trial simulates the tags of the hardware ([`method_cache::Organisation`]) on all lookups of the run. A method is evicted
//! by the method whose load took its place; evictions count only if the evicted method is looked up again.

use std::collections::HashMap;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};

use isa::{MachineConfig, OrganisationKind, StudiedName};
use lookups::{Condenser, LoadTime, Reader, Summary};
use method_cache::MethodCache;
use method_cache::replay::{self, Call, Shape};
use rayon::prelude::*;

use crate::error::SweepError;
use crate::replay::fits;

/// Misses of two methods because the load of one evicted the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rivals {
    /// Word addresses of their code; the method with more of the misses first.
    pub methods: [u32; 2],
    /// Misses of each that the other is the reason of.
    pub misses: [u64; 2],
    /// Cycles that the processor waited for them.
    pub stall_cycles: u64,
}

/// A run on one cache.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The machine of the run with this cache.
    pub machine: MachineConfig,
    /// Lookups that missed.
    pub misses: u64,
    /// Cycles that the processor waited for the cache.
    pub stall_cycles: u64,
    /// Cycles of the run.
    pub cycles: u64,
    /// Methods that evict each other, most misses first.
    pub rivals: Vec<Rivals>,
}

impl Trial {
    /// Misses of two methods because one evicted the other.
    #[must_use]
    pub fn misses_between(&self, methods: [u32; 2]) -> u64 {
        let same = |it: &&Rivals| methods.iter().all(|method| it.methods.contains(method));
        let found = self.rivals.iter().find(same);
        found.map_or(0, |it| it.misses.iter().sum())
    }
}

/// Runs on the machine's own cache, and on others.
#[derive(Debug, Clone)]
pub struct Trials {
    /// The machine's own cache.
    pub own: Trial,
    /// Other caches, the least change first.
    pub others: Vec<Trial>,
    /// The figures of the run.
    pub summary: Summary,
}

/// Replays lookups on the cache of their machine and on those that differ from it by one or two steps.
///
/// # Errors
/// When the lookups cannot be read, or `stop` is set.
pub fn try_changes(
    lookups: impl Read,
    machine: &MachineConfig,
    stop: &AtomicBool,
) -> Result<Trials, SweepError> {
    let time = LoadTime::of(machine);
    let others = candidates(machine);
    let mut observed: Vec<Observed> = std::iter::once(machine)
        .chain(&others)
        .filter_map(|it| Observed::new(it, time))
        .collect();
    let mut reader = Reader::new(lookups)?;
    let mut condenser = Condenser::new();
    let mut more = true;
    while more {
        if stop.load(Ordering::Relaxed) {
            return Err(SweepError::Interrupted);
        }
        more = condenser.read(&mut reader)?;
        let chunk = condenser.chunk();
        observed.par_iter_mut().for_each(|cache| {
            for &stay in chunk.stays {
                let stay = &chunk.table.stays()[stay as usize];
                let hidden = chunk.table.lookups()[stay.lookup as usize].hidden;
                cache.see(&stay.call, hidden);
            }
        });
    }
    let summary = reader.summary().cloned().unwrap_or_default();
    // The run was on the machine's own cache, whatever the lengths of methods say.
    let mut trials = observed.into_iter();
    let own = trials.next().filter(|it| it.machine == *machine);
    let own = own.ok_or(SweepError::NoCache)?.finish(&summary);
    let others = trials.filter(|it| it.runs(&summary));
    Ok(Trials {
        own,
        others: others.map(|it| it.finish(&summary)).collect(),
        summary,
    })
}

/// Caches near that of a machine which a machine can have, the least change first: more blocks, another replacement, more bytes.
fn candidates(machine: &MachineConfig) -> Vec<MachineConfig> {
    let steps: [(u8, u8); 5] = [(0, 1), (0, 2), (1, 0), (1, 1), (2, 2)];
    let own = (
        OrganisationKind::Fifo,
        machine.jpc_width,
        machine.block_bits,
    );
    let grown = steps.map(|(wider, more)| {
        let (width, bits) = (machine.jpc_width + wider, machine.block_bits + more);
        (OrganisationKind::Fifo, width, bits)
    });
    let lru = StudiedName::find("lru").map(OrganisationKind::Studied);
    let lru = lru.map(|kind| (kind, machine.jpc_width, machine.block_bits));
    let all = std::iter::once(own).chain(grown).chain(lru);
    let machines = all.map(|(method_cache, jpc_width, block_bits)| MachineConfig {
        method_cache,
        jpc_width,
        block_bits,
        ..machine.clone()
    });
    let can_be =
        |it: &MachineConfig| it != machine && it.check().is_ok() && method_cache::check(it).is_ok();
    machines.filter(can_be).collect()
}

/// A cache under observation.
struct Observed {
    machine: MachineConfig,
    cache: method_cache::Organisation,
    time: LoadTime,
    /// Address and length of the methods in the cache.
    resident: Vec<(u32, u32)>,
    /// The method whose load evicted a method.
    evicted_by: HashMap<u32, u32>,
    /// Misses and stalls by the evicted method and the one that evicted it.
    because_of: HashMap<(u32, u32), (u64, u64)>,
    misses: u64,
    stall_cycles: u64,
}

impl Observed {
    fn new(machine: &MachineConfig, time: LoadTime) -> Option<Self> {
        Some(Self {
            machine: machine.clone(),
            cache: method_cache::Organisation::of(machine).ok()?,
            time,
            resident: Vec::new(),
            evicted_by: HashMap::new(),
            because_of: HashMap::new(),
            misses: 0,
            stall_cycles: 0,
        })
    }

    fn see(&mut self, call: &Call, hidden: u16) {
        let Call {
            address, length, ..
        } = *call;
        let hit = self.cache.lookup(address, length).hit;
        let stall = self.time.stall(hit, length, hidden);
        self.stall_cycles += stall;
        if hit {
            return;
        }
        self.misses += 1;
        if let Some(by) = self.evicted_by.remove(&address) {
            let (misses, stalls) = self.because_of.entry((address, by)).or_default();
            *misses += 1;
            *stalls += stall;
        }
        let (cache, evicted_by) = (&self.cache, &mut self.evicted_by);
        self.resident.retain(|&(method, length)| {
            let stays = method != address && cache.peek(method, length).hit;
            if method != address && !stays {
                evicted_by.insert(method, address);
            }
            stays
        });
        self.resident.push((address, length));
    }

    /// Whether every method of the run fits.
    fn runs(&self, summary: &Summary) -> bool {
        let organisation = replay::organisation_of(self.machine.method_cache);
        match (organisation, self.machine.geometry()) {
            (Some(organisation), Ok(geometry)) => {
                fits(organisation, Shape::of(geometry), summary.longest_method)
            }
            _ => false,
        }
    }

    fn finish(self, summary: &Summary) -> Trial {
        let mut rivals: HashMap<[u32; 2], Rivals> = HashMap::new();
        for (&(method, by), &(misses, stalls)) in &self.because_of {
            let methods = [method.min(by), method.max(by)];
            let both = rivals.entry(methods).or_insert(Rivals {
                methods,
                misses: [0; 2],
                stall_cycles: 0,
            });
            both.misses[usize::from(method > by)] += misses;
            both.stall_cycles += stalls;
        }
        let mut rivals: Vec<Rivals> = rivals.into_values().collect();
        for both in &mut rivals {
            if both.misses[1] > both.misses[0] {
                both.misses.reverse();
                both.methods.reverse();
            }
        }
        rivals.sort_by_key(|it| {
            let all: u64 = it.misses.iter().sum();
            (std::cmp::Reverse((all, it.stall_cycles)), it.methods)
        });
        Trial {
            machine: self.machine,
            misses: self.misses,
            stall_cycles: self.stall_cycles,
            cycles: summary.cycles.saturating_sub(summary.load_stalls) + self.stall_cycles,
            rivals,
        }
    }
}

#[cfg(test)]
mod tests {
    use method_cache::replay::CallKind;

    use super::*;

    fn machine(block_bits: u8) -> MachineConfig {
        MachineConfig {
            jpc_width: 10,
            block_bits,
            ..MachineConfig::default()
        }
    }

    fn trial(machine: &MachineConfig, lookups: &[(u32, u32)]) -> Trial {
        let mut observed = Observed::new(machine, LoadTime::of(machine)).expect("a cache");
        for &(address, length) in lookups {
            let call = Call {
                method: address,
                tag: address,
                address,
                length,
                kind: CallKind::Invoke,
            };
            observed.see(&call, 9);
        }
        observed.finish(&Summary::default())
    }

    #[test]
    fn two_methods_that_take_all_blocks_evict_each_other_until_there_are_more_blocks() {
        // 256 words in 2 blocks: a method of 100 words takes one block, one of 130 takes two.
        let calls: Vec<(u32, u32)> = (0..10)
            .map(|n| (1000 + n % 2 * 500, 130 - n % 2 * 50))
            .collect();
        let two = trial(&machine(1), &calls);
        assert_eq!((two.misses, two.misses_between([1000, 1500])), (10, 8));
        assert_eq!(two.rivals[0].misses, [4, 4]);
        let eight = trial(&machine(3), &calls);
        assert_eq!((eight.misses, eight.misses_between([1500, 1000])), (2, 0));
    }

    #[test]
    fn an_eviction_counts_once_and_only_if_the_method_comes_back() {
        let two = trial(&machine(1), &[(1000, 130), (1500, 130)]);
        assert!(two.rivals.is_empty());
        let back = trial(
            &machine(1),
            &[(1000, 130), (1500, 130), (1000, 130), (1000, 130)],
        );
        assert_eq!(back.misses_between([1000, 1500]), 1);
        assert_eq!(back.rivals[0].methods, [1000, 1500]);
    }

    #[test]
    fn changes_begin_with_more_blocks_and_leave_the_machine_itself_out() {
        let own = machine(4);
        let others = candidates(&own);
        assert_eq!((others[0].jpc_width, others[0].block_bits), (10, 5));
        assert!(
            others
                .iter()
                .all(|it| *it != own && method_cache::check(it).is_ok())
        );
        assert!(others.iter().any(|it| it.method_cache.name() == "lru"));
    }
}

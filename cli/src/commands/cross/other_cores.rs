//! Waits for the other cores of a machine that has several.

use cost_model::MemoryTiming;
use host_profile::{Contention, Waits};
use isa::{ArbiterKind, MachineConfig, Processors, Slots, System};
use wcet::cores::longest_waits;

use crate::output::errors::Error;
use crate::output::table::{counted, thousands};

/// The other cores.
#[derive(Debug, Clone, Copy)]
pub(super) struct OtherCores {
    processors: Processors,
    pub(super) waits: Waits,
}

impl OtherCores {
    /// Those of a machine; none if it has one core.
    pub(super) fn of(system: &System) -> Result<Option<Self>, Error> {
        let Some(processors) = system.processors else {
            return Ok(None);
        };
        let machine = &system.machine;
        let refused = |problem: &str| Err(Error::Input(problem.to_owned()));
        let waits = match processors.arbiter {
            ArbiterKind::FixedPriority => {
                return refused(
                    "arbiter = \"fixed-priority\": what a core waits for the others has no bound, and Java does not run behind it; choose another arbiter",
                );
            }
            ArbiterKind::Tdma(slots) if slots.is_too_short_for(machine) => {
                return refused(
                    "the gaps of the time slots are shorter than an access of the memory, and cores get each other's words; leave slot, read_gap and write_gap out",
                );
            }
            _ => waits(processors, machine).map_err(Error::refused)?,
        };
        Ok(Some(Self { processors, waits }))
    }

    /// The cores in a few words, for the origin of a profile: `4 cores, tdma 3 1 2`.
    pub(super) fn name(self) -> String {
        let Processors { cores, arbiter, .. } = self.processors;
        let slots = arbiter.slots().map(|it| {
            let Slots {
                slot,
                read_gap,
                write_gap,
            } = it;
            format!(" {slot} {read_gap} {write_gap}")
        });
        let slots = slots.unwrap_or_default();
        format!("{cores} cores, {}{slots}", arbiter.name())
    }

    /// The term, how far it may be off, and what it assumes.
    pub(super) fn explained(self, term: &Contention) -> String {
        let Waits {
            longest_read,
            longest_write,
            read,
            write,
        } = self.waits;
        let assumed = match self.processors.arbiter {
            ArbiterKind::Tdma(_) => "each comes in any cycle of the round of slots",
            _ => "each waits for half of an access of each other core",
        };
        format!(
            "  {} of {}: {assumed}, {read:.2} cycles to read and {write:.2} to write; at most {longest_read} and {longest_write}, at least 0: the cycles may be off by {}",
            counted(term.accesses, "access"),
            self.name(),
            thousands(term.error()),
        )
    }

    /// The processors.
    pub(super) fn processors(&self) -> &Processors {
        &self.processors
    }
}

/// What an access waits.
fn waits(
    processors: Processors,
    machine: &MachineConfig,
) -> Result<Waits, cost_model::TimingError> {
    let memory = MemoryTiming::of_machine(machine)?;
    // Any core may load any method.
    let longest = longest_waits(processors, memory, machine.longest_method());
    let [longest_read, longest_write] = [longest.read, longest.write];
    let [read, write] = match processors.arbiter.slots() {
        Some(slots) => {
            let round = u64::from(slots.slot) * u64::from(processors.cores);
            [longest_read, longest_write].map(|longest| mean_of_a_round(longest, round))
        }
        None => [half_of_each_access(processors, memory); 2],
    };
    Ok(Waits {
        longest_read,
        longest_write,
        read,
        write,
    })
}

/// Mean wait of an access: in a round of time slots the cycles before the own one wait 1, 2, ... up to the longest.
fn mean_of_a_round(longest: u64, round: u64) -> f64 {
    let longest = longest as f64;
    longest * (longest + 1.0) / (2.0 * round as f64)
}

/// Half of a plain access of each other core: loads of whole methods, which `fair` does not interrupt, are rare.
fn half_of_each_access(processors: Processors, memory: MemoryTiming) -> f64 {
    let between = u32::from(processors.arbiter == ArbiterKind::Fair);
    let access = memory.read_wait.max(memory.write_wait) + 1 + between;
    f64::from(u32::from(processors.cores) - 1) * f64::from(access) / 2.0
}
#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Option<OtherCores>, Error> {
        OtherCores::of(&System::from_toml(text).unwrap_or_else(|error| panic!("{error}")))
    }

    #[test]
    fn the_mean_wait_of_time_slots_is_that_of_all_cycles_of_the_round() {
        let waits = of("cores = 4").unwrap().unwrap().waits;
        // Slots of 3 cycles, in which a read begins in the first two and a write in the first one.
        let of_cycles = |open: u64| (0..12).map(|at| if at < open { 0 } else { 12 - at }).sum();
        let [reads, writes]: [u64; 2] = [of_cycles(2), of_cycles(1)];
        assert_eq!((waits.longest_read, waits.longest_write), (10, 11));
        assert!((waits.read - reads as f64 / 12.0).abs() < 1e-9);
        assert!((waits.write - writes as f64 / 12.0).abs() < 1e-9);
    }

    #[test]
    fn one_core_waits_for_none_and_waits_without_a_bound_are_refused() {
        assert!(of("ram_cnt = 3").unwrap().is_none());
        let [turns, fair] = ["round-robin", "fair"].map(|arbiter| {
            let text = format!("cores = 2\narbiter = \"{arbiter}\"");
            of(&text).unwrap().unwrap().waits
        });
        assert!((turns.write * 2.0 - turns.longest_write as f64).abs() < 1e-9);
        assert!((fair.write - turns.write - 0.5).abs() < 1e-9);
        for text in [
            "cores = 2\narbiter = \"fixed-priority\"",
            "cores = 2\nwrite_gap = 1",
        ] {
            assert!(of(text).is_err(), "{text}");
        }
    }
}

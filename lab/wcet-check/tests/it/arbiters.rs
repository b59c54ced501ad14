//! Longest delays at the arbiters and the lock table of the hardware, met by cores that ask as often as they can: as long as bounds have them.

use cost_model::MemoryTiming;
use fastrand::Rng;
use isa::{ArbiterKind, LockUnitKind, MachineConfig, MemoryKind, Processors, Slots};
use sim_core::cmp::arbiter::Arbiter;
use sim_core::cmp::lock_unit::LockUnit;
use sim_core::lock_port::LockRequest;
use sim_core::main_memory::MainMemory;
use sim_core::simpcon::{CacheClass, Command};
use wcet::cores::{longest_operation, longest_waits};

/// Words of the longest method: its load reads one more.
const WORDS: u32 = 5;
/// Cycles between two operations at most; the last is more than a round of all cores.
const PAUSES: [u32; 4] = [1, 3, 12, 150];
/// Cycles of each exploration, for a pause of one cycle; long pauses need more.
const CYCLES: u64 = 8_000;

/// What the other cores ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Load {
    Writes,
    Reads,
    Methods,
    /// All of these, after pauses of fewer cycles than this.
    Mixed(u32),
}

/// A core at the arbiter.
struct Core {
    number: usize,
    /// Reads of the operation under way that still follow.
    following: u32,
    /// Cycles before its next operation.
    pause: u32,
    rng: Rng,
}

impl Core {
    fn command(&self, is_write: bool) -> Command {
        Command {
            rd: !is_write,
            wr: is_write,
            address: self.number as u32,
            wr_data: 0,
            class: CacheClass::Bypass,
        }
    }

    /// Its command in a cycle.
    fn ask(&mut self, rdy_cnt: u8, load: Load, reads: u32) -> Command {
        if rdy_cnt == 1 && self.following > 0 {
            self.following -= 1;
            return self.command(false);
        }
        if rdy_cnt > 0 {
            return Command::IDLE;
        }
        if self.pause > 0 {
            self.pause -= 1;
            return Command::IDLE;
        }
        let load = match load {
            Load::Mixed(pause) => {
                self.pause = self.rng.u32(0..pause);
                let loads = [Load::Writes, Load::Reads, Load::Methods];
                loads[self.rng.usize(0..loads.len())]
            }
            load => load,
        };
        self.following = if load == Load::Methods { reads - 1 } else { 0 };
        self.command(load == Load::Writes)
    }
}

/// Longest delays that a core meets: of reads, of writes, and of reads that follow.
fn met(
    (processors, machine): (Processors, &MachineConfig),
    core: usize,
    pause: u32,
    load: Load,
) -> [u64; 3] {
    let count = usize::from(processors.cores);
    let timing = MemoryTiming::of_machine(machine).unwrap();
    // Without wait states no read follows another in the cycle after it.
    let reads = if timing.read_wait > 0 { WORDS + 1 } else { 1 };
    let mut arbiter = Arbiter::new(processors.arbiter, count);
    let mut memory = MainMemory::new(machine, &[]);
    let mut cores: Vec<Core> = (0..count)
        .map(|number| Core {
            number,
            following: 0,
            pause: 0,
            rng: Rng::with_seed(number as u64 + 7),
        })
        .collect();
    let mut longest = [0; 3];
    let mut asked: Option<(u64, usize)> = None;
    for cycle in 0..CYCLES + 800 * u64::from(pause) {
        let answer = memory.response();
        let mut requests = vec![Command::IDLE; count];
        for (number, request) in requests.iter_mut().enumerate() {
            let rdy_cnt = arbiter.response(number, answer).rdy_cnt;
            let follows = cores[number].following > 0;
            let load = if number == core {
                Load::Mixed(pause)
            } else {
                load
            };
            *request = cores[number].ask(rdy_cnt, load, reads);
            if number == core && request.is_active() {
                let kind = if request.wr {
                    1
                } else if follows {
                    2
                } else {
                    0
                };
                assert!(asked.is_none(), "an access before the one before has begun");
                asked = Some((cycle, kind));
            }
        }
        let command = arbiter.clock(&requests, answer);
        if command.is_active() && command.address == core as u32 {
            let (since, kind) = asked.take().expect("an access");
            longest[kind] = longest[kind].max(cycle - since);
        }
        memory.clock(&command);
    }
    longest
}

fn memories() -> Vec<MachineConfig> {
    let kinds = [
        (MemoryKind::Sram32, 1),
        (MemoryKind::Sram32, 2),
        (MemoryKind::Ssram32, 3),
        (MemoryKind::Sram16, 2),
    ];
    let memories = kinds.map(|(memory, ram_cnt)| MachineConfig {
        memory,
        ram_cnt,
        memory_words: 1 << 12,
        ..MachineConfig::default()
    });
    memories.to_vec()
}

/// The longest delays that any load makes are those of bounds; `core` meets them.
fn agree(arbiter: ArbiterKind, cores: u8, machine: &MachineConfig, core: usize) {
    let processors = Processors {
        cores,
        arbiter,
        lock_unit: LockUnitKind::None,
    };
    let loads = [Load::Writes, Load::Reads, Load::Methods, Load::Mixed(4)];
    let mut longest = [0; 3];
    for (pause, load) in PAUSES
        .iter()
        .flat_map(|pause| loads.map(|load| (*pause, load)))
    {
        let met = met((processors, machine), core, pause, load);
        for (longest, met) in longest.iter_mut().zip(met) {
            *longest = met.max(*longest);
        }
    }
    let timing = MemoryTiming::of_machine(machine).unwrap();
    let waits = longest_waits(processors, timing, WORDS);
    let mut bounds = [waits.read, waits.write, waits.following];
    let case = format!("{arbiter:?}, {cores} cores, {timing:?}");
    // What cannot follow without wait states is not met, and after a read of its own a core may be nearer to its next turn.
    assert!(
        longest[2] <= bounds[2],
        "{case}: {longest:?}, bounds {bounds:?}"
    );
    (longest[2], bounds[2]) = (0, 0);
    assert_eq!(longest, bounds, "{case}");
}

fn explore(arbiter: impl Fn(&MachineConfig) -> ArbiterKind, core: impl Fn(u8) -> usize) {
    for machine in memories() {
        for cores in [2, 3, 4, 8] {
            agree(arbiter(&machine), cores, &machine, core(cores));
        }
    }
}

#[test]
fn an_access_waits_at_most_for_the_slots_of_the_others_and_its_gap() {
    explore(|machine| ArbiterKind::Tdma(Slots::fitting(machine)), |_| 0);
    let long = |machine: &MachineConfig| {
        let fitting = Slots::fitting(machine);
        ArbiterKind::Tdma(Slots {
            slot: fitting.slot + 3,
            read_gap: fitting.read_gap + 1,
            ..fitting
        })
    };
    explore(long, |cores| usize::from(cores) - 1);
}

#[test]
fn round_robin_lets_an_access_wait_for_one_of_each_other_core() {
    explore(|_| ArbiterKind::RoundRobin, |_| 1);
}

#[test]
fn fair_lets_an_access_wait_for_a_whole_load_of_each_other_core_and_its_own_load_go_on() {
    explore(|_| ArbiterKind::Fair, |cores| usize::from(cores) - 1);
}

#[test]
fn fixed_priority_lets_core_0_wait_for_what_is_under_way() {
    explore(|_| ArbiterKind::FixedPriority, |_| 0);
}

#[test]
fn the_lock_table_serves_an_operation_after_one_of_each_other_core() {
    for cores in 2..=8_u8 {
        let mut longest = 0;
        for pause in 1..12 {
            longest = longest.max(longest_halt(usize::from(cores), pause));
        }
        assert_eq!(longest, longest_operation(cores), "{cores} cores");
    }
}

/// Longest time for which core 0 is halted for an operation on a lock of its own, as are the others, with pauses of so many cycles at most.
fn longest_halt(cores: usize, pause: u64) -> u64 {
    let mut unit = LockUnit::new(LockUnitKind::Ihlu, cores);
    let mut rng = Rng::with_seed(pause);
    let mut requests = vec![LockRequest::default(); cores];
    let mut pauses = vec![0; cores];
    let (mut halted, mut longest) = (0, 0);
    for _ in 0..5 * CYCLES {
        let answers: Vec<_> = unit.answers(&requests, false).collect();
        if answers[0].halted {
            halted += 1;
            longest = longest.max(halted);
        } else {
            halted = 0;
        }
        unit.clock(&requests);
        for (number, request) in requests.iter_mut().enumerate() {
            request.req = false;
            if answers[number].halted {
                // A device takes two cycles at least from the end of an operation to the next.
                let most = if number == 0 { 100 } else { pause };
                pauses[number] = 2 + rng.u64(0..most);
            } else if pauses[number] > 0 {
                pauses[number] -= 1;
            } else {
                *request = LockRequest {
                    req: true,
                    unlock: !request.unlock,
                    data: number as u32 + 100,
                };
            }
        }
    }
    longest
}

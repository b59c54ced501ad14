//! A machine with its past: snapshots in memory, the input with its cycles, and all output once.
//!
//! ```text
//!   snapshots   |--------|----|--|-|-|     dense near the present, at most as many as the budget allows
//!   input          ^ fed in this cycle     fed again in the same cycle when it is replayed
//!   output       . ..   .  . .. .          recorded when it left first
//!   now                        ^           anywhere from the first cycle on
//! ```

use std::collections::BTreeMap;

use isa::Output;
use sim_core::cmp::Multiprocessor;
use sim_core::{Machine, MachineState};
use superblock::{Arrivals, BlockMachine};

use crate::checkpoint::now::{Now, Snapshot};
use crate::checkpoint::thinning::victim;
use crate::checkpoint::watcher::{Companion, Watcher};
use crate::ending::Ending;

/// Cycles between two snapshots of a machine with a small memory.
const INTERVAL: u64 = 1 << 16;
/// Words of memory above which snapshots are further apart in proportion.
const SMALL_MEMORY: u64 = 1 << 18;
/// Fewer snapshots are never kept.
const FEWEST: usize = 8;

/// Reasons why a run on the timeline stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The cycle asked for.
    Limit,
    /// The watcher stopped it.
    Watched,
    /// The first cycle of the timeline, on the way back.
    Start,
    /// The program has ended.
    End,
}

/// A machine and the way it came. `P` watches it all the way, and what it has seen belongs to the cycle: going back takes it
/// back, too.
#[derive(Debug, Clone)]
pub struct Timeline<P> {
    now: Now<P>,
    snapshots: BTreeMap<u64, Snapshot<P>>,
    most: usize,
    interval: u64,
    /// Bytes with the cycle in which they were fed, in order.
    inputs: Vec<(u64, Vec<u8>)>,
    /// Outputs in order, each with the cycle after its write.
    outputs: Vec<(u64, Output)>,
    first: u64,
    farthest: u64,
    /// Conditions that end it, and the last cycle.
    ending: Ending<'static>,
    exit_text: bool,
    end: Option<u64>,
}

impl<P: Companion> Timeline<P> {
    /// The timeline that begins with this machine; its snapshots take about `budget` bytes.
    #[must_use]
    pub fn new(machine: Machine, probe: P, budget: usize) -> Self {
        let now = Now::One(Box::new((BlockMachine::new(machine), probe)));
        Self::of(now, budget)
    }

    /// The same of several processors, each with a probe. Processor 0 is the chosen one.
    #[must_use]
    pub fn several(
        processors: Multiprocessor,
        probe: impl Fn(&MachineState) -> P,
        budget: usize,
    ) -> Self {
        Self::of(Now::several(processors, probe), budget)
    }

    fn of(now: Now<P>, budget: usize) -> Self {
        let words = u64::from(now.machine().config().memory_words);
        let first = now.machine().state.cycle;
        let mut timeline = Self {
            snapshots: BTreeMap::new(),
            most: (budget / (4 * words as usize)).max(FEWEST),
            interval: INTERVAL * words.div_ceil(SMALL_MEMORY),
            inputs: Vec::new(),
            outputs: Vec::new(),
            first,
            farthest: first,
            ending: Ending::of_program(false),
            exit_text: false,
            end: None,
            now,
        };
        timeline.keep();
        timeline
    }

    /// The same for an image of the original, which ends by its exit text.
    #[must_use]
    pub fn ending_by_text(mut self) -> Self {
        self.exit_text = true;
        self.ending = Ending::of_program(true);
        self
    }

    /// The machine now; of several processors the chosen one, with the memory of all.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        self.now.machine()
    }

    /// Number of processors.
    #[must_use]
    pub fn cores(&self) -> usize {
        self.now.cores().0
    }

    /// The chosen one.
    #[must_use]
    pub fn core(&self) -> usize {
        self.now.cores().1
    }

    /// Chooses a processor, whose number is below that of [`Timeline::cores`]; time stays where it is.
    pub fn choose(&mut self, core: usize) {
        self.now.choose(core);
    }

    /// The same with every cycle on the reference.
    #[must_use]
    pub fn on_reference(mut self) -> Self {
        self.now = self.now.on_reference();
        self
    }

    /// Cycles that have run as superblocks, those that were replayed among them.
    #[must_use]
    pub fn block_cycles(&self) -> u64 {
        self.now.block_cycles()
    }

    /// Observations of the probe until now.
    #[must_use]
    pub fn probe(&self) -> &P {
        self.now.probe()
    }

    /// The cycle that comes next.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.machine().state.cycle
    }

    /// The first cycle that can be gone to.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The last cycle that was ever reached.
    #[must_use]
    pub fn farthest(&self) -> u64 {
        self.farthest
    }

    /// The cycle at which the program has ended, if it was seen to end.
    #[must_use]
    pub fn end(&self) -> Option<u64> {
        self.end
    }

    /// Snapshots kept.
    #[must_use]
    pub fn snapshots(&self) -> usize {
        self.snapshots.len()
    }

    /// All outputs until now, with their cycles.
    #[must_use]
    pub fn outputs(&self) -> &[(u64, Output)] {
        let now = self.cycle();
        &self.outputs[..self.outputs.partition_point(|(cycle, _)| *cycle <= now)]
    }

    /// All that ever left the machine, also after now.
    #[must_use]
    pub fn recorded_outputs(&self) -> &[(u64, Output)] {
        &self.outputs
    }

    /// Feeds the UART now. What was recorded after now did not know these bytes: it is forgotten.
    pub fn feed(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let now = self.cycle();
        if now < self.farthest {
            self.snapshots.split_off(&(now + 1));
            self.inputs.retain(|(cycle, _)| *cycle <= now);
            self.outputs.retain(|(cycle, _)| *cycle <= now);
            self.farthest = now;
            self.end = self.end.filter(|end| *end <= now);
            self.ending = Ending::of_program(self.exit_text);
            for (cycle, output) in &self.outputs {
                self.ending.sees(*output, *cycle);
            }
        }
        self.inputs.push((now, bytes.to_vec()));
        self.now.feed(bytes);
        // A snapshot of this cycle was taken before the bytes came.
        self.snapshots.remove(&now);
        self.keep();
    }

    /// Runs forward until `watcher` stops it or the cycle is `limit`.
    pub fn run<W: Watcher<P>>(&mut self, limit: u64, watcher: &mut W) -> Moment {
        while self.cycle() < limit {
            if self.end == Some(self.cycle()) {
                return Moment::End;
            }
            let pause = self.next_event().min(limit);
            let moment = self.run_plain(pause, watcher);
            self.farthest = self.farthest.max(self.cycle());
            self.pass_event();
            if let Some(moment) = moment {
                return moment;
            }
        }
        Moment::Limit
    }

    /// Runs back to the last cycle before now at which `watcher` stops, else to the first.
    pub fn run_back<W: Watcher<P>>(&mut self, watcher: &mut W) -> Moment {
        let mut last = self.cycle().saturating_sub(1);
        let home = self.core();
        while last > self.first {
            let start = self.restore_before(last);
            let mut found = None;
            while self.cycle() < last && self.run(last, watcher) == Moment::Watched {
                found = Some((self.cycle(), self.core()));
                self.choose(home);
            }
            if let Some((cycle, core)) = found {
                self.goto(cycle);
                self.choose(core);
                return Moment::Watched;
            }
            last = start;
        }
        self.goto(self.first);
        Moment::Start
    }

    /// Goes to a cycle, back or forward; stops at the first cycle or where the program ends.
    pub fn goto(&mut self, cycle: u64) -> Moment {
        let target = cycle.max(self.first);
        if target < self.cycle() {
            self.restore_before(target + 1);
        }
        match self.run(target, &mut sim_core::NoProbe) {
            Moment::Limit if target > cycle => Moment::Start,
            moment => moment,
        }
    }

    /// A copy of the machine and its probe as they are at a cycle, before now or after; the timeline stays where it is. Several
    /// processors have no machine that runs alone: the copy is that of the chosen one now.
    #[must_use]
    pub fn copy_at(&self, cycle: u64) -> (BlockMachine, P) {
        let cycle = cycle.max(self.first);
        let Now::One(one) = &self.now else {
            let machine = BlockMachine::reference(self.machine().clone());
            return (machine, self.probe().clone());
        };
        let (mut machine, mut probe) = one.as_ref().clone();
        if cycle < self.cycle()
            && let Some((_, Snapshot::One(state, before))) =
                self.snapshots.range(..=cycle).next_back()
        {
            machine.machine_mut().state.clone_from(state);
            probe.clone_from(before);
        }
        loop {
            let now = machine.machine().state.cycle;
            if now >= cycle {
                return (machine, probe);
            }
            let fed = self.inputs.partition_point(|(fed, _)| *fed <= now);
            let next = self.inputs.get(fed).map_or(u64::MAX, |(fed, _)| *fed);
            let pause = next.min(cycle);
            while machine.machine().state.cycle < pause {
                probe.run(&mut machine, pause, Arrivals::new(&[]));
            }
            let now_fed = self.inputs[fed..].iter().take_while(|(at, _)| *at == pause);
            for (_, bytes) in now_fed {
                machine
                    .machine_mut()
                    .state
                    .memory_system
                    .io
                    .uart
                    .feed(bytes);
            }
        }
    }

    /// Goes to the last snapshot before a cycle, which is after the first one; gives the snapshot's cycle.
    fn restore_before(&mut self, cycle: u64) -> u64 {
        // There is always the first one.
        if let Some((_, snapshot)) = self.snapshots.range(..cycle).next_back() {
            self.now.restore(snapshot);
        }
        self.cycle()
    }

    /// The next cycle at which a snapshot is due or recorded input comes.
    fn next_event(&self) -> u64 {
        let now = self.cycle();
        let before = self.snapshots.range(..=now).next_back();
        let due = before.map_or(now, |(cycle, _)| *cycle) + self.interval;
        let fed = self.inputs.partition_point(|(cycle, _)| *cycle <= now);
        let input = self.inputs.get(fed).map_or(u64::MAX, |(cycle, _)| *cycle);
        due.max(now + 1).min(input)
    }

    /// Takes the snapshot or gives the input of the cycle just reached.
    fn pass_event(&mut self) {
        let now = self.cycle();
        let first = self.inputs.partition_point(|(cycle, _)| *cycle < now);
        for (_, bytes) in self.inputs[first..]
            .iter()
            .take_while(|(cycle, _)| *cycle == now)
        {
            self.now.feed(bytes);
        }
        let before = self.snapshots.range(..=now).next_back();
        if before.is_none_or(|(cycle, _)| now - cycle >= self.interval) {
            self.keep();
        }
    }

    /// Runs without regard to snapshots and input.
    fn run_plain<W: Watcher<P>>(&mut self, pause: u64, watcher: &mut W) -> Option<Moment> {
        while self.cycle() < pause {
            if let Some(output) = self.now.run_unwatched(pause, watcher) {
                let cycle = self.cycle();
                if cycle > self.farthest {
                    self.outputs.push((cycle, output));
                    if self.ending.sees(output, cycle).is_some() {
                        self.end = Some(cycle);
                    }
                }
                if self.end == Some(cycle) {
                    let watched = self.now.stops(watcher);
                    return Some(if watched {
                        Moment::Watched
                    } else {
                        Moment::End
                    });
                }
            }
            if self.now.stops(watcher) {
                return Some(Moment::Watched);
            }
        }
        None
    }

    fn keep(&mut self) {
        let now = self.cycle();
        self.snapshots.insert(now, self.now.snapshot());
        if self.snapshots.len() > self.most {
            let cycles = self.snapshots.keys().copied().collect::<Vec<_>>();
            if let Some(index) = victim(&cycles, now) {
                self.snapshots.remove(&cycles[index]);
            }
        }
    }
}

//! Responses of a run: from the microsecond of each release to the call of `waitForNextPeriod`.

use cost_model::RowId;
use fast_engine::{Executed, Probe};
use isa::op;
use jopizer::Linked;

use super::Set;

/// Watches the ends of jobs.
#[derive(Debug)]
pub(crate) struct Responses {
    field: u32,
    wait: u32,
    cycles_per_us: u64,
    /// Microsecond of the start of the mission.
    start: Option<u64>,
    threads: Vec<Watched>,
    /// Most words of a stack that was exchanged.
    pub(crate) stack_words: u32,
}

#[derive(Debug)]
struct Watched {
    run: u32,
    offset: u64,
    period: u64,
    /// Cycles in which jobs ended before the start was known.
    early: Vec<u64>,
    jobs: u64,
    longest: u64,
}

impl Responses {
    pub(crate) fn new(
        set: &Set,
        linked: &Linked,
        threads: &[response::Thread],
        clock_hz: u32,
    ) -> Result<Self, String> {
        let symbols = &linked.symbols;
        let mut statics = symbols.statics.iter();
        let mark = statics.find(|it| it.class.ends_with(".Main") && it.name == "mark");
        let mut methods = symbols.methods.iter();
        let wait = methods.find(|it| it.name == "waitForNextPeriod");
        let (Some(mark), Some(wait)) = (mark, wait) else {
            return Err("the program has no mark of its start".to_owned());
        };
        let threads = threads.iter().zip(&set.threads).map(|(it, of)| Watched {
            run: it.run,
            offset: of.offset.into(),
            period: of.period.into(),
            early: Vec::new(),
            jobs: 0,
            longest: 0,
        });
        Ok(Self {
            field: mark.address,
            wait: wait.address,
            cycles_per_us: u64::from(clock_hz / 1_000_000),
            start: None,
            threads: threads.collect(),
            stack_words: 1,
        })
    }

    pub(crate) fn field(&self) -> u32 {
        self.field
    }

    /// The longest response of a thread in cycles, and its number of jobs.
    pub(crate) fn longest(&self, thread: usize) -> (u64, u64) {
        let found = self.threads.get(thread);
        found.map_or((0, 0), |it| (it.longest, it.jobs))
    }
}

impl Watched {
    fn ended(&mut self, cycle: u64, start: u64, cycles_per_us: u64) {
        let release = (start + self.offset + self.jobs * self.period) * cycles_per_us;
        self.jobs += 1;
        self.longest = self.longest.max(cycle.saturating_sub(release));
    }
}

impl Probe for Responses {
    const SUMS: bool = true;

    fn executed(&mut self, executed: &Executed) {
        if matches!(
            executed.path.row,
            RowId::Bytecode(op::JOPSYS_INT2EXT | op::JOPSYS_EXT2INT)
        ) {
            self.stack_words = self.stack_words.max(executed.runs);
        }
        if executed.lookup.map(|it| it.method) != Some(self.wait) {
            return;
        }
        let run = executed.place.method;
        let (start, per_us) = (self.start, self.cycles_per_us);
        let Some(thread) = self.threads.iter_mut().find(|it| it.run == run) else {
            return;
        };
        match start {
            Some(start) => thread.ended(executed.cycle, start, per_us),
            None => thread.early.push(executed.cycle),
        }
    }

    fn wrote(&mut self, field: u32, data: u32) {
        if field != self.field || self.start.is_some() {
            return;
        }
        let start = u64::from(data);
        self.start = Some(start);
        for thread in &mut self.threads {
            for cycle in std::mem::take(&mut thread.early) {
                thread.ended(cycle, start, self.cycles_per_us);
            }
        }
    }
}

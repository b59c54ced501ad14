//! Responses of the threads of `joplab.RtThread` in a run: from the microsecond of each release to the call of `waitForNextPeriod`.

use cost_model::RowId;
use fast_engine::{DeviceAccess, Executed, Probe};
use isa::address::{device_register, device_select, system};
use isa::op;
use jopizer::Symbols;
use run::End;

use crate::runs::{ObserveError, Watched};

/// From the read of the clock in `PeriodicTask.start` to the start of the mission: `PeriodicTask.LEAD`. Unit: microseconds.
pub const LEAD: u32 = 100;
/// Of the runtime.
const TASK: &str = "com.jopdesign.sys.PeriodicTask";

/// A thread to watch. Unit of times: microseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timed {
    /// Address of the code of its job.
    pub job: u32,
    /// Of the first release.
    pub offset: u32,
    /// From release to release.
    pub period: u32,
}

/// What a run has shown of a thread.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeenThread {
    /// Jobs that ended.
    pub jobs: u64,
    /// The longest response; of a job that has not ended, until the end of the run. Unit: cycles.
    pub longest: u64,
    /// Cycle in which that one ended.
    pub at: u64,
}

/// What a run has shown of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenSet {
    /// By thread.
    pub threads: Vec<SeenThread>,
    /// Most words of a stack that was exchanged.
    pub stack_words: u32,
    /// How the run ended.
    pub end: End,
}

/// Runs a program, and watches its threads, whose jobs have to be different methods.
///
/// # Errors
/// If the engine cannot be this machine or cannot run the program.
pub fn responses_of(watched: &Watched<'_>, threads: &[Timed]) -> Result<SeenSet, ObserveError> {
    let per_us = u64::from(watched.config.clk_freq_hz / 1_000_000);
    let probe = Responses::new(watched.symbols, threads, per_us);
    let (mut probe, end) = watched.run(probe, None)?;
    probe.end();
    Ok(SeenSet {
        threads: probe.seen,
        stack_words: probe.stack_words,
        end,
    })
}

/// Watches the ends of jobs.
#[derive(Debug)]
pub(crate) struct Responses {
    start_method: u32,
    wait: u32,
    cycles_per_us: u64,
    /// The last read of the counter.
    clock: u32,
    /// Microsecond of the start of the mission.
    start: Option<u64>,
    threads: Vec<Timed>,
    /// Threads whose job has returned to their `run`, the last one first to wait.
    ended: Vec<usize>,
    /// Cycle after the last bytecode.
    now: u64,
    pub(crate) seen: Vec<SeenThread>,
    pub(crate) stack_words: u32,
}

impl Responses {
    pub(crate) fn new(symbols: &Symbols, threads: &[Timed], cycles_per_us: u64) -> Self {
        let find = |name: &str| {
            let mut methods = symbols.methods.iter();
            let found = methods.find(|it| it.class == TASK && it.name == name);
            found.map_or(u32::MAX, |it| it.address)
        };
        Self {
            start_method: find("start"),
            wait: find("waitForNextPeriod"),
            cycles_per_us,
            clock: 0,
            start: None,
            threads: threads.to_vec(),
            ended: Vec::new(),
            now: 0,
            seen: vec![SeenThread::default(); threads.len()],
            stack_words: 1,
        }
    }

    /// Cycle of a release of a thread.
    pub(crate) fn release(&self, number: usize, job: u64) -> Option<u64> {
        let of = &self.threads[number];
        let us = self.start? + u64::from(of.offset) + job * u64::from(of.period);
        Some(us * self.cycles_per_us)
    }

    fn waits(&mut self, number: usize, cycle: u64) {
        let Some(release) = self.release(number, self.seen[number].jobs) else {
            return;
        };
        self.seen[number].jobs += 1;
        self.lasts(number, release, cycle);
    }

    /// A job of a thread lasts from its release to a cycle at least.
    fn lasts(&mut self, number: usize, release: u64, cycle: u64) {
        let seen = &mut self.seen[number];
        let response = cycle.saturating_sub(release);
        if response >= seen.longest {
            (seen.longest, seen.at) = (response, cycle);
        }
    }

    /// The run has ended: what has been released and has not ended lasts at least until then.
    fn end(&mut self) {
        for number in 0..self.threads.len() {
            if let Some(release) = self.release(number, self.seen[number].jobs) {
                self.lasts(number, release, self.now);
            }
        }
    }
}

impl Probe for Responses {
    const SUMS: bool = true;
    const DEVICES: bool = true;

    fn accessed(&mut self, access: &DeviceAccess) {
        let is_system = device_select(access.address) == 0;
        let register = device_register(access.address);
        if is_system && register == system::register::MICROSECOND_COUNTER && !access.is_write {
            self.clock = access.word;
        }
    }

    fn executed(&mut self, executed: &Executed) {
        let method = executed.place.method;
        self.now = executed.cycle + executed.cycles;
        match executed.path.row {
            RowId::Bytecode(op::JOPSYS_INT2EXT | op::JOPSYS_EXT2INT) => {
                self.stack_words = self.stack_words.max(executed.runs);
            }
            RowId::Bytecode(op::JOPSYS_RD) if method == self.start_method => {
                self.start = Some(u64::from(self.clock.wrapping_add(LEAD)));
            }
            RowId::Bytecode(op::RETURN) => {
                self.ended
                    .extend(self.threads.iter().position(|it| it.job == method));
            }
            _ => {}
        }
        if executed.lookup.map(|it| it.method) == Some(self.wait)
            && let Some(number) = self.ended.pop()
        {
            self.waits(number, executed.cycle);
        }
    }
}

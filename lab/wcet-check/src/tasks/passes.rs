//! What the prices of a response are for, measured in a run: passes through the scheduler, reloads after interrupts, times with
//! interrupts off, and jobs without all that.

use std::collections::{BTreeMap, BTreeSet};

use cost_model::{EvaluatedTable, RowId};
use fast_engine::{DeviceAccess, Executed, Probe};
use isa::address::{device_register, device_select, system};
use isa::op;
use jopizer::Symbols;
use method_cache::{MethodCache, Organisation};

/// Of the runtime.
const HELP: &str = "com.jopdesign.sys.JVMHelp";
/// Bytecodes that copy stacks.
const COPIES: [u8; 2] = [op::JOPSYS_INT2EXT, op::JOPSYS_EXT2INT];

/// The most that a run has shown. Unit: cycles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Shown {
    /// By thread.
    pub(super) threads: Vec<ShownThread>,
    /// With interrupts off in the scheduler, without copies of stacks.
    pub(super) scheduler: u64,
}

/// The same of a thread.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ShownThread {
    /// From an interrupt to the first bytecode of the job, without copies of stacks.
    pub(super) start: u64,
    /// The same, and from the end of the job to the interrupted bytecode, without the load of its method.
    pub(super) release: u64,
    /// Loads after an interrupt of what it has taken from the cache.
    pub(super) reload: u64,
    /// With interrupts off in the job.
    pub(super) section: u64,
    /// Number of the job in which that was, if nobody had interrupted it, and the cycle in which it began.
    pub(super) section_at: Option<(u64, u64)>,
    /// A job without others, by the number of interrupts.
    pub(super) jobs: BTreeMap<u64, u64>,
    begun: u64,
}

/// A job that has begun.
struct Running {
    thread: usize,
    number: u64,
    /// Its own cycles until it was interrupted.
    own: u64,
    interrupts: u64,
    /// From the interrupt to the job; none if the job did not follow an interrupt.
    start: Option<u64>,
    /// The cache as it would be without the last interrupt.
    ghost: Option<Organisation>,
    /// Methods that were looked up since then.
    touched: BTreeSet<u32>,
    reload: u64,
}

/// Between jobs: after an interrupt, or after the end of a job.
#[derive(Debug, Clone, Copy)]
struct Pass {
    since: u64,
    /// Cycles in copies of stacks.
    copies: u64,
    is_interrupt: bool,
    /// The thread whose job has ended, with the cycles of its start.
    ended: Option<(usize, u64)>,
}

/// Interrupts are off.
#[derive(Debug, Clone, Copy)]
struct Off {
    since: u64,
    copies: u64,
    is_scheduler: bool,
}

/// Watches the passes.
pub(super) struct Passes {
    interrupt: u32,
    runs: BTreeSet<u32>,
    jobs: Vec<u32>,
    per_word: [u64; 2],
    cache: Organisation,
    stack: Vec<Running>,
    /// Since when the job on the stack runs.
    mark: u64,
    pass: Option<Pass>,
    /// What interrupts have interrupted: a job or main, or the way of a job from its end to its wait.
    interrupted: Vec<Option<Pass>>,
    off: Option<Off>,
    pub(super) shown: Shown,
}

impl Passes {
    /// Watches threads by their jobs.
    pub(super) fn new(
        symbols: &Symbols,
        jobs: &[u32],
        costs: &EvaluatedTable,
        cache: Organisation,
    ) -> Self {
        let mut methods = symbols.methods.iter();
        let interrupt = methods.find(|it| it.class == HELP && it.name == "interrupt");
        let runs = symbols.methods.iter().filter(|it| it.name == "run");
        let per_word = COPIES.map(|opcode| {
            let row = &costs.bytecodes[usize::from(opcode)];
            row.usual.cycles_per_count.into()
        });
        Self {
            interrupt: interrupt.map_or(u32::MAX, |it| it.address),
            runs: runs.map(|it| it.address).collect(),
            jobs: jobs.to_vec(),
            per_word,
            cache,
            stack: Vec::new(),
            mark: 0,
            pass: None,
            interrupted: Vec::new(),
            off: None,
            shown: Shown {
                threads: vec![ShownThread::default(); jobs.len()],
                scheduler: 0,
            },
        }
    }

    fn interrupted(&mut self, cycle: u64) {
        if self.pass.is_none()
            && let Some(job) = self.stack.last_mut()
        {
            job.own += cycle - self.mark;
            job.interrupts += 1;
            job.ghost = Some(self.cache.clone());
            job.touched.clear();
            job.reload = 0;
        }
        self.interrupted.push(self.pass);
        self.pass = Some(Pass {
            since: cycle,
            copies: 0,
            is_interrupt: true,
            ended: None,
        });
        self.off = Some(Off {
            since: cycle,
            copies: 0,
            is_scheduler: true,
        });
    }

    /// A job begins with the next bytecode.
    fn begins(&mut self, thread: usize, cycle: u64) {
        let pass = self.pass.take().filter(|pass| pass.is_interrupt);
        let start = pass.map(|pass| cycle - pass.since - pass.copies);
        let shown = &mut self.shown.threads[thread];
        shown.start = shown.start.max(start.unwrap_or(0));
        shown.begun += 1;
        self.mark = cycle;
        self.stack.push(Running {
            thread,
            number: shown.begun - 1,
            own: 0,
            interrupts: 0,
            start,
            ghost: None,
            touched: BTreeSet::new(),
            reload: 0,
        });
    }

    /// A job has returned to its `run`.
    fn ends(&mut self, cycle: u64) {
        let Some(job) = self.stack.pop() else { return };
        let own = job.own + cycle - self.mark;
        let most = self.shown.threads[job.thread].jobs.entry(job.interrupts);
        let most = most.or_default();
        *most = own.max(*most);
        self.pass = Some(Pass {
            since: cycle,
            copies: 0,
            is_interrupt: false,
            ended: job.start.map(|start| (job.thread, start)),
        });
    }

    /// An interrupted job, or main, goes on; its method was loaded in so many cycles.
    fn returns(&mut self, cycle: u64, load: u64) {
        self.mark = cycle;
        let before = self.interrupted.pop().flatten();
        // What an interrupt was in cannot be measured.
        let before = before.map(|pass| Pass {
            is_interrupt: false,
            ended: None,
            ..pass
        });
        let Some(pass) = std::mem::replace(&mut self.pass, before) else {
            return;
        };
        if let Some((thread, start)) = pass.ended {
            let most = &mut self.shown.threads[thread].release;
            *most = (start + cycle - pass.since - pass.copies - load).max(*most);
        }
    }

    /// A lookup of the job that runs.
    fn looked_up(&mut self, executed: &Executed) {
        let Some(lookup) = executed.lookup else {
            return;
        };
        let is_job = self.pass.is_none();
        if let Some(job) = self.stack.last_mut().filter(|_| is_job)
            && let Some(ghost) = &mut job.ghost
        {
            let would_hit = ghost.lookup(lookup.method, lookup.words).hit;
            let is_first = job.touched.insert(lookup.method);
            if is_first && would_hit && !lookup.hit {
                job.reload += lookup.cycles;
                let most = &mut self.shown.threads[job.thread].reload;
                *most = job.reload.max(*most);
            }
        }
        self.cache.lookup(lookup.method, lookup.words);
    }

    fn switched(&mut self, is_on: bool, cycle: u64) {
        let is_scheduler = self.pass.is_some() || self.stack.is_empty();
        if !is_on {
            self.off.get_or_insert(Off {
                since: cycle,
                copies: 0,
                is_scheduler,
            });
            return;
        }
        let has_begun = self.shown.threads.iter().any(|it| it.begun > 0);
        let Some(off) = self.off.take().filter(|_| has_begun) else {
            return;
        };
        let cycles = cycle - off.since - off.copies;
        if off.is_scheduler {
            self.shown.scheduler = self.shown.scheduler.max(cycles);
        } else if let Some(job) = self.stack.last() {
            let shown = &mut self.shown.threads[job.thread];
            if cycles > shown.section {
                shown.section = cycles;
                let is_alone = job.interrupts == 0 && job.start.is_some();
                shown.section_at = is_alone.then_some((job.number, off.since));
            }
        }
    }
}

impl Probe for Passes {
    const BYTECODES: bool = true;
    const DEVICES: bool = true;

    fn accessed(&mut self, access: &DeviceAccess) {
        let is_system = device_select(access.address) == 0;
        let register = device_register(access.address);
        if is_system && register == system::register::INTERRUPT_ENABLE && access.is_write {
            self.switched(access.word & 1 == 1, access.cycle);
        }
    }

    fn executed(&mut self, executed: &Executed) {
        let end = executed.cycle + executed.cycles;
        let method = executed.place.method;
        let RowId::Bytecode(opcode) = executed.path.row else {
            if executed.path.row == RowId::Interrupt {
                self.interrupted(executed.cycle);
            }
            self.looked_up(executed);
            return;
        };
        if let Some(which) = COPIES.iter().position(|it| *it == opcode) {
            let copies = self.per_word[which] * u64::from(executed.runs);
            for sum in [
                self.pass.as_mut().map(|it| &mut it.copies),
                self.off.as_mut().map(|it| &mut it.copies),
            ] {
                sum.into_iter().for_each(|sum| *sum += copies);
            }
        }
        self.looked_up(executed);
        let to = executed.lookup.map(|it| it.method);
        let job = |address: u32| self.jobs.iter().position(|it| *it == address);
        if let Some(thread) = to.and_then(job).filter(|_| self.runs.contains(&method)) {
            self.begins(thread, end);
        } else if opcode == op::RETURN
            && to.is_some_and(|to| self.runs.contains(&to))
            && job(method).is_some()
        {
            self.ends(end);
        } else if opcode == op::RETURN && method == self.interrupt {
            self.returns(end, executed.lookup.map_or(0, |it| it.cycles));
        }
    }
}

//! What threads and the scheduler take, from bounds of their methods and the cost table.

use std::collections::BTreeSet;

use cost_model::Scenario;
use isa::{Bytecode, OrganisationKind, op};
use jopizer::linked_code::Instruction;
use jopizer::symbols::MethodSymbol;
use jopizer::{Image, Symbols};
use wcet::{Analyser, Analysis, BoundSource, CachePolicy, Options};

use crate::code::Linked;
use crate::found::{Code, code_of};
use crate::sections::{self, Section, Sections};
use crate::{Common, Demand, ResponseError};

/// Words that copies of stacks are priced for in bounds of the scheduler: `Dispatcher.MOST_WORDS`.
const COPIED: u32 = 1023;
/// Words of the stack RAM below the stack.
const STACK_START: u32 = 64;
/// Cycles from the microsecond of a release to the first boundary that may take the interrupt.
const REQUEST: u64 = 3;
/// Of the runtime: the interrupt's entry, the scheduler, and what threads call.
const ENTRY: (&str, &str) = ("com.jopdesign.sys.JVMHelp", "interrupt");
const DISPATCHER: (&str, &str) = ("com.jopdesign.sys.Dispatcher", "run");
const WAIT: (&str, &str) = ("com.jopdesign.sys.PeriodicTask", "waitForNextPeriod");
const LAUNCH: (&str, &str) = ("com.jopdesign.sys.PeriodicTask", "launch");
/// The scheduler of `java.lang.Thread`.
const OTHER: &str = "com.jopdesign.sys.Scheduler";

/// A thread. Unit of all times: cycles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// Its class.
    pub class: String,
    /// Larger numbers run first.
    pub priority: i32,
    /// From release to release.
    pub period: u64,
    /// Most by which a release comes late.
    pub jitter: u64,
    /// Most from the release to the end of the job.
    pub deadline: u64,
}

/// What threads and the scheduler take. Unit: cycles.
#[derive(Debug, Clone, PartialEq)]
pub struct Prices {
    /// Each thread's demand, in the order of the threads.
    pub threads: Vec<Demand>,
    /// Bounds of the jobs.
    pub jobs: Vec<Analysis>,
    /// Bounds of the scheduler, and of times with interrupts off.
    pub others: Vec<Analysis>,
    /// A timer interrupt, from its entry to the return, with an exchange of stacks.
    pub interrupt: u64,
    /// A call of `waitForNextPeriod` with an exchange of stacks.
    pub wait: u64,
    /// The copies of stacks in each of them.
    pub copies: u64,
    /// The load of what was interrupted, in an interrupt.
    pub back: u64,
    /// Most from a boundary between bytecodes to the next, and from a request to the first boundary.
    pub latency: u64,
    /// The longest time with interrupts off of each thread.
    pub sections: Vec<Option<Section>>,
    /// The longest of main after the start of the mission.
    pub background: Option<Section>,
    /// Why others of main have no bound: they are left out.
    pub unknown: Vec<String>,
    /// Methods of the program that write registers of devices, and are taken not to switch interrupts off.
    pub writers: Vec<String>,
}

impl Prices {
    /// What nobody can interrupt.
    #[must_use]
    pub fn common(&self) -> Common {
        Common {
            scheduler: self.interrupt.max(self.wait),
            background: self.background.as_ref().map_or(0, |it| it.cycles),
            latency: self.latency,
        }
    }
}

/// What prices come from.
struct Priced<'a> {
    linked: Linked<'a>,
    analyser: &'a Analyser<'a>,
    options: &'a Options<'a>,
    stack_words: u32,
}

/// Prices the scheduler and the threads, all that the program makes. Stacks have at most so many words when they are exchanged, or as many
/// as the stack RAM.
///
/// # Errors
/// If a method has no bound, or the program schedules otherwise.
pub fn prices(
    (image, symbols): (&Image, &Symbols),
    analyser: &Analyser<'_>,
    options: &Options<'_>,
    threads: &[Thread],
    stack_words: Option<u32>,
) -> Result<Prices, ResponseError> {
    let options = &Options {
        is_preempted: true,
        cores: None,
        ..options.clone()
    };
    let is_other = |it: &MethodSymbol| it.class == OTHER;
    if symbols.methods.iter().any(is_other) {
        return Err(ResponseError::OtherThreads);
    }
    let linked = Linked { image, symbols };
    let whole = (1 << options.config.ram_width) - STACK_START;
    let priced = Priced {
        linked,
        analyser,
        options,
        stack_words: stack_words.unwrap_or(whole),
    };
    let (interrupt, by_interrupt) = priced.interrupt(threads.len())?;
    let (wait, by_wait) = priced.scheduler(WAIT, threads.len())?;
    let main = sections::of_main(linked, analyser)?;
    let main = sections::of_methods(linked, analyser, options, &main)?;
    let mut others = vec![by_interrupt, by_wait];
    others.extend(main.bounds);
    let mut all = Prices {
        threads: Vec::new(),
        jobs: Vec::new(),
        others,
        interrupt,
        wait,
        copies: priced.per_word() * u64::from(priced.stack_words),
        back: priced.load(op::RETURN, priced.longest_method()),
        latency: priced.longest_bytecode() + REQUEST,
        sections: Vec::new(),
        background: main.longest,
        unknown: main.without,
        writers: sections::writers(linked),
    };
    for thread in threads {
        // The interrupt of its release passes over those that run before it.
        let before = threads.iter().filter(|it| it.priority >= thread.priority);
        let (interrupt, _) = priced.interrupt(before.count() - 1)?;
        let (demand, job, sections) = priced.demand(thread, interrupt, wait)?;
        all.threads.push(demand);
        all.jobs.push(job);
        all.sections.push(sections.longest);
        all.others.extend(sections.bounds);
    }
    Ok(all)
}

impl Priced<'_> {
    /// The bound of a method of the scheduler that passes over so many threads: every lookup misses, as another thread has run in between, and
    /// both stacks are as large as they may be.
    fn scheduler(
        &self,
        name: (&str, &str),
        passed: usize,
    ) -> Result<(u64, Analysis), ResponseError> {
        let mut options = self.options.clone();
        options.cache = CachePolicy::AlwaysMiss;
        let repeats = format!("[loops]\n\"{}.{}\" = {passed}", DISPATCHER.0, DISPATCHER.1);
        options
            .bounds
            .add(&repeats, "threads", BoundSource::Runtime)?;
        let bound = self
            .analyser
            .bound(self.linked.find(name)?.address, &options)?;
        let never = COPIED.saturating_sub(self.stack_words);
        Ok((bound.cycles - self.per_word() * u64::from(never), bound))
    }

    /// Cycles of copying a word out of the stack RAM, and one into it.
    fn per_word(&self) -> u64 {
        let copies = [op::JOPSYS_INT2EXT, op::JOPSYS_EXT2INT].into_iter();
        let per_word = copies.map(|opcode| {
            let row = &self.options.costs.bytecodes[usize::from(opcode)];
            u64::from(row.usual.cycles_per_count)
        });
        per_word.sum()
    }

    /// An interrupt whose scheduler passes over so many threads.
    fn interrupt(&self, passed: usize) -> Result<(u64, Analysis), ResponseError> {
        let (cycles, bound) = self.scheduler(ENTRY, passed)?;
        Ok((cycles + self.entry()?, bound))
    }

    /// The microcode of an interrupt, with the load of its method.
    fn entry(&self) -> Result<u64, ResponseError> {
        let words = self.linked.find(ENTRY)?.words;
        let path = &self.options.costs.interrupt.usual;
        let load = path.load.map_or(0, |load| load.miss(words));
        Ok(u64::from(path.cycles + load))
    }

    fn demand(
        &self,
        thread: &Thread,
        interrupt: u64,
        wait: u64,
    ) -> Result<(Demand, Analysis, Sections), ResponseError> {
        let Code { run, job: method } = code_of(self.linked, &thread.class)?;
        let job = self.analyser.bound(method.address, self.options)?;
        if sections::collects(&job) {
            return Err(ResponseError::Collects(job.method));
        }
        let glue = self.once(run, 0..run.bytes as usize, method.words)?;
        // A first job begins in the middle of `launch`, all others in that of `waitForNextPeriod`.
        let launched = self.tail(self.linked.find(LAUNCH)?, run.words)?;
        let waited = self.tail(self.linked.find(WAIT)?, run.words)?;
        let mut sections =
            sections::of_methods(self.linked, self.analyser, self.options, &job.reach)?;
        // One that has no bound of its own is a part of the job.
        if !sections.without.is_empty() {
            sections.longest = Some(Section {
                method: job.method.clone(),
                cycles: job.cycles,
            });
        }
        // The bound of a job may take its caller for kept.
        let mut kept = job.reach.clone();
        kept.insert(run.address);
        let demand = Demand {
            priority: thread.priority,
            period: thread.period,
            jitter: thread.jitter,
            deadline: thread.deadline,
            job: job.cycles,
            start: interrupt + launched.max(waited) + glue,
            wait,
            release: interrupt + glue + wait + launched.saturating_sub(waited),
            reload: self.reload(&kept),
            section: sections.longest.as_ref().map_or(0, |it| it.cycles),
        };
        Ok((demand, job, sections))
    }

    /// Code after the call in which another thread runs, up to the next call or the end.
    fn tail(&self, method: &MethodSymbol, run_words: u32) -> Result<u64, ResponseError> {
        let code = self.linked.code(method);
        let is_call = |it: &&Instruction| Bytecode::of(it.opcode).is_invoke();
        let exchange = match method.name == LAUNCH.1 {
            true => code.iter().find(is_call),
            false => code.iter().rfind(is_call),
        };
        let begin = exchange.map_or(0, |it| it.pc + it.length);
        let next = code.iter().filter(|it| it.pc >= begin).find(is_call);
        let end = next.map_or(method.bytes as usize, |it| it.pc + it.length);
        // The return from the scheduler loads this method.
        let loads = self.load(op::RETURN, method.words);
        Ok(loads + self.once(method, begin..end, run_words.max(method.words))?)
    }

    /// Bytecodes of a range, each once; those that go to another method load one of so many words.
    fn once(
        &self,
        method: &MethodSymbol,
        range: std::ops::Range<usize>,
        words: u32,
    ) -> Result<u64, ResponseError> {
        let wait = self.linked.find(WAIT)?.words;
        let code = self.linked.code(method).into_iter();
        let prices = code.filter(|it| range.contains(&it.pc)).map(|it| {
            self.price(it.opcode, words.max(wait))
                .ok_or_else(|| ResponseError::Price {
                    method: method.to_string(),
                    bytecode: Bytecode::of(it.opcode).to_string(),
                })
        });
        prices.sum()
    }

    /// The longest path of a bytecode that raises no exception; none if it has no price or is implemented in Java.
    fn price(&self, opcode: u8, words: u32) -> Option<u64> {
        let row = &self.options.costs.bytecodes[usize::from(opcode)];
        if row.underivable.is_some() || row.method.is_some() {
            return None;
        }
        let others = row.others.iter().filter(|(scenario, _)| {
            !matches!(
                scenario,
                Scenario::ObjectCacheHit | Scenario::OtherCore | Scenario::Refused
            )
        });
        let paths = others.map(|(_, path)| path).chain([&row.usual]);
        let paths = paths.filter(|path| path.exception.is_none());
        let cycles = paths.map(|path| {
            let load = path.load.map_or(0, |load| load.miss(words));
            u64::from(path.cycles + load)
        });
        cycles.max()
    }

    fn load(&self, opcode: u8, words: u32) -> u64 {
        let row = &self.options.costs.bytecodes[usize::from(opcode)];
        row.usual.load.map_or(0, |load| load.miss(words).into())
    }

    fn longest_method(&self) -> u32 {
        let words = self.linked.symbols.methods.iter().map(|it| it.words);
        words.max().unwrap_or(0)
    }

    /// The longest bytecode with the load of the longest method, without copies of stacks, which only the scheduler and the collector have.
    fn longest_bytecode(&self) -> u64 {
        let words = self.longest_method();
        let all = (0..=u8::MAX).filter_map(|opcode| {
            let row = &self.options.costs.bytecodes[usize::from(opcode)];
            // The dispatch of a routine loads its method.
            let dispatch = row.usual.load.map_or(0, |load| load.miss(words));
            let dispatch = row.method.map(|_| u64::from(row.usual.cycles + dispatch));
            self.price(opcode, words).max(dispatch)
        });
        all.max().unwrap_or(0)
    }

    /// Most cycles of loads that an interrupt adds to a job: each method that it may keep is loaded once more.
    fn reload(&self, reach: &BTreeSet<u32>) -> u64 {
        let opcodes = [
            op::INVOKESTATIC,
            op::INVOKEVIRTUAL,
            op::INVOKESPECIAL,
            op::INVOKEINTERFACE,
        ];
        let opcodes = opcodes
            .into_iter()
            .chain([op::RETURN, op::IRETURN, op::LRETURN]);
        let load = |words: u32| opcodes.clone().map(|opcode| self.load(opcode, words)).max();
        let load = |words: u32| load(words).unwrap_or(0);
        let methods = reach
            .iter()
            .filter_map(|address| self.linked.at(*address).ok());
        let all: u64 = methods.map(|method| load(method.words)).sum();
        match (self.options.cache, self.options.config.method_cache) {
            (CachePolicy::AlwaysMiss, _) => 0,
            (_, OrganisationKind::Fifo) => all.min(self.whole_cache(reach.len(), load)),
            _ => all,
        }
    }

    /// Loads that fill a FIFO cache: methods that are kept together fit into it together.
    fn whole_cache(&self, methods: usize, load: impl Fn(u32) -> u64) -> u64 {
        let Ok(geometry) = self.options.config.geometry() else {
            return u64::MAX;
        };
        let words = 1 << (self.options.config.jpc_width - 2);
        let per_word = load(words + 1).saturating_sub(load(words));
        let loads = methods.min(geometry.blocks() as usize) as u64;
        // Each load has its beginning, and all words once.
        let beginning = load(words).saturating_sub(per_word * u64::from(words));
        loads * beginning.max(load(1)) + per_word * u64::from(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_stacks_are_those_of_the_runtime() {
        let source = include_str!("../../../runtime/src/com/jopdesign/sys/Dispatcher.java");
        assert!(source.contains(&format!(" MOST_WORDS = {COPIED};")));
    }
}

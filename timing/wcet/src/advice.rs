//! Changes of the program that lower a bound, each measured: the bound is computed again with the change.
//!
//! Candidates come from the worst path, those that may save most first. Only code of the program itself is changed, not the runtime's.

use std::collections::{BTreeMap, BTreeSet};

use isa::{Bytecode, Group, op};

use jopizer::symbols::is_of_runtime;

use crate::contexts::{Context, ContextId};
use crate::options::LoopId;
use crate::program::Method;
use crate::result::{Lever, LeverKind};
use crate::slots::stored;
use crate::solve::{Call, Mode, Solved, Solver};
use crate::supposed::{Change, is_monitor};
use crate::value::{Kind, Value};

/// Changes that are tried.
const MOST_TRIED: usize = 32;
/// Changes that are given.
const MOST_GIVEN: usize = 10;
/// Classes whose methods are bytecodes: what they write is a frame or an exception.
const ROUTINES: [&str; 2] = ["com.jopdesign.sys.JVM", "com.jopdesign.sys.Types"];

/// Contexts on the worst path with their calls, in the order of the walk.
pub(crate) type Visits = Vec<(ContextId, Mode, u64)>;

/// What a change may save, and how it is said.
struct Candidate {
    kind: LeverKind,
    estimate: u64,
    text: String,
}

/// Candidates by their change.
struct Candidates<'a, 's> {
    solver: &'s Solver<'a>,
    all: BTreeMap<Change, Candidate>,
}

/// Changes that lower the bound most; `bound` gives it with a change.
pub(crate) fn advice(
    solver: &Solver<'_>,
    visits: &Visits,
    cycles: u64,
    mut bound: impl FnMut(Change) -> Option<u64>,
) -> Vec<Lever> {
    let mut candidates = Candidates {
        solver,
        all: BTreeMap::new(),
    };
    for (id, mode, calls) in visits {
        candidates.of_context(*id, *mode, *calls);
    }
    let mut all: Vec<(Change, Candidate)> = candidates.all.into_iter().collect();
    all.sort_by_key(|(_, it)| std::cmp::Reverse(it.estimate));
    all.truncate(MOST_TRIED);
    let levers = all.into_iter().filter_map(|(change, it)| {
        let saved = cycles.saturating_sub(bound(change)?);
        (saved > 0).then_some(Lever {
            kind: it.kind,
            change: it.text,
            cycles: saved,
        })
    });
    let mut levers: Vec<Lever> = levers.collect();
    levers.sort_by(|a, b| (b.cycles, &a.change).cmp(&(a.cycles, &b.change)));
    levers.truncate(MOST_GIVEN);
    levers
}

impl Candidates<'_, '_> {
    fn of_context(&mut self, id: ContextId, mode: Mode, calls: u64) {
        let context = &self.solver.contexts.all[id];
        let (Some(solved), Ok(method)) = (
            self.solver.solution(id, mode),
            self.solver.contexts.program.method(context.method),
        ) else {
            return;
        };
        if method.is_collection || is_of_runtime(&method.symbol.class) {
            return;
        }
        self.of_loops(context, method, solved, calls);
        self.of_calls(context, method, solved, calls);
        self.of_monitors(context, method, solved, calls);
        if mode == Mode::Scoped {
            self.of_sizes(context, method, solved, calls);
        }
    }

    fn add(
        &mut self,
        change: Change,
        kind: LeverKind,
        estimate: u64,
        text: impl FnOnce() -> String,
    ) {
        if estimate == 0 {
            return;
        }
        let candidate = self.all.entry(change).or_insert_with(|| Candidate {
            kind,
            estimate: 0,
            text: text(),
        });
        candidate.estimate = candidate.estimate.saturating_add(estimate);
    }

    /// One repetition less, or as few as a run has shown.
    fn of_loops(&mut self, context: &Context, method: &Method<'_>, solved: &Solved, calls: u64) {
        let flow = &context.shape.flow;
        for (number, head) in flow.heads(method).enumerate() {
            let Some(Some(bound)) = solved.bounds.get(number) else {
                continue;
            };
            let (repetitions, entries) = solved.flows.loops[number];
            if repetitions == 0 {
                continue;
            }
            let id: LoopId = (method.symbol.address, head);
            let seen = self.solver.contexts.options.observed.get(&id).copied();
            let seen = seen.filter(|seen| *seen < bound.most);
            let most = seen.unwrap_or(bound.most - 1);
            let cycles: u64 = flow.loops[number]
                .blocks
                .iter()
                .map(|block| of_block(context, solved, *block))
                .sum();
            let less = (bound.most - most).saturating_mul(entries);
            let estimate = (cycles / repetitions)
                .saturating_mul(less)
                .saturating_mul(calls);
            let place = self.place(method, head);
            let change = Change::Repetitions {
                method: method.symbol.address,
                head,
                most,
            };
            self.add(change, LeverKind::Loop, estimate, || {
                let from = bound.most;
                let as_seen = match seen {
                    Some(_) => ", as in the run",
                    None => "",
                };
                format!("{place}: repeat the loop {most} times at most, not {from}{as_seen}")
            });
        }
    }

    /// Calls and allocations that happen once before their loop.
    fn of_calls(&mut self, context: &Context, method: &Method<'_>, solved: &Solved, calls: u64) {
        let flow = &context.shape.flow;
        for (site, call) in &solved.calls {
            let block = context.shape.block_of[*site];
            let Some(outside) = flow.loops_around(block).next() else {
                continue;
            };
            let it = &method.instructions[*site];
            let kind = match it.opcode {
                op::NEW | op::NEWARRAY | op::ANEWARRAY => LeverKind::Allocation,
                _ if self.may_move(*call, it.opcode)
                    && takes_the_same(context, method, *site, outside) =>
                {
                    LeverKind::Call
                }
                _ => continue,
            };
            let again = solved.flows.blocks[block].saturating_sub(solved.flows.loops[outside].1);
            let one = call.sum().saturating_add(solved.prices[*site].cycles);
            let estimate = again.saturating_mul(one).saturating_mul(calls);
            let place = self.place(method, it.pc as u32);
            let head = flow.heads(method).nth(outside).unwrap_or(0);
            let before = self.place(method, head);
            let before = before.rsplit([':', ' ']).next().unwrap_or_default();
            let callee = self.solver.contexts.all[call.callee].method;
            let callee = short(&self.solver.contexts.program.name(callee)).to_owned();
            let change = Change::Before {
                method: method.symbol.address,
                instruction: *site,
                outside,
            };
            self.add(change, kind, estimate, || match kind {
                LeverKind::Allocation => {
                    format!("{place}: allocate once before the loop of line {before}, and use it again")
                }
                _ => format!(
                    "{place}: call {callee} once before the loop of line {before}; it writes nothing, but its result must stay the same"
                ),
            });
        }
    }

    /// Returns true for calls of methods with a result that write nothing.
    fn may_move(&self, call: Call, opcode: u8) -> bool {
        let contexts = self.solver.contexts;
        let context = &contexts.all[call.callee];
        let has_result = |method: &Method<'_>| !method.returns().any(|it| it == op::RETURN);
        let is_quiet = |address: &u32| {
            let method = contexts.program.method(*address);
            method.is_ok_and(|method| {
                ROUTINES.contains(&method.symbol.class.as_str())
                    || method.instructions.iter().all(|it| is_quiet(it.opcode))
            })
        };
        let called = contexts.program.method(context.method);
        Bytecode::of(opcode).group() == Group::Invoke
            && called.is_ok_and(has_result)
            && context.reach.iter().all(is_quiet)
    }

    /// Monitors that are not taken.
    fn of_monitors(&mut self, context: &Context, method: &Method<'_>, solved: &Solved, calls: u64) {
        let places = method.instructions.iter().enumerate();
        let monitors = places.filter(|(_, it)| is_monitor(it.opcode));
        let cycles = monitors.map(|(number, _)| {
            let block = context.shape.block_of[number];
            solved.flows.blocks[block].saturating_mul(solved.prices[number].cycles)
        });
        let estimate = cycles.sum::<u64>().saturating_mul(calls);
        let change = Change::NoMonitor {
            method: method.symbol.address,
        };
        self.add(change, LeverKind::Monitor, estimate, || {
            let name = method.name();
            let name = short(&name);
            format!("{name}: take no monitor; interrupts wait as long as one is held")
        });
    }

    /// Methods that are too large by a little to stay in the cache together, in the call or in a loop of it.
    fn of_sizes(&mut self, context: &Context, method: &Method<'_>, solved: &Solved, calls: u64) {
        let loops = 0..context.shape.flow.loops.len();
        for within in std::iter::once(None).chain(loops.map(Some)) {
            let (methods, collects) = match within {
                Some(number) => self.solver.within(context, number),
                None => (context.reach.clone(), context.collects),
            };
            let blocks = self.solver.cache.blocks();
            let excess = self.solver.needed(&methods).saturating_sub(blocks);
            if collects || excess == 0 || self.solver.fits(&methods) {
                continue;
            }
            let loads = loads_within(context, solved, within);
            let solver = self.solver;
            let Some((large, words)) = smaller(solver, &methods, excess) else {
                continue;
            };
            let scope = match within.and_then(|it| context.shape.flow.heads(method).nth(it)) {
                Some(head) => format!("the loop {}", self.place(method, head)),
                None => {
                    let name = method.name();
                    format!("a call of {}", short(&name))
                }
            };
            let change = Change::Words {
                method: large.symbol.address,
                words,
            };
            let estimate = loads.saturating_mul(calls);
            self.add(change, LeverKind::CodeSize, estimate, || {
                let name = large.name();
                format!(
                    "{}: {words} words of code at most, not {}; then {scope} loads each of its methods once",
                    short(&name),
                    large.words
                )
            });
        }
    }

    fn place(&self, method: &Method<'_>, pc: u32) -> String {
        let place = self.solver.contexts.program.place(method, pc);
        let inside = place.split_once('(').map(|(_, rest)| rest);
        let line = inside.and_then(|rest| rest.rsplit_once(':'));
        let name = method.name();
        match line {
            Some((_, line)) => format!("{}:{}", short(&name), line.trim_end_matches(')')),
            None => format!("{} byte {pc}", short(&name)),
        }
    }
}

/// The largest of the program's methods if it can give away so many blocks and keep half of its own, with the words that are left.
fn smaller<'a>(
    solver: &Solver<'a>,
    methods: &BTreeSet<u32>,
    excess: u32,
) -> Option<(&'a Method<'a>, u32)> {
    let program = solver.contexts.program;
    let own = methods.iter().filter_map(|it| program.method(*it).ok());
    let own = own.filter(|method| !is_of_runtime(&method.symbol.class));
    let largest = own.max_by_key(|method| method.words)?;
    let cache = &solver.cache;
    let blocks = cache.blocks_of(largest.words);
    let left = blocks.checked_sub(excess)?;
    (2 * left >= blocks).then(|| (largest, left * cache.words_of_block()))
}

/// Cycles of a block on the path, callees included.
fn of_block(context: &Context, solved: &Solved, block: usize) -> u64 {
    let executions = solved.flows.blocks[block];
    let instructions = context.shape.flow.blocks[block].instructions.clone();
    let cost = instructions.map(|number| {
        let calls = solved.calls_of(number, executions, 1);
        let calls = calls.map(|(call, count)| count * call.sum());
        executions * solved.prices[number].cycles + calls.sum::<u64>()
    });
    cost.sum()
}

/// Returns true if a call in a loop passes the same in every pass, as far as the loop itself shows: constants, local variables that it leaves
/// alone, and objects that come from no array.
fn takes_the_same(context: &Context, method: &Method<'_>, site: usize, within: usize) -> bool {
    let Some(operands) = context.execution.operands.get(&site) else {
        return false;
    };
    let flow = &context.shape.flow;
    let inside = flow.loops[within].blocks.iter();
    let inside = inside.flat_map(|block| flow.blocks[*block].instructions.clone());
    let written: BTreeSet<usize> = inside
        .flat_map(|number| stored(method, &method.instructions[number]))
        .collect();
    let block = flow.blocks[context.shape.block_of[site]]
        .instructions
        .clone();
    let mut before = (block.start..site).map(|number| method.instructions[number].opcode);
    let reads_array = before.any(|opcode| Bytecode::of(opcode).group() == Group::ArrayLoad);
    let local = |it: &Value| it.origin.filter(|slot| usize::from(*slot) < method.locals);
    operands.iter().all(|it| match (local(it), it.kind) {
        (Some(slot), _) => !written.contains(&usize::from(slot)),
        (None, Kind::Ref { .. } | Kind::Null) => !reads_array,
        (None, _) => it.constant().is_some(),
    })
}

/// Cycles of loads of the calls in a loop, or in the whole call.
fn loads_within(context: &Context, solved: &Solved, within: Option<usize>) -> u64 {
    let inside = |site: usize| {
        let block = context.shape.block_of[site];
        within.is_none_or(|it| context.shape.flow.loops[it].blocks.contains(&block))
    };
    let sites = solved
        .calls
        .keys()
        .chain(solved.choices.iter().map(|(site, _)| site));
    let sites: BTreeSet<usize> = sites.copied().filter(|site| inside(*site)).collect();
    let loads = sites.into_iter().flat_map(|site| {
        let executions = solved.flows.blocks[context.shape.block_of[site]];
        let calls = solved.calls_of(site, executions, 1);
        calls.map(|(call, count)| count.saturating_mul(call.load + call.load_on_return))
    });
    loads.sum()
}

/// Returns true for bytecodes that write nothing but the frame.
fn is_quiet(opcode: u8) -> bool {
    match Bytecode::of(opcode).group() {
        Group::Constant
        | Group::Load
        | Group::Store
        | Group::ArrayLoad
        | Group::Stack
        | Group::Arithmetic
        | Group::Conversion
        | Group::Comparison
        | Group::Branch
        | Group::Switch
        | Group::Return
        | Group::Invoke => true,
        Group::Field => !is_store(opcode),
        Group::Object | Group::Array => {
            matches!(opcode, op::INSTANCEOF | op::CHECKCAST | op::ARRAYLENGTH)
        }
        _ => false,
    }
}

fn is_store(opcode: u8) -> bool {
    Bytecode::of(opcode).to_string().starts_with("put")
}

/// A method's name without its package.
fn short(name: &str) -> &str {
    let name = name.split('(').next().unwrap_or(name);
    let class = name.rsplit_once('.').map_or("", |(class, _)| class);
    let from = class.rfind('.').map_or(0, |dot| dot + 1);
    &name[from..]
}

//! The result from the solved contexts: the worst path from the root down, by method, line, cause and loop.

use std::collections::{BTreeMap, BTreeSet};

use isa::cause::{Cause, Charge, Service, service_of};
use isa::op;

use crate::advice::Visits;
use crate::analysis::service_of_root;
use crate::bound_source::BoundSource;
use crate::calls::CallKind;
use crate::contexts::ContextId;
use crate::premise::{Premise, Soundness};
use crate::price::{Charges, Price};
use crate::program::Method;
use crate::result::{
    Analysis, CacheUse, CauseSums, EventKind, Excluded, Lever, LeverKind, LineShare, LoopShare,
    MethodShare, Term, shares,
};
use crate::shared::SharedCalls;
use crate::solve::{Call, Mode, Solved, SolvedPart, Solver};

/// The method of the analysis.
pub(crate) struct Root<'a> {
    pub(crate) method: &'a Method<'a>,
    pub(crate) id: ContextId,
    pub(crate) mode: Mode,
    /// The bound.
    pub(crate) cycles: u64,
    /// Cycles around the method's own, by cause.
    pub(crate) charges: CauseSums,
    /// Calls of methods that are called once in several calls of their callers.
    pub(crate) shared: &'a [SharedCalls],
    /// All that the bound rests on.
    pub(crate) premises: Vec<Premise>,
    /// Blocks of the method cache that the call and its caller need.
    pub(crate) needed: u32,
    /// Cycles less if everything fitted into the cache.
    pub(crate) all_fit: u64,
}

/// A context on the worst path.
type Place = (ContextId, Mode, Service);

/// Sums of a method.
#[derive(Default)]
struct OfMethod {
    calls: u64,
    bound: u64,
    causes: CauseSums,
    lines: BTreeMap<Option<u16>, OfLine>,
}

/// Sums of a line.
#[derive(Default)]
struct OfLine {
    count: u64,
    total: u64,
    causes: CauseSums,
}

/// Sums of a loop.
struct OfLoop {
    line: Option<u16>,
    bound: u64,
    source: BoundSource,
    repetitions: u64,
    /// Cycles of its blocks, callees included.
    cycles: u64,
    entries: u64,
}

/// Walks down the worst path.
struct Walk<'a, 's> {
    solver: &'s Solver<'a>,
    places: BTreeMap<Place, u64>,
    methods: BTreeMap<u32, OfMethod>,
    loops: BTreeMap<(u32, u32), OfLoop>,
    /// Cycles inside of callees by caller, line and callee.
    inside: BTreeMap<(u32, Option<u16>, u32), u64>,
    /// Contexts with their calls.
    visits: Visits,
    /// On whose behalf the parts run that are walked through.
    services: BTreeMap<usize, Service>,
}

/// The result of an analysis, and the contexts on its worst path.
pub(crate) fn report(solver: &Solver<'_>, root: &Root<'_>) -> (Analysis, Visits) {
    let mut walk = Walk {
        solver,
        places: BTreeMap::new(),
        methods: BTreeMap::new(),
        loops: BTreeMap::new(),
        inside: BTreeMap::new(),
        visits: Visits::new(),
        services: BTreeMap::new(),
    };
    let service = service_of_root(solver, root.method);
    walk.places.insert((root.id, root.mode, service), 1);
    for it in root.shared {
        walk.shared(it, service);
    }
    // Callers come before their callees.
    while let Some((place, calls)) = walk.places.pop_last() {
        walk.context(place, calls);
    }
    let address = root.method.symbol.address;
    walk.bounded(address, root.cycles);
    for (cause, cycles) in root.charges.into_iter().enumerate() {
        walk.add(address, None, cause, cycles);
    }
    walk.add_callees();
    let visits = std::mem::take(&mut walk.visits);
    (walk.into_analysis(root), visits)
}

/// Returns true if calls lead from a method to another one, or if both are the same.
fn reaches(calls: &BTreeSet<(u32, u32)>, from: u32, to: u32) -> bool {
    let mut found = BTreeSet::new();
    let mut rest = vec![from];
    while let Some(next) = rest.pop() {
        if next == to {
            return true;
        }
        if found.insert(next) {
            rest.extend(calls.range((next, 0)..=(next, u32::MAX)).map(|it| it.1));
        }
    }
    false
}

impl Walk<'_, '_> {
    /// Adds calls of a shared method.
    fn shared(&mut self, it: &SharedCalls, service: Service) {
        let Ok(method) = self.solver.contexts.program.method(it.method) else {
            return;
        };
        let service = service.of_callee(Service::of_method(&method.symbol.to_string()));
        let place = (it.callee, Mode::Miss, service);
        *self.places.entry(place).or_default() += it.calls;
        self.bounded(it.method, it.cycles.div_ceil(it.calls.max(1)));
        for (charge, cycles) in [
            (Charge::LoadOnInvoke, it.load),
            (Charge::LoadOnReturn, it.load_on_return),
        ] {
            self.charge(method, None, service, charge, it.calls * cycles);
        }
    }

    /// Adds so many calls of a context.
    fn context(&mut self, (id, mode, service): Place, calls: u64) {
        let contexts = self.solver.contexts;
        let context = &contexts.all[id];
        let (Some(solved), Ok(method)) = (
            self.solver.solution(id, mode),
            contexts.program.method(context.method),
        ) else {
            return;
        };
        if solved.parts.is_empty() {
            self.visits.push((id, mode, calls));
            self.calls(method, calls);
            self.flows((id, service), solved, method, calls);
        } else {
            self.parts(&solved.parts, service, calls);
        }
    }

    fn calls(&mut self, method: &Method<'_>, calls: u64) {
        let sums = self.methods.entry(method.symbol.address).or_default();
        sums.calls = sums.calls.saturating_add(calls);
    }

    /// Adds so many calls of the first of several contexts that were solved together.
    fn parts(&mut self, parts: &[SolvedPart], service: Service, calls: u64) {
        let outer = std::mem::take(&mut self.services);
        self.services.insert(0, service);
        let mut order: Vec<usize> = (0..parts.len()).collect();
        // Callers come before their callees.
        order.sort_by_key(|number| std::cmp::Reverse(parts[*number].id));
        for number in order {
            let part = &parts[number];
            let own = self.services.get(&number).copied();
            let method = self.solver.contexts.all[part.id].method;
            if let (Some(service), Ok(method)) = (own, self.solver.contexts.program.method(method))
            {
                let entries = calls.saturating_mul(part.entries);
                self.visits.push((part.id, part.mode, entries));
                self.calls(method, entries);
                self.flows((part.id, service), &part.solved, method, calls);
            }
        }
        self.services = outer;
    }

    /// Adds so many times the flows of a context.
    fn flows(
        &mut self,
        (id, service): (ContextId, Service),
        solved: &Solved,
        method: &Method<'_>,
        calls: u64,
    ) {
        let context = &self.solver.contexts.all[id];
        // A collection has no path, and what the relaxed programme allows beyond the path no place.
        let beside = match method.is_collection {
            true => solved.cycles,
            false => solved.flows.slack,
        };
        let beside = calls.saturating_mul(beside);
        self.charge(method, None, service, Charge::Execute, beside);
        for (count, (load, charge)) in solved.flows.loads.iter().zip(&solved.loads) {
            self.charge(method, None, service, *charge, calls * count * load.cost);
        }
        let mut executions: BTreeMap<Option<u16>, u64> = BTreeMap::new();
        for (number, it) in method.instructions.iter().enumerate() {
            let block = context.shape.block_of[number];
            let count = calls * solved.flows.blocks.get(block).copied().unwrap_or(0);
            if count > 0 {
                let line = method.symbol.line(it.pc as u32);
                let most = executions.entry(line).or_default();
                *most = count.max(*most);
                self.instruction(method, solved, number, (line, service, count), calls);
            }
        }
        for (line, count) in executions {
            self.line(method, line).count += count;
        }
        self.add_loops(id, solved, method, calls);
    }

    /// Adds so many executions of an instruction, in so many calls of its context.
    fn instruction(
        &mut self,
        method: &Method<'_>,
        solved: &Solved,
        number: usize,
        (line, service, count): (Option<u16>, Service, u64),
        times: u64,
    ) {
        let contexts = self.solver.contexts;
        let it = &method.instructions[number];
        let price = &solved.prices[number];
        let kind = contexts
            .program
            .call_kind(contexts.options.costs, it.opcode);
        let mut left = count;
        let calls = solved.calls_of(number, count, times);
        for (call, calls) in calls.filter(|(_, calls)| *calls > 0) {
            left = left.saturating_sub(calls);
            self.call(
                method,
                (line, service, calls),
                price,
                (kind, it.opcode),
                call,
            );
        }
        // Executions without a call, or with one that costs nothing.
        self.charges(method, line, service, &price.charges, left);
    }

    /// Adds so many calls from a line.
    fn call(
        &mut self,
        method: &Method<'_>,
        (line, service, count): (Option<u16>, Service, u64),
        price: &Price,
        (kind, opcode): (Option<CallKind>, u8),
        call: Call,
    ) {
        let contexts = self.solver.contexts;
        let callee = contexts.all[call.callee].method;
        let Ok(called) = contexts.program.method(callee) else {
            return;
        };
        let entered = match kind {
            Some(CallKind::Routine) => service_of(opcode),
            _ => Service::of_method(&called.symbol.to_string()),
        };
        let inner = service.of_callee(entered);
        if self.solver.is_shared(callee) {
            self.charges(method, line, service, &price.charges, count);
            return;
        }
        match call.part {
            Some(part) => {
                self.services.entry(part).or_insert(inner);
            }
            None => {
                let place = (call.callee, call.mode, inner);
                let calls = self.places.entry(place).or_default();
                *calls = calls.saturating_add(count);
            }
        }
        let mut charges = price.charges;
        charges[Charge::LoadOnInvoke as usize] += call.load;
        let mut inside = call.cycles + call.load_on_return;
        if kind == Some(CallKind::Routine) {
            // The dispatch of a routine is the routine's.
            self.charges(called, None, inner, &charges, count);
            inside += price.cycles + call.load;
        } else {
            self.charges(method, line, service, &charges, count);
        }
        let caller = method.symbol.address;
        let sum = self.inside.entry((caller, line, callee)).or_default();
        *sum = sum.saturating_add(count.saturating_mul(inside));
        // Of several calls that were solved together, the longest is known alone.
        let alone = call.part.and(self.solver.solution(call.callee, call.mode));
        let longest = alone.map_or(call.cycles, |it| it.cycles);
        self.bounded(callee, inside - call.cycles + longest);
        let on_return = count * call.load_on_return;
        self.charge(called, None, inner, Charge::LoadOnReturn, on_return);
    }

    /// Adds cycles of callees to lines. Those of a call within a recursion stand at the recursion's own lines, not once for each depth.
    fn add_callees(&mut self) {
        let edges: BTreeSet<(u32, u32)> = self.inside.keys().map(|it| (it.0, it.2)).collect();
        for ((caller, line, callee), cycles) in std::mem::take(&mut self.inside) {
            if !reaches(&edges, callee, caller) {
                let sums = self.methods.entry(caller).or_default();
                sums.lines.entry(line).or_default().total += cycles;
            }
        }
    }

    /// Notes cycles of one call of a method.
    fn bounded(&mut self, method: u32, cycles: u64) {
        let sums = self.methods.entry(method).or_default();
        sums.bound = sums.bound.max(cycles);
    }

    fn line(&mut self, method: &Method<'_>, line: Option<u16>) -> &mut OfLine {
        let sums = self.methods.entry(method.symbol.address).or_default();
        sums.lines.entry(line).or_default()
    }

    fn charges(
        &mut self,
        method: &Method<'_>,
        line: Option<u16>,
        service: Service,
        charges: &Charges,
        count: u64,
    ) {
        for (charge, cycles) in Charge::ALL.into_iter().zip(charges) {
            self.charge(method, line, service, charge, count * cycles);
        }
    }

    fn charge(
        &mut self,
        method: &Method<'_>,
        line: Option<u16>,
        service: Service,
        charge: Charge,
        cycles: u64,
    ) {
        let cause = Cause::of(service, charge) as usize;
        self.add(method.symbol.address, line, cause, cycles);
    }

    /// Adds cycles of a cause to a method and one of its lines, or to what belongs to none.
    fn add(&mut self, method: u32, line: Option<u16>, cause: usize, cycles: u64) {
        if cycles == 0 {
            return;
        }
        let sums = self.methods.entry(method).or_default();
        sums.causes[cause] += cycles;
        let line = sums.lines.entry(line).or_default();
        line.causes[cause] += cycles;
        line.total += cycles;
    }

    fn add_loops(&mut self, id: ContextId, solved: &Solved, method: &Method<'_>, calls: u64) {
        let context = &self.solver.contexts.all[id];
        let flow = &context.shape.flow;
        for (number, it) in flow.loops.iter().enumerate() {
            let Some(Some(bound)) = solved.bounds.get(number) else {
                continue;
            };
            let (repetitions, entries) = solved.flows.loops[number];
            let blocks = it.blocks.iter().map(|block| {
                let instructions = flow.blocks[*block].instructions.clone();
                let executions = solved.flows.blocks[*block];
                let cost = instructions.map(|number| {
                    let calls = solved.calls_of(number, executions, 1);
                    let calls = calls.map(|(call, count)| count * call.sum());
                    executions * solved.prices[number].cycles + calls.sum::<u64>()
                });
                cost.sum::<u64>()
            });
            let cycles: u64 = blocks.sum();
            let first = flow.blocks[it.head].instructions.start;
            let pc = method.instructions[first].pc as u32;
            let sums = self.loops.entry((context.method, pc)).or_insert(OfLoop {
                line: method.symbol.line(pc),
                bound: 0,
                source: bound.source,
                repetitions: 0,
                cycles: 0,
                entries: 0,
            });
            if bound.most >= sums.bound {
                (sums.bound, sums.source) = (bound.most, bound.source);
            }
            sums.repetitions += calls * repetitions;
            sums.cycles += calls * cycles;
            sums.entries += calls * entries;
        }
    }

    fn into_analysis(self, root: &Root<'_>) -> Analysis {
        let options = self.solver.contexts.options;
        let mut causes = CauseSums::default();
        for method in self.methods.values() {
            for (sum, cycles) in causes.iter_mut().zip(method.causes) {
                *sum += cycles;
            }
        }
        let loops = self.loops();
        let assumes = root.premises.iter().filter(|it| it.is_assumption());
        let assumes: Vec<Premise> = assumes.cloned().collect();
        Analysis {
            method: root.method.symbol.to_string(),
            cycles: root.cycles,
            microseconds: options.microseconds(root.cycles),
            sound: soundness(&assumes),
            assumes,
            without: None,
            cores: None,
            disproved: Vec::new(),
            cache: CacheUse {
                policy: options.cache,
                organisation: options.config.method_cache.name().to_owned(),
                blocks: self.solver.cache.blocks(),
                needed: root.needed,
            },
            context: options.context,
            causes: shares(&causes),
            terms: self.terms(root),
            levers: Vec::new(),
            hardware: hardware(root),
            methods: self.methods(),
            loops,
            excluded: self.excluded(),
            contexts: self.solver.contexts.all.len(),
            observed: None,
            search: None,
            premises: root.premises.clone(),
            reach: self.solver.contexts.all[root.id].reach.clone(),
        }
    }

    fn terms(&self, root: &Root<'_>) -> Vec<Term> {
        let program = self.solver.contexts.program;
        let all = root
            .shared
            .iter()
            .filter(|it| it.calls > 0)
            .filter_map(|it| {
                Some(Term {
                    method: program.method(it.method).ok()?.symbol.to_string(),
                    calls: it.calls,
                    of_callers: it.of_callers,
                    cycles: it.cycles,
                })
            });
        all.collect()
    }

    fn methods(&self) -> Vec<MethodShare> {
        let program = self.solver.contexts.program;
        let all = self.methods.iter().filter_map(|(address, sums)| {
            let symbol = program.method(*address).ok()?.symbol;
            let class = program.class_symbol(&symbol.class);
            Some(MethodShare {
                method: symbol.to_string(),
                class: symbol.class.clone(),
                file: class.and_then(|class| class.source.clone()),
                calls: sums.calls,
                bound: sums.bound,
                own: sums.causes.iter().sum(),
                causes: shares(&sums.causes),
                lines: sums
                    .lines
                    .iter()
                    .map(|(line, it)| it.share(*line))
                    .collect(),
            })
        });
        let mut all: Vec<MethodShare> = all.collect();
        all.sort_by(|a, b| (b.own, &a.method).cmp(&(a.own, &b.method)));
        all
    }

    fn loops(&self) -> Vec<LoopShare> {
        let program = self.solver.contexts.program;
        let all = self.loops.iter().filter_map(|((method, offset), it)| {
            let average = it.cycles / it.repetitions.max(1);
            Some(LoopShare {
                method: program.method(*method).ok()?.symbol.to_string(),
                line: it.line,
                offset: *offset,
                most_repetitions: it.bound,
                source: it.source,
                repetitions: it.repetitions,
                per_repetition: match it.repetitions {
                    0 => 0,
                    _ => average.saturating_mul(it.entries),
                },
            })
        });
        let mut all: Vec<LoopShare> = all.collect();
        all.sort_by_key(|it| std::cmp::Reverse(it.per_repetition));
        all
    }

    fn excluded(&self) -> Vec<Excluded> {
        let contexts = self.solver.contexts;
        let event = |kind, event: &str, places: BTreeSet<String>| Excluded {
            kind,
            event: event.to_owned(),
            places: places.into_iter().collect(),
            calls: None,
            longest: None,
        };
        let anywhere = |kind, text| event(kind, text, BTreeSet::new());
        let mut excluded = vec![
            event(
                EventKind::Exception,
                "exceptions: a call in which one is thrown",
                self.throws(),
            ),
            anywhere(EventKind::Switch, "interrupts and switches of threads"),
            anywhere(
                EventKind::Monitor,
                "waiting for a monitor that another thread or core holds",
            ),
            anywhere(EventKind::Device, "devices that make the processor wait"),
        ];
        let is_collection = |method: u32| {
            let method = contexts.program.method(method);
            method.is_ok_and(|method| method.is_collection)
        };
        let collects = contexts.all.iter().any(|it| is_collection(it.method));
        let caught = self.catches();
        if !caught.is_empty() {
            let text = "exceptions that the call would catch itself";
            excluded.push(event(EventKind::Caught, text, caught));
        }
        let without_target = self.without_target();
        if !without_target.is_empty() {
            let text = "calls on null: the program makes no object for them";
            excluded.push(event(EventKind::NullCall, text, without_target));
        }
        if collects && contexts.options.collection.is_none() {
            excluded.push(anywhere(EventKind::Collection, "garbage collections"));
        }
        excluded
    }

    /// Calls that no object can receive.
    fn without_target(&self) -> BTreeSet<String> {
        let contexts = self.solver.contexts;
        let mut places = BTreeSet::new();
        for context in &contexts.all {
            let Ok(method) = contexts.program.method(context.method) else {
                continue;
            };
            for number in &context.without_target {
                let pc = method.instructions[*number].pc as u32;
                places.insert(contexts.program.place(method, pc));
            }
        }
        places
    }

    /// Handlers on the contexts' paths.
    fn catches(&self) -> BTreeSet<String> {
        let contexts = self.solver.contexts;
        let mut places = BTreeSet::new();
        for context in &contexts.all {
            let Ok(method) = contexts.program.method(context.method) else {
                continue;
            };
            for (number, handler) in &context.shape.caught {
                if context.live[context.shape.block_of[*number]] {
                    places.insert(contexts.program.place(method, *handler));
                }
            }
        }
        places
    }

    /// Places on the contexts' paths that throw.
    fn throws(&self) -> BTreeSet<String> {
        let contexts = self.solver.contexts;
        let mut places = BTreeSet::new();
        for context in &contexts.all {
            let Ok(method) = contexts.program.method(context.method) else {
                continue;
            };
            for (number, it) in method.instructions.iter().enumerate() {
                let block = context.shape.block_of[number];
                if it.opcode == op::ATHROW && context.execution.blocks[block] > 0 {
                    places.insert(contexts.program.place(method, it.pc as u32));
                }
            }
        }
        places
    }
}

impl OfLine {
    fn share(&self, line: Option<u16>) -> LineShare {
        LineShare {
            line,
            count: self.count,
            own: self.causes.iter().sum(),
            total: self.total,
            causes: shares(&self.causes),
        }
    }
}

pub(crate) fn soundness(assumes: &[Premise]) -> Soundness {
    let mut sources = assumes.iter().map(|it| it.source);
    match assumes {
        [] => Soundness::Yes,
        _ if sources.any(|source| source == BoundSource::Observed) => Soundness::No,
        _ => Soundness::Assumes,
    }
}

/// A cache that holds the whole call, if that helps.
fn hardware(root: &Root<'_>) -> Vec<Lever> {
    let cache = Lever {
        kind: LeverKind::Hardware,
        change: format!(
            "a method cache of {} blocks, which all methods of the call fit into",
            root.needed
        ),
        cycles: root.all_fit,
    };
    Some(cache).filter(|it| it.cycles > 0).into_iter().collect()
}

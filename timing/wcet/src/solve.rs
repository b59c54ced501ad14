//! Solution of contexts: prices, loads of the method cache, and the programme of each.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cost_model::EvaluatedLoad;
use isa::cause::Charge;

use crate::bounds::{Given, Limits};
use crate::cache::{Cache, Replacement};
use crate::contexts::{Context, ContextId, Contexts};
use crate::error::WcetError;
use crate::ipet::{Choice, Flows, Load, Task};
use crate::loop_bounds::LoopBound;
use crate::price::{Price, price};
use crate::program::Method;
use crate::supposed::Change;
use crate::value::Value;

/// How lookups of a context are priced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Mode {
    /// All of them miss.
    Miss,
    /// All of them hit; a scope outside counts the loads.
    Hit,
    /// Those in scopes that fit hit, beside the loads of the scope; all others miss.
    Scoped,
}

/// Solution of a context.
#[derive(Debug, Clone)]
pub(crate) struct Solved {
    pub(crate) cycles: u64,
    pub(crate) flows: Flows,
    /// Price of each instruction; empty where it cannot run.
    pub(crate) prices: Vec<Price>,
    /// The worst callee of each call.
    pub(crate) calls: BTreeMap<usize, Call>,
    /// Calls by their receivers, with the instruction, in the order of [`Flows::choices`].
    pub(crate) choices: Vec<(usize, Call)>,
    /// Loads of scopes, in the order of [`Flows::loads`].
    pub(crate) loads: Vec<(Load, Charge)>,
    /// Bounds of loops; none for those that do not repeat.
    pub(crate) bounds: Vec<Option<LoopBound>>,
    /// How lookups are priced, and the blocks whose lookups hit.
    pub(crate) scoped: (Mode, BTreeSet<usize>),
    /// Contexts that were solved together with this one, itself first, where limits lower its cycles; the rest is without them.
    pub(crate) parts: Vec<SolvedPart>,
}

/// A context of several that were solved together.
#[derive(Debug, Clone)]
pub(crate) struct SolvedPart {
    pub(crate) id: ContextId,
    pub(crate) mode: Mode,
    /// Calls of it.
    pub(crate) entries: u64,
    /// Flows are those of all its calls, choices all calls that were counted or go to other parts.
    pub(crate) solved: Solved,
}

/// The worst callee of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    pub(crate) callee: ContextId,
    pub(crate) mode: Mode,
    /// Cycles of the callee without loads that belong to the call.
    pub(crate) cycles: u64,
    /// Cycles of the load of the callee.
    pub(crate) load: u64,
    /// Cycles of the load of the caller on return.
    pub(crate) load_on_return: u64,
    /// The part that it goes to, of contexts that are solved together.
    pub(crate) part: Option<usize>,
}

/// Prices and bounds of a context, whatever is in the cache.
type Known = (Vec<Price>, Vec<Option<LoopBound>>);

/// The worst callees of calls by the place of their instruction, and of each receiver where these are told apart.
type Calls = (BTreeMap<usize, Call>, Vec<(Choice, Call)>);

/// A call or loop whose methods fit into the cache together.
struct Scope {
    /// The loop; none for the whole call.
    within: Option<usize>,
    methods: BTreeSet<u32>,
}

/// Solves contexts, each once for each mode.
pub(crate) struct Solver<'a> {
    pub(crate) contexts: &'a Contexts<'a>,
    pub(crate) cache: Cache,
    solved: HashMap<(ContextId, Mode), Solved>,
    /// Methods that are called once in several calls of their callers: their cycles are a term of the whole call.
    pub(crate) shared: BTreeMap<u32, Given>,
    /// Most calls of callers of a shared method in a call of a context.
    pub(crate) counted: HashMap<(ContextId, u32), u64>,
    /// Methods that call anything.
    calling: BTreeSet<u32>,
    /// What is taken for changed in the program.
    pub(crate) supposed: Option<Change>,
    /// Limits of what happens in a call.
    pub(crate) limits: &'a Limits,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(
        contexts: &'a Contexts<'a>,
        cache: Cache,
        (supposed, limits): (Option<Change>, &'a Limits),
    ) -> Self {
        let options = contexts.options;
        let methods = contexts.program.methods();
        let shared = methods.filter_map(|method| {
            // With a price for collections, each may be followed by the next.
            let is_covered = options.collection.is_none();
            let every = options.bounds.of_every(method).filter(|_| is_covered)?;
            Some((method.symbol.address, every))
        });
        let calling = contexts.all.iter().filter(|it| !it.calls.is_empty());
        Self {
            contexts,
            cache,
            solved: HashMap::new(),
            shared: shared.collect(),
            counted: HashMap::new(),
            calling: calling.map(|it| it.method).collect(),
            supposed,
            limits,
        }
    }

    /// Words of a method's code.
    pub(crate) fn words(&self, method: &Method<'_>) -> u32 {
        self.supposed
            .map_or(method.words, |change| change.words(method))
    }

    /// Bounds of the loops of a context.
    pub(crate) fn loop_bounds(
        &self,
        context: &Context,
        method: &Method<'_>,
    ) -> Result<Vec<Option<LoopBound>>, WcetError> {
        let mut bounds = self.contexts.loop_bounds(context, method)?;
        if let Some(change) = self.supposed {
            for (bound, head) in bounds.iter_mut().zip(context.shape.flow.heads(method)) {
                if let (Some(bound), Some(most)) = (bound, change.repetitions(method, head)) {
                    bound.most = bound.most.min(most);
                }
            }
        }
        Ok(bounds)
    }

    /// A solution that [`Self::solve`] has made.
    pub(crate) fn solution(&self, id: ContextId, mode: Mode) -> Option<&Solved> {
        self.solved.get(&(id, mode))
    }

    pub(crate) fn solution_mut(&mut self, id: ContextId, mode: Mode) -> Option<&mut Solved> {
        self.solved.get_mut(&(id, mode))
    }

    /// Takes the solution in which all lookups miss for that with scopes, if its cycles are fewer: no lookup takes longer than a miss.
    pub(crate) fn take_misses(&mut self, id: ContextId) -> Result<(), WcetError> {
        let missing = self.solve(id, Mode::Miss)?;
        let is_less = self
            .solution(id, Mode::Scoped)
            .is_some_and(|it| missing < it.cycles);
        if is_less && let Some(solved) = self.solution(id, Mode::Miss).cloned() {
            self.solved.insert((id, Mode::Scoped), solved);
        }
        Ok(())
    }

    /// Cycles of a call of a context, without the load of its caller on return.
    pub(crate) fn solve(&mut self, id: ContextId, mode: Mode) -> Result<u64, WcetError> {
        if let Some(solved) = self.solved.get(&(id, mode)) {
            return Ok(solved.cycles);
        }
        let solved = self.make(id, mode)?;
        let cycles = solved.cycles;
        self.solved.insert((id, mode), solved);
        self.limit(id, mode)?;
        Ok(self.solution(id, mode).map_or(cycles, |it| it.cycles))
    }

    fn make(&mut self, id: ContextId, mode: Mode) -> Result<Solved, WcetError> {
        let contexts = self.contexts;
        let context = &contexts.all[id];
        let method = contexts.program.method(context.method)?;
        if method.is_collection {
            return Ok(Solved::of_collection(contexts.options.collection));
        }
        let known = (
            self.prices(context, method)?,
            self.loop_bounds(context, method)?,
        );
        if mode != Mode::Scoped {
            return self.priced(context, method, (mode, &[]), known);
        }
        let scopes = self.scopes(context);
        let solved = self.priced(context, method, (mode, &scopes), known.clone())?;
        // With limits, loads of a scope may be those of methods that are not called.
        let may_be_less = !self.limits.is_empty() || self.may_be_less(context, method, &solved);
        if scopes.is_empty() || !may_be_less {
            return Ok(solved);
        }
        let without = self.priced(context, method, (mode, &[]), known)?;
        Ok(match without.cycles < solved.cycles {
            true => without,
            false => solved,
        })
    }

    /// Returns true if a miss in every call may cost less than the loads of scopes do.
    fn may_be_less(&self, context: &Context, caller: &Method<'_>, solved: &Solved) -> bool {
        let taken = solved.flows.loads.iter().zip(&solved.loads);
        let loads = taken.map(|(count, (load, _))| count * load.cost);
        let of_calls = solved.calls.iter().map(|(number, call)| {
            let block = context.shape.block_of[*number];
            (*number, call, solved.flows.blocks[block])
        });
        let of_choices = solved.choices.iter().zip(&solved.flows.choices);
        let of_choices = of_choices.map(|((number, call), count)| (*number, call, *count));
        let hits = of_calls.chain(of_choices);
        let misses =
            hits.filter(|(_, call, _)| call.mode == Mode::Hit)
                .map(|(number, call, count)| {
                    let callee = &self.contexts.all[call.callee];
                    let method = self.contexts.program.method(callee.method);
                    let load = solved.prices[number].load;
                    let (on_call, on_return) =
                        method.map_or((0, 0), |method| self.misses(caller, (callee, method), load));
                    count.saturating_mul(on_call + on_return)
                });
        misses.fold(0, u64::saturating_add) < loads.sum::<u64>()
    }

    /// Solves a context with the given scopes.
    fn priced(
        &mut self,
        context: &'a Context,
        method: &Method<'_>,
        (mode, scopes): (Mode, &[Scope]),
        (mut prices, bounds): Known,
    ) -> Result<Solved, WcetError> {
        let (mut calls, choices) = self.calls(context, method, &prices, mode, scopes)?;
        let of_choices: Vec<Choice> = choices.iter().map(|(choice, _)| *choice).collect();
        let mut loads = self.loads(context, method, scopes);
        let moved = self.take_moved((context, method), &mut prices, &mut calls);
        loads.extend(moved.map(|load| (load, Charge::Execute)));
        let cost = costs(context, &prices, &calls);
        let numbers = bounds.iter();
        let numbers: Vec<u64> = numbers
            .map(|bound| bound.as_ref().map_or(0, |bound| bound.most))
            .collect();
        let of_task: Vec<Load> = loads.iter().map(|(load, ..)| load.clone()).collect();
        let task = Task {
            flow: &context.shape.flow,
            execution: &context.execution,
            live: &context.live,
            cost: &cost,
            bounds: &numbers,
            loads: &of_task,
            choices: &of_choices,
            correlations: self.contexts.correlations(context.method),
        };
        let flows = task.solve().map_err(|problem| WcetError::Solver {
            method: method.name(),
            problem,
        })?;
        Ok(Solved {
            cycles: flows.cycles,
            flows,
            prices,
            calls,
            choices: choices
                .into_iter()
                .map(|(choice, call)| (choice.site, call))
                .collect(),
            loads,
            bounds,
            scoped: (mode, scoped(context, scopes)),
            parts: Vec::new(),
        })
    }

    /// Takes out the call that is taken for moved, as something that happens once for each entry of its loop.
    fn take_moved(
        &self,
        (context, method): (&Context, &Method<'_>),
        prices: &mut [Price],
        calls: &mut BTreeMap<usize, Call>,
    ) -> Option<Load> {
        let (instruction, outside) = self.supposed?.moved(method)?;
        let call = calls.remove(&instruction)?;
        let price = std::mem::take(&mut prices[instruction]);
        Some(Load {
            cost: call.sum().saturating_add(price.cycles),
            scope: Some(outside),
            users: vec![context.shape.block_of[instruction]],
        })
    }

    /// What is known of the word on top when an instruction runs that is no call.
    pub(crate) fn operand(context: &Context, number: usize) -> Option<Value> {
        let operands = context.execution.operands.get(&number);
        let is_call = context.shape.sites.contains_key(&number);
        operands
            .filter(|_| !is_call)
            .and_then(|it| it.first().copied())
    }

    /// Prices of the instructions that can run on the way to a return.
    fn prices(&self, context: &Context, method: &Method<'_>) -> Result<Vec<Price>, WcetError> {
        let mut prices = vec![Price::default(); method.instructions.len()];
        for (number, it) in method.instructions.iter().enumerate() {
            if !context.live[context.shape.block_of[number]] {
                continue;
            }
            let operand = Self::operand(context, number);
            let priced = price(self.contexts.options.costs, it.opcode, operand);
            prices[number] = priced.map_err(|reason| WcetError::Price {
                place: self.contexts.program.place(method, it.pc as u32),
                bytecode: isa::Bytecode::of(it.opcode).to_string(),
                reason,
            })?;
        }
        if let Some(change) = self.supposed {
            change.of_prices(method, &mut prices);
        }
        Ok(prices)
    }

    /// The largest scopes of a context that fit into the cache: the call, or loops of it.
    fn scopes(&self, context: &Context) -> Vec<Scope> {
        let whole = Scope {
            within: None,
            methods: context.reach.clone(),
        };
        if !context.collects && self.fits(&whole.methods) {
            return vec![whole];
        }
        let flow = &context.shape.flow;
        let mut scopes: Vec<Scope> = Vec::new();
        // Outer loops come first.
        for (number, it) in flow.loops.iter().enumerate() {
            let mut around = flow.loops_around(it.head);
            let is_inside =
                around.any(|outer| scopes.iter().any(|scope| scope.within == Some(outer)));
            if is_inside {
                continue;
            }
            let (methods, collects) = self.within(context, number);
            if !collects && self.fits(&methods) {
                scopes.push(Scope {
                    within: Some(number),
                    methods,
                });
            }
        }
        scopes
    }

    /// Methods that are looked up in a loop of a context, and whether a collection with a price may be in it.
    pub(crate) fn within(&self, context: &Context, number: usize) -> (BTreeSet<u32>, bool) {
        let it = &context.shape.flow.loops[number];
        let mut methods = BTreeSet::from([context.method]);
        let mut collects = false;
        for (site, callees) in &context.calls {
            if it.blocks.contains(&context.shape.block_of[*site]) {
                for callee in callees {
                    let callee = &self.contexts.all[*callee];
                    methods.extend(&callee.reach);
                    collects |= callee.collects;
                }
            }
        }
        (methods, collects)
    }

    /// Blocks of the method cache that methods take together.
    pub(crate) fn needed(&self, methods: &BTreeSet<u32>) -> u32 {
        let program = self.contexts.program;
        let words = methods.iter().filter_map(|method| {
            let method = program.method(*method).ok()?;
            Some(self.cache.blocks_of(self.words(method)))
        });
        words.sum()
    }

    /// Returns true if methods stay in the method cache as long as nothing else is looked up.
    pub(crate) fn fits(&self, methods: &BTreeSet<u32>) -> bool {
        self.cache.holds(|| self.needed(methods))
    }

    /// The worst callee of each call that can happen on the way to a return, and of each receiver where these are told apart.
    fn calls(
        &mut self,
        context: &Context,
        method: &Method<'_>,
        prices: &[Price],
        mode: Mode,
        scopes: &[Scope],
    ) -> Result<Calls, WcetError> {
        let mut calls = BTreeMap::new();
        let mut choices = Vec::new();
        for (number, callees) in &context.calls {
            let block = context.shape.block_of[*number];
            if !context.live[block] {
                continue;
            }
            let is_scoped = scopes.iter().any(|scope| scope.contains(context, block));
            let mode = if is_scoped { Mode::Hit } else { mode };
            let load = prices[*number].load;
            let Some(groups) = context.groups.get(number) else {
                let worst = self.worst(method, callees, load, mode)?;
                calls.extend(worst.map(|call| (*number, call)));
                continue;
            };
            for group in groups {
                let worst = self.worst(method, &group.callees, load, mode)?;
                let choice = worst.map(|call| Choice {
                    cost: call.sum(),
                    site: *number,
                    block,
                    most: group.visits,
                });
                choices.extend(choice.zip(worst));
            }
        }
        Ok((calls, choices))
    }

    /// The worst of some callees.
    fn worst(
        &mut self,
        caller: &Method<'_>,
        callees: &[ContextId],
        load: Option<EvaluatedLoad>,
        mode: Mode,
    ) -> Result<Option<Call>, WcetError> {
        let mut worst: Option<Call> = None;
        for callee in callees {
            let call = self.call(caller, *callee, load, mode)?;
            if worst.is_none_or(|worst| worst.sum() < call.sum()) {
                worst = Some(call);
            }
        }
        Ok(worst)
    }

    pub(crate) fn call(
        &mut self,
        caller: &Method<'_>,
        callee: ContextId,
        load: Option<EvaluatedLoad>,
        mode: Mode,
    ) -> Result<Call, WcetError> {
        let context = &self.contexts.all[callee];
        if self.is_shared(context.method) {
            return Ok(Call::of_shared(callee));
        }
        let cycles = self.solve(callee, mode)?;
        let method = self.contexts.program.method(context.method)?;
        let (on_call, on_return) = match mode {
            Mode::Hit => (0, 0),
            Mode::Scoped => self.misses(caller, (context, method), load),
            Mode::Miss => (
                load.map_or(0, |load| load.miss(self.words(method)).into()),
                self.load_on_return(method, self.words(caller)),
            ),
        };
        Ok(Call {
            callee,
            mode,
            cycles,
            load: on_call,
            load_on_return: on_return,
            part: None,
        })
    }

    /// Cycles of the loads of a call outside of all scopes, of the callee and of the caller on return.
    fn misses(
        &self,
        caller: &Method<'_>,
        (context, method): (&Context, &Method<'_>),
        load: Option<EvaluatedLoad>,
    ) -> (u64, u64) {
        let on_return = match self.keeps(caller, context) {
            true => 0,
            false => self.load_on_return(method, self.words(caller)),
        };
        let on_call = load.map_or(0, |load| load.miss(self.words(method)).into());
        (on_call, on_return)
    }

    /// Returns true if a caller is in the cache when a callee returns: it was the youngest before the call, and the call fits beside it.
    pub(crate) fn keeps(&self, caller: &Method<'_>, callee: &Context) -> bool {
        match self.cache.replacement {
            Replacement::None => true,
            Replacement::Fifo | Replacement::Always => false,
            Replacement::Lru => {
                let mut methods = callee.reach.clone();
                methods.insert(caller.symbol.address);
                !callee.collects && self.fits(&methods)
            }
        }
    }

    /// Cycles for the load of a caller of so many words when a method returns.
    pub(crate) fn load_on_return(&self, method: &Method<'_>, words: u32) -> u64 {
        let costs = self.contexts.options.costs;
        let loads = method.returns().filter_map(|opcode| {
            let usual = &costs.bytecodes[usize::from(opcode)].usual;
            usual.load.map(|load| u64::from(load.miss(words)))
        });
        loads.max().unwrap_or(0)
    }

    /// Loads of the methods of scopes, with their charges.
    fn loads(
        &self,
        context: &Context,
        method: &Method<'_>,
        scopes: &[Scope],
    ) -> Vec<(Load, Charge)> {
        let mut loads = Vec::new();
        for scope in scopes {
            for address in &scope.methods {
                let is_own = *address == method.symbol.address;
                if is_own && !self.cache.may_lose_running() || self.is_shared(*address) {
                    continue;
                }
                let users = self.users(context, scope, *address, is_own);
                let Ok(loaded) = self.contexts.program.method(*address) else {
                    continue;
                };
                if users.is_empty() {
                    continue;
                }
                let (cost, charge) = self.scope_load(loaded, is_own);
                loads.push((
                    Load {
                        cost,
                        scope: scope.within,
                        users,
                    },
                    charge,
                ));
            }
        }
        loads
    }

    /// Blocks of a scope with calls that look a method up.
    fn users(&self, context: &Context, scope: &Scope, method: u32, is_own: bool) -> Vec<usize> {
        let calls = context.calls.iter().filter(|(site, callees)| {
            let block = context.shape.block_of[**site];
            let looks_up = is_own && !callees.is_empty()
                || callees
                    .iter()
                    .any(|it| self.contexts.all[*it].reach.contains(&method));
            looks_up && context.live[block] && scope.contains(context, block)
        });
        let blocks: BTreeSet<usize> = calls
            .map(|(site, _)| context.shape.block_of[*site])
            .collect();
        blocks.into_iter().collect()
    }

    /// Cycles of the load of so many words by any return, or by any invoke.
    pub(crate) fn dearest_load(&self, words: u32, returns: bool) -> u64 {
        let costs = self.contexts.options.costs;
        let used = self.contexts.program.symbols.bytecodes.iter();
        let loads = used.filter_map(|opcode| {
            let load = costs.bytecodes[usize::from(*opcode)].usual.load?;
            let is_return = isa::Bytecode::of(*opcode).is_return();
            (is_return == returns).then(|| u64::from(load.miss(words)))
        });
        loads.max().unwrap_or(0)
    }

    /// Cycles of the one load of a method in a scope, by an invoke or by a return to it.
    fn scope_load(&self, method: &Method<'_>, is_own: bool) -> (u64, Charge) {
        // A method that calls nothing is never returned to; LRU loads a method where it is called first.
        let is_returned_to = is_own || self.calls_anything(method.symbol.address);
        let may_return = is_returned_to && self.cache.may_lose_running();
        let (invoke, on_return) = (
            self.dearest_load(self.words(method), false),
            self.dearest_load(self.words(method), true),
        );
        // A recursive call may load the own method by an invoke.
        if (is_own || may_return) && on_return > invoke {
            (on_return, Charge::LoadOnReturn)
        } else {
            (invoke, Charge::LoadOnInvoke)
        }
    }

    /// Cycles to load methods once, except the one that runs.
    pub(crate) fn loads_once(&self, methods: &BTreeSet<u32>, running: u32) -> u64 {
        let others = methods.iter().filter(|method| **method != running);
        let others = others.filter_map(|method| self.contexts.program.method(*method).ok());
        others.map(|method| self.scope_load(method, false).0).sum()
    }

    fn calls_anything(&self, method: u32) -> bool {
        self.calling.contains(&method)
    }
}

impl Scope {
    fn contains(&self, context: &Context, block: usize) -> bool {
        self.within
            .is_none_or(|number| context.shape.flow.loops[number].blocks.contains(&block))
    }
}

impl Call {
    /// A call whose cycles are a term of the whole.
    fn of_shared(callee: ContextId) -> Self {
        Self {
            callee,
            mode: Mode::Miss,
            cycles: 0,
            load: 0,
            load_on_return: 0,
            part: None,
        }
    }

    pub(crate) fn sum(&self) -> u64 {
        self.cycles
            .saturating_add(self.load)
            .saturating_add(self.load_on_return)
    }
}

impl Solved {
    /// Calls of an instruction that is executed so often in so many calls of its context, with their numbers.
    pub(crate) fn calls_of(
        &self,
        number: usize,
        executions: u64,
        times: u64,
    ) -> impl Iterator<Item = (Call, u64)> {
        let one = self.calls.get(&number).map(|call| (*call, executions));
        let choices = self.choices.iter().zip(&self.flows.choices);
        let several = choices
            .filter(move |((site, _), _)| *site == number)
            .map(move |((_, call), count)| (*call, times * count));
        one.into_iter().chain(several)
    }

    fn of_collection(cycles: Option<u64>) -> Self {
        Self {
            cycles: cycles.unwrap_or(0),
            flows: Flows::default(),
            prices: Vec::new(),
            calls: BTreeMap::new(),
            choices: Vec::new(),
            loads: Vec::new(),
            bounds: Vec::new(),
            scoped: (Mode::Hit, BTreeSet::new()),
            parts: Vec::new(),
        }
    }

    /// How a lookup in a block is priced.
    pub(crate) fn mode_of(&self, block: usize) -> Mode {
        let (mode, scoped) = &self.scoped;
        match scoped.contains(&block) {
            true => Mode::Hit,
            false => *mode,
        }
    }

    /// Cycles of one execution of each block, with some of the calls.
    pub(crate) fn costs(&self, context: &Context, calls: &BTreeMap<usize, Call>) -> Vec<u64> {
        costs(context, &self.prices, calls)
    }
}

/// Blocks of scopes.
fn scoped(context: &Context, scopes: &[Scope]) -> BTreeSet<usize> {
    let blocks = 0..context.shape.flow.blocks.len();
    let is_scoped = |block: &usize| scopes.iter().any(|scope| scope.contains(context, *block));
    blocks.filter(is_scoped).collect()
}

/// Cycles of one execution of each block, callees included.
fn costs(context: &Context, prices: &[Price], calls: &BTreeMap<usize, Call>) -> Vec<u64> {
    let blocks = context.shape.flow.blocks.iter();
    let cost = blocks.map(|block| {
        block.instructions.clone().fold(0_u64, |sum, number| {
            let call = calls.get(&number).map_or(0, Call::sum);
            sum.saturating_add(prices[number].cycles)
                .saturating_add(call)
        })
    });
    cost.collect()
}

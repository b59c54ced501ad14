//! Contexts of methods: each is executed abstractly once, callees first, and knows its callees' contexts.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use cost_model::EvaluatedTable;
use method_cache::Longest;

use crate::call_graph::CallGraph;
use crate::calls::CallKind;
use crate::correlation::{Correlation, Correlations};
use crate::error::WcetError;
use crate::execute::{Execution, NoWatch, Results, execute};
use crate::facts::Facts;
use crate::options::{Exceptions, Options};
use crate::program::{Method, Program};
use crate::remembered::AllRemembered;
use crate::shape::{Shape, Shapes, Site};
use crate::transfer::Frame;
use crate::types::combine;
use crate::value::{Kind, Value};

/// Contexts of one method beyond which nothing is known of its arguments.
const MOST_OF_ONE_METHOD: usize = 64;
/// Calls of one method within each other that their arguments alone may end.
const DEEPEST: usize = 100;
/// Calls within each other that are followed at all; [`crate::analysis::STACK`] holds them.
const MOST_NESTED: usize = 10_000;

/// Place of a context in [`Contexts::all`]; callees come before their callers.
pub(crate) type ContextId = usize;

/// A method with what is known of its arguments.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) method: u32,
    pub(crate) arguments: Vec<Value>,
    pub(crate) shape: Arc<Shape>,
    pub(crate) execution: Execution,
    /// Contexts that each call may go to, by the place of its instruction; calls on the way to exceptions are left out.
    pub(crate) calls: BTreeMap<usize, Vec<ContextId>>,
    /// The same by receiver, where the visits of a call tell its receivers apart.
    pub(crate) groups: BTreeMap<usize, Vec<Group>>,
    /// Calls that no object can receive, by the place of their instruction: the program makes none of their type.
    pub(crate) without_target: BTreeSet<usize>,
    /// Calls that a bound of recursion leaves out.
    pub(crate) ends: BTreeMap<usize, End>,
    /// Contexts of all calls, also of those from which no way leads to a return.
    pub(crate) tried: BTreeMap<usize, Vec<ContextId>>,
    /// Blocks on ways from the entry to a return.
    pub(crate) live: Vec<bool>,
    /// Methods that a call of it looks up, itself included.
    pub(crate) reach: BTreeSet<u32>,
    /// True if a collection of garbage with a price may be in a call of it.
    pub(crate) collects: bool,
}

/// A call that a bound of recursion leaves out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct End {
    /// The method whose bound it is.
    pub(crate) method: u32,
    /// True if the call goes to nothing else.
    pub(crate) is_only: bool,
}

impl Context {
    /// Calls that every call of the context makes, with their number. Each goes to this callee alone.
    pub(crate) fn certain_calls(&self) -> impl Iterator<Item = (ContextId, u64)> {
        self.tried.iter().filter_map(|(number, callees)| {
            let times = self.execution.certain[self.shape.block_of[*number]];
            match callees[..] {
                [callee] if times > 0 => Some((callee, times)),
                _ => None,
            }
        })
    }
}

/// Calls with one receiver.
#[derive(Debug)]
pub(crate) struct Group {
    /// Most of them in a call of the context.
    pub(crate) visits: u64,
    pub(crate) callees: Vec<ContextId>,
}

/// Contexts that the calls of a method go to.
#[derive(Debug, Default)]
struct Callees {
    all: BTreeMap<usize, Vec<ContextId>>,
    groups: BTreeMap<usize, Vec<Group>>,
    without_target: BTreeSet<usize>,
    ends: BTreeMap<usize, End>,
}

/// Where a call with some operands goes.
#[derive(Debug, Default)]
struct Targets {
    callees: Vec<ContextId>,
    /// The method whose bound of recursion leaves a target out.
    end: Option<u32>,
}

impl Callees {
    /// Notes where a call goes, if any object can receive it; gives the contexts.
    fn note(&mut self, number: usize, targets: Option<Targets>) -> Vec<ContextId> {
        let Some(Targets { callees, end }) = targets else {
            self.without_target.insert(number);
            return Vec::new();
        };
        if let Some(method) = end {
            let is_only = callees.is_empty();
            self.ends.insert(number, End { method, is_only });
        }
        callees
    }
}

/// What is known of the whole program: facts, shapes, what frames remember, and ways that exclude each other.
pub(crate) type WholeProgram<'a> = (&'a Facts, &'a Shapes, &'a AllRemembered, &'a Correlations);

/// All contexts that an analysis needs.
pub(crate) struct Contexts<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) options: &'a Options<'a>,
    facts: &'a Facts,
    shapes: &'a Shapes,
    remembered: &'a AllRemembered,
    correlations: &'a Correlations,
    pub(crate) all: Vec<Context>,
    known: HashMap<Key, ContextId>,
    of_method: HashMap<u32, usize>,
    /// Contexts under way, outermost first.
    stack: Vec<Key>,
    graph: &'a CallGraph,
    /// Methods whose recursion is bounded, with those from which each can be reached.
    bounded: BTreeMap<u32, BTreeSet<u32>>,
}

/// What makes a context.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    method: u32,
    arguments: Vec<Value>,
    /// Calls left of methods whose recursion is bounded.
    left: BTreeMap<u32, u32>,
}

impl<'a> Contexts<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        options: &'a Options<'a>,
        (facts, shapes, remembered, correlations): WholeProgram<'a>,
        graph: &'a CallGraph,
    ) -> Self {
        let methods = program.methods();
        let bounded = methods.filter(|it| options.bounds.of_recursion(program, it).is_some());
        let bounded = bounded.map(|it| it.symbol.address);
        Self {
            bounded: bounded.map(|it| (it, graph.reaching(it))).collect(),
            graph,
            program,
            options,
            facts,
            shapes,
            remembered,
            correlations,
            all: Vec::new(),
            known: HashMap::new(),
            of_method: HashMap::new(),
            stack: Vec::new(),
        }
    }

    /// The context of a method of whose arguments is known what all calls in the program pass.
    pub(crate) fn root(&mut self, method: u32) -> Result<ContextId, WcetError> {
        let arguments = self
            .facts
            .arguments(self.program, self.program.method(method)?);
        let key = Key {
            method,
            arguments,
            left: BTreeMap::new(),
        };
        let found = self.of(key)?;
        found.ok_or_else(|| WcetError::NeverReturns(self.program.name(method)))
    }

    /// Ways through a method that exclude each other.
    pub(crate) fn correlations(&self, method: u32) -> &'a [Correlation] {
        self.correlations.of(method)
    }

    fn costs(&self) -> &'a EvaluatedTable {
        self.options.costs
    }

    fn shape(&self, method: &Method<'_>) -> Result<Arc<Shape>, WcetError> {
        let address = method.symbol.address;
        let shape = self.shapes.get(&address);
        shape.ok_or(WcetError::NoMethod(address))?.clone()
    }

    /// A context; none if its recursion is at its end.
    fn of(&mut self, mut key: Key) -> Result<Option<ContextId>, WcetError> {
        let method = self.program.method(key.method)?;
        self.forget_if_many(method, &mut key);
        if let Some(most) = self.options.bounds.of_recursion(self.program, method) {
            let most = u32::try_from(most.most).unwrap_or(u32::MAX);
            let left = key.left.entry(key.method).or_insert(most);
            let Some(rest) = left.checked_sub(1) else {
                return Ok(None);
            };
            *left = rest;
        }
        if let Some(id) = self.known.get(&key) {
            return Ok(Some(*id));
        }
        self.check_recursion(&key)?;
        *self.of_method.entry(key.method).or_default() += 1;
        self.stack.push(key.clone());
        let context = self.make(method, &key);
        self.stack.pop();
        let id = self.all.len();
        self.all.push(context?);
        self.known.insert(key, id);
        Ok(Some(id))
    }

    /// Gives arguments up for a method with many contexts.
    fn forget_if_many(&self, method: &Method<'_>, key: &mut Key) {
        let many = self.of_method.get(&key.method).copied().unwrap_or(0) >= MOST_OF_ONE_METHOD;
        if many && !self.known.contains_key(key) {
            let beside = key.arguments.split_off(method.arguments);
            key.arguments = self.facts.arguments(self.program, method);
            key.arguments.extend(beside);
        }
    }

    /// Refuses recursion that neither a bound nor changing arguments end.
    fn check_recursion(&self, key: &Key) -> Result<(), WcetError> {
        if self.stack.len() >= MOST_NESTED {
            return Err(WcetError::Depth {
                method: self.program.name(key.method),
                most: MOST_NESTED,
            });
        }
        let last = self.stack.iter().rposition(|it| it.method == key.method);
        let Some(last) = last else {
            return Ok(());
        };
        let cycle = &self.stack[last..];
        if cycle.iter().any(|it| self.is_bounded(it.method)) {
            return Ok(());
        }
        let of_method = self.stack.iter().filter(|it| it.method == key.method);
        let is_new = of_method.clone().all(|it| it != key);
        let has_number = |value: &Value| matches!(value.kind, Kind::Int { .. });
        if is_new && of_method.count() < DEEPEST && key.arguments.iter().any(has_number) {
            return Ok(());
        }
        let mut names: Vec<String> = Vec::new();
        for it in cycle {
            let name = self.program.name(it.method);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let symbol = self.program.method(key.method).map(|it| it.symbol);
        Err(WcetError::Recursion {
            cycle: names.join(", "),
            key: symbol.map_or_else(|_| self.program.name(key.method), ToString::to_string),
        })
    }

    fn is_bounded(&self, method: u32) -> bool {
        self.bounded.contains_key(&method)
    }

    /// Callers of a method, whatever is known of receivers.
    pub(crate) fn callers(&self, method: u32) -> impl Iterator<Item = u32> {
        self.graph.callers(method)
    }

    /// Refuses a method that the method cache cannot hold.
    fn check_length(&self, method: &Method<'_>) -> Result<(), WcetError> {
        let longest = Longest::of(self.options.config);
        longest
            .check(method.symbol.words)
            .map_err(|reason| WcetError::LongMethod {
                method: method.name(),
                reason,
            })
    }

    /// Executes a method twice: with results as their types tell, then as its callees' contexts tell.
    fn make(&mut self, method: &'a Method<'a>, key: &Key) -> Result<Context, WcetError> {
        self.check_length(method)?;
        let shape = self.shape(method)?;
        let frame = Frame {
            program: self.program,
            facts: self.facts,
            method,
            remembered: self.remembered.method(key.method),
        };
        let run =
            |results: &Results| execute(frame, &shape, &key.arguments, results, &mut NoWatch, true);
        let mut results = Results::new();
        let mut execution = run(&results);
        let mut live = live_blocks(&shape, &execution);
        let mut calls = self.callees(method, &shape, (&execution, &live), key)?;
        let mut tried = BTreeMap::new();
        if !shape.sites.is_empty() {
            for (number, callees) in &calls.all {
                let returned = self.results(&shape, *number, callees);
                results.insert(*number, returned);
            }
            execution = run(&results);
            live = live_blocks(&shape, &execution);
            let first = calls;
            calls = self.callees(method, &shape, (&execution, &live), key)?;
            calls.without_target.extend(first.without_target);
            // What ends a recursion may be all that a way leads to.
            let ends = first.ends.into_iter();
            let left_out = ends.filter(|(number, _)| !calls.all.contains_key(number));
            calls.ends.extend(left_out.collect::<Vec<_>>());
            tried = first.all;
        }
        self.check_caught(method, &shape, &execution)?;
        // A collection that is excluded leaves the cache as it is.
        let mut reach = BTreeSet::new();
        let mut collects = method.is_collection && self.options.collection.is_some();
        if !method.is_collection {
            reach.insert(key.method);
        }
        for callee in calls.all.values().flatten() {
            let callee = &self.all[*callee];
            reach.extend(&callee.reach);
            collects |= callee.collects;
        }
        tried.extend(calls.all.iter().map(|(number, it)| (*number, it.clone())));
        Ok(Context {
            method: key.method,
            arguments: key.arguments.clone(),
            shape,
            execution,
            calls: calls.all,
            groups: calls.groups,
            without_target: calls.without_target,
            ends: calls.ends,
            tried,
            live,
            reach,
            collects,
        })
    }

    /// Refuses a method that may catch an exception. Blocks that end with a throw count, too, though no way of theirs returns.
    fn check_caught(
        &self,
        method: &Method<'_>,
        shape: &Shape,
        execution: &Execution,
    ) -> Result<(), WcetError> {
        let mut caught = shape.caught.iter();
        let first = caught.find(|(number, _)| execution.blocks[shape.block_of[**number]] > 0);
        match (first, self.options.exceptions) {
            (Some((_, handler)), Exceptions::Refuse) => Err(WcetError::Caught {
                place: self.program.place(method, *handler),
            }),
            _ => Ok(()),
        }
    }

    /// What a call leaves on the stack; none if it never returns, as one with a collection does that is excluded.
    fn results(&self, shape: &Shape, number: usize, callees: &[ContextId]) -> Option<Vec<Value>> {
        let typed = &shape.sites[&number].results;
        let returned = callees.iter().filter_map(|id| {
            let context = &self.all[*id];
            let words = context.execution.returns.as_ref();
            let is_collection = self.program.method(context.method);
            let is_collection = is_collection.is_ok_and(|method| method.is_collection);
            if is_collection {
                self.options.collection.map(|_| Vec::new())
            } else {
                words.cloned()
            }
        });
        let joined = returned.reduce(|a, b| a.iter().zip(&b).map(|(a, b)| a.join(*b)).collect())?;
        let depth = self.options.context;
        let words = typed.iter().enumerate().map(|(place, typed)| {
            let known = joined.get(place).copied().unwrap_or(Value::ANY);
            let passed = known.passed(depth);
            combine(self.program, *typed, passed)
        });
        Some(words.collect())
    }

    /// Contexts that the calls of live blocks go to.
    fn callees(
        &mut self,
        method: &Method<'_>,
        shape: &Shape,
        (execution, live): (&Execution, &[bool]),
        key: &Key,
    ) -> Result<Callees, WcetError> {
        let mut found = Callees::default();
        if method.is_collection {
            return Ok(found);
        }
        for (number, site) in &shape.sites {
            let (true, Some(operands)) = (
                live[shape.block_of[*number]],
                execution.operands.get(number),
            ) else {
                continue;
            };
            let receivers = execution.receivers.get(number).map_or(&[][..], |it| it);
            if receivers.len() < 2 {
                let targets = self.of_operands(method, (*number, site), operands, key)?;
                let callees = found.note(*number, targets);
                found.all.insert(*number, callees);
                continue;
            }
            let mut groups = Vec::new();
            // A call on null throws.
            for (receiver, visits) in receivers.iter().filter(|(it, _)| it.kind != Kind::Null) {
                let mut words = operands.clone();
                words[0] = *receiver;
                let targets = self.of_operands(method, (*number, site), &words, key)?;
                groups.push(Group {
                    visits: *visits,
                    callees: found.note(*number, targets),
                });
            }
            if let Some(end) = found.ends.get_mut(number) {
                end.is_only = false;
            }
            let mut all: Vec<ContextId> =
                groups.iter().flat_map(|it| &it.callees).copied().collect();
            all.sort_unstable();
            all.dedup();
            found.all.insert(*number, all);
            found.groups.insert(*number, groups);
        }
        Ok(found)
    }

    /// Contexts that a call with these operands goes to; none if no object can receive it.
    fn of_operands(
        &mut self,
        method: &Method<'_>,
        (number, site): (usize, &Site),
        operands: &[Value],
        key: &Key,
    ) -> Result<Option<Targets>, WcetError> {
        let it = &method.instructions[number];
        let receiver = (site.kind == CallKind::Invoke)
            .then(|| operands.first().copied())
            .flatten();
        let targets = self.program.targets(self.costs(), method, it, receiver)?;
        if targets.is_empty() {
            return Ok(None);
        }
        let mut found = Targets::default();
        for target in targets {
            let mut key = self.callee_key(target, operands, key)?;
            key.arguments.extend(site.beside);
            match self.of(key)? {
                Some(id) => found.callees.push(id),
                None => found.end = Some(target),
            }
        }
        found.callees.dedup();
        Ok(Some(found))
    }

    fn callee_key(&self, target: u32, operands: &[Value], caller: &Key) -> Result<Key, WcetError> {
        let method = self.program.method(target)?;
        let typed = self.facts.arguments(self.program, method);
        let depth = self.options.context;
        let arguments = typed.iter().enumerate().map(|(place, typed)| {
            let passed = operands.get(place).copied().unwrap_or(Value::ANY);
            combine(self.program, *typed, passed.passed(depth))
        });
        // Depths of recursion matter only where it can go on.
        let left = caller.left.iter().filter(|(method, _)| {
            let reaching = self.bounded.get(method);
            reaching.is_some_and(|reaching| reaching.contains(&target))
        });
        Ok(Key {
            method: target,
            arguments: arguments.collect(),
            left: left.map(|(method, left)| (*method, *left)).collect(),
        })
    }
}

/// Blocks on ways from the entry to a return.
fn live_blocks(shape: &Shape, execution: &Execution) -> Vec<bool> {
    let flow = &shape.flow;
    let mut live = vec![false; flow.blocks.len()];
    let returns = flow.blocks.iter().enumerate();
    let returns = returns.filter(|(block, it)| it.returns && execution.blocks[*block] > 0);
    let mut rest: Vec<usize> = returns.map(|(block, _)| block).collect();
    while let Some(block) = rest.pop() {
        if std::mem::replace(&mut live[block], true) {
            continue;
        }
        let into = flow.blocks[block].into.iter();
        let taken = into.filter(|edge| execution.edges[**edge] > 0);
        rest.extend(taken.map(|edge| flow.edges[*edge].from));
    }
    live
}

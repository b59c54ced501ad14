//! One look through the whole program: what its code stores into fields, passes to methods and gets back.
//!
//! Each pass relies on what the one before has found; the first relies on types alone, so every pass holds.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use cost_model::EvaluatedTable;
use isa::op;

use crate::assigned::Assigned;
use crate::calls::CallKind;
use crate::execute::{Results, Watch, execute};
use crate::facts::{Facts, Stores};
use crate::program::{ClassId, Method, Program};
use crate::remembered::AllRemembered;
use crate::shape::{Shape, Shapes};
use crate::slots::stored;
use crate::state::State;
use crate::transfer::Frame;
use crate::types::arguments_of;
use crate::value::{Kind, Value};

/// What is the same in every pass.
#[derive(Clone, Copy)]
pub(crate) struct Code<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) costs: &'a EvaluatedTable,
    pub(crate) shapes: &'a Shapes,
    pub(crate) assigned: &'a Assigned,
}

/// Looks at all methods. Blocks that no values lead to are taken to do anything, unless `leaves_out` is set.
pub(crate) fn collect(
    code: Code<'_>,
    remembered: &AllRemembered,
    facts: &Facts,
    leaves_out: bool,
) -> Facts {
    let Code {
        program,
        costs,
        shapes,
        assigned,
    } = code;
    let mut stores = Stores::default();
    for method in program.methods() {
        let Some(Ok(shape)) = shapes.get(&method.symbol.address) else {
            // Nothing is known of what it stores and calls.
            return Facts::default();
        };
        let frame = Frame {
            program,
            facts,
            method,
            remembered: remembered.method(method.symbol.address),
        };
        stores.method = method.symbol.address;
        // Handlers of exceptions are not in the flow graph: what they leave in variables may be anywhere behind them.
        let has_handler = shape.flow.place.contains(&usize::MAX);
        let mut watch = Watcher {
            program,
            costs,
            method,
            shape,
            has_handler,
            stores: &mut stores,
            targets: HashMap::new(),
        };
        let arguments = facts.arguments(program, method);
        let results = results(program, costs, method, shape, facts);
        let execution = execute(frame, shape, &arguments, &results, &mut watch, false);
        let behind = behind_handlers(method, shape);
        for (number, block) in shape.flow.blocks.iter().enumerate() {
            if behind[number] || !leaves_out && execution.blocks[number] == 0 {
                watch.unknown(frame, block.instructions.clone());
            }
        }
        let returned = execution.returns.filter(|_| !has_handler);
        stores.returned(method.symbol.address, returned.as_deref());
    }
    stores.into_facts(program, assigned, facts)
}

/// Blocks that a handler of exceptions may come to, whatever is in variables then.
fn behind_handlers(method: &Method<'_>, shape: &Shape) -> Vec<bool> {
    let flow = &shape.flow;
    let mut behind = vec![false; flow.blocks.len()];
    let mut rest = Vec::new();
    for row in &method.handlers {
        let mut all = method.instructions.iter();
        match all.position(|it| it.pc == row.handler as usize) {
            Some(first) => rest.push(shape.block_of[first]),
            // Damaged code.
            None => return vec![true; flow.blocks.len()],
        }
    }
    while let Some(block) = rest.pop() {
        if !std::mem::replace(&mut behind[block], true) {
            let out = flow.blocks[block].out.iter();
            rest.extend(out.map(|edge| flow.edges[*edge].to));
        }
    }
    behind
}

/// What the calls of a method give back, as far as earlier passes tell.
fn results(
    program: &Program<'_>,
    costs: &EvaluatedTable,
    method: &Method<'_>,
    shape: &Shape,
    facts: &Facts,
) -> Results {
    let mut results = Results::new();
    let invokes = shape.sites.iter();
    for (number, site) in invokes.filter(|(_, site)| site.kind == CallKind::Invoke) {
        let it = &method.instructions[*number];
        let Ok(targets) = program.targets(costs, method, it, None) else {
            continue;
        };
        if let Some(words) = facts.returned(&targets, &site.results) {
            results.insert(*number, Some(words));
        }
    }
    results
}

/// Collects stores and calls.
struct Watcher<'a, 's> {
    program: &'a Program<'a>,
    costs: &'a EvaluatedTable,
    method: &'a Method<'a>,
    shape: &'a Shape,
    has_handler: bool,
    stores: &'s mut Stores,
    /// Targets of calls by instruction and receiver: loops visit them again and again.
    targets: HashMap<Receiving, Vec<u32>>,
}

/// A call with what is known of its receiver: the class, and if that is the very one; and if it is null.
type Receiving = (usize, Option<(ClassId, bool)>, bool);

impl Watcher<'_, '_> {
    /// A block that is reached with unknown values; only arguments that are never stored to keep their types.
    fn unknown(&mut self, frame: Frame<'_>, block: Range<usize>) {
        let mut locals = arguments_of(self.program, self.method);
        locals.resize(self.method.locals.max(locals.len()), Value::ANY);
        for it in &self.method.instructions {
            for slot in stored(self.method, it) {
                if let Some(local) = locals.get_mut(slot) {
                    *local = Value::ANY;
                }
            }
        }
        let mut state = State {
            locals,
            stack: Vec::new(),
        };
        for number in block {
            let it = &self.method.instructions[number];
            self.stores.unknown(self.program, it, &state);
            let Some(site) = self.shape.sites.get(&number) else {
                frame.step(&mut state, it);
                continue;
            };
            let targets = self.program.targets(self.costs, self.method, it, None);
            for target in targets.unwrap_or_default() {
                self.stores.called(target, None);
            }
            match site.kind {
                CallKind::Invoke => {
                    state.pop_many(site.arguments);
                    state.stack.extend(&site.results);
                }
                CallKind::Routine => frame.step(&mut state, it),
            }
        }
    }
}

impl Watch for Watcher<'_, '_> {
    fn before(&mut self, number: usize, state: &State) {
        let it = &self.method.instructions[number];
        self.stores.store(self.program, it, state);
        let site = self.shape.sites.get(&number);
        let arrays = &mut self.stores.arrays;
        arrays.before(it, site.map_or(0, |site| site.arguments), state);
        if self.has_handler {
            // Its handlers may do anything with what is in variables.
            for value in state.locals.iter().chain(&state.stack) {
                arrays.give_up(*value);
            }
        }
        let Some(site) = site else {
            return;
        };
        let words = (0..site.arguments).rev().map(|depth| state.peek(depth));
        let words: Vec<_> = words.collect();
        let is_known = site.kind == CallKind::Invoke && it.opcode != op::JOPSYS_INVOKE;
        let receiver = is_known.then(|| words.first().copied()).flatten();
        let is_null = receiver.is_some_and(|it| it.kind == Kind::Null);
        let key = (number, receiver.and_then(Value::class), is_null);
        let targets = self.targets.entry(key).or_insert_with(|| {
            let targets = self.program.targets(self.costs, self.method, it, receiver);
            targets.unwrap_or_default()
        });
        for target in targets {
            let words = is_known.then_some(words.as_slice());
            self.stores.called(*target, words);
        }
    }
}

/// Values by the address of a method; none where nothing is known.
pub(crate) type ByMethod = BTreeMap<u32, Option<Vec<Value>>>;

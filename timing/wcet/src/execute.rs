//! Abstract execution of a method: loops run pass by pass as long as the values that end them are known.
//!
//! Each visit of a block stands for at most one execution, so visits bound executions, over nested and triangular loops, too. A loop
//! whose values do not end it is left to a bound that is given: its values are widened until nothing changes.
//!
//! A visit is *certain* if every call that returns makes it: nothing has left the method or gone another way before. What is repeated in
//! certain visits, or in every visit, is repeated in truth: bounds that people give are held against it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};

use isa::op;

use crate::calls::CallKind;
use crate::shape::Shape;
use crate::state::State;
use crate::transfer::Frame;
use crate::value::Value;

/// Visits that are not bounded.
pub(crate) const UNBOUNDED: u64 = u64::MAX;
/// Passes of one loop that are tried.
const MOST_PASSES: u64 = 20_000;
/// Blocks that are visited in one method while loops run pass by pass.
const MOST_VISITS: u64 = 400_000;
/// Receivers of one call that are told apart.
const MOST_RECEIVERS: usize = 16;
/// Joins of a loop's state before it is widened.
const JOINS: u32 = 2;

/// Result of an abstract execution.
#[derive(Debug)]
pub(crate) struct Execution {
    /// Most executions of each block in one call; 0 if it cannot run.
    pub(crate) blocks: Vec<u64>,
    /// The same of edges.
    pub(crate) edges: Vec<u64>,
    /// Most repetitions of each loop for one entry; none if its values do not end it.
    pub(crate) loops: Vec<Option<u64>>,
    /// Least repetitions of each loop.
    pub(crate) least: Vec<Least>,
    /// Executions of each block in every call that returns.
    pub(crate) certain: Vec<u64>,
    /// Operands of calls, shifts and accesses by address, by place of the instruction.
    pub(crate) operands: BTreeMap<usize, Vec<Value>>,
    /// Receivers of calls whose methods are found by them, with the visits in which each came; nothing where there are too many.
    pub(crate) receivers: BTreeMap<usize, Vec<(Value, u64)>>,
    /// The result; none if it never returns.
    pub(crate) returns: Option<Vec<Value>>,
}

/// Least repetitions of a loop, in calls that return.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Least {
    /// In every entry; none if it is not entered.
    pub(crate) of_every: Option<u64>,
    /// In an entry that every call makes.
    pub(crate) of_certain: u64,
}

impl Least {
    /// The largest number that is proven of an entry.
    pub(crate) fn proven(self) -> u64 {
        self.of_certain.max(self.of_every.unwrap_or(0))
    }

    fn entered(&mut self, repetitions: u64, is_certain: bool) {
        let known = self.of_every.unwrap_or(u64::MAX);
        self.of_every = Some(known.min(repetitions));
        if is_certain {
            self.of_certain = self.of_certain.max(repetitions);
        }
    }
}

/// Results of calls as far as they are known: by place of the instruction; none for calls that never return.
pub(crate) type Results = HashMap<usize, Option<Vec<Value>>>;

/// Hears of each instruction with the frame before it.
pub(crate) trait Watch {
    fn before(&mut self, _number: usize, _state: &State) {}
}

/// Hears nothing.
pub(crate) struct NoWatch;

impl Watch for NoWatch {}

/// Executes a method from what is known of its arguments.
pub(crate) fn execute(
    frame: Frame<'_>,
    shape: &Shape,
    arguments: &[Value],
    results: &Results,
    watch: &mut dyn Watch,
    tries_loops: bool,
) -> Execution {
    let mut locals = arguments.to_vec();
    let words = frame.method.locals.max(arguments.len());
    locals.resize(words.max(frame.remembered.words()), Value::ANY);
    let state = State {
        locals,
        stack: Vec::new(),
    };
    let mut executor = Executor {
        frame,
        shape,
        results,
        watch,
        visits: 0,
        has_failed: vec![!tries_loops; shape.flow.loops.len()],
        out: Execution {
            blocks: vec![0; shape.flow.blocks.len()],
            edges: vec![0; shape.flow.edges.len()],
            loops: vec![Some(0); shape.flow.loops.len()],
            least: vec![Least::default(); shape.flow.loops.len()],
            certain: vec![0; shape.flow.blocks.len()],
            operands: BTreeMap::new(),
            receivers: BTreeMap::new(),
            returns: None,
        },
    };
    executor.region(None, 0, state, true);
    executor.out
}

struct Executor<'a, 'w> {
    frame: Frame<'a>,
    shape: &'a Shape,
    results: &'a Results,
    watch: &'w mut dyn Watch,
    visits: u64,
    has_failed: Vec<bool>,
    out: Execution,
}

/// Where a loop's pass or a method goes on.
#[derive(Default)]
struct Outcome {
    /// State at the head of the loop for its next pass.
    back: Option<State>,
    /// States on edges that leave the loop.
    exits: BTreeMap<usize, State>,
    /// True if a way returns.
    returns: bool,
}

impl Outcome {
    /// True as long as no way has come to an end.
    fn is_open(&self) -> bool {
        self.back.is_none() && self.exits.is_empty() && !self.returns
    }
}

impl Executor<'_, '_> {
    /// One pass through the blocks of a loop from its head, or through the method; inner loops run as a whole.
    fn region(
        &mut self,
        within: Option<usize>,
        head: usize,
        entry: State,
        is_certain: bool,
    ) -> Outcome {
        let mut outcome = Outcome::default();
        let mut pending = Pending::default();
        pending.add(self.place(head), entry);
        while let Some((place, state)) = pending.next() {
            let block = self.shape.flow.order[place];
            // All other ways would wait, or have ended.
            let is_certain = is_certain && pending.0.is_empty() && outcome.is_open();
            let left = match self.shape.flow.head_of[block] {
                Some(inner) if Some(inner) != within => self.whole_loop(inner, &state, is_certain),
                _ => {
                    self.out.certain[block] += u64::from(is_certain);
                    self.block(block, state)
                }
            };
            outcome.returns |= self.shape.flow.blocks[block].returns;
            for (edge, state) in left {
                let to = self.shape.flow.edges[edge].to;
                let flow = &self.shape.flow;
                match within {
                    Some(number) if to == flow.loops[number].head => {
                        add(&mut outcome.back, state);
                    }
                    Some(number) if !flow.loops[number].blocks.contains(&to) => {
                        join_into(&mut outcome.exits, edge, state);
                    }
                    _ => pending.add(self.place(to), state),
                }
            }
        }
        outcome
    }

    fn place(&self, block: usize) -> usize {
        self.shape.flow.place[block]
    }

    /// All passes of a loop; gives the states on the edges that leave it.
    fn whole_loop(
        &mut self,
        number: usize,
        entry: &State,
        is_certain: bool,
    ) -> BTreeMap<usize, State> {
        if !self.has_failed[number] && self.visits < MOST_VISITS {
            if let Some(exits) = self.passes(number, entry.clone(), is_certain) {
                return exits;
            }
            self.has_failed[number] = true;
        } else {
            self.out.least[number].entered(0, is_certain);
        }
        self.out.loops[number] = None;
        self.widened(number, entry)
    }

    /// Passes one after the other, until none follows; none if they do not end.
    fn passes(
        &mut self,
        number: usize,
        entry: State,
        is_certain: bool,
    ) -> Option<BTreeMap<usize, State>> {
        let head = self.shape.flow.loops[number].head;
        let mut exits = BTreeMap::new();
        let mut state = entry;
        let mut earlier = state.clone();
        // Repetitions before the first way out.
        let mut least = 0;
        let mut ended = None;
        for pass in 0..MOST_PASSES {
            let is_certain = is_certain && exits.is_empty();
            let outcome = self.region(Some(number), head, state, is_certain);
            for (edge, state) in outcome.exits {
                join_into(&mut exits, edge, state);
            }
            if exits.is_empty() {
                least = pass + 1;
            }
            let Some(back) = outcome.back else {
                // Without a way out no call that returns comes here.
                if exits.is_empty() {
                    least = pass;
                }
                ended = Some(pass);
                break;
            };
            if back == earlier || self.visits >= MOST_VISITS {
                break;
            }
            if (pass + 1).is_power_of_two() {
                earlier = back.clone();
            }
            state = back;
        }
        self.out.least[number].entered(least, is_certain);
        let most = &mut self.out.loops[number];
        *most = most.map(|most| most.max(ended.unwrap_or(0)));
        ended.map(|_| exits)
    }

    /// A state at the head that holds in every pass, and from it the states that leave.
    fn widened(&mut self, number: usize, entry: &State) -> BTreeMap<usize, State> {
        let head = self.shape.flow.loops[number].head;
        let mut state = entry.clone();
        let mut joins = 0;
        let exits = loop {
            let outcome = self.region(Some(number), head, state.clone(), false);
            let Some(back) = outcome.back else {
                break outcome.exits;
            };
            let from = entry.join(&back, Value::join);
            let by = if joins < JOINS {
                Value::join
            } else {
                Value::widen
            };
            let next = state.join(&from, by);
            joins += 1;
            if next != state {
                state = next;
                continue;
            }
            break self.narrowed(number, entry, &from, outcome.exits);
        };
        self.forget_counts(number);
        exits
    }

    /// One pass from a smaller state, if that holds in every pass, too.
    fn narrowed(
        &mut self,
        number: usize,
        entry: &State,
        state: &State,
        exits: BTreeMap<usize, State>,
    ) -> BTreeMap<usize, State> {
        let head = self.shape.flow.loops[number].head;
        let outcome = self.region(Some(number), head, state.clone(), false);
        let next = match &outcome.back {
            Some(back) => entry.join(back, Value::join),
            None => entry.clone(),
        };
        if state.join(&next, Value::join) == *state {
            outcome.exits
        } else {
            exits
        }
    }

    /// Visits in a loop that was widened tell nothing of executions.
    fn forget_counts(&mut self, number: usize) {
        let blocks = &self.shape.flow.loops[number].blocks;
        let forget = |count: &mut u64| *count = if *count > 0 { UNBOUNDED } else { 0 };
        for block in blocks {
            forget(&mut self.out.blocks[*block]);
            for edge in &self.shape.flow.blocks[*block].out {
                forget(&mut self.out.edges[*edge]);
            }
            for number in self.shape.flow.blocks[*block].instructions.clone() {
                if let Some(receivers) = self.out.receivers.get_mut(&number) {
                    receivers.clear();
                }
            }
        }
    }

    /// One visit of a block; gives the states on its edges.
    fn block(&mut self, block: usize, mut state: State) -> BTreeMap<usize, State> {
        self.visits += 1;
        count(&mut self.out.blocks[block]);
        let range = self.shape.flow.blocks[block].instructions.clone();
        let last = range.end - 1;
        for number in range {
            self.watch.before(number, &state);
            self.note_operands(number, &state);
            let is_last = number == last;
            if !self.instruction(number, is_last, &mut state) {
                return BTreeMap::new();
            }
        }
        let it = &self.frame.method.instructions[last];
        let mut left = BTreeMap::new();
        for edge in &self.shape.flow.blocks[block].out {
            let case = self.shape.flow.edges[*edge].case;
            if let Some(state) = self.frame.along(&state, it, case) {
                count(&mut self.out.edges[*edge]);
                left.insert(*edge, state);
            }
        }
        left
    }

    /// The effect of an instruction; false if nothing comes after it.
    fn instruction(&mut self, number: usize, is_last: bool, state: &mut State) -> bool {
        let it = &self.frame.method.instructions[number];
        let bytecode = isa::Bytecode::of(it.opcode);
        if bytecode.is_return() {
            self.note_return(state);
            return true;
        }
        let site = self.shape.sites.get(&number);
        if let Some(None) = self.results.get(&number) {
            return false;
        }
        if it.opcode == op::ATHROW {
            return false;
        }
        if is_last
            && !self.shape.flow.blocks[self.shape.block_of[number]]
                .out
                .is_empty()
        {
            let is_switch = matches!(it.opcode, op::TABLESWITCH | op::LOOKUPSWITCH);
            if bytecode.is_branch() || is_switch {
                // Its operands are taken on the edges.
                return true;
            }
        }
        match site {
            Some(site) if site.kind == CallKind::Invoke => {
                state.pop_many(site.arguments);
                let known = self.results.get(&number).and_then(Option::as_ref);
                let results = known.unwrap_or(&site.results);
                state.stack.extend(results);
                self.frame.remembered.call(state, number);
            }
            _ => self.frame.step(state, it),
        }
        true
    }

    fn note_return(&mut self, state: &State) {
        let words = self.frame.method.results;
        let result: Vec<Value> = (0..words).rev().map(|depth| state.peek(depth)).collect();
        self.out.returns = Some(match self.out.returns.take() {
            Some(known) => joined(&known, &result),
            None => result,
        });
    }

    /// Remembers operands that prices and calls depend on.
    fn note_operands(&mut self, number: usize, state: &State) {
        let it = &self.frame.method.instructions[number];
        let operands = match self.shape.sites.get(&number) {
            Some(site) => {
                let mut words: Vec<Value> = (0..site.arguments)
                    .rev()
                    .map(|depth| state.peek(depth))
                    .collect();
                if let Some(pushed) = site.pushed {
                    words.push(pushed);
                    let surplus = words.len().saturating_sub(site.arguments);
                    words.drain(..surplus);
                }
                words
            }
            None if has_operand(it.opcode) => vec![state.peek(0)],
            None => return,
        };
        if matches!(it.opcode, op::INVOKEVIRTUAL | op::INVOKEINTERFACE) {
            self.note_receiver(number, operands.first().copied());
        }
        let known = self.out.operands.remove(&number);
        let operands = match known {
            Some(known) => joined(&known, &operands),
            None => operands,
        };
        self.out.operands.insert(number, operands);
    }
}

impl Executor<'_, '_> {
    /// Counts the visits of a call by its receiver. An empty list has been given up.
    fn note_receiver(&mut self, number: usize, receiver: Option<Value>) {
        let Some(receiver) = receiver.map(Value::forgotten) else {
            return;
        };
        let visits = match self.out.receivers.entry(number) {
            Entry::Vacant(it) => {
                it.insert(vec![(receiver, 1)]);
                return;
            }
            Entry::Occupied(it) => it.into_mut(),
        };
        let place = visits.iter().position(|(known, _)| *known == receiver);
        match place {
            _ if visits.is_empty() => {}
            Some(place) => visits[place].1 += 1,
            None if visits.len() < MOST_RECEIVERS => visits.push((receiver, 1)),
            None => visits.clear(),
        }
    }
}

/// Returns true if the price of a bytecode depends on the top of the stack.
pub(crate) fn has_operand(opcode: u8) -> bool {
    matches!(
        opcode,
        op::LSHL
            | op::LSHR
            | op::LUSHR
            | op::JOPSYS_RD
            | op::JOPSYS_RDMEM
            | op::JOPSYS_WR
            | op::JOPSYS_WRMEM
            | op::JOPSYS_INT2EXT
            | op::JOPSYS_EXT2INT
    )
}

/// States that wait for their blocks, in the order of the flow.
#[derive(Default)]
struct Pending(BTreeMap<usize, State>);

impl Pending {
    fn add(&mut self, place: usize, state: State) {
        join_into(&mut self.0, place, state);
    }

    fn next(&mut self) -> Option<(usize, State)> {
        self.0.pop_first()
    }
}

fn count(visits: &mut u64) {
    *visits = visits.saturating_add(1);
}

fn add(known: &mut Option<State>, state: State) {
    *known = Some(match known.take() {
        Some(known) => known.join(&state, Value::join),
        None => state,
    });
}

fn join_into(states: &mut BTreeMap<usize, State>, key: usize, state: State) {
    let state = match states.remove(&key) {
        Some(known) => known.join(&state, Value::join),
        None => state,
    };
    states.insert(key, state);
}

fn joined(a: &[Value], b: &[Value]) -> Vec<Value> {
    a.iter().zip(b).map(|(a, b)| a.join(*b)).collect()
}

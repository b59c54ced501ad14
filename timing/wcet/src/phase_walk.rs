//! When calls end by the phase in which they begin, from the innermost loops and callees out.
//!
//! Of each loop, all repetitions that its bound allows follow each other; of ways that meet, the one counts that is there last. What the
//! linear programme knows beyond that bounds each call as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use cost_model::{EvaluatedPath, EvaluatedTable};

use crate::contexts::{Context, ContextId};
use crate::cores::OnCores;
use crate::cores::arbiter::Turn;
use crate::cores::locks::LockWaits;
use crate::cores::path::{end, end_of_load, stops};
use crate::cores::phases::Phases;
use crate::error::WcetError;
use crate::price::possible_paths;
use crate::program::Method;
use crate::solve::{Mode, Solved, Solver};

/// What phases are computed with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timed<'a> {
    pub(crate) cores: &'a OnCores,
    pub(crate) turn: Turn,
    /// Costs without delays.
    pub(crate) alone: &'a EvaluatedTable,
    pub(crate) locks: LockWaits,
}

/// Loads of methods by their bytecode and words.
type Loads = BTreeMap<(u8, u32), Rc<Phases>>;

/// Walks through contexts that are solved.
pub(crate) struct Walk<'a, 's> {
    timed: Timed<'a>,
    solver: &'s mut Solver<'a>,
    known: BTreeMap<(ContextId, Mode), Rc<Phases>>,
    loads: Loads,
}

/// A context with its solution.
#[derive(Clone, Copy)]
struct Place<'a> {
    context: &'a Context,
    method: &'a Method<'a>,
    solved: &'a Solved,
}

/// Ends of blocks, by the phase in which the head of their loop begins.
type Ends = BTreeMap<usize, Phases>;

impl<'a, 's> Walk<'a, 's> {
    pub(crate) fn new(timed: Timed<'a>, solver: &'s mut Solver<'a>) -> Self {
        Self {
            timed,
            solver,
            known: BTreeMap::new(),
            loads: Loads::new(),
        }
    }

    fn period(&self) -> u64 {
        self.timed.turn.period
    }

    /// The end of a call of a context.
    pub(crate) fn call(&mut self, id: ContextId, mode: Mode) -> Result<Rc<Phases>, WcetError> {
        if let Some(known) = self.known.get(&(id, mode)) {
            return Ok(Rc::clone(known));
        }
        let cycles = self.solver.solve(id, mode)?;
        let contexts = self.solver.contexts;
        let context = &contexts.all[id];
        let method = contexts.program.method(context.method)?;
        let solved = self.solver.solution(id, mode).cloned();
        let nothing = Phases::nothing(self.period());
        let phases = match solved {
            Some(solved) if !solved.prices.is_empty() => {
                let place = Place {
                    context,
                    method,
                    solved: &solved,
                };
                let ends = self.inside(place, None)?;
                let returns = context.shape.flow.blocks.iter().map(|block| block.returns);
                let returns: BTreeSet<usize> = (0..)
                    .zip(returns)
                    .filter(|it| it.1)
                    .map(|it| it.0)
                    .collect();
                let ends = ends.iter().filter(|(block, _)| returns.contains(block));
                ends.fold(nothing, |all, (_, end)| all.or(end))
                    .with_anywhere(loads_of(&solved, None))
            }
            _ => nothing.with_anywhere(cycles),
        };
        let phases = Rc::new(phases.at_most(cycles));
        self.known.insert((id, mode), Rc::clone(&phases));
        Ok(phases)
    }

    /// Ends of the blocks of a loop in one repetition, or of the whole call.
    fn inside(&mut self, place: Place<'_>, region: Option<usize>) -> Result<Ends, WcetError> {
        let flow = &place.context.shape.flow;
        let head = region.map_or(0, |number| flow.loops[number].head);
        let mut arrivals = Ends::from([(head, Phases::nothing(self.period()))]);
        let mut ends = Ends::new();
        for block in &flow.order {
            let Some(arrival) = arrivals.remove(block) else {
                continue;
            };
            let inner = flow.head_of[*block].filter(|inner| Some(*inner) != region);
            let ended = match inner {
                Some(inner) => self.repeated(place, inner, &arrival)?,
                None => Ends::from([(*block, arrival.then(&self.block(place, *block)?))]),
            };
            for (from, end) in ended {
                for edge in &flow.blocks[from].out {
                    let to = flow.edges[*edge].to;
                    let leaves = |number: usize| !flow.loops[number].blocks.contains(&to);
                    let is_taken =
                        place.context.execution.edges[*edge] > 0 && place.context.live[to];
                    let is_inner = inner.is_some_and(|inner| !leaves(inner));
                    if is_taken && to != head && !is_inner && !region.is_some_and(leaves) {
                        let before = arrivals.remove(&to);
                        let latest = before.map_or_else(|| end.clone(), |it| it.or(&end));
                        arrivals.insert(to, latest);
                    }
                }
                ends.insert(from, end);
            }
        }
        Ok(ends)
    }

    /// Ends of the blocks of a loop in its last repetition, where its head is first there at its arrival.
    fn repeated(
        &mut self,
        place: Place<'_>,
        number: usize,
        arrival: &Phases,
    ) -> Result<Ends, WcetError> {
        let flow = &place.context.shape.flow;
        let once = self.inside(place, Some(number))?;
        let back = flow.loops[number].back.iter();
        let taken = back.filter(|edge| place.context.execution.edges[**edge] > 0);
        let ends = taken.filter_map(|edge| once.get(&flow.edges[*edge].from));
        let repetition = ends.fold(Phases::nothing(self.period()), Phases::or);
        let most = place.solved.bounds[number]
            .as_ref()
            .map_or(0, |bound| bound.most);
        let last = arrival
            .then(&repetition.times(most))
            .with_anywhere(loads_of(place.solved, Some(number)));
        let ends = once.iter().map(|(block, end)| (*block, last.then(end)));
        Ok(ends.collect())
    }

    /// The end of a block.
    fn block(&mut self, place: Place<'_>, block: usize) -> Result<Phases, WcetError> {
        let mut all = Phases::nothing(self.period());
        for number in place.context.shape.flow.blocks[block].instructions.clone() {
            all = all.then(&self.instruction(place, block, number)?);
        }
        Ok(all)
    }

    /// The end of a bytecode, and of what it calls.
    fn instruction(
        &mut self,
        place: Place<'_>,
        block: usize,
        number: usize,
    ) -> Result<Phases, WcetError> {
        let Place {
            context,
            method,
            solved,
        } = place;
        let opcode = method.instructions[number].opcode;
        let operand = Solver::operand(context, number);
        let paths = possible_paths(self.timed.alone, opcode, operand);
        let (paths, count) = paths.map_err(WcetError::Cores)?;
        let own = self.paths(&paths, count);
        let callees = context.calls.get(&number).map_or(&[][..], |it| &it[..]);
        let mut all = if callees.is_empty() {
            Some(own.clone())
        } else {
            None
        };
        let mode = solved.mode_of(block);
        for callee in callees {
            let callee_context = &self.solver.contexts.all[*callee];
            let called = self.solver.contexts.program.method(callee_context.method)?;
            let mut end = own.clone();
            if !self.solver.is_shared(callee_context.method) {
                if mode != Mode::Hit {
                    end = end.then(&self.loads(&paths, opcode, self.solver.words(called)));
                }
                end = end.then(&*self.call(*callee, mode)?);
                let is_kept = mode == Mode::Hit
                    || mode == Mode::Scoped && self.solver.keeps(method, callee_context);
                if !is_kept {
                    end = end.then(&self.load_on_return(called, self.solver.words(method)));
                }
            }
            all = Some(match all {
                Some(others) => end.or(&others),
                None => end,
            });
        }
        Ok(all.unwrap_or(own))
    }

    /// The end of the path that ends last.
    fn paths(&self, paths: &[&EvaluatedPath], count: u32) -> Phases {
        let Timed {
            cores, turn, locks, ..
        } = self.timed;
        let ends = paths.iter().map(|path| {
            let stops = stops(path, cores.memory, locks);
            Phases::of(turn.period, |begin| end(path, &stops, count, turn, begin))
        });
        ends.fold(Phases::nothing(turn.period), |all, end| all.or(&end))
    }

    /// The end of the load of a method of so many words, after a bytecode that ends with its lookup.
    fn loads(&mut self, paths: &[&EvaluatedPath], opcode: u8, words: u32) -> Rc<Phases> {
        if let Some(known) = self.loads.get(&(opcode, words)) {
            return Rc::clone(known);
        }
        let turn = self.timed.turn;
        let with_load = paths.iter().filter_map(|path| Some((path, path.load?)));
        let ends = with_load.map(|(path, load)| {
            // Whole periods later, so that the path begins at no time before 0.
            let later = u64::from(path.cycles).div_ceil(turn.period) * turn.period;
            Phases::of(turn.period, |end| {
                end_of_load(path, load, words, turn, end + later) - later
            })
        });
        let all = ends.fold(Phases::nothing(turn.period), |all, end| all.or(&end));
        let all = Rc::new(all);
        self.loads.insert((opcode, words), Rc::clone(&all));
        all
    }

    /// The same after the return of a method.
    fn load_on_return(&mut self, method: &Method<'_>, words: u32) -> Phases {
        let mut all = Phases::nothing(self.period());
        for opcode in method.returns() {
            let alone = self.timed.alone;
            let usual = &alone.bytecodes[usize::from(opcode)].usual;
            all = all.or(&self.loads(&[usual], opcode, words));
        }
        all
    }
}

/// Cycles of loads that happen once for each entry of a loop, or of the call.
fn loads_of(solved: &Solved, scope: Option<usize>) -> u64 {
    let loads = solved.loads.iter().filter(|(load, _)| load.scope == scope);
    loads.fold(0, |sum, (load, _)| sum.saturating_add(load.cost))
}

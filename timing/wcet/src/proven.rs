//! Bounds that are given, held against what the analysis proves: what is repeated in every call cannot be repeated less often.
//!
//! A bound of a loop is refused if a call that is certain repeats it more often, or if each entry of the loop does in every call that the
//! analysis sees. A smaller number for what only may be repeated is an assumption, which the result names.

use std::collections::{BTreeMap, BTreeSet};

use crate::bound_source::BoundSource;
use crate::bounds::Given;
use crate::contexts::{ContextId, Contexts};
use crate::error::WcetError;
use crate::execute::Least;

/// Contexts of a call.
pub(crate) struct Reached {
    /// All that calls lead to.
    pub(crate) all: BTreeSet<ContextId>,
    /// Those that every call makes.
    pub(crate) certain: BTreeSet<ContextId>,
}

impl Reached {
    pub(crate) fn from(contexts: &Contexts<'_>, root: ContextId) -> Self {
        let callees = |id: ContextId| contexts.all[id].calls.values().flatten().copied();
        let certain = |id: ContextId| contexts.all[id].certain_calls().map(|(callee, _)| callee);
        Self {
            all: closure(root, |id| callees(id).collect()),
            certain: closure(root, |id| certain(id).collect()),
        }
    }

    /// All contexts, also those from which no way leads to a return.
    fn tried(&self) -> impl Iterator<Item = ContextId> {
        self.all.union(&self.certain).copied()
    }
}

impl Contexts<'_> {
    /// Contexts that calls of a method lead to, in all its contexts.
    pub(crate) fn reached_by(&self, method: u32) -> BTreeSet<ContextId> {
        let own = self.all.iter().enumerate();
        let own = own.filter(|(_, it)| it.method == method);
        own.flat_map(|(id, _)| Reached::from(self, id).all)
            .collect()
    }
}

fn closure(root: ContextId, next: impl Fn(ContextId) -> Vec<ContextId>) -> BTreeSet<ContextId> {
    let mut found = BTreeSet::new();
    let mut rest = vec![root];
    while let Some(id) = rest.pop() {
        if found.insert(id) {
            rest.extend(next(id));
        }
    }
    found
}

/// A loop of a method: the address of the method and the place of the loop in its flow.
type Place = (u32, usize);

/// A bound of a loop in a context, and what is proven of the loop there.
struct Held {
    context: ContextId,
    /// Place of the loop in its flow.
    number: usize,
    given: Given,
    least: Least,
}

impl Contexts<'_> {
    /// Refuses bounds of loops and of recursion that are smaller than what is proven.
    pub(crate) fn check_given(&self, reached: &Reached) -> Result<(), WcetError> {
        self.check_recursions(reached)?;
        let mut held: BTreeMap<Place, Vec<Held>> = BTreeMap::new();
        for id in reached.tried() {
            let context = &self.all[id];
            let method = self.program.method(context.method)?;
            if method.is_collection {
                continue;
            }
            let given = self.given(context, method)?;
            for (number, given) in given.into_iter().enumerate() {
                let least = context.execution.least[number];
                let given = given.or_else(|| self.observed_for(id, number));
                let (Some(given), Some(_)) = (given, least.of_every) else {
                    continue;
                };
                let of_place = held.entry((context.method, number)).or_default();
                of_place.push(Held {
                    context: id,
                    number,
                    given,
                    least,
                });
            }
        }
        held.values()
            .try_for_each(|of_place| self.check_loop(reached, of_place))
    }

    /// Repetitions of a run, where nothing else bounds a loop.
    fn observed_for(&self, id: ContextId, number: usize) -> Option<Given> {
        let context = &self.all[id];
        if context.execution.loops[number].is_some() {
            return None;
        }
        let most = *self
            .options
            .observed
            .get(&(context.method, self.head(id, number)?))?;
        Some(Given {
            most,
            source: BoundSource::Observed,
            from: "the run".into(),
            is_constant: true,
        })
    }

    /// Byte offset of the first bytecode of a loop.
    fn head(&self, id: ContextId, number: usize) -> Option<u32> {
        let context = &self.all[id];
        let flow = &context.shape.flow;
        let first = flow.blocks[flow.loops[number].head].instructions.start;
        let method = self.program.method(context.method).ok()?;
        Some(method.instructions[first].pc as u32)
    }

    fn check_loop(&self, reached: &Reached, held: &[Held]) -> Result<(), WcetError> {
        let in_a_call = held.iter().find(|it| {
            // An entry that only may be made proves nothing: a call need not make it.
            reached.certain.contains(&it.context) && it.given.most < it.least.of_certain
        });
        let is_below = |it: &Held| it.given.most < it.least.of_every.unwrap_or(0);
        let in_every_call = held.first().filter(|_| held.iter().all(is_below));
        match in_a_call.or(in_every_call) {
            Some(it) => Err(self.contradicted(it)),
            None => Ok(()),
        }
    }

    fn contradicted(&self, it: &Held) -> WcetError {
        let context = &self.all[it.context];
        let number = it.number;
        let least = it.least.proven();
        let repeated = match context.execution.loops[number] {
            Some(most) if most == least => format!("{least} times, as the analysis proves"),
            _ => format!("{least} times or more, as the analysis proves"),
        };
        let place = match self.program.method(context.method) {
            Ok(method) => (self.program).place(method, self.head(it.context, number).unwrap_or(0)),
            Err(_) => self.program.name(context.method),
        };
        let given = it.given.most;
        let (file, problem) = match it.given.source {
            BoundSource::Observed => (
                place,
                format!(
                    "the run shows {given} repetitions of this loop, and it is repeated {repeated}; let the run go on, or give a bound"
                ),
            ),
            _ => (
                it.given.from.to_string(),
                format!(
                    "{given} is given for the loop at {place}, and it is repeated {repeated}; give {least} or more, or leave the bound out"
                ),
            ),
        };
        WcetError::Bounds { file, problem }
    }

    /// Refuses a depth that a call certainly goes beyond.
    fn check_recursions(&self, reached: &Reached) -> Result<(), WcetError> {
        for id in &reached.certain {
            let context = &self.all[*id];
            for (number, end) in &context.ends {
                let block = context.shape.block_of[*number];
                if !end.is_only || context.execution.certain[block] == 0 {
                    continue;
                }
                let method = self.program.method(end.method)?;
                let Some(given) = self.options.bounds.of_recursion(self.program, method) else {
                    continue;
                };
                return Err(WcetError::Bounds {
                    file: given.from.to_string(),
                    problem: format!(
                        "{} calls of {} are active at once at most, as is given, and {} or more are, as the analysis proves; give more, or leave the bound out",
                        given.most,
                        method.name(),
                        given.most + 1
                    ),
                });
            }
        }
        Ok(())
    }
}

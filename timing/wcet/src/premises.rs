//! All that the bound of a call rests on: premises of the methods that it reaches.

use std::collections::{BTreeMap, BTreeSet};

use crate::bound_source::BoundSource;
use crate::contexts::{Context, Contexts};
use crate::error::WcetError;
use crate::premise::{Premise, Subject};
use crate::program::Method;
use crate::proven::Reached;
use crate::shared::SharedCalls;
use crate::solve::Solver;

/// A premise by what it is about and who gives it.
type Key = (Subject, u32, Option<u32>, BoundSource, Option<String>);

/// Premises, each once.
#[derive(Default)]
struct Premises(BTreeMap<Key, Premise>);

impl Premises {
    fn add(&mut self, premise: Premise) {
        let key = (
            premise.subject,
            premise.address,
            premise.offset,
            premise.source,
            premise.from.clone(),
        );
        match self.0.get_mut(&key) {
            Some(known) => {
                known.is_constant &= known.number == premise.number;
                known.number = known.number.max(premise.number);
                known.proven = known.proven.max(premise.proven);
            }
            None => {
                self.0.insert(key, premise);
            }
        }
    }
}

pub(crate) fn of_method(method: &Method<'_>, subject: Subject, number: u64) -> Premise {
    Premise {
        subject,
        method: method.symbol.to_string(),
        line: None,
        offset: None,
        number,
        least: None,
        of: Vec::new(),
        limit: None,
        source: BoundSource::Analysis,
        from: None,
        proven: None,
        address: method.symbol.address,
        is_constant: true,
    }
}

/// All that the bound of a call rests on, whether it is on the worst path or beside it.
pub(crate) fn premises(
    solver: &Solver<'_>,
    reached: &Reached,
    shared: &[SharedCalls],
) -> Result<Vec<Premise>, WcetError> {
    let contexts = solver.contexts;
    let mut all = Premises::default();
    // A shared method is priced by the most expensive of all its contexts.
    let of_shared = shared.iter().flat_map(|it| contexts.reached_by(it.method));
    let every: BTreeSet<_> = reached.all.iter().copied().chain(of_shared).collect();
    for id in every {
        let context = &contexts.all[id];
        let method = contexts.program.method(context.method)?;
        if method.is_collection {
            let price = contexts.options.collection.map(|price| Premise {
                source: BoundSource::Option,
                from: Some("--collection".to_owned()),
                ..of_method(method, Subject::Collection, price)
            });
            price.into_iter().for_each(|premise| all.add(premise));
            continue;
        }
        of_loops(contexts, context, method, &mut all)?;
        of_recursions(contexts, context, &mut all)?;
    }
    for it in shared {
        let method = contexts.program.method(it.method)?;
        if let Some(every) = solver.shared.get(&it.method) {
            all.add(Premise {
                source: every.source,
                from: Some(every.from.to_string()),
                ..of_method(method, Subject::Every, every.most)
            });
        }
    }
    Ok(all.0.into_values().collect())
}

fn of_loops(
    contexts: &Contexts<'_>,
    context: &Context,
    method: &Method<'_>,
    all: &mut Premises,
) -> Result<(), WcetError> {
    let flow = &context.shape.flow;
    let bounds = contexts.loop_bounds(context, method)?;
    for (it, bound) in flow.loops.iter().zip(bounds) {
        let Some(bound) = bound else { continue };
        let first = flow.blocks[it.head].instructions.start;
        let offset = method.instructions[first].pc as u32;
        all.add(Premise {
            line: method.symbol.line(offset),
            offset: Some(offset),
            source: bound.source,
            is_constant: bound.is_constant,
            from: bound.from.map(|from| from.to_string()),
            proven: bound.proven,
            ..of_method(method, Subject::Loop, bound.most)
        });
    }
    Ok(())
}

fn of_recursions(
    contexts: &Contexts<'_>,
    context: &Context,
    all: &mut Premises,
) -> Result<(), WcetError> {
    for end in context.ends.values() {
        let method = contexts.program.method(end.method)?;
        let bounds = &contexts.options.bounds;
        if let Some(given) = bounds.of_recursion(contexts.program, method) {
            all.add(Premise {
                source: given.source,
                from: Some(given.from.to_string()),
                ..of_method(method, Subject::Recursion, given.most)
            });
        }
    }
    Ok(())
}

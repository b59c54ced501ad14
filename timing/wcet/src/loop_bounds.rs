//! Bounds of the loops of a context: what the analysis proves, or what is given where that is smaller or where nothing is proven.

use std::sync::Arc;

use crate::bound_source::BoundSource;
use crate::bounds::{Given, Named};
use crate::contexts::{Context, Contexts};
use crate::error::WcetError;
use crate::program::Method;

/// Bound of a loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LoopBound {
    pub(crate) most: u64,
    pub(crate) source: BoundSource,
    /// Who gives it; none if the analysis proves it.
    pub(crate) from: Option<Arc<str>>,
    /// A larger bound that the analysis proves.
    pub(crate) proven: Option<u64>,
    /// True if somebody gives the number itself, not a formula.
    pub(crate) is_constant: bool,
}

impl LoopBound {
    /// The smallest of what is proven and given. Where both are equal nothing needs to be believed.
    fn of(proven: Option<u64>, given: Option<Given>) -> Option<Self> {
        match (proven, given) {
            (Some(most), Some(given)) if most <= given.most => Some(Self::proven(most)),
            (Some(most), None) => Some(Self::proven(most)),
            (proven, Some(given)) => Some(Self {
                most: given.most,
                source: given.source,
                from: Some(given.from),
                proven,
                is_constant: given.is_constant,
            }),
            (None, None) => None,
        }
    }

    fn proven(most: u64) -> Self {
        Self {
            most,
            source: BoundSource::Analysis,
            from: None,
            proven: None,
            is_constant: false,
        }
    }

    fn observed(most: u64) -> Self {
        Self {
            most,
            source: BoundSource::Observed,
            from: Some("the run".into()),
            proven: None,
            is_constant: true,
        }
    }
}

impl Contexts<'_> {
    /// What is given for the loops of a context, in the order of its flow.
    pub(crate) fn given(
        &self,
        context: &Context,
        method: &Method<'_>,
    ) -> Result<Vec<Option<Given>>, WcetError> {
        let flow = &context.shape.flow;
        let named = Named::of(method, flow);
        let machine = (self.program, self.options.config);
        let given = (self.options.bounds).of_loops(machine, method, &named, &context.arguments)?;
        let loops = flow.loops.iter().map(|it| {
            let head = method.instructions[flow.blocks[it.head].instructions.start].pc as u32;
            let place = named.iter().position(|named| named.offset == head);
            place.and_then(|place| given[place].clone())
        });
        Ok(loops.collect())
    }

    /// Returns true if a way to a return repeats a loop.
    pub(crate) fn repeats(context: &Context, number: usize) -> bool {
        let flow = &context.shape.flow;
        let mut back = flow.loops[number].back.iter();
        back.any(|edge| context.execution.edges[*edge] > 0 && context.live[flow.edges[*edge].from])
    }

    /// Bounds of all loops that repeat.
    pub(crate) fn loop_bounds(
        &self,
        context: &Context,
        method: &Method<'_>,
    ) -> Result<Vec<Option<LoopBound>>, WcetError> {
        let flow = &context.shape.flow;
        let given = self.given(context, method)?;
        let mut bounds = Vec::new();
        for ((number, it), given) in flow.loops.iter().enumerate().zip(given) {
            if !Self::repeats(context, number) {
                bounds.push(None);
                continue;
            }
            let first = flow.blocks[it.head].instructions.start;
            let head = method.instructions[first].pc as u32;
            let sound = LoopBound::of(context.execution.loops[number], given);
            let observed = || {
                let observed = self.options.observed.get(&(context.method, head));
                observed.map(|most| LoopBound::observed(*most))
            };
            let bound = sound.or_else(observed);
            bounds.push(Some(bound.ok_or_else(|| {
                let place = self.program.place(method, head);
                unbounded(place, method, &Named::of(method, flow), head)
            })?));
        }
        Ok(bounds)
    }
}

/// Asks for the bound of a loop by a key that means it alone.
fn unbounded(place: String, method: &Method<'_>, loops: &[Named], head: u32) -> WcetError {
    let named = loops.iter().find(|it| it.offset == head);
    let line = named.filter(|it| !it.is_merged).and_then(|it| it.line);
    let on_line = loops.iter().filter(|it| it.line == line).count();
    let (name, descriptor) = (method.name(), &method.symbol.descriptor);
    let is_merged = named.is_some_and(|it| it.is_merged);
    let all = match loops.len() {
        1 => "N".to_owned(),
        count => format!("[{}]", vec!["N"; count].join(", ")),
    };
    let (key, number) = match line {
        Some(line) if on_line == 1 => (format!("{name}{descriptor}:{line}"), "N".to_owned()),
        _ => (format!("{name}{descriptor}"), all),
    };
    WcetError::Unbounded {
        place,
        key,
        number,
        reason: match is_merged {
            true => {
                "; several jumps lead back to it, so N covers the repetitions of all loops of the source that begin there"
            }
            false => "",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(most: u64) -> Option<Given> {
        Some(Given {
            most,
            source: BoundSource::File,
            from: "b.toml:2".into(),
            is_constant: true,
        })
    }

    #[test]
    fn a_given_bound_counts_only_below_what_is_proven_and_then_says_so() {
        let of = |proven, most| LoopBound::of(proven, given(most)).unwrap();
        assert_eq!(of(Some(20), 20), LoopBound::proven(20));
        assert_eq!(of(Some(20), 21), LoopBound::proven(20));
        let smaller = of(Some(20), 19);
        assert_eq!((smaller.most, smaller.source), (19, BoundSource::File));
        assert_eq!(smaller.proven, Some(20));
        assert_eq!(smaller.from.as_deref(), Some("b.toml:2"));
        assert_eq!(of(None, 7).proven, None);
        assert_eq!(LoopBound::of(Some(3), None), Some(LoopBound::proven(3)));
        assert_eq!(LoopBound::of(None, None), None);
    }
}

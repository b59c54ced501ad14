//! Bounds held against a run: what a bound rests on is disproved where the run shows more, and so are all bounds that rest on the same.

use std::collections::{BTreeMap, BTreeSet};

use run::End;
use wcet::{Analysis, BoundSource, Disproof, Observed, Premise, Soundness, Subject};

use crate::calls::Seen;
use crate::watch::Counts;

/// What a run shows.
#[derive(Debug, Clone)]
pub struct Shown {
    /// Calls by the address of the method's code.
    pub calls: BTreeMap<u32, Seen>,
    /// What bounds rest on.
    pub counts: Counts,
    /// How the run ended.
    pub end: End,
}

impl Shown {
    /// Holds the bound of a method against the run.
    pub fn hold(&self, method: u32, bound: &mut Analysis) {
        let premises = bound.premises.iter();
        let mut disproved: Vec<Disproof> = premises
            .filter_map(|it| self.disproof(method, it, bound))
            .collect();
        if let Some(seen) = self.calls.get(&method) {
            bound.observed = Some(Observed {
                calls: seen.calls,
                left_out: seen.left_out,
                max: seen.max,
                ratio: bound.cycles as f64 / seen.max.max(1) as f64,
            });
            disproved.extend(exceeded(bound, seen.max));
        }
        let seen = self.calls.get(&method).copied().unwrap_or_default();
        for it in &mut bound.excluded {
            let met = seen.events[it.kind as usize];
            (it.calls, it.longest) = (Some(met.calls), met.longest);
        }
        // Loops that a field bounds follow from it.
        disproved.sort_by_key(|it| it.subject != Subject::Field);
        disprove(bound, disproved);
    }

    /// What the run shows against a premise of the bound of a method.
    fn disproof(&self, method: u32, premise: &Premise, bound: &Analysis) -> Option<Disproof> {
        let counts = &self.counts;
        let observed = match premise.subject {
            Subject::Loop => {
                let id = (premise.address, premise.offset?);
                match premise.is_constant {
                    true => *counts.loops.get(&id)?,
                    // Each call may have a bound of its own; the largest holds for all.
                    false => {
                        let observed = *counts.within.get(&(method, id))?;
                        let same = bound.premises.iter().filter(|it| {
                            (it.subject, it.address, it.offset)
                                == (premise.subject, premise.address, premise.offset)
                        });
                        let most = same.map(|it| it.number).max();
                        most.filter(|most| observed > *most).map(|_| observed)?
                    }
                }
            }
            Subject::Recursion => *counts.depths.get(&premise.address)?,
            Subject::Every => {
                let gap = *counts.gaps.get(&premise.address)?;
                return (gap < premise.number).then(|| premise.disproved(gap));
            }
            Subject::Field => {
                let (least, most) = *counts.fields.get(&premise.method)?;
                let mut values = [least, most].into_iter();
                return values.find_map(|value| premise.disproved_by_value(value));
            }
            Subject::Calls | Subject::Repetitions | Subject::Excludes | Subject::Modes => {
                *counts.limits.get(&premise.limit?)?
            }
            // A run of one core shows nothing of others.
            Subject::Section | Subject::Phase => return None,
            Subject::Collection | Subject::Call => self.calls.get(&premise.address)?.max,
        };
        (observed > premise.number).then(|| premise.disproved(observed))
    }
}

/// A call that took longer than the bound.
fn exceeded(bound: &Analysis, max: u64) -> Option<Disproof> {
    (max > bound.cycles).then(|| Disproof {
        subject: Subject::Call,
        method: bound.method.clone(),
        line: None,
        offset: None,
        limit: bound.cycles.cast_signed(),
        shown: max.cast_signed(),
        source: BoundSource::Analysis,
        from: None,
        of: Vec::new(),
    })
}

pub(crate) fn disprove(bound: &mut Analysis, disproved: Vec<Disproof>) {
    for it in disproved {
        if !bound.disproved.contains(&it) {
            bound.disproved.push(it);
        }
    }
    if !bound.disproved.is_empty() {
        bound.sound = Soundness::No;
    }
}

/// What disproves the bound of a method disproves those of all its callers.
pub fn spread(bounds: &mut [(u32, &mut Analysis)]) {
    let disproved: Vec<(u32, Vec<Disproof>)> = bounds
        .iter()
        .map(|(method, bound)| (*method, bound.disproved.clone()))
        .filter(|(_, disproved)| !disproved.is_empty())
        .collect();
    for (_, bound) in bounds.iter_mut() {
        for (method, all) in &disproved {
            if bound.reach.contains(method) {
                disprove(bound, all.clone());
            }
        }
    }
}

/// All that disproves some bounds, each once.
pub fn all_disproved<'a>(bounds: impl Iterator<Item = &'a Analysis>) -> Vec<Disproof> {
    let mut seen = BTreeSet::new();
    let all = bounds.flat_map(|bound| &bound.disproved);
    all.filter(|it| seen.insert(it.to_string()))
        .cloned()
        .collect()
}

//! Profiles: calling contexts.

use cross_profile::{CallingContextTree, Cause, Profile, Service};
use indexmap::IndexMap;

use crate::diff::artefact::Kind;
use crate::diff::difference::{Difference, Pair, Total, totals};

/// A context by its caller (a place in the map), its name and its service; threads have no caller.
type Key = (Option<usize>, String, Service);

/// Calls, bytecodes and cycles in the context itself.
type Figures = [u64; 3];

/// Contexts of both sides, each after its caller.
type Contexts = IndexMap<Key, [Option<Figures>; 2]>;

/// Two profiles, context by context; figures are cycles by cause, by method and by bytecode.
pub(crate) fn compare(a: &Profile, b: &Profile, context: usize) -> Difference {
    let mut contexts = Contexts::new();
    add(a, 0, &mut contexts);
    add(b, 1, &mut contexts);
    let differs = |sides: &[Option<Figures>; 2]| sides[0] != sides[1];
    let first = contexts.values().position(differs);
    let differing = contexts.values().filter(|sides| differs(sides)).count() as u64;
    // What stands around a context is its chain of callers.
    let mut chain = Vec::new();
    let mut at = first;
    while let Some(place) = at {
        chain.push(pair(&contexts, place));
        at = contexts
            .get_index(place)
            .and_then(|((caller, ..), _)| *caller);
    }
    chain.truncate(context + 1);
    chain.reverse();
    let columns = ["calls", "bytecodes", "cycles"].map(str::to_owned).to_vec();
    let last = chain.len().saturating_sub(1);
    let mut difference = Difference::of(Kind::Profile, columns, &chain[last..], 0);
    if let Some(first) = &mut difference.first {
        first.at = last;
        first.rows = chain;
    }
    difference.entries = contexts.len() as u64;
    difference.differing = differing;
    difference.with_totals(figures(a, b))
}

fn add(profile: &Profile, side: usize, contexts: &mut Contexts) {
    for thread in &profile.threads {
        let tree = &thread.tree;
        let mut places: Vec<usize> = Vec::with_capacity(tree.contexts().len());
        for id in tree.ids() {
            let context = tree.context(id);
            let key = if id == CallingContextTree::ROOT {
                (None, format!("thread {}", thread.name), context.service)
            } else {
                let caller = places[context.parent.0 as usize];
                (
                    Some(caller),
                    profile.name(context.method).to_owned(),
                    context.service,
                )
            };
            let entry = contexts.entry(key);
            places.push(entry.index());
            let figures = [context.calls, context.bytecodes, context.self_cycles()];
            let sum = &mut entry.or_default()[side];
            *sum = Some(sum.map_or(figures, |sum| [0, 1, 2].map(|i| sum[i] + figures[i])));
        }
    }
}

fn pair(contexts: &Contexts, place: usize) -> Pair {
    let Some(((_, name, _), sides)) = contexts.get_index(place) else {
        return Pair {
            place: String::new(),
            a: None,
            b: None,
        };
    };
    let [a, b] =
        sides.map(|figures| figures.map(|figures| figures.map(|f| f.to_string()).to_vec()));
    Pair {
        place: name.clone(),
        a,
        b,
    }
}

fn figures(a: &Profile, b: &Profile) -> Vec<Total> {
    let whole = |profile: &Profile| [("cycles".to_owned(), profile.total_cycles())];
    let causes = |profile: &Profile| {
        let names = Cause::ALL.map(|cause| cause.name().to_owned());
        names.into_iter().zip(profile.total_by_cause())
    };
    let methods = |profile: &Profile| -> Vec<(String, u64)> {
        let cycles = profile
            .by_method()
            .into_iter()
            .map(|figures| figures.self_cycles);
        profile.methods.iter().cloned().zip(cycles).collect()
    };
    let bytecodes = |profile: &Profile| -> Vec<(String, u64)> {
        let used = profile.bytecodes.iter().enumerate();
        let named =
            used.map(|(code, used)| (isa::Bytecode::ALL[code].name().to_owned(), used.cycles));
        named.collect()
    };
    let mut all = totals("whole run", whole(a), whole(b));
    all.extend(totals("by cause", causes(a), causes(b)));
    all.extend(totals("by method", methods(a), methods(b)));
    all.extend(totals("by bytecode", bytecodes(a), bytecodes(b)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use cross_profile::profile::ThreadProfile;
    use cross_profile::{Charge, MethodId, Provenance};

    /// `main` calls `work`, which takes so many cycles.
    fn profile(cycles: u64) -> Profile {
        let mut tree = CallingContextTree::new(MethodId(0));
        let main = tree.callee(CallingContextTree::ROOT, MethodId(1), Service::Program);
        let work = tree.callee(main, MethodId(2), Service::Program);
        tree.context_mut(work).cycles[Charge::Execute as usize] = cycles;
        Profile {
            provenance: Provenance::default(),
            methods: ["(start)", "main", "work"].map(str::to_owned).to_vec(),
            bytecodes: Vec::new(),
            flat: false,
            threads: vec![ThreadProfile {
                name: "main".to_owned(),
                tree,
            }],
        }
    }

    #[test]
    fn equal_profiles_do_not_differ() {
        assert!(compare(&profile(5), &profile(5), 3).is_none());
    }

    #[test]
    fn a_context_that_differs_is_shown_below_its_callers() {
        let difference = compare(&profile(5), &profile(6), 3);
        let first = difference.first.unwrap();
        let places: Vec<_> = first.rows.iter().map(|pair| pair.place.as_str()).collect();
        assert_eq!((places, first.at), (vec!["thread main", "main", "work"], 2));
        let totals: Vec<_> = difference
            .totals
            .iter()
            .map(|total| (total.section, total.name.as_str()))
            .collect();
        assert_eq!(
            totals,
            [
                ("whole run", "cycles"),
                ("by cause", "execute"),
                ("by method", "work")
            ]
        );
    }
}

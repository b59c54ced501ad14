//! Profiles: calling contexts.

use std::collections::BTreeSet;

use cross_profile::decomposition::Carried;
use cross_profile::{CallingContextTree, Cause, Profile, Service, matching};
use indexmap::IndexMap;
use profile_import::ALL_THREADS;

use crate::diff::artefact::Kind;
use crate::diff::difference::{Difference, Pair, Total, totals};

/// A context by its caller (a place in the map), its name and its service; threads have no caller.
type Key = (Option<usize>, String, Service);

/// Calls, bytecodes and cycles in the context itself.
type Figures = [u64; 3];

/// Contexts of both sides, each after its caller.
type Contexts = IndexMap<Key, [Option<Figures>; 2]>;

/// Figures that both sides carry; profiles of other tools, and exports, have fewer than our files.
#[derive(Clone, Copy)]
struct Common {
    calls: bool,
    bytecodes: bool,
    causes: bool,
    threads: bool,
    chains: bool,
}

impl Common {
    fn of(a: &Profile, b: &Profile) -> Self {
        let carried = [a, b].map(Carried::told);
        let threads = [a, b].map(|profile| -> BTreeSet<&String> {
            let threads = profile.threads.iter();
            threads.map(|thread| &thread.name).collect()
        });
        let imported = a.is_imported() || b.is_imported();
        Self {
            calls: carried.iter().all(|side| side.calls),
            bytecodes: carried.iter().all(|side| side.bytecodes),
            causes: carried.iter().all(|side| side.loads),
            // Formats leave threads out, or name them otherwise.
            threads: !imported || threads[0] == threads[1],
            chains: !a.flat && !b.flat,
        }
    }

    /// What is not compared.
    fn lacking(self) -> Vec<&'static str> {
        let all = [
            (self.calls, "calls"),
            (self.bytecodes, "bytecodes"),
            (self.causes, "causes"),
            (self.threads, "threads"),
            (self.chains, "callers"),
        ];
        let lacking = all.into_iter().filter(|(is_common, _)| !is_common);
        lacking.map(|(_, name)| name).collect()
    }
}

/// Two profiles, context by context; figures are cycles by cause, by method and by bytecode.
///
/// Of a profile that is no file of ours, names are matched, and what it lacks is not compared.
pub(crate) fn compare(a: &Profile, b: &Profile, context: usize) -> Result<Difference, String> {
    let common = Common::of(a, b);
    if !a.is_imported() && !b.is_imported() {
        return Ok(compare_named(a, b, context, common));
    }
    let (mut a, mut b) = (a.clone(), b.clone());
    matching::align(&mut a, &mut b).map_err(|error| error.to_string())?;
    Ok(compare_named(&a, &b, context, common))
}

/// Compares profiles whose methods have the same names.
fn compare_named(a: &Profile, b: &Profile, context: usize, common: Common) -> Difference {
    let mut contexts = Contexts::new();
    add(a, 0, common, &mut contexts);
    add(b, 1, common, &mut contexts);
    // A format that leaves out empty contexts does not differ by them.
    let differs =
        |sides: &[Option<Figures>; 2]| sides[0].unwrap_or_default() != sides[1].unwrap_or_default();
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
    difference.not_compared = common.lacking();
    let mut totals = figures(a, b, common);
    totals.extend(by_context(&contexts));
    difference.with_totals(totals)
}

/// The figures of every context, by its chain of callers.
fn by_context(contexts: &Contexts) -> Vec<Total> {
    let mut chains: Vec<String> = Vec::with_capacity(contexts.len());
    for (caller, name, service) in contexts.keys() {
        let own = match service {
            Service::Program => name.clone(),
            other => format!("{name} ({})", other.name()),
        };
        chains.push(match caller {
            Some(caller) => format!("{};{own}", chains[*caller]),
            None => own,
        });
    }
    let sections = [
        "cycles by context",
        "bytecodes by context",
        "calls by context",
    ];
    let figures = sections.into_iter().zip([2, 1, 0]);
    let all = figures.flat_map(|(section, figure)| {
        let [a, b] = [0, 1].map(|side| {
            let contexts = chains.iter().cloned().zip(contexts.values());
            contexts.map(move |(chain, sides)| (chain, sides[side].unwrap_or_default()[figure]))
        });
        totals(section, a, b)
    });
    all.collect()
}

fn add(profile: &Profile, side: usize, common: Common, contexts: &mut Contexts) {
    for thread in &profile.threads {
        let tree = &thread.tree;
        let mut places: Vec<usize> = Vec::with_capacity(tree.contexts().len());
        for id in tree.ids() {
            let context = tree.context(id);
            let key = if id == CallingContextTree::ROOT {
                let name = match common.threads {
                    true => thread.title(),
                    false => format!("thread {ALL_THREADS}"),
                };
                (None, name, Service::Program)
            } else {
                let caller = if common.chains { context.parent.0 } else { 0 };
                let service = match common.causes && common.chains {
                    true => context.service,
                    false => Service::Program,
                };
                let name = profile.name(context.method).to_owned();
                (Some(places[caller as usize]), name, service)
            };
            let entry = contexts.entry(key);
            places.push(entry.index());
            let told = |is_told: bool, figure: u64| if is_told { figure } else { 0 };
            let figures = [
                told(common.calls, context.calls),
                told(common.bytecodes, context.bytecodes),
                context.self_cycles(),
            ];
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

fn figures(a: &Profile, b: &Profile, common: Common) -> Vec<Total> {
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
    if common.causes {
        all.extend(totals("by cause", causes(a), causes(b)));
    }
    all.extend(totals("by method", methods(a), methods(b)));
    if !a.bytecodes.is_empty() && !b.bytecodes.is_empty() {
        all.extend(totals("by bytecode", bytecodes(a), bytecodes(b)));
    }
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
            provenance: Provenance {
                machine: "a machine".to_owned(),
                ..Provenance::default()
            },
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
        assert!(compare(&profile(5), &profile(5), 3).unwrap().is_none());
    }

    #[test]
    fn a_context_that_differs_is_shown_below_its_callers() {
        let difference = compare(&profile(5), &profile(6), 3).unwrap();
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
                ("by method", "work"),
                ("cycles by context", "thread main;main;work"),
            ]
        );
    }
}

//! Calls that are bound where the program is linked: the profile and the program's output are those without.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cross_profile::Profile;
use host_profile::{Binding, CacheModel, CacheOrganisation, Exceptions, Routines, Settings};
use isa::MachineConfig;
use jopizer::{LinkOptions, LinkProgram};
use rayon::prelude::*;
use runtime::programs::PROGRAMS;

use crate::it::programs::length;
use crate::it::support::{Host, has_jdk};
use crate::it::target::target_java;

/// Calls, bytecodes, and cycles by what they are spent for.
type Spent = (u64, u64, Vec<u64>);

/// Every context of every thread, by its chain of methods.
fn contexts(profile: &Profile) -> BTreeMap<String, Spent> {
    let mut found = BTreeMap::new();
    for thread in &profile.threads {
        for id in thread.tree.ids() {
            let path = thread.tree.path(id);
            let names = path
                .iter()
                .map(|id| profile.name(thread.tree.context(*id).method));
            let names: Vec<&str> = names.collect();
            let context = thread.tree.context(id);
            let key = format!("{};{:?};{}", thread.name, context.service, names.join(";"));
            let spent = (context.calls, context.bytecodes, context.cycles.to_vec());
            assert!(found.insert(key, spent).is_none());
        }
    }
    found
}

fn run(options: &LinkOptions, settings: &Settings) -> (String, BTreeMap<String, Spent>) {
    let host = Host::new();
    let machine = MachineConfig::default();
    let output = target_java(&host, options, settings, &machine)
        .args(&options.arguments)
        .output()
        .unwrap();
    let printed = format!("{output:?}");
    (printed, contexts(&host.outcome(settings, &machine).profile))
}

/// Compares what is bound with what is not; gives the number of contexts.
fn compare(options: &LinkOptions, settings: &Settings) -> usize {
    let [bound, free] = [Binding::Static, Binding::None].map(|binding| {
        let settings = Settings {
            binding,
            ..settings.clone()
        };
        run(options, &settings)
    });
    assert_eq!(bound.0, free.0, "{settings:?}");
    let differ = free
        .1
        .iter()
        .filter(|(key, spent)| bound.1.get(*key) != Some(spent));
    let differ: Vec<_> = differ
        .map(|(key, spent)| (key, spent, bound.1.get(key)))
        .collect();
    assert!(differ.is_empty(), "{settings:?}: {differ:#?}");
    assert_eq!(bound.1.len(), free.1.len(), "{settings:?}");
    free.1.len()
}

fn constant(cache: CacheModel, exceptions: Exceptions) -> Settings {
    Settings {
        cache,
        exceptions,
        routines: Routines::Constant,
        ..Settings::default()
    }
}

fn exact(cache: CacheModel) -> Settings {
    Settings {
        cache,
        exceptions: Exceptions::Exact,
        runs_throws: true,
        ..Settings::default()
    }
}

fn calls(host: &Host) -> LinkOptions {
    let classes: PathBuf = host.compile(&[("Calls", include_str!("Calls.java"))]);
    LinkOptions::new("Calls", [classes])
}

#[test]
fn bound_calls_that_exceptions_leave_have_the_contexts_of_others() {
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    let options = calls(&host);
    let fast = constant(CacheModel::Simulated, Exceptions::Fast);
    assert!(compare(&options, &fast) > 100);
    assert!(compare(&options, &exact(CacheModel::Simulated)) > 100);
}

#[test]
fn bound_calls_of_a_program_that_throws_have_the_contexts_of_others() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    let classes = host.compile(&[("Throws", include_str!("Throws.java"))]);
    let options = LinkOptions::new("Throws", [classes]);
    for cache in [CacheModel::Hits, CacheModel::Simulated] {
        assert!(compare(&options, &exact(cache)) > 1000);
    }
}

#[test]
fn bound_calls_have_the_contexts_of_others_with_each_cache_and_in_dumps() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    let options = calls(&host);
    let mut all = vec![
        constant(CacheModel::Hits, Exceptions::Fast),
        constant(CacheModel::Hits, Exceptions::Exact),
        Settings {
            every: 1000,
            ..constant(CacheModel::Simulated, Exceptions::Fast)
        },
    ];
    let machine = MachineConfig::default();
    let organisations = CacheOrganisation::ALL.iter().map(|(_, each)| *each);
    // Two halves are of 1 KB alone.
    let organisations = organisations.filter(|each| each.longest_method(&machine).is_ok());
    all.extend(organisations.map(|organisation| Settings {
        organisation: Some(organisation),
        ..constant(CacheModel::Simulated, Exceptions::Exact)
    }));
    assert_eq!(all.len(), 9);
    all.par_iter()
        .for_each(|settings| _ = compare(&options, settings));
}

/// Threads of the host take turns as they like.
const WITH_THREADS: &str = "producer-consumer";

#[test]
fn bound_calls_of_all_programs_have_the_contexts_of_others() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let fast = constant(CacheModel::Simulated, Exceptions::Fast);
    PROGRAMS
        .par_iter()
        .filter(|program| program.name != WITH_THREADS)
        .for_each(|program| {
            let options = program.options(&[length(program).to_string()]);
            for settings in [&fast, &exact(CacheModel::Simulated)] {
                assert!(compare(&options, settings) > 10, "{}", program.name);
            }
        });
}

//! Exceptions on our library: the runtime's own code throws them, on the stack that JOP would have.

use std::collections::BTreeSet;

use cross_profile::Profile;
use host_profile::{CacheModel, Exceptions, Settings};
use isa::MachineConfig;
use jopizer::{LinkOptions, link};

use crate::it::support::{Host, has_jdk, profile_on_jop};
use crate::it::target::{below, below_main, target_java};

const RUNS_INITIALISERS: &str = "com.jopdesign.sys.Startup.initialiseClasses()V";

/// Contexts below main and of the program's initialisers that differ from those on JOP, with both figures; and how many there are
/// on JOP.
fn differences(name: &str, source: &str, machine: &MachineConfig) -> (Vec<String>, usize) {
    let compared = |profile: &Profile| {
        let mut found = below_main(profile, name);
        let own = format!("{RUNS_INITIALISERS};{name}");
        let initialisers = below(profile, RUNS_INITIALISERS);
        found.extend(
            initialisers
                .into_iter()
                .filter(|(path, _)| path.starts_with(&own)),
        );
        found
    };
    let host = Host::with_all_compilers();
    let classes = host.compile(&[(name, source)]);
    let options = LinkOptions::new(name, [classes]);
    let settings = Settings {
        cache: CacheModel::Hits,
        exceptions: Exceptions::Exact,
        runs_throws: true,
        ..Settings::default()
    };
    let output = target_java(&host, &options, &settings, machine)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let here = compared(&host.outcome(&settings, machine).profile);
    let linked = link(&options).unwrap();
    let there = compared(&profile_on_jop(&linked, machine));
    assert!(there.keys().any(|path| path.starts_with(RUNS_INITIALISERS)));
    let keys: BTreeSet<&String> = here.keys().chain(there.keys()).collect();
    let differ = keys
        .into_iter()
        .filter(|key| here.get(*key) != there.get(*key));
    let differ = differ.map(|key| format!("{key}: {:?} {:?}", here.get(key), there.get(key)));
    (differ.collect(), there.len())
}

/// Rethrow in finally over frames, exceptions inside constructors of exceptions, synchronized methods left, casts, stores, sizes,
/// divisions, null, indices, an initialiser of a class, and a stack too full for a trace.
#[test]
fn every_context_of_a_program_that_throws_has_the_figures_that_it_has_on_jop() {
    if !has_jdk() {
        return;
    }
    let usual = MachineConfig::default();
    let slow = MachineConfig {
        ram_cnt: 5,
        ..usual
    };
    for machine in [usual, slow] {
        let source = include_str!("Throws.java");
        let (differ, contexts) = differences("Throws", source, &machine);
        assert!(
            differ.is_empty(),
            "{} of {contexts}:\n{}",
            differ.len(),
            differ.join("\n")
        );
        assert!(contexts > 1000, "{contexts}");
    }
}

const LAZY: &str = r#"
public class Lazy {
    static class Table { static final int[] SQUARES = new int[50]; static { for (int i = 0; i < 50; i++) SQUARES[i] = i * i; } }
    public static void main(String[] none) throws Exception {
        Thread thread = new Thread(() -> System.out.println(Table.SQUARES[7]));
        thread.start();
        thread.join();
    }
}
"#;

#[test]
fn initialisers_that_another_thread_runs_on_the_host_stand_below_the_start_in_the_first() {
    if !has_jdk() {
        return;
    }
    let host = Host::with_all_compilers();
    let classes = host.compile(&[("Lazy", LAZY)]);
    let (settings, machine) = (Settings::default(), MachineConfig::default());
    let mut java = host.java(&settings, &machine);
    let output = java.arg("-cp").arg(&classes).arg("Lazy").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let profile = host.outcome(&settings, &machine).profile;
    let places = profile.threads.iter().map(|thread| {
        let tree = &thread.tree;
        let name = |id| profile.name(tree.context(id).method).to_owned();
        let is_it = |id: &_| name(*id).starts_with("Lazy$Table.<clinit>");
        let found = tree.ids().filter(is_it);
        found
            .map(|id| name(tree.context(id).parent))
            .collect::<Vec<_>>()
    });
    let places: Vec<Vec<String>> = places.collect();
    assert!(places.len() > 1, "{places:?}");
    assert_eq!(places[0], [RUNS_INITIALISERS]);
    assert!(places[1..].iter().all(Vec::is_empty), "{places:?}");
}

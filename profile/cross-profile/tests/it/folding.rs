//! Folding keeps sums, and brings profiles of other tools and the truth together.

use cross_profile::decomposition::Carried;
use cross_profile::{CallingContextTree, Comparison, Decomposition, Fold, Origin, Profile};
use profile_import as import;
use proptest::prelude::*;

use crate::support::sample::truth;
use crate::support::{events, play};

const FOLDS: [Fold; 4] = [Fold::None, Fold::Routines, Fold::Runtime, Fold::All];

/// A random profile with methods of every origin.
fn profiles() -> impl Strategy<Value = Profile> {
    const NAMES: [&str; 7] = [
        "(start)",
        "com.jopdesign.sys.JVM.f_idiv(II)I",
        "com.jopdesign.sys.Heap.allocate(IIII)I",
        "java.util.ArrayList.sort(Ljava/util/Comparator;)V",
        "com.jopdesign.sys.JVMHelp.interrupt()V",
        "p.A.compare(II)I",
        "java.lang.Math.abs(I)I",
    ];
    events().prop_map(|events| {
        let (mut profile, _) = play(&events);
        profile.methods = NAMES.map(str::to_owned).to_vec();
        profile
    })
}

fn bytecodes(profile: &Profile) -> u64 {
    let trees = profile.threads.iter().map(|thread| &thread.tree);
    trees
        .flat_map(|tree| tree.contexts())
        .map(|context| context.bytecodes)
        .sum()
}

proptest! {
    #[test]
    fn folding_keeps_cycles_and_bytecodes(profile in profiles()) {
        for fold in FOLDS {
            let folded = fold.apply(&profile);
            prop_assert_eq!(folded.total_cycles(), profile.total_cycles());
            prop_assert_eq!(bytecodes(&folded), bytecodes(&profile));
            let charges = |profile: &Profile, place: usize| -> u64 {
                let trees = profile.threads.iter().map(|thread| &thread.tree);
                trees.flat_map(|tree| tree.contexts()).map(|context| context.cycles[place]).sum()
            };
            for place in 0..6 {
                prop_assert_eq!(charges(&folded, place), charges(&profile, place));
            }
        }
    }

    #[test]
    fn only_roots_and_what_stays_are_left(profile in profiles()) {
        for fold in FOLDS {
            let folded = fold.apply(&profile);
            for thread in &folded.threads {
                for id in thread.tree.ids().filter(|id| *id != CallingContextTree::ROOT) {
                    let origin = Origin::of(folded.name(thread.tree.context(id).method));
                    prop_assert!(!fold.folds(origin));
                }
            }
            prop_assert_eq!(fold.apply(&folded).threads, folded.threads);
        }
    }

    #[test]
    fn parts_add_up_to_the_difference(truth in profiles(), prediction in profiles()) {
        for fold in FOLDS {
            let carried = Carried::of(&prediction);
            let parts = Decomposition::new(&truth, &prediction, fold, carried);
            let whole = |profile: &Profile| i128::from(profile.total_cycles());
            prop_assert_eq!(parts.total.sum(), whole(&prediction) - whole(&truth));
            let comparison = Comparison::new(&fold.apply(&truth), &fold.apply(&prediction));
            for row in &parts.by_method {
                let mut pairs = comparison.by_method.iter();
                let pair = pairs.find(|pair| pair.what == row.method);
                let difference = pair.map_or(0, cross_profile::compare::Pair::difference);
                prop_assert_eq!(row.parts.sum(), difference);
            }
        }
    }
}

#[test]
fn a_folded_context_is_part_of_the_nearest_caller_that_stays() {
    let truth = truth();
    let names = |fold: Fold| -> Vec<(String, u64)> {
        let folded = fold.apply(&truth);
        let methods = folded.methods.iter().zip(folded.by_method());
        let spent = methods.filter(|(_, figures)| figures.self_cycles != 0);
        spent
            .map(|(name, figures)| (name.clone(), figures.self_cycles))
            .collect()
    };
    let main = "p.Main.main([Ljava/lang/String;)V";
    let routines = names(Fold::Routines);
    // 7500 and 750 of its own, 9200 of divisions, 700 and 1280 of an allocation.
    assert!(routines.contains(&("p.Main.work(I)I".to_owned(), 7500 + 750 + 9200 + 1980)));
    assert!(routines.contains(&("java.lang.Integer.write(I[CI)I".to_owned(), 280 + 450)));
    assert_eq!(routines.len(), 7);
    let runtime = names(Fold::Runtime);
    assert!(runtime.contains(&("(start)".to_owned(), 650)));
    let all = names(Fold::All);
    // 1500 of its own, 430 of println, 280 of write and the 450 of its division.
    assert!(all.contains(&(main.to_owned(), 1500 + 430 + 280 + 450)));
    assert_eq!(all.len(), 4);
}

#[test]
fn what_a_profile_lacks_says_how_it_is_folded() {
    let of = |text: &str| Fold::of(&import::collapsed(text.as_bytes()).expect("a profile"));
    assert_eq!(of("p.A.f;com.jopdesign.sys.JVM.f_idiv 5\n"), Fold::None);
    assert_eq!(
        of("p.A.f;com.jopdesign.sys.Heap.allocate 5\n"),
        Fold::Routines
    );
    assert_eq!(of("p.A.f 3\np.A.f;java.lang.Math.abs 5\n"), Fold::Runtime);
    // A routine without cycles is as good as none.
    assert_eq!(
        of("(start) 2\np.A.f;com.jopdesign.sys.JVM.f_idiv 0\np.A.f 1\n"),
        Fold::Runtime
    );
}

#[test]
fn cycles_of_methods_cannot_be_folded_without_chains() {
    let flat = import::csv("method,cycles\np.A.f,3\njava.lang.Math.abs,5\n".as_bytes());
    let flat = flat.expect("a table");
    assert!(Fold::All.is_impossible(&flat));
    assert!(!Fold::Runtime.is_impossible(&flat));
}

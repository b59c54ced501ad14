//! Faults of many kinds, each of which is found in its part of the error.

use cross_profile::decomposition::{Carried, Parts};
use cross_profile::{
    CallingContextTree, Charge, Context, Decomposition, Fold, MethodId, Profile, Service,
};

use crate::support::sample::{change, clear, contexts, truth};

const EXECUTE: usize = Charge::Execute as usize;
const INVOKE: usize = Charge::LoadOnInvoke as usize;
const RETURN: usize = Charge::LoadOnReturn as usize;

fn decompose(prediction: &Profile, fold: Fold) -> Decomposition {
    let truth = truth();
    let carried = Carried::of(prediction);
    let decomposition = Decomposition::new(&truth, prediction, fold, carried);
    let difference = i128::from(prediction.total_cycles()) - i128::from(truth.total_cycles());
    assert_eq!(decomposition.total.sum(), difference);
    for row in &decomposition.by_method {
        let difference = i128::from(row.predicted) - i128::from(row.truth);
        assert_eq!(row.parts.sum(), difference, "{}", row.method);
    }
    decomposition
}

/// Parts of the error by a fault.
fn fault(inject: impl FnOnce(&mut Profile)) -> Parts {
    let mut prediction = truth();
    inject(&mut prediction);
    decompose(&prediction, Fold::None).total
}

fn add_method(profile: &mut Profile, name: &str, cycles: u64) {
    let method = MethodId(profile.methods.len() as u32);
    profile.methods.push(name.to_owned());
    let main = contexts(profile, "p.Main.main")[0];
    let tree = &mut profile.threads[0].tree;
    let id = tree.callee(main, method, Service::Program);
    let context = tree.context_mut(id);
    (context.calls, context.bytecodes) = (1, 10);
    context.cycles[EXECUTE] = cycles;
}

/// Multiplies all figures of a context.
fn times(factor: u64) -> impl Fn(&mut Context) {
    move |context| {
        context.calls *= factor;
        context.bytecodes *= factor;
        for cycles in &mut context.cycles {
            *cycles *= factor;
        }
    }
}

#[test]
fn no_fault_has_no_part() {
    assert_eq!(fault(|_| ()), Parts::default());
    assert!(decompose(&truth(), Fold::None).by_method.is_empty());
}

#[test]
fn a_higher_price_of_a_bytecode_is_a_price() {
    let parts = fault(|it| change(it, "p.Main.work", |context| context.cycles[EXECUTE] += 70));
    let expected = Parts {
        prices: 140,
        ..Parts::default()
    };
    assert_eq!(parts, expected);
}

#[test]
fn a_lower_price_is_a_price() {
    let parts = fault(|it| change(it, "p.Main.leaf", |context| context.cycles[EXECUTE] /= 2));
    assert_eq!((parts.prices, parts.sum()), (-1100, -1100));
}

#[test]
fn a_bytecode_without_price_is_a_price() {
    let parts = fault(|it| change(it, "p.Main.main", |context| context.cycles[EXECUTE] = 0));
    assert_eq!((parts.prices, parts.sum()), (-1200, -1200));
}

#[test]
fn reads_that_are_not_waited_for_are_prices() {
    let parts = fault(|it| {
        change(it, "p.Main", |context| {
            context.cycles[Charge::MemoryRead as usize] = 0;
        });
    });
    assert_eq!((parts.prices, parts.sum()), (-1740, -1740));
}

#[test]
fn a_method_that_is_missing_is_missing() {
    let parts = fault(|it| change(it, "p.Main.leaf", clear));
    assert_eq!((parts.missing, parts.sum()), (-2750, -2750));
}

#[test]
fn a_method_that_the_program_lacks_is_foreign() {
    let parts = fault(|it| add_method(it, "q.Other.run()V", 77));
    assert_eq!((parts.foreign, parts.sum()), (77, 77));
}

#[test]
fn a_method_under_another_name_is_missing_and_foreign() {
    let parts = fault(|it| it.methods[9] = "p.Main.blade()V".to_owned());
    assert_eq!((parts.missing, parts.foreign), (-2750, 2750));
}

#[test]
fn a_method_of_the_library_that_is_missing_is_library() {
    let parts = fault(|it| change(it, "java.lang.Integer.write", clear));
    assert_eq!((parts.library, parts.sum()), (-280, -280));
}

#[test]
fn a_method_of_the_library_that_the_program_lacks_is_library() {
    let parts = fault(|it| add_method(it, "java.util.Formatter.format()V", 99));
    assert_eq!((parts.library, parts.sum()), (99, 99));
}

#[test]
fn a_price_in_the_library_is_library() {
    let parts = fault(|it| change(it, "println", |context| context.cycles[EXECUTE] += 30));
    assert_eq!((parts.library, parts.sum()), (30, 30));
}

#[test]
fn a_call_of_the_library_too_many_is_library() {
    let parts = fault(|it| change(it, "java.lang.Integer.write", times(2)));
    assert_eq!((parts.library, parts.sum()), (280, 280));
}

#[test]
fn a_price_of_a_routine_is_routines() {
    let parts = fault(|it| change(it, "f_idiv", |context| context.cycles[EXECUTE] = 2000));
    assert_eq!(
        (parts.routines, parts.sum()),
        (2000 - 9000 + 2000 - 450, -5450)
    );
}

#[test]
fn a_routine_that_is_missing_is_routines() {
    let parts = fault(|it| change(it, "f_idiv", clear));
    assert_eq!((parts.routines, parts.sum()), (-9650, -9650));
}

#[test]
fn what_a_routine_calls_is_routines() {
    let parts = fault(|it| {
        change(it, "Heap.allocate", |context| {
            context.cycles[EXECUTE] += 500;
        });
    });
    assert_eq!((parts.routines, parts.sum()), (500, 500));
}

#[test]
fn a_start_that_is_missing_is_runtime() {
    let parts = fault(|it| {
        change(it, "Startup", clear);
        change(it, "(start)", clear);
    });
    assert_eq!((parts.runtime, parts.sum()), (-650, -650));
}

#[test]
fn a_price_in_the_runtime_is_runtime() {
    let parts = fault(|it| change(it, "Startup", |context| context.cycles[EXECUTE] += 5));
    assert_eq!((parts.runtime, parts.sum()), (5, 5));
}

#[test]
fn another_cache_is_cache_in_every_method() {
    let parts = fault(|it| {
        for id in it.threads[0].tree.ids() {
            let context = it.threads[0].tree.context_mut(id);
            context.cycles[INVOKE] *= 3;
            context.cycles[RETURN] *= 2;
        }
    });
    assert_eq!((parts.cache, parts.sum()), (2 * 670 + 450, 1790));
}

#[test]
fn lookups_that_all_hit_are_cache() {
    let parts = fault(|it| {
        for id in it.threads[0].tree.ids() {
            let context = it.threads[0].tree.context_mut(id);
            (context.cycles[INVOKE], context.cycles[RETURN]) = (0, 0);
        }
    });
    assert_eq!((parts.cache, parts.sum()), (-1120, -1120));
}

#[test]
fn loads_of_returns_that_are_forgotten_are_cache() {
    let parts = fault(|it| change(it, "p.Main.work", |context| context.cycles[RETURN] = 0));
    assert_eq!((parts.cache, parts.sum()), (-110, -110));
}

#[test]
fn calls_that_are_not_counted_are_calls() {
    // A tenth of the calls of a method whose loads take none of its cycles apart.
    let parts = fault(|it| {
        let id = contexts(it, "p.Main.leaf")[0];
        let context = it.threads[0].tree.context_mut(id);
        (context.calls, context.bytecodes) = (180, 900);
        context.cycles[EXECUTE] = 1800;
        context.cycles[Charge::MemoryRead as usize] = 360;
    });
    assert_eq!((parts.calls, parts.sum()), (-240, -240));
}

#[test]
fn calls_that_are_counted_twice_are_calls() {
    let parts = fault(|it| {
        let id = contexts(it, "p.Main.leaf")[1];
        times(2)(it.threads[0].tree.context_mut(id));
    });
    assert_eq!((parts.calls, parts.cache, parts.sum()), (240, 10, 250));
}

#[test]
fn a_context_that_is_missing_is_calls() {
    let parts = fault(|it| {
        let id = contexts(it, "p.Main.work")[1];
        clear(it.threads[0].tree.context_mut(id));
    });
    assert_eq!((parts.calls, parts.sum()), (-750, -750));
}

#[test]
fn calls_of_another_caller_cancel_out() {
    // Twice what the method takes in truth, in a context that the truth lacks, and the true one missing.
    let parts = fault(|it| {
        let (from, to) = (contexts(it, "p.Main.leaf")[1], contexts(it, "println")[0]);
        let tree = &mut it.threads[0].tree;
        let moved = tree.context(from).clone();
        clear(tree.context_mut(from));
        let there = tree.callee(to, moved.method, Service::Program);
        let context = tree.context_mut(there);
        (context.calls, context.bytecodes) = (moved.calls, moved.bytecodes);
        context.cycles = moved.cycles;
    });
    assert_eq!(parts.sum(), 0);
    assert_eq!((parts.missing, parts.foreign, parts.cache), (0, 0, 0));
    assert!(parts.prices.abs() <= 10, "{parts:?}");
}

#[test]
fn trips_of_a_loop_that_are_not_counted_are_bytecodes() {
    // 100 of the 2000 bytecodes, which take 7000 cycles without loads.
    let parts = fault(|it| {
        let id = contexts(it, "p.Main.work")[0];
        let context = it.threads[0].tree.context_mut(id);
        context.bytecodes = 1900;
        context.cycles[EXECUTE] -= 350;
    });
    assert_eq!((parts.bytecodes, parts.sum()), (-350, -350));
}

#[test]
fn bytecodes_that_are_counted_twice_are_bytecodes() {
    let parts = fault(|it| {
        let id = contexts(it, "p.Main.main")[0];
        let context = it.threads[0].tree.context_mut(id);
        context.bytecodes = 600;
        context.cycles[EXECUTE] += 1400;
    });
    assert_eq!((parts.bytecodes, parts.sum()), (1400, 1400));
}

#[test]
fn a_wrong_number_of_calls_without_cycles_is_no_error() {
    let parts = fault(|it| change(it, "p.Main.leaf", |context| context.calls += 7));
    assert_eq!(parts, Parts::default());
}

#[test]
fn a_count_and_a_price_are_told_apart() {
    let parts = fault(|it| {
        let id = contexts(it, "p.Main.work")[0];
        let context = it.threads[0].tree.context_mut(id);
        context.bytecodes = 1900;
        context.cycles[EXECUTE] += 50;
    });
    assert_eq!((parts.bytecodes, parts.prices), (-350, 400));
}

#[test]
fn without_counts_the_application_is_uncounted() {
    let parts = fault(|it| {
        for id in it.threads[0].tree.ids() {
            let context = it.threads[0].tree.context_mut(id);
            (context.calls, context.bytecodes) = (0, 0);
        }
        change(it, "p.Main.work", |context| context.cycles[EXECUTE] += 70);
        change(it, "println", |context| context.cycles[EXECUTE] += 30);
    });
    assert_eq!((parts.uncounted, parts.library), (140, 30));
}

#[test]
fn calls_without_bytecodes_explain_at_most_the_difference() {
    let of_leaf = |calls: u64, cycles: u64| {
        fault(|it| {
            for id in it.threads[0].tree.ids() {
                it.threads[0].tree.context_mut(id).bytecodes = 0;
            }
            let id = contexts(it, "p.Main.leaf")[0];
            let context = it.threads[0].tree.context_mut(id);
            context.calls = calls;
            context.cycles[EXECUTE] = cycles;
        })
    };
    // 200 calls take 2400 cycles without loads, 2000 of them of this kind.
    let of = |parts: Parts| (parts.calls, parts.prices);
    assert_eq!(of(of_leaf(210, 2120)), (120, 0));
    assert_eq!(of(of_leaf(210, 2300)), (120, 180));
    assert_eq!(of(of_leaf(2000, 2030)), (30, 0));
    assert_eq!(of(of_leaf(150, 2030)), (0, 30));
}

/// The sample as a profiler has it that charges routines to their callers, and counts no bytecodes of theirs.
fn folding_tool() -> Profile {
    let truth = truth();
    let mut tool = Fold::Routines.apply(&truth);
    let divisions = [("p.Main.work", 110), ("java.lang.Integer.write", 5)];
    for (method, own) in divisions {
        let id = contexts(&tool, method)[0];
        let true_id = contexts(&truth, method)[0];
        let bytecodes = truth.threads[0].tree.context(true_id).bytecodes;
        tool.threads[0].tree.context_mut(id).bytecodes = bytecodes + own;
    }
    tool
}

#[test]
fn routines_within_their_callers_are_no_error() {
    let tool = folding_tool();
    assert_eq!(Fold::of(&tool), Fold::Routines);
    assert_eq!(decompose(&tool, Fold::Routines).total, Parts::default());
}

#[test]
fn a_routine_within_its_caller_has_its_error_among_the_prices() {
    let mut tool = folding_tool();
    change(&mut tool, "p.Main.work", |context| {
        context.cycles[EXECUTE] -= 100;
    });
    let parts = decompose(&tool, Fold::Routines).total;
    assert_eq!((parts.prices, parts.sum()), (-200, -200));
}

#[test]
fn a_runtime_that_is_missing_below_the_library_is_library_when_both_are_folded() {
    let mut with_runtime = truth();
    let method = MethodId(with_runtime.methods.len() as u32);
    let name = "com.jopdesign.sys.Scheduler.yield()V";
    with_runtime.methods.push(name.to_owned());
    let library = contexts(&with_runtime, "println")[0];
    let tree = &mut with_runtime.threads[0].tree;
    let id = tree.callee(library, method, Service::Program);
    let context = tree.context_mut(id);
    (context.calls, context.bytecodes) = (5, 60);
    context.cycles[EXECUTE] = 400;
    let prediction = truth();
    let parts = |fold| {
        let carried = Carried::of(&prediction);
        Decomposition::new(&with_runtime, &prediction, fold, carried).total
    };
    let in_library = Parts {
        library: -400,
        ..Parts::default()
    };
    assert_eq!(parts(Fold::All), in_library);
    assert_eq!(parts(Fold::None).runtime, -400);
}

#[test]
fn a_bytecode_with_a_price_in_place_of_its_routine_is_counted_right() {
    let mut prediction = truth();
    change(&mut prediction, "f_idiv", clear);
    for (method, times) in [("p.Main.work", 100), ("java.lang.Integer.write", 5)] {
        let caller = contexts(&prediction, method)[0];
        let context = prediction.threads[0].tree.context_mut(caller);
        context.bytecodes += times;
        context.cycles[EXECUTE] += times * 20;
    }
    for fold in [Fold::None, Fold::Routines] {
        let parts = decompose(&prediction, fold).total;
        assert_eq!((parts.calls, parts.bytecodes), (0, 0), "{fold}");
        assert_eq!((parts.prices, parts.library), (2000, 100), "{fold}");
        // Loads of the method in its place are told apart where its caller has other routines.
        assert_eq!(parts.routines + parts.cache, -9650, "{fold}");
    }
}

#[test]
fn routines_that_are_told_apart_are_routines_of_their_caller_when_folded() {
    let mut prediction = truth();
    change(&mut prediction, "f_idiv", |context| {
        context.cycles[EXECUTE] += 10;
    });
    let folded = decompose(&prediction, Fold::Routines);
    assert_eq!((folded.total.routines, folded.total.sum()), (20, 20));
    let names: Vec<_> = folded.by_method.iter().map(|row| &*row.method).collect();
    assert_eq!(names, ["java.lang.Integer.write(I[CI)I", "p.Main.work(I)I"]);
}

#[test]
fn a_profile_of_methods_has_missing_routines_among_the_routines() {
    let mut flat = profile_import::csv(
        "method,cycles,calls,bytecodes\np.Main.leaf,2750,220,1100\np.Main.main,1600,1,300\n"
            .as_bytes(),
    )
    .expect("a table");
    let mut truth = truth();
    cross_profile::matching::align(&mut truth, &mut flat).expect("a match");
    let carried = Carried::of(&flat);
    let parts = Decomposition::new(&truth, &flat, Fold::None, carried).total;
    assert_eq!((parts.missing, parts.library), (-8250, -710));
    // Loads are not told, so they are part of what they belong to; what a routine calls cannot be told from the runtime.
    assert_eq!(
        (parts.routines, parts.runtime, parts.prices),
        (-10350, -1930, 100)
    );
    assert_eq!(parts.cache, 0);
}

#[test]
fn figures_at_the_end_of_their_range_do_not_overflow() {
    let mut prediction = truth();
    change(&mut prediction, "p.Main.main", |context| {
        context.calls = u64::MAX / 4;
        context.bytecodes = u64::MAX / 4;
        context.cycles[EXECUTE] = u64::MAX / 4;
    });
    let mut truth = truth();
    change(&mut truth, "p.Main.main", |context| {
        context.bytecodes = 1;
        context.cycles[EXECUTE] = u64::MAX / 4;
    });
    let carried = Carried::of(&prediction);
    let parts = Decomposition::new(&truth, &prediction, Fold::None, carried).total;
    assert_eq!(
        parts.sum(),
        i128::from(prediction.total_cycles()) - i128::from(truth.total_cycles())
    );
    assert_eq!(
        prediction.threads[0]
            .tree
            .context(CallingContextTree::ROOT)
            .bytecodes,
        10
    );
}

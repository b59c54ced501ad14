//! Faults of many kinds in the machine's profile of an embedded program, each of which is found in its part of the error.
//!
//! `cross-profile` has the same kinds on a profile of twelve contexts, with figures to check by hand. Here the figures are a program's.

use cross_profile::decomposition::Parts;
use cross_profile::{
    Charge, Context, ContextId, Fold, MethodId, Origin, Profile, Provenance, Service,
};
use isa::MachineConfig;
use jopizer::LinkProgram;
use microcode::Build;
use run::{MachineRun, Program};
use runtime::programs::find;
use sim_core::Machine;
use validation::{Case, Job, NamedMachine, Plan, ProfilePrediction, study};

const EXECUTE: usize = Charge::Execute as usize;
const READ: usize = Charge::MemoryRead as usize;
const INVOKE: usize = Charge::LoadOnInvoke as usize;
const RETURN: usize = Charge::LoadOnReturn as usize;

/// Steps of the lift.
const LENGTH: u32 = 60;

fn lift() -> Program {
    let lift = find("lift").expect("there is a lift");
    let linked = lift.link(LENGTH, MachineConfig::default().memory_words);
    Program::linked("lift", linked.expect("it links"))
}

/// Profile of the program on a machine.
fn recorded(config: &MachineConfig) -> Profile {
    let program = lift();
    let microcode = microcode::jvm(Build::Jop);
    let machine = Machine::new(config, &microcode, &program.image.words).expect("it fits");
    let mut run = MachineRun::new(
        machine,
        record::machine::contexts(&program.image.words, program.symbols.as_ref()),
    );
    let Ok(_) = run::to_end(&program, &mut run, &mut run::Silent, &run::Limits::NONE);
    run.probe.finish().into_profile(Provenance::default())
}

fn contexts(profile: &Profile, start: &str) -> Vec<ContextId> {
    let tree = &profile.threads[0].tree;
    let own = |id: &ContextId| {
        let name = profile.name(tree.context(*id).method);
        name.starts_with(start)
    };
    let found: Vec<ContextId> = tree.ids().filter(own).collect();
    assert!(!found.is_empty(), "no context of {start}");
    found
}

/// Changes contexts of methods that begin so; the sum of what they differ by.
fn each(profile: &mut Profile, start: &str, change: impl Fn(&mut Context)) -> i128 {
    let contexts = contexts(profile, start);
    change_all(profile, &contexts, change)
}

fn change_all(
    profile: &mut Profile,
    contexts: &[ContextId],
    change: impl Fn(&mut Context),
) -> i128 {
    let mut difference = 0;
    for id in contexts {
        let context = profile.threads[0].tree.context_mut(*id);
        let before = i128::from(context.self_cycles());
        change(context);
        difference += i128::from(context.self_cycles()) - before;
    }
    assert_ne!(difference, 0, "a fault that changes nothing");
    difference
}

fn clear(context: &mut Context) {
    (context.calls, context.bytecodes) = (0, 0);
    context.cycles = [0; Charge::COUNT];
}

fn loads(context: &Context) -> u64 {
    context.cycles[INVOKE] + context.cycles[RETURN]
}

/// Adds a method below `main`.
fn add_method(profile: &mut Profile, name: &str, cycles: u64) {
    let method = MethodId(profile.methods.len() as u32);
    profile.methods.push(name.to_owned());
    let main = contexts(profile, "lift.Main.main(")[0];
    let tree = &mut profile.threads[0].tree;
    let id = tree.callee(main, method, Service::Program);
    let context = tree.context_mut(id);
    (context.calls, context.bytecodes) = (1, 10);
    context.cycles[EXECUTE] = cycles;
}

/// The context of the most cycles of those that suit.
fn hottest(profile: &Profile, start: &str, suits: impl Fn(&Context) -> bool) -> ContextId {
    let tree = &profile.threads[0].tree;
    let all = contexts(profile, start).into_iter();
    let suiting = all.filter(|id| suits(tree.context(*id)));
    suiting
        .max_by_key(|id| tree.context(*id).self_cycles())
        .expect("a context suits")
}

fn context(profile: &mut Profile, id: ContextId) -> &mut Context {
    profile.threads[0].tree.context_mut(id)
}

const NONE: Parts = Parts {
    calls: 0,
    bytecodes: 0,
    prices: 0,
    routines: 0,
    runtime: 0,
    library: 0,
    cache: 0,
    missing: 0,
    foreign: 0,
    uncounted: 0,
};

/// Injects a fault; gives its parts.
type Inject = fn(&mut Profile) -> Parts;

/// Wrong cycles of bytecodes.
const PRICES: [(&str, Inject); 4] = [
    ("a higher price", |it| Parts {
        prices: each(it, "lift.Controller.step(", |context| {
            context.cycles[EXECUTE] += 3 * context.bytecodes;
        }),
        ..NONE
    }),
    ("a lower price", |it| Parts {
        prices: each(it, "lift.Traffic.step(", |context| {
            context.cycles[EXECUTE] /= 2;
        }),
        ..NONE
    }),
    ("bytecodes without a price", |it| Parts {
        prices: each(it, "lift.Plant.sense(", |context| {
            context.cycles[EXECUTE] = 0;
        }),
        ..NONE
    }),
    ("reads that are not waited for", |it| Parts {
        prices: each(it, "lift.", |context| context.cycles[READ] = 0),
        ..NONE
    }),
];

/// Methods that one side lacks.
const METHODS: [(&str, Inject); 5] = [
    ("a method that is missing", |it| Parts {
        missing: each(it, "lift.Supervisor.fault(", clear),
        ..NONE
    }),
    ("a method that the program lacks", |it| {
        add_method(it, "other.Main.run()V", 77);
        Parts {
            foreign: 77,
            ..NONE
        }
    }),
    ("a method under another name", |it| {
        let own = contexts(it, "lift.Observer.step(");
        let cycles = own
            .iter()
            .map(|id| i128::from(context(it, *id).self_cycles()));
        let cycles: i128 = cycles.sum();
        let method = context(it, own[0]).method;
        it.methods[method.0 as usize] = "lift.Watcher.step()V".to_owned();
        Parts {
            missing: -cycles,
            foreign: cycles,
            ..NONE
        }
    }),
    ("a method of the library that is missing", |it| Parts {
        library: each(it, "java.io.PrintStream.put(", clear),
        ..NONE
    }),
    ("a method of the library that the program lacks", |it| {
        add_method(it, "java.util.Formatter.format()V", 99);
        Parts {
            library: 99,
            ..NONE
        }
    }),
];

/// What is not the application's own.
const OTHERS: [(&str, Inject); 7] = [
    ("a price in the library", |it| Parts {
        library: each(it, "java.io.PrintStream.put(", |context| {
            context.cycles[EXECUTE] += 2 * context.calls;
        }),
        ..NONE
    }),
    ("calls of the library that are counted twice", |it| {
        let own = contexts(it, "java.io.PrintStream.println(");
        let loads: u64 = own.iter().map(|id| loads(context(it, *id))).sum();
        let all = each(it, "java.io.PrintStream.println(", twice);
        Parts {
            library: all - i128::from(loads),
            cache: loads.into(),
            ..NONE
        }
    }),
    ("a price of a routine", |it| Parts {
        routines: each(it, "com.jopdesign.sys.JVM.f_tableswitch(", |context| {
            context.cycles[EXECUTE] = 40 * context.calls;
        }),
        ..NONE
    }),
    ("a routine that is missing", |it| Parts {
        routines: each(it, "com.jopdesign.sys.JVM.f_lookupswitch(", clear),
        ..NONE
    }),
    ("a price of what a routine calls", |it| {
        let below: Vec<ContextId> = contexts(it, "com.jopdesign.sys.Heap.allocate(")
            .into_iter()
            .filter(|id| {
                let tree = &it.threads[0].tree;
                let caller = tree.context(tree.context(*id).parent).method;
                Origin::of(it.name(caller)) == Origin::Routine
            })
            .collect();
        Parts {
            routines: change_all(it, &below, |context| context.cycles[EXECUTE] += 9),
            ..NONE
        }
    }),
    ("a start that is missing", |it| Parts {
        runtime: each(it, "(start)", clear),
        ..NONE
    }),
    ("a price in the runtime", |it| Parts {
        runtime: each(it, "com.jopdesign.sys.Startup.", |context| {
            context.cycles[EXECUTE] += 5;
        }),
        ..NONE
    }),
];

fn twice(context: &mut Context) {
    context.calls *= 2;
    context.bytecodes *= 2;
    for cycles in &mut context.cycles {
        *cycles *= 2;
    }
}

/// Loads of methods.
const CACHE: [(&str, Inject); 3] = [
    ("another cache", |it| {
        let before = i128::from(it.total_cycles());
        *it = recorded(&MachineConfig {
            jpc_width: 10,
            block_bits: 3,
            ..MachineConfig::default()
        });
        Parts {
            cache: i128::from(it.total_cycles()) - before,
            ..NONE
        }
    }),
    ("lookups that all hit", |it| Parts {
        cache: each(it, "", |context| {
            (context.cycles[INVOKE], context.cycles[RETURN]) = (0, 0);
        }),
        ..NONE
    }),
    ("loads of returns that are forgotten", |it| Parts {
        cache: each(it, "lift.", |context| context.cycles[RETURN] = 0),
        ..NONE
    }),
];

/// A context of the application whose calls and bytecodes can be halved.
fn even(profile: &Profile) -> ContextId {
    hottest(profile, "lift.", |context| {
        context.calls % 2 == 0 && context.bytecodes % 2 == 0 && loads(context) == 0
    })
}

/// Wrong counts.
const COUNTS: [(&str, Inject); 9] = [
    ("calls that are not counted", |it| {
        let id = even(it);
        let half = |context: &mut Context| {
            context.calls /= 2;
            context.bytecodes /= 2;
            let without = context.self_cycles().div_ceil(2);
            context.cycles[EXECUTE] -= without;
        };
        Parts {
            calls: change_all(it, &[id], half),
            ..NONE
        }
    }),
    ("calls that are counted twice", |it| {
        let id = hottest(it, "lift.", |context| loads(context) != 0);
        let loads = i128::from(loads(context(it, id)));
        Parts {
            calls: change_all(it, &[id], twice) - loads,
            cache: loads,
            ..NONE
        }
    }),
    ("a context that is missing", |it| {
        let several = contexts(it, "lift.ProcessImage.has(");
        assert!(several.len() > 1);
        Parts {
            calls: change_all(it, &several[..1], clear),
            ..NONE
        }
    }),
    ("trips of a loop that are not counted", |it| {
        let id = hottest(it, "lift.Calls.nearest(", |_| true);
        let fewer = |context: &mut Context| {
            let cycles = context.self_cycles() - loads(context);
            let trips = context.bytecodes / 8;
            context.cycles[EXECUTE] -= rounded(trips, cycles, context.bytecodes);
            context.bytecodes -= trips;
        };
        Parts {
            bytecodes: change_all(it, &[id], fewer),
            ..NONE
        }
    }),
    ("bytecodes that are counted twice", |it| {
        let id = hottest(it, "lift.Plant.step(", |_| true);
        let more = |context: &mut Context| {
            let own = context.self_cycles() - loads(context);
            context.cycles[EXECUTE] += own;
            context.bytecodes *= 2;
        };
        Parts {
            bytecodes: change_all(it, &[id], more),
            ..NONE
        }
    }),
    ("a count and a price", |it| {
        let id = hottest(it, "lift.Calls.nearest(", |_| true);
        let (all, of) = {
            let context = context(it, id);
            (context.self_cycles() - loads(context), context.bytecodes)
        };
        let change = |context: &mut Context| {
            context.bytecodes += of / 4;
            context.cycles[EXECUTE] += 500;
        };
        let bytecodes = i128::from(rounded(of / 4, all, of));
        Parts {
            prices: change_all(it, &[id], change) - bytecodes,
            bytecodes,
            ..NONE
        }
    }),
    ("a wrong number of calls without cycles", |it| {
        for id in contexts(it, "lift.Indicator.ring(") {
            context(it, id).calls += 7;
        }
        NONE
    }),
    ("calls that are charged to another caller", |it| {
        let several = contexts(it, "lift.ProcessImage.has(");
        let elsewhere = contexts(it, "lift.Calls.nearest(")[0];
        let tree = &mut it.threads[0].tree;
        let moved = tree.context(several[0]).clone();
        clear(tree.context_mut(several[0]));
        let there = tree.callee(elsewhere, moved.method, Service::Program);
        *tree.context_mut(there) = Context {
            parent: elsewhere,
            ..moved
        };
        // In truth, the method has the same calls elsewhere: they are too few there and too many here.
        NONE
    }),
    ("no counts at all", |it| {
        for id in contexts(it, "") {
            let context = context(it, id);
            (context.calls, context.bytecodes) = (0, 0);
        }
        Parts {
            uncounted: each(it, "lift.Controller.step(", |context| {
                context.cycles[EXECUTE] += 70;
            }),
            library: each(it, "java.io.PrintStream.put(", |context| {
                context.cycles[EXECUTE] += 30;
            }),
            ..NONE
        }
    }),
];

/// `part` of `of` things that take `cycles`, as the rule rounds.
fn rounded(part: u64, cycles: u64, of: u64) -> u64 {
    (part * cycles + of / 2) / of
}

/// Compares profiles with the machine, which runs once.
fn compare(profiles: &[ProfilePrediction], fold: Fold) -> Case {
    let plan = Plan {
        build: Build::Jop,
        profiles,
        tables: &[],
        root: None,
        fold: Some(fold),
        max_cycles: u64::MAX,
        keeps_contexts: true,
    };
    let machine = NamedMachine {
        name: "machine".to_owned(),
        config: MachineConfig::default(),
    };
    let subject = lift();
    let job = Job {
        subject: &subject,
        machine: &machine,
    };
    let case = study(&plan, &[job], &|| ()).remove(0);
    case.unwrap_or_else(|error| panic!("{error}"))
}

fn injected(name: &str, profile: Profile) -> ProfilePrediction {
    ProfilePrediction {
        name: name.to_owned(),
        profile,
    }
}

#[test]
fn each_kind_of_fault_is_in_its_part_and_parts_add_up_in_each_method() {
    let truth = recorded(&MachineConfig::default());
    let kinds: Vec<(&str, Inject)> = [
        &PRICES[..],
        &METHODS[..],
        &OTHERS[..],
        &CACHE[..],
        &COUNTS[..],
    ]
    .concat();
    assert!(kinds.len() > 20);
    let mut profiles = Vec::new();
    let mut expected = Vec::new();
    for (name, inject) in &kinds {
        let mut profile = truth.clone();
        expected.push(inject(&mut profile));
        profiles.push(injected(name, profile));
    }
    let case = compare(&profiles, Fold::None);
    assert_eq!(case.predictions.len(), kinds.len());
    for ((score, expected), prediction) in case.predictions.iter().zip(&expected).zip(&profiles) {
        let name = &prediction.name;
        let parts = score.decomposition.total;
        let difference =
            i128::from(prediction.profile.total_cycles()) - i128::from(truth.total_cycles());
        assert_eq!(parts.sum(), difference, "{name}");
        for row in &score.decomposition.by_method {
            let difference = i128::from(row.predicted) - i128::from(row.truth);
            assert_eq!(row.parts.sum(), difference, "{name}: {}", row.method);
        }
        if *name == "calls that are charged to another caller" {
            // The method has other mean cycles in other contexts, which counts or prices have to explain.
            let others = Parts {
                calls: 0,
                bytecodes: 0,
                prices: 0,
                ..parts
            };
            assert_eq!((others, parts.sum()), (NONE, 0), "{name}");
        } else {
            assert_eq!(parts, *expected, "{name}");
        }
    }
}

#[test]
fn faults_in_profiles_that_charge_callers_are_found_when_the_truth_does_so_too() {
    let truth = recorded(&MachineConfig::default());
    for fold in [Fold::Routines, Fold::Runtime, Fold::All] {
        // Most such profilers count calls and no bytecodes.
        let mut folded = fold.apply(&truth);
        for id in contexts(&folded, "") {
            context(&mut folded, id).bytecodes = 0;
        }
        let mut dear = folded.clone();
        let own = each(&mut dear, "lift.Controller.step(", |context| {
            context.cycles[EXECUTE] += context.calls;
        });
        let mut without = folded.clone();
        let missing = each(&mut without, "lift.Supervisor.fault(", clear);
        let profiles = [
            injected("equal", folded),
            injected("a price", dear),
            injected("a method that is missing", without),
        ];
        let case = compare(&profiles, fold);
        let of = |place: usize| case.predictions[place].decomposition.total;
        assert_eq!(of(0), NONE, "{fold}");
        assert_eq!(
            of(1),
            Parts {
                prices: own,
                ..NONE
            },
            "{fold}"
        );
        assert_eq!(of(2), Parts { missing, ..NONE }, "{fold}");
    }
}

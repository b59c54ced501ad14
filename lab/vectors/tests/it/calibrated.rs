//! Two standard errors hold the truth in 90 to 99 % of predictions of what no measurement had: programs, memories, arguments and calls.
//!
//! `cargo test -p vectors two_errors -- --nocapture` prints the table of `docs/fit-prices.md`. Predictions that say unbounded are
//! counted beside, and those without an error have to be exact.

use std::collections::{BTreeMap, BTreeSet};

use cost_model::{Atom, published};
use cross_profile::Origin;
use isa::{MachineConfig, MemoryKind};
use microcode::Build;
use run::Program;
use runtime::programs::PROGRAMS;
use vectors::{
    Component, FitOptions, MethodCalls, Price, Prior, RecordOptions, Scope, System, Vector, fit,
    hold_out, predict,
};

use crate::it::against_machine::{component, derived, program, recorded};

/// Predictions of a kind.
#[derive(Default)]
struct Kind {
    name: &'static str,
    /// Distances from the truth in standard errors, and the errors by the truth.
    bounded: Vec<(f64, f64)>,
    unbounded: usize,
    exact: usize,
}

impl Kind {
    fn named(name: &'static str) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }

    fn add(&mut self, predicted: f64, error: Option<f64>, truth: f64) {
        let off = (predicted - truth).abs();
        match error {
            None => self.unbounded += 1,
            Some(error) if error * 1e9 < truth => {
                assert!(
                    off < 0.5,
                    "{}: {predicted} without an error, {truth}",
                    self.name
                );
                self.exact += 1;
            }
            Some(error) => self.bounded.push((off / error, error / truth)),
        }
    }

    fn within(&self) -> usize {
        self.bounded
            .iter()
            .filter(|(distance, _)| *distance <= 2.0)
            .count()
    }

    fn row(&self) -> String {
        let mut errors: Vec<f64> = self.bounded.iter().map(|it| it.1).collect();
        errors.sort_by(f64::total_cmp);
        let median = errors.get(errors.len() / 2).map_or(0.0, |it| 100.0 * it);
        let share = 100.0 * self.within() as f64 / self.bounded.len().max(1) as f64;
        format!(
            "| {} | {} | {} | {share:.1} % | {median:.1} % | {} | {} |\n",
            self.name,
            self.bounded.len(),
            self.within(),
            self.exact,
            self.unbounded
        )
    }
}

const HEAD: &str = "| kind | with an error | within two | share | median error | exact | unbounded |\n|---|--:|--:|--:|--:|--:|--:|\n";

fn machine(memory: MemoryKind, ram_cnt: u8) -> MachineConfig {
    MachineConfig {
        memory,
        ram_cnt,
        ..MachineConfig::default()
    }
}

/// A machine, and what our microcode costs on it.
type On<'a> = (&'a MachineConfig, &'a System);

/// A program with its counts and cycles on a machine.
type Measured = (String, Component, f64);

/// A program with its counts on the default machine.
struct Recorded {
    program: Program,
    vector: Vector,
}

impl Recorded {
    fn of(name: &str, length: u32) -> Self {
        let program = program(name, length);
        let vector = recorded(
            &program,
            &MachineConfig::default(),
            &RecordOptions::default(),
        );
        Self { program, vector }
    }

    fn sees_time(&self) -> bool {
        self.vector.provenance.sources[0].time_uses > 0
    }

    /// Counts and cycles on a machine: of the path that it takes there.
    fn on(&self, (machine, prices): On<'_>) -> Measured {
        let name = self.program.name.clone();
        if self.sees_time() {
            let vector = recorded(&self.program, machine, &RecordOptions::default());
            let cycles = vector.provenance.sources[0].cycles;
            return (name, vector.total(), cycles as f64);
        }
        let cycles = predict(&self.vector, prices).total.cycles;
        (name, self.vector.total(), cycles)
    }
}

fn options(prior: Prior) -> FitOptions {
    FitOptions {
        prior,
        ..FitOptions::default()
    }
}

/// The published table on a machine.
fn published_prior(machine: &MachineConfig) -> Prior {
    let table = published().expect("the table");
    let costs = table.for_machine(machine).expect("a memory");
    Prior::table(table, costs)
}

/// What our microcode costs on another machine than that which is measured.
fn derived_prior(system: &System) -> Prior {
    let System::Table { table, costs, .. } = system else {
        panic!("a table");
    };
    Prior::table((**table).clone(), (**costs).clone())
}

/// Each program from all others.
fn programs(kind: &mut Kind, measured: &[Measured], prior: Prior) {
    for held in hold_out(measured, &options(prior)).expect("a fit") {
        kind.add(held.predicted, held.standard_error, held.measured);
    }
}

/// Half of the programs from the other half, by a system vector, which has atoms that no measurement had.
fn halves(kind: &mut Kind, all: &[Recorded], measured: &[Measured], prior: &Prior) {
    for parity in [0, 1] {
        let is_known = |at: usize| at % 2 == parity;
        let known = measured.iter().enumerate().filter(|(at, _)| is_known(*at));
        let known: Vec<_> = known.map(|(_, it)| it.clone()).collect();
        let system = fit(&known, &options(prior.clone())).expect("a fit").system;
        let system = System::Vector(Box::new(system));
        for (at, it) in all.iter().enumerate().filter(|(at, _)| !is_known(*at)) {
            let predicted = predict(&it.vector, &system).total;
            kind.add(predicted.cycles, predicted.standard_error, measured[at].2);
        }
    }
}

/// Calls from others of the same run.
fn calls(kind: &mut Kind, system: &System, name: &str, length: u32, most: usize) {
    let program = program(name, length);
    let machine = MachineConfig::default();
    let costs = cost_model::derived_costs(&machine, &microcode::jvm(Build::Jop)).expect("a memory");
    let run = validation::counted_run(&program, &machine, Build::Jop, costs, None, u64::MAX);
    let run = run.expect("a run");
    // A method without a bytecode is no component.
    let ran = run.counts.iter().map(|it| {
        let tree = &run.profile.threads[it.thread.0 as usize].tree;
        run.profile.name(tree.context(it.context).method).to_owned()
    });
    let ran: BTreeSet<String> = ran.collect();
    let own = ran.into_iter().filter(|name| {
        let takes = name.split(['(', ')']).nth(1).unwrap_or_default();
        Origin::of(name) == Origin::Application && takes.contains(['I', 'S', 'B', 'C', '['])
    });
    let own: Vec<String> = own.collect();
    let options = RecordOptions {
        components: own
            .iter()
            .map(|it| component(it, Scope::WithCallees))
            .collect(),
        per_call: own,
        ..RecordOptions::default()
    };
    let counted = crate::record::counted(&program, &machine, Build::Jop, &options, u64::MAX);
    let (_, calls, _) = counted.expect("a recording");
    let price = |atom: &Atom| match system.price(atom) {
        Some(Price::Exact(cycles)) => cycles,
        _ => panic!("{atom} has a price"),
    };
    for method in calls.iter().flatten() {
        let singles = method.calls.iter().flat_map(|(values, counts, times)| {
            (0..(*times).min(500)).map(move |_| (values.clone(), counts.clone(), 1_u64))
        });
        let singles: Vec<_> = singles.collect();
        let cycles = |counts: &BTreeMap<Atom, u64>| -> f64 {
            counts
                .iter()
                .map(|(atom, count)| price(atom) * *count as f64)
                .sum()
        };
        if singles.len() < 60 || method.calls.len() < 4 {
            continue;
        }
        let mut random = fastrand::Rng::with_seed(7);
        let (known, held): (Vec<_>, Vec<_>) = singles.into_iter().partition(|_| random.bool());
        let model = MethodCalls {
            calls: known,
            ..method.clone()
        };
        let mut of_model = Component::named(&method.method);
        of_model.calls = 1.0;
        of_model.models.push(model.model(price));
        for (values, counts, _) in random.choose_multiple(held, most) {
            let named = method.parameters.iter().cloned();
            let with: BTreeMap<String, f64> =
                named.zip(values.iter().map(|it| *it as f64)).collect();
            let mut one = Vector::empty();
            one.components
                .push(of_model.one_call(&with).expect("a call"));
            let predicted = predict(&one, system).total;
            kind.add(predicted.cycles, predicted.standard_error, cycles(&counts));
        }
    }
}

/// Programs of which single calls are predicted, with their lengths.
const CALLS: [(&str, u32); 6] = [
    ("quick-sort", 2),
    ("lift", 60),
    ("red-black-tree", 2),
    ("compression", 1),
    ("strings", 2),
    ("motor", 2),
];

/// Predictions of all kinds.
fn kinds() -> Vec<Kind> {
    let all: Vec<Recorded> = PROGRAMS.iter().map(|it| Recorded::of(it.name, 1)).collect();
    let usual = MachineConfig::default();
    let machines = [
        usual.clone(),
        machine(MemoryKind::Sram32, 5),
        machine(MemoryKind::Ssram32, 4),
    ];
    let prices = machines.each_ref().map(derived);
    let on = |at: usize| -> Vec<Measured> {
        all.iter()
            .map(|it| it.on((&machines[at], &prices[at])))
            .collect()
    };
    let (on_usual, on_slow, on_other) = (on(0), on(1), on(2));
    let published = machines.each_ref().map(published_prior);
    let mut kinds = Vec::new();
    let mut add = |name: &'static str, predictions: &dyn Fn(&mut Kind)| {
        let mut kind = Kind::named(name);
        predictions(&mut kind);
        kinds.push(kind);
    };
    add("a program from all others, prior flat", &|kind| {
        programs(kind, &on_usual, Prior::Flat);
    });
    add("a program from all others, prior published", &|kind| {
        programs(kind, &on_usual, published[0].clone());
    });
    add("the same on ssram32, prior flat", &|kind| {
        programs(kind, &on_other, Prior::Flat);
    });
    add("the same on ssram32, prior published", &|kind| {
        programs(kind, &on_other, published[2].clone());
    });
    add("the same on a slow memory, prior of a fast one", &|kind| {
        programs(kind, &on_slow, derived_prior(&prices[0]));
    });
    add(
        "half of the programs by a system of the others, prior flat",
        &|kind| {
            halves(kind, &all, &on_slow, &Prior::Flat);
        },
    );
    add(
        "half of the programs by a system of the others, prior published",
        &|kind| {
            halves(kind, &all, &on_slow, &published[1]);
        },
    );
    add(
        "other arguments by a system of all programs, prior published",
        &|kind| {
            let system = fit(&on_usual, &options(published[0].clone()))
                .expect("a fit")
                .system;
            let system = System::Vector(Box::new(system));
            for it in PROGRAMS {
                let longer = Recorded::of(it.name, 2);
                let predicted = predict(&longer.vector, &system).total;
                let (_, _, truth) = longer.on((&usual, &prices[0]));
                kind.add(predicted.cycles, predicted.standard_error, truth);
            }
        },
    );
    add("another memory, prices derived", &|kind| {
        for (it, (_, _, truth)) in all.iter().zip(&on_slow) {
            let predicted = predict(&it.vector, &prices[1]).total;
            kind.add(predicted.cycles, predicted.standard_error, *truth);
        }
    });
    add("a call by its parameters", &|kind| {
        for (name, length) in CALLS {
            calls(kind, &prices[0], name, length, 8);
        }
    });
    kinds
}

#[test]
fn two_errors_hold_the_truth_of_nine_in_ten_predictions() {
    parts::long!();
    let kinds = kinds();
    let number: usize = kinds.iter().map(|it| it.bounded.len()).sum();
    let within: usize = kinds.iter().map(Kind::within).sum();
    let rows: String = kinds.iter().map(Kind::row).collect();
    let share = 100.0 * within as f64 / number as f64;
    let table = format!("{HEAD}{rows}| all | {number} | {within} | {share:.1} % | | | |\n");
    println!("{table}");
    assert!(number >= 200, "{number} predictions");
    assert!((90.0..=99.0).contains(&share), "{share}");
    told_in_the_book(&table);
}

/// Compares the table with that of `docs/fit-prices.md`, which JOPLAB_BLESS=1 writes.
fn told_in_the_book(table: &str) {
    const BEGIN: &str = "<!-- begin: predictions within two standard errors -->\n";
    const END: &str = "<!-- end: predictions within two standard errors -->";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fit-prices.md");
    let book = std::fs::read_to_string(path).expect("the chapter");
    let (before, rest) = book.split_once(BEGIN).expect("the begin of the table");
    let (told, after) = rest.split_once(END).expect("the end of the table");
    if std::env::var_os("JOPLAB_BLESS").is_some() {
        std::fs::write(path, format!("{before}{BEGIN}\n{table}\n{END}{after}")).expect("room");
        return;
    }
    assert_eq!(
        told.trim(),
        table.trim(),
        "JOPLAB_BLESS=1 writes docs/fit-prices.md"
    );
}

//! The costs of features, fitted on the fast engine.

mod cases;
mod fit;
mod samples;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use cost_model::{EvaluatedTable, PathId, RowId, Scenario};
use host_profile::{CacheModel, Routines, Settings};
use isa::{Bytecode, MachineConfig};

use self::cases::CASES;
use self::samples::{Sample, opcode};
use crate::it::support::{Host, has_jdk, table};

/// Samples of one bytecode with their features.
#[derive(Default)]
struct Fitted {
    features: Vec<Vec<f64>>,
    samples: Vec<Sample>,
    /// Executions of each path for one more of each feature.
    paths: BTreeMap<PathId, Vec<f64>>,
}

impl Fitted {
    fn fit(&mut self) {
        let samples = self.samples.iter();
        let paths: BTreeSet<PathId> = samples.flat_map(|it| it.executed.keys().copied()).collect();
        for path in paths {
            let times = self.samples.iter();
            let times: Vec<f64> = times
                .map(|it| it.executed.get(&path).copied().unwrap_or_default() as f64)
                .collect();
            let found = fit::coefficients(&self.features, &times);
            let rounded = found.iter().map(|it| (it * 1000.0).round() / 1000.0);
            self.paths.insert(path, rounded.collect());
        }
    }

    /// Features that the agent counts and no sample has.
    fn never_met(&self) -> Vec<usize> {
        let width = self.features.iter().map(Vec::len).max().unwrap_or_default();
        let met = |number: usize| self.features.iter().any(|row| row.get(number) > Some(&0.0));
        (0..width).filter(|number| !met(*number)).collect()
    }

    /// Lines of the file.
    fn lines(&self, bytecode: &str) -> String {
        let width = self.features.iter().map(Vec::len).max().unwrap_or_default();
        let mut text = String::new();
        for feature in 0..width {
            let parts = self.paths.iter().filter(|(_, times)| times[feature] != 0.0);
            let parts: Vec<String> = parts
                .map(|(path, times)| format!("{} {}", path_name(*path), times[feature]))
                .collect();
            if !parts.is_empty() {
                writeln!(text, "{bytecode},{feature},{}", parts.join(";")).unwrap();
            }
        }
        text
    }

    /// Mean and largest error in percent of the mean of all samples.
    fn errors(&self, table: &EvaluatedTable) -> (f64, f64, f64) {
        let mean = self
            .samples
            .iter()
            .map(|it| it.price(table) as f64)
            .sum::<f64>()
            / self.samples.len() as f64;
        let errors = self
            .features
            .iter()
            .zip(&self.samples)
            .map(|(features, sample)| {
                let predicted: f64 = self
                    .paths
                    .iter()
                    .map(|(path, times)| {
                        let times = times.iter().zip(features).map(|(a, b)| a * b);
                        f64::from(table.path(*path).cycles) * times.sum::<f64>()
                    })
                    .sum();
                (predicted - sample.price(table) as f64).abs() * 100.0 / mean
            });
        let errors: Vec<f64> = errors.collect();
        let worst = errors.iter().copied().fold(0.0, f64::max);
        (
            mean,
            errors.iter().sum::<f64>() / errors.len() as f64,
            worst,
        )
    }
}

fn path_name(path: PathId) -> String {
    let name = match path.row {
        RowId::Bytecode(opcode) => Bytecode::of(opcode).name(),
        RowId::Exception => "sys_exc",
        other => panic!("{other:?} in a routine"),
    };
    match path.scenario {
        Scenario::Usual => name.to_owned(),
        scenario => format!("{name}/{scenario}"),
    }
}

/// Compares a file of the crate, or writes it.
fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(name);
    if std::env::var_os("JOPLAB_BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap();
    let place = committed.lines().zip(text.lines()).find(|(a, b)| a != b);
    assert!(
        committed == text,
        "{name} is not what the runtime costs: {place:?}; renew it with \
         JOPLAB_BLESS=1 cargo test -p host-profile model"
    );
}

#[test]
fn the_costs_of_features_are_those_that_the_fast_engine_gives() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    host.compile(&[("Fit", &cases::source())]);
    let settings = Settings {
        routines: Routines::Model,
        cache: CacheModel::Hits,
        ..Settings::default()
    };
    let features = samples::on_host(&host, &settings);
    let machine = MachineConfig {
        // Room for deep calls, and for everything without a collection.
        ram_width: 10,
        memory_words: 1 << 20,
        ..MachineConfig::default()
    };
    let slow = MachineConfig {
        ram_cnt: 5,
        ..machine.clone()
    };
    let (found, found_slow) = (
        samples::on_jop(&host, &machine),
        samples::on_jop(&host, &slow),
    );
    let tables = [table(&machine), table(&slow)];
    let mut fitted: BTreeMap<u8, Fitted> = BTreeMap::new();
    for (number, case) in CASES.iter().enumerate() {
        assert_eq!(found[number].len(), features[number].len(), "{}", case.name);
        for (sample, slow) in found[number].iter().zip(&found_slow[number]) {
            assert_eq!(sample.price(&tables[0]), sample.cycles, "{}", case.name);
            assert_eq!(slow.price(&tables[1]), slow.cycles, "{}", case.name);
        }
        let all = fitted.entry(opcode(case)).or_default();
        all.features.extend(features[number].iter().cloned());
        all.samples.extend(found[number].iter().cloned());
    }
    let mut lines = "bytecode,feature,executed\n".to_owned();
    let mut errors = "bytecode,samples,mean cycles,mean error %,worst error %\n".to_owned();
    let mut unmet = Vec::new();
    for (opcode, fitted) in &mut fitted {
        fitted.fit();
        let name = Bytecode::of(*opcode).name();
        let never = fitted.never_met();
        if !never.is_empty() {
            unmet.push(format!("{name}: {never:?}"));
        }
        lines += &fitted.lines(name);
        let (cycles, mean, worst) = fitted.errors(&tables[0]);
        writeln!(
            errors,
            "{name},{},{cycles:.0},{mean:.1},{worst:.1}",
            fitted.samples.len()
        )
        .unwrap();
    }
    assert!(unmet.is_empty(), "features that no sample has: {unmet:?}");
    check("routines.csv", &lines);
    check("routines-error.csv", &errors);
}

//! What each sample executes on JOP, and which features it has on the host.

use std::collections::{BTreeMap, HashMap};

use cost_model::{EvaluatedTable, PathId, RowId};
use fast_engine::{Engine, Executed, Probe};
use host_profile::{Counted, Counts, Settings};
use isa::{Bytecode, MachineConfig, op};
use jopizer::{LinkOptions, Symbols};
use microcode::Build;
use run::{End, FastRun};

use super::cases::{CASES, Case};
use crate::it::support::{Host, table};

/// Numbers of executions by path, and cycles without loads.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) executed: BTreeMap<PathId, u64>,
    pub(super) cycles: u64,
}

impl Sample {
    /// Its cycles by a table.
    pub(super) fn price(&self, table: &EvaluatedTable) -> u64 {
        let paths = self.executed.iter();
        paths
            .map(|(path, times)| u64::from(table.path(*path).cycles) * times)
            .sum()
    }
}

/// Samples of cases, by the names of the methods that they are in without the last letter.
pub(super) struct Samples {
    /// Opcodes of cases by the addresses of their methods.
    cases: HashMap<u32, (usize, u8)>,
    /// All methods of the program's own class.
    own: Vec<u32>,
    current: u32,
    running: Option<(usize, Sample)>,
    pub(super) found: Vec<Vec<Sample>>,
}

impl Samples {
    pub(super) fn new(symbols: &Symbols) -> Self {
        let methods = symbols.methods.iter().filter(|it| it.class == "Fit");
        let own = methods.clone().map(|method| method.address).collect();
        let cases = methods.filter_map(|method| {
            let name = method.name.strip_suffix(['A', 'B'])?;
            let case = CASES.iter().position(|case| case.name == name)?;
            Some((method.address, (case, begin(&CASES[case]))))
        });
        Self {
            cases: cases.collect(),
            own,
            current: 0,
            running: None,
            found: CASES.iter().map(|_| Vec::new()).collect(),
        }
    }
}

pub(super) fn opcode(case: &Case) -> u8 {
    Bytecode::named(case.bytecode).unwrap().code()
}

fn begin(case: &Case) -> u8 {
    Bytecode::named(case.begins).unwrap().code()
}

impl Probe for Samples {
    const BYTECODES: bool = true;

    fn executed(&mut self, executed: &Executed) {
        let begins = match (executed.path.row, self.cases.get(&self.current)) {
            (RowId::Bytecode(opcode), Some((case, wanted))) if opcode == *wanted => Some(*case),
            (RowId::Exception, Some((case, op::SYS_EXC))) => Some(*case),
            _ => None,
        };
        if let Some(case) = begins.filter(|_| self.running.is_none() && executed.lookup.is_some()) {
            self.running = Some((case, Sample::default()));
        }
        if let Some((_, sample)) = &mut self.running {
            assert_eq!(executed.runs, 1, "{executed:?}");
            *sample.executed.entry(executed.path).or_default() += 1;
            let load = executed.lookup.filter(|lookup| !lookup.hit);
            sample.cycles += executed.cycles - executed.delay - load.map_or(0, |it| it.cycles);
        }
        if let Some(lookup) = executed.lookup {
            self.current = lookup.method;
            if self.own.contains(&lookup.method)
                && let Some((case, sample)) = self.running.take()
            {
                self.found[case].push(sample);
            }
        }
    }
}

/// What the samples of each case execute.
pub(super) fn on_jop(host: &Host, machine: &MachineConfig) -> Vec<Vec<Sample>> {
    let mut options = LinkOptions::new("Fit", [host.path("classes")]);
    options.memory_words = machine.memory_words;
    let linked = jopizer::link(&options).unwrap();
    let microcode = microcode::jvm(Build::Jop);
    let image = &linked.image.words;
    let engine = Engine::new(
        machine,
        Build::Jop,
        table(machine),
        image,
        &microcode.stack_ram,
    )
    .unwrap();
    let mut engine = FastRun::new(engine, Samples::new(&linked.symbols));
    let end = run::alone(&mut engine, 2_000_000_000).unwrap();
    assert!(matches!(end, End::Exit(0)), "{end:?}");
    engine.probe.found
}

/// Features of the samples of each case.
pub(super) fn on_host(host: &Host, settings: &Settings) -> Vec<Vec<Vec<f64>>> {
    let output = host
        .java(settings, &MachineConfig::default())
        .arg("-cp")
        .arg(host.path("classes"))
        .arg("Fit")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let counts = host.counts();
    let mut found: Vec<Vec<Vec<f64>>> = CASES
        .iter()
        .map(|_| vec![Vec::new(); 1 << super::cases::LEVELS])
        .collect();
    let contexts = &counts.threads[0].contexts;
    // Case, depth and number of each context.
    let mut places: Vec<Option<(usize, u32, usize)>> = Vec::new();
    for context in contexts {
        let method = context.method.and_then(|it| counts.methods[it].as_ref());
        let name = method.and_then(|it| it.name.strip_prefix("Fit.")?.split('(').next());
        let case = name.and_then(|name| {
            let name = name.strip_suffix(['A', 'B'])?;
            CASES.iter().position(|case| case.name == name)
        });
        let above = places.get(context.parent).copied().flatten();
        let place = case.map(|case| match above {
            None => (case, 0, 0),
            Some((_, depth, number)) => {
                let bit = usize::from(name.is_some_and(|name| name.ends_with('B')));
                (case, depth + 1, number | bit << depth)
            }
        });
        if let Some((case, super::cases::LEVELS, number)) = place {
            found[case][number] = features(&counts, context, opcode(&CASES[case]));
        }
        // What is thrown is counted in a context of its own.
        let stands = method.is_some_and(|method| method.stands_for().is_some());
        if let (true, Some((case, super::cases::LEVELS, number))) = (stands, above) {
            found[case][number] = features(&counts, context, opcode(&CASES[case]));
        }
        places.push(place);
    }
    found
}

fn features(counts: &Counts, context: &host_profile::Context, opcode: u8) -> Vec<f64> {
    let mut features = Vec::new();
    let method = context
        .method
        .and_then(|number| counts.methods[number].as_ref());
    for path in method.into_iter().flat_map(|method| &method.paths) {
        if let Counted::Feature { number, times } = path.counted
            && path.opcode == opcode
        {
            let number = usize::from(number);
            features.resize(features.len().max(number + 1), 0.0);
            features[number] += context.counts[path.slot] as f64 * f64::from(times);
        }
    }
    features
}

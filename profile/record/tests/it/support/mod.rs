//! Profiles of one run on both engines, and what differs between them.

use cross_profile::profile::MethodFigures;
use cross_profile::{Cause, Profile, Provenance};
use fast_engine::Engine;
use isa::MachineConfig;
use jopizer::Symbols;
use microcode::Build;
use record::{Contexts, Grain, Layered, Limits, LimitsError, Recording, RowLayer, VerticalRow};
use run::{End, MachineRun};
use sim_core::{Machine, Statistics};

/// A run that was recorded.
pub(crate) struct Recorded {
    pub(crate) profile: Profile,
    pub(crate) cycles: u64,
}

/// The engine's profile of a run that its program or `limit` ends; the text of the fault if there was one.
pub(crate) fn on_engine(
    engine: Engine,
    symbols: Option<&Symbols>,
    limit: u64,
) -> Result<Recorded, String> {
    let mut run = record::fast::watched(engine, symbols);
    let end = run::alone(&mut run, limit).map_err(|fault| fault.to_string())?;
    let cycles = match end {
        End::Exit(_) => run.engine.cycles(),
        // Behind the last cycle of a bytecode the machine does not know yet where it has gone to.
        _ => run.engine.cycles() - 1,
    };
    let observer = run.probe.finish(&run.engine, cycles);
    Ok(Recorded {
        profile: observer.into_profile(Provenance::default()),
        cycles,
    })
}

/// The machine's profile of so many cycles of a run.
pub(crate) fn on_machine(
    config: &MachineConfig,
    build: Build,
    image: &[u32],
    symbols: Option<&Symbols>,
    limit: u64,
) -> Recorded {
    on_machine_fed((config, build), (image, b""), (image, symbols), limit)
}

/// The same of a program with input. The probe knows the loops of `code`.
pub(crate) fn on_machine_fed(
    (config, build): (&MachineConfig, Build),
    (image, input): (&[u32], &[u8]),
    (code, symbols): (&[u32], Option<&Symbols>),
    limit: u64,
) -> Recorded {
    let mut machine =
        Machine::new(config, &microcode::jvm(build), image).expect("the program fits");
    machine.state.memory_system.io.uart.feed(input);
    let probe = record::machine::contexts(code, symbols);
    let mut run = MachineRun::new(machine, (probe, Statistics::default()));
    let Ok(_) = run::alone(&mut run, limit);
    let probe = run.probe;
    let recorded = Recorded {
        profile: probe.0.finish().into_profile(Provenance::default()),
        cycles: probe.1.cycles,
    };
    let dispatched: u64 = figures(&recorded.profile, |method| method.bytecodes);
    assert_eq!(dispatched, probe.1.bytecodes);
    recorded
}

/// What is wrong with the sums of a profile.
pub(crate) fn unbalanced(recorded: &Recorded) -> Option<String> {
    let Recorded { profile, cycles } = recorded;
    let causes: u64 = profile.total_by_cause().iter().sum();
    if causes != *cycles {
        return Some(format!(
            "{causes} cycles in all causes of a run of {cycles}"
        ));
    }
    let own = figures(profile, |method| method.self_cycles);
    (own != *cycles).then(|| format!("{own} cycles in all methods of a run of {cycles}"))
}

fn figures(profile: &Profile, of: impl Fn(&MethodFigures) -> u64) -> u64 {
    profile.by_method().iter().map(of).sum()
}

/// What differs between two profiles: threads, use of bytecodes, then contexts.
pub(crate) fn difference(ours: &Profile, theirs: &Profile) -> Option<String> {
    let names = |profile: &Profile| -> Vec<String> {
        let threads = profile.threads.iter();
        threads.map(|thread| thread.name.clone()).collect()
    };
    if names(ours) != names(theirs) {
        return Some(format!("threads {:?} for {:?}", names(ours), names(theirs)));
    }
    for (number, (our, their)) in ours.threads.iter().zip(&theirs.threads).enumerate() {
        let (our, their) = (our.tree.contexts(), their.tree.contexts());
        let first = our.iter().zip(their).position(|(our, their)| our != their);
        let place = first.unwrap_or(our.len().min(their.len()));
        if place < our.len().max(their.len()) {
            let show = |profile: &Profile, context: Option<&cross_profile::Context>| {
                context.map(|context| (profile.name(context.method).to_owned(), context.clone()))
            };
            return Some(format!(
                "context {place} of thread {number}: {:?} for {:?}",
                show(ours, our.get(place)),
                show(theirs, their.get(place))
            ));
        }
    }
    if ours.total_by_cause() != theirs.total_by_cause() {
        return Some(format!("{:?}", Cause::ALL));
    }
    let opcodes = ours.bytecodes.iter().zip(&theirs.bytecodes);
    let first = opcodes.enumerate().find(|(_, (our, their))| our != their);
    if let Some((opcode, (our, their))) = first {
        return Some(format!("bytecode {opcode}: {our:?} for {their:?}"));
    }
    (ours != theirs).then(|| "other names of methods".to_owned())
}

/// A recording of contexts, and of rows on finer grains.
pub(crate) type Rowed = Recording<Layered<Option<RowLayer>>>;

/// Nothing yet, of an image with these words and symbols.
pub(crate) fn recording(
    grain: Grain,
    limits: &Limits,
    (words, symbols): (&[u32], Option<&Symbols>),
) -> Result<Rowed, LimitsError> {
    let recorder = Layered {
        contexts: Contexts::new(words, symbols),
        layer: (grain == Grain::Bytecode).then(RowLayer::default),
    };
    Recording::new(recorder, grain, limits, symbols)
}

/// What was recorded; the running bytecode counts with its cycles so far.
pub(crate) fn finished(recording: Rowed) -> (Profile, Vec<VerticalRow>) {
    let (Layered { contexts, layer }, words) = recording.into_parts();
    let profile = contexts.into_profile(Provenance::default());
    (profile, layer.map_or(words, RowLayer::finish))
}

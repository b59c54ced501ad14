//! Superblocks against the reference on the machines of the golden traces: microcode of their pieces and of random words.

use std::collections::HashSet;

use isa::UartKind;
use rayon::prelude::*;
use superblock_kit::{Begin, Search, Sources};
use tests::draw::Draw;
use trace::golden::Vector;

use crate::conformance;

/// Words of a memory that takes longer to compare than a case to run.
const LARGE: u32 = 1 << 16;

/// The microcode of the golden traces, and their machines; those with a timed UART run all cycles on the reference.
fn sources() -> Sources {
    let paths = conformance::vectors();
    let vectors = paths
        .par_iter()
        .map(|path| Vector::read(path).expect("a golden trace"));
    let vectors: Vec<Vector> = vectors.collect();
    let mut sources = Sources::ours();
    let (mut seen, mut machines) = (HashSet::new(), Vec::new());
    for vector in &vectors {
        sources.add(vector.program());
        let machine = vector.config.machine();
        if machine.uart == UartKind::Instant && seen.insert(machine.clone()) {
            // Large memories take their turn, a rare one.
            let turns = if machine.memory_words > LARGE { 1 } else { 50 };
            machines.extend(std::iter::repeat_n(machine, turns));
        }
    }
    assert!(seen.len() > 40, "{}", seen.len());
    sources.on(machines)
}

#[test]
fn random_roms_on_the_machines_of_the_golden_traces_take_the_same_states_at_any_cut() {
    let sources = sources();
    let Draw { seed, cases } = Draw::of_environment(800, 10_000);
    for begin in [Begin::Reset, Begin::Bytecodes] {
        match (Search { begin, seed, cases }).run(&sources) {
            Ok(tally) => println!("{begin:?}, seed {seed}: {tally:?}, no difference"),
            Err(found) => {
                let kept = found.keep(&tests::path("../target/tmp"));
                panic!(
                    "{begin:?}, seed {seed}, case {}, kept as {kept:?}:\n{found}",
                    found.number
                );
            }
        }
    }
}

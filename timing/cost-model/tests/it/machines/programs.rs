//! Every dispatch of a program: cycles, bus commands, stalls, stack pointer.

use isa::{MachineConfig, Output, Stop};
use jopizer::LinkOptions;
use microcode::jvm;
use sim_core::Machine;

use super::watch::Watch;
use super::{BUILDS, MEMORIES, machine, table};

const CYCLES: u64 = 60_000;

fn watch(config: &MachineConfig, program: &microcode::Program) -> Watch {
    let options = LinkOptions {
        memory_words: config.memory_words,
        ..LinkOptions::new("demo.Demo", [])
    };
    let linked = jopizer::link(&options).unwrap_or_else(|error| panic!("{error}"));
    let mut machine = Machine::new(config, program, &linked.image.words)
        .unwrap_or_else(|error| panic!("{error}"));
    let mut watch = Watch::default();
    while machine.state.cycle < CYCLES {
        let limit = CYCLES - machine.state.cycle;
        if let Stop::Output(Output::Exit(_)) | Stop::Limit = machine.run(limit, &mut watch) {
            break;
        }
    }
    watch
}

#[test]
fn every_dispatch_of_the_demonstration_is_a_path_of_the_table() {
    let mut dispatches = 0;
    for build in BUILDS {
        let program = jvm(build);
        for (index, (kind, memory, ram_cnt)) in MEMORIES.into_iter().enumerate() {
            let config = MachineConfig {
                object_cache: index % 2 == 1,
                ..machine(memory, ram_cnt)
            };
            let table = table(build, kind, ram_cnt);
            for window in watch(&config, &program).windows() {
                let row = window.row(&table);
                let others = row.others.iter().map(|(_, path)| path);
                let found = [&row.usual]
                    .into_iter()
                    .chain(others)
                    .any(|path| window.shows(path));
                assert!(found, "{build:?}, {kind:?} {ram_cnt}: {window:?}\n{row:#?}");
                dispatches += 1;
            }
        }
    }
    assert!(dispatches > 100_000, "{dispatches}");
}

//! Sweeps of random programs: rows whose path is exact have the machine's cycles, unless the program runs what is no method.

use std::sync::atomic::AtomicBool;

use cache_sweep::{
    Environment, MemoryPoint, Path, Plan, Source, Space, SweepError, Swept, Workload, pick, sweep,
    verify,
};
use fast_engine::Engine;
use isa::MachineConfig;
use jopizer::Image;
use method_cache::replay::ORGANISATIONS;
use microcode::Build;
use run::{FastRun, Microcode, Program};
use tests::draw::Draw;
use tests::random_program::{image, of_number};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Cycles after which a program that does not end is left out.
const LIMIT: u64 = 100_000;

/// Caches compared of each program.
const CACHES: usize = 3;

fn space() -> Space {
    Space {
        sizes: vec![2048, 4096, 8192],
        blocks: vec![1, 4, 16],
        lines: vec![16],
        ways: vec![1],
    }
}

/// Whether the fast engine refuses the program, since its way depends on what a cache holds outside of methods.
fn runs_what_is_no_method(machine: &MachineConfig, build: Build, words: &[u32]) -> bool {
    let microcode = microcode::jvm(build);
    let costs = cost_model::evaluated(&microcode, machine.memory, machine.ram_cnt);
    let costs = costs.expect("a memory with a formula");
    let engine = Engine::new(machine, build, costs, words, &microcode.stack_ram);
    let mut run = FastRun::usual(engine.expect("a machine that exists"));
    run::alone(&mut run, LIMIT).is_err()
}

#[test]
fn the_machine_takes_the_cycles_that_were_replayed_of_random_programs() {
    let draw = Draw::of_environment(150, 1_500);
    let (mut replayed, mut compared, mut astray) = (0, 0, 0);
    for number in draw.numbers() {
        let (pieces, config, build) = of_number(number);
        let memory = MemoryPoint {
            memory: config.memory,
            ram_cnt: config.ram_cnt,
        };
        let words = image(&pieces);
        let workloads = |max_cycles| {
            let swept = Swept {
                program: Program::new(
                    "random",
                    Image {
                        words: words.clone(),
                    },
                    None,
                ),
                microcode: Microcode::ours(build),
                max_cycles,
            };
            [Workload::Program(Box::new(swept), vec![memory])]
        };
        // A cache may be slower than the one of the recorded run.
        let (workloads, patient) = (workloads(LIMIT), workloads(100 * LIMIT));
        let described = workloads.iter().map(|it| it.describe().expect("a program"));
        let machine = MachineConfig {
            block_bits: 4,
            ..config
        };
        let plan = Plan::new(
            described.collect(),
            &machine,
            ORGANISATIONS.to_vec(),
            &space(),
        );
        let mut rows = Vec::new();
        let jobs: Vec<usize> = (0..plan.jobs().len()).collect();
        let mut keep = |result: cache_sweep::JobResult| {
            rows.extend(result.rows);
            Ok(())
        };
        let mut environment = Environment {
            stop: &GO_ON,
            finished: &mut keep,
        };
        // A program that does not end has no rows.
        if sweep(&plan, &workloads, &jobs, &mut environment).is_err() {
            continue;
        }
        let exact =
            |row: &&cache_sweep::SweepRow| (row.source, row.path) == (Source::Replay, Path::Exact);
        replayed += usize::from(rows.iter().any(|row| exact(&row)));
        let picked = pick(&plan, &rows, CACHES, number);
        let checks = match verify(&plan, &patient, &picked, &GO_ON, &|| ()) {
            // What is no method is what the cache happens to hold.
            Err(SweepError::NoEnd { .. }) if runs_what_is_no_method(&machine, build, &words) => {
                astray += 1;
                continue;
            }
            checks => checks.expect("runs"),
        };
        for check in checks {
            compared += 1;
            assert_eq!(
                check.differences,
                [],
                "number {number:x}, seed {}: {:?}",
                draw.seed,
                check.row
            );
        }
    }
    let counts = format!("{replayed} programs replayed, {astray} astray, {compared} rows compared");
    println!("{counts}");
    assert!(compared > 2 * replayed && replayed > 0, "{counts}");
}

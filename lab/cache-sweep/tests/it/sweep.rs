//! Sweeps of the embedded demonstration: replayed rows are what the machine does, however the work is divided.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use cache_sweep::{
    Environment, JobResult, MemoryPoint, Parts, Plan, Source, Space, SweepError, SweepRow, Swept,
    Workload, mark_pareto, pick, render_head, render_job, sweep, verify,
};
use isa::{MachineConfig, MemoryKind};
use jopizer::LinkOptions;
use method_cache::replay::{ORGANISATIONS, organisation};
use microcode::Build;
use run::{Microcode, Program};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn program(main_class: &str) -> Box<Swept> {
    let linked = jopizer::link(&LinkOptions::new(main_class, [])).expect("an embedded program");
    Box::new(Swept {
        program: Program::linked(main_class, linked),
        microcode: Microcode::ours(Build::Jop),
        max_cycles: 20_000_000,
    })
}

fn memories(memory: MemoryKind, ram_cnts: &[u8]) -> Vec<MemoryPoint> {
    let point = |&ram_cnt: &u8| MemoryPoint { memory, ram_cnt };
    ram_cnts.iter().map(point).collect()
}

fn space() -> Space {
    Space {
        sizes: vec![1024, 2048, 4096, 8192],
        blocks: vec![1, 2, 8, 16, 64],
        lines: vec![16, 64],
        ways: vec![1, 4],
    }
}

fn plan(workloads: &[Workload]) -> Plan<'static> {
    let described = workloads
        .iter()
        .map(|workload| workload.describe().expect("a program"));
    Plan::new(
        described.collect(),
        &MachineConfig::default(),
        ORGANISATIONS.to_vec(),
        &space(),
    )
}

fn run(plan: &Plan<'_>, workloads: &[Workload], jobs: &[usize]) -> BTreeMap<usize, JobResult> {
    let mut results = BTreeMap::new();
    let mut keep = |result: JobResult| {
        results.insert(result.job, result);
        Ok(())
    };
    let mut environment = Environment {
        stop: &GO_ON,
        finished: &mut keep,
    };
    sweep(plan, workloads, jobs, &mut environment).expect("a sweep");
    results
}

fn all_rows(plan: &Plan<'_>, workloads: &[Workload]) -> Vec<SweepRow> {
    let jobs: Vec<usize> = (0..plan.jobs().len()).collect();
    run(plan, workloads, &jobs)
        .into_values()
        .flat_map(|result| result.rows)
        .collect()
}

#[test]
fn the_machine_takes_the_cycles_that_were_replayed_on_every_memory_and_organisation_of_the_hardware()
 {
    let points = [
        memories(MemoryKind::Sram32, &[1, 2, 3, 10]),
        memories(MemoryKind::Sram16, &[1, 3]),
        memories(MemoryKind::Ssram32, &[2, 5]),
    ];
    let workloads = [Workload::Program(program("demo.Demo"), points.concat())];
    let plan = plan(&workloads);
    let rows = all_rows(&plan, &workloads);
    let picked = pick(&plan, &rows, 40, 1);
    for name in ["fifo", "one-block"] {
        assert!(picked.iter().any(|row| row.organisation == name), "{name}");
    }
    let checks = verify(&plan, &workloads, &picked, &GO_ON, &|| ()).expect("runs");
    assert_eq!(checks.len(), 40);
    for check in checks {
        assert_eq!(check.differences, [], "{:?}", check.row);
    }
}

#[test]
fn the_machine_takes_the_cycles_that_were_replayed_on_organisations_that_no_hardware_has() {
    let points = [
        memories(MemoryKind::Sram32, &[2, 5]),
        memories(MemoryKind::Sram16, &[1]),
    ];
    let workloads = [Workload::Program(program("demo.Demo"), points.concat())];
    let plan = plan(&workloads);
    let studied: Vec<SweepRow> = all_rows(&plan, &workloads)
        .into_iter()
        .filter(|row| isa::StudiedName::KNOWN.contains(&&*row.organisation))
        .collect();
    for name in isa::StudiedName::KNOWN {
        assert!(studied.iter().any(|row| row.organisation == name), "{name}");
    }
    let checks = verify(&plan, &workloads, &studied, &GO_ON, &|| ()).expect("runs");
    assert_eq!(checks.len(), studied.len());
    for check in checks {
        assert_eq!(check.differences, [], "{:?}", check.row);
    }
}

/// A sweep of a program with threads; `assume_path` as asked for.
fn timed_rows(assume_path: bool) -> Vec<JobResult> {
    let linked = runtime::programs::find("producer-consumer").expect("a program");
    let linked = jopizer::LinkProgram::link(linked, 1, MachineConfig::default().memory_words);
    let swept = Swept {
        program: Program::linked("threads", linked.expect("it links")),
        microcode: Microcode::ours(Build::Jop),
        max_cycles: 20_000_000,
    };
    let workloads = [Workload::Program(
        Box::new(swept),
        memories(MemoryKind::Sram32, &[2]),
    )];
    let small = Space {
        sizes: vec![1024, 4096],
        blocks: vec![16],
        lines: vec![16],
        ways: vec![1],
    };
    let described = vec![workloads[0].describe().expect("a program")];
    let organisations = ["fifo", "lru", "icache"].map(|name| organisation(name).expect(name));
    let machine = MachineConfig::default();
    let mut plan = Plan::new(described, &machine, organisations.to_vec(), &small);
    plan.description.assume_path = assume_path;
    run(&plan, &workloads, &[0, 1, 2]).into_values().collect()
}

#[test]
fn a_program_with_threads_runs_on_every_cache_and_only_instruction_caches_assume_its_path() {
    let results = timed_rows(false);
    for result in &results {
        assert_eq!(
            (result.rows.len(), result.refused.len()),
            (2, 0),
            "{result:?}"
        );
        let is_icache = result.rows[0].organisation == "icache";
        let (source, path, note) = if is_icache {
            (
                Source::Replay,
                cache_sweep::Path::Assumed,
                "on 2 caches of the hardware",
            )
        } else {
            (
                Source::Machine,
                cache_sweep::Path::Exact,
                "the machine runs on each configuration",
            )
        };
        for row in &result.rows {
            assert_eq!((row.source, row.path), (source, path), "{row:?}");
        }
        assert!(result.notes[0].contains(note), "{:?}", result.notes);
        assert!(result.notes[0].contains(".java:"), "{:?}", result.notes);
    }
}

#[test]
fn an_assumed_path_is_marked_and_its_error_does_not_depend_on_the_jobs_beside() {
    let results = timed_rows(true);
    let notes: Vec<&String> = results.iter().map(|result| &result.notes[0]).collect();
    assert!(notes.iter().all(|note| *note == notes[0]), "{notes:?}");
    for row in results.iter().flat_map(|result| &result.rows) {
        assert_eq!(
            (row.source, row.path),
            (Source::Replay, cache_sweep::Path::Assumed)
        );
    }
    let exact = timed_rows(false);
    for (assumed, exact) in results.iter().zip(&exact) {
        for (assumed, exact) in assumed.rows.iter().zip(&exact.rows) {
            let error = assumed.cycles as f64 / exact.cycles as f64 - 1.0;
            assert!(error.abs() < 0.02, "{assumed:?} {exact:?}");
        }
    }
}

#[test]
fn the_two_block_cache_is_exact_where_every_method_fits() {
    let workloads = [Workload::Program(
        program("demo.Compute"),
        memories(MemoryKind::Sram32, &[1, 2, 4]),
    )];
    let plan = plan(&workloads);
    let rows = all_rows(&plan, &workloads);
    let two_block: Vec<SweepRow> = rows
        .into_iter()
        .filter(|row| row.organisation == "two-block")
        .collect();
    let checks = verify(&plan, &workloads, &two_block, &GO_ON, &|| ()).expect("runs");
    assert!(
        !checks.is_empty() && checks.iter().all(|check| check.differences.is_empty()),
        "{checks:?}"
    );
}

#[test]
fn parts_of_a_sweep_join_to_what_it_gives_as_a_whole_with_any_number_of_threads() {
    let workloads = [Workload::Program(
        program("demo.Demo"),
        memories(MemoryKind::Sram32, &[1, 2, 5]),
    )];
    let plan = plan(&workloads);
    let pool = |threads| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads")
    };
    let whole = pool(1).install(|| all_rows(&plan, &workloads));
    assert_eq!(whole, pool(3).install(|| all_rows(&plan, &workloads)));

    let jobs = plan.jobs().len();
    let mut joined = Parts::new(plan.description.clone());
    for first in [1, 0] {
        let some: Vec<usize> = (first..jobs).step_by(2).collect();
        let mut text = render_head(&plan.description);
        text.extend(run(&plan, &workloads, &some).values().map(render_job));
        let part = Parts::parse(text.as_bytes(), false).expect("a part");
        assert_eq!(part.missing().len(), jobs - some.len());
        joined.join(part).expect("the same sweep");
    }
    assert_eq!(cache_sweep::rows_of(&joined).expect("every job"), whole);
}

#[test]
fn a_larger_lru_cache_of_the_same_blocks_never_misses_more_and_nothing_is_below_the_ideal() {
    let workloads = [Workload::Program(
        program("demo.Demo"),
        memories(MemoryKind::Sram32, &[2]),
    )];
    let plan = plan(&workloads);
    let mut rows = all_rows(&plan, &workloads);
    mark_pareto(&mut rows, |_| true);
    let ideal = rows
        .iter()
        .find(|row| row.organisation == "ideal")
        .expect("a row")
        .clone();
    assert!(!ideal.pareto && ideal.stall_cycles == 0);
    let is_studied = |row: &SweepRow| row.pareto && !row.has_hardware();
    assert!(rows.iter().any(is_studied));
    mark_pareto(&mut rows, |row| plan.description.may_recommend(row));
    assert!(rows.iter().any(|row| row.pareto) && !rows.iter().any(is_studied));
    let lru: Vec<&SweepRow> = rows
        .iter()
        .filter(|row| row.organisation == "lru")
        .collect();
    for (small, large) in lru
        .iter()
        .flat_map(|small| lru.iter().map(move |large| (small, large)))
    {
        let block = |row: &SweepRow| row.size.zip(row.blocks).map(|(size, blocks)| size / blocks);
        if small.size <= large.size && block(small) == block(large) {
            assert!(small.cycles >= large.cycles);
        }
    }
    for row in &rows {
        assert!(row.cycles >= ideal.cycles, "{row:?}");
        assert_eq!(row.cycles - row.stall_cycles, ideal.cycles);
        assert!(
            row.bytes_used
                .is_none_or(|used| used <= row.words_loaded * 4),
            "{row:?}"
        );
    }
    assert!(rows.iter().any(|row| row.pareto));
}

#[test]
fn parts_that_are_none_or_of_another_sweep_or_incomplete_are_refused() {
    let workloads = [Workload::Program(
        program("demo.Compute"),
        memories(MemoryKind::Sram32, &[2]),
    )];
    let plan = plan(&workloads);
    let head = render_head(&plan.description);
    let result = run(&plan, &workloads, &[0]).remove(&0).expect("job 0");
    let text = head.clone() + &render_job(&result);
    let error = |text: &str| {
        Parts::parse(text.as_bytes(), false)
            .expect_err("no part")
            .to_string()
    };
    assert!(error("").contains("no part of a sweep"));
    assert!(error("a\nb\n").contains("no part of a sweep"));
    assert!(error(&text[..text.len() - 3]).contains("line 2"));
    assert!(error(&text.replace("{\"job\":0", "{\"job\":99")).contains("line 2"));
    assert!(
        error(&text.replace("\"organisation\":\"fifo\"", "\"organisation\":\"lru\""))
            .contains("line 2")
    );
    assert_eq!(
        Parts::parse(&text.as_bytes()[..text.len() - 3], true)
            .expect("a journal")
            .results
            .len(),
        0
    );

    let mut parts = Parts::parse(text.as_bytes(), false).expect("a part");
    assert!(
        cache_sweep::rows_of(&parts)
            .expect_err("jobs are missing")
            .to_string()
            .contains("8 of 9 jobs are missing")
    );
    let mut other = result.clone();
    other.rows[0].cycles += 1;
    assert!(parts.add(other).is_err());
    let other_machine = Plan::new(
        plan.description.workloads.clone(),
        &MachineConfig {
            object_cache: true,
            ..MachineConfig::default()
        },
        ORGANISATIONS.to_vec(),
        &space(),
    );
    assert!(parts.join(Parts::new(other_machine.description)).is_err());
}

#[test]
fn a_journal_cut_off_anywhere_behind_its_first_line_goes_on_with_what_is_whole() {
    let head = Parts::new(plan(&[]).description);
    let described = cache_sweep::WorkloadDescription {
        program: "Größe".to_owned(),
        image: String::new(),
        microcode: String::new(),
        memories: memories(MemoryKind::Sram32, &[2]),
    };
    let mut description = head.description;
    description.workloads.push(described);
    let result = JobResult {
        job: 0,
        rows: Vec::new(),
        refused: Vec::new(),
        notes: vec!["größer".to_owned()],
        failed: None,
    };
    let first = render_head(&description);
    let text = first.clone() + &render_job(&result) + &render_job(&JobResult { job: 1, ..result });
    let text = text.as_bytes();
    for end in first.len()..=text.len() {
        let whole = text[first.len()..end].iter().filter(|&&byte| byte == b'\n');
        let journal = Parts::parse(&text[..end], true).expect("a journal");
        assert_eq!(journal.results.len(), whole.count(), "{end}");
    }
}

#[test]
fn a_program_that_does_not_end_and_a_sweep_that_is_stopped_say_so() {
    let mut endless = program("demo.Demo");
    endless.max_cycles = 1000;
    let workloads = [Workload::Program(
        endless,
        memories(MemoryKind::Sram32, &[2]),
    )];
    let plan = plan(&workloads);
    let mut environment = Environment {
        stop: &GO_ON,
        finished: &mut |_| Ok(()),
    };
    let error = sweep(&plan, &workloads, &[0], &mut environment).expect_err("no end");
    assert!(
        error
            .to_string()
            .contains("has not ended after 1000 cycles"),
        "{error}"
    );
    let stopped = AtomicBool::new(true);
    environment.stop = &stopped;
    let error = sweep(&plan, &workloads, &[0], &mut environment).expect_err("stopped");
    assert!(matches!(error, SweepError::Interrupted));
}

#[test]
fn rows_of_replays_name_their_source() {
    let workloads = [Workload::Program(
        program("demo.Compute"),
        memories(MemoryKind::Sram32, &[2]),
    )];
    let plan = plan(&workloads);
    assert!(
        all_rows(&plan, &workloads)
            .iter()
            .all(|row| row.source == Source::Replay)
    );
    assert_eq!(organisation("fifo").map(|found| found.name()), Some("fifo"));
}

#[test]
fn the_causes_of_misses_add_up_to_the_misses_and_stalls_of_the_row() {
    let workload = Workload::Program(program("demo.Demo"), memories(MemoryKind::Sram32, &[2]));
    let workloads = [workload];
    let plan = plan(&workloads);
    let all: Vec<usize> = plan.jobs().iter().map(|job| job.job).collect();
    let results = run(&plan, &workloads, &all);
    let machine = MachineConfig::default();
    let (_, trace) = cache_sweep::record(&program("demo.Demo"), &machine, true, Vec::new(), &GO_ON)
        .expect("a run");
    let time = lookups::LoadTime::of(&machine);
    for (name, size, blocks) in [
        ("fifo", 1024, 8),
        ("lru", 2048, 16),
        ("fixed-fifo", 4096, 8),
    ] {
        let rows = results.values().flat_map(|result| &result.rows);
        let row = rows.into_iter().find(|row| {
            (row.organisation.as_str(), row.size, row.blocks) == (name, Some(size), Some(blocks))
        });
        let row = row.expect("a row of the space");
        let geometry = method_cache::Geometry::new(size.ilog2(), blocks.ilog2()).expect("a shape");
        let found = cache_sweep::analyse_misses(
            trace.as_slice(),
            organisation(name).expect("an organisation"),
            method_cache::replay::Shape::of(geometry),
            time,
            &GO_ON,
        );
        let found = found.expect("a trace").expect("a cache of methods");
        let misses: u64 = found
            .methods
            .iter()
            .map(|method| method.misses.total())
            .sum();
        let stalls: u64 = found.methods.iter().map(|method| method.stall_cycles).sum();
        assert_eq!(misses, row.invoke_misses + row.return_misses, "{name}");
        assert_eq!(
            (stalls, found.lookups),
            (row.stall_cycles, row.lookups),
            "{name}"
        );
    }
}

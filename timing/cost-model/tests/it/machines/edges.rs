//! Scenarios that the microbenchmarks leave out: devices, the object cache, indices with upper bits; and when exceptions come.

use bytecode_timing::scene::{Event, Outcome, Scene};
use cost_model::{EvaluatedTable, Scenario};
use isa::{MachineConfig, op};
use microcode::{Build, jvm};
use sim_core::probe::Entry;

use super::{BUILDS, MEMORIES, machine, table};

/// Addresses without a device: nothing happens, and at once.
const DEVICE: u32 = 0xffff_ffb0;
const LENGTH: u32 = 3;
const HIGH: u32 = 1 << 23;
const FIELD: u8 = 1;

/// One bytecode in one scenario.
struct Edge {
    opcode: u8,
    scenario: Scenario,
    count: u32,
    scene: Scene,
}

fn edge(opcode: u8, scenario: Scenario, scene: &Scene) -> Edge {
    Edge {
        opcode,
        scenario,
        count: 1,
        scene: scene.clone(),
    }
}

fn array_accesses() -> Vec<Edge> {
    let mut edges = Vec::new();
    for (opcode, values) in [
        (op::IALOAD, 0),
        (op::AALOAD, 0),
        (op::IASTORE, 1),
        (op::BASTORE, 1),
    ] {
        for (scenario, index) in [
            (Scenario::Usual, 1),
            (Scenario::Null, 1),
            (Scenario::Index, LENGTH),
            (Scenario::IndexBit22, u32::MAX),
            (Scenario::IndexBit22, 1 << 22),
            (Scenario::HighIndex, HIGH | LENGTH),
            (Scenario::HighIndexInside, HIGH | 1),
            (Scenario::NullHighIndex, u32::MAX),
            (Scenario::NullHighIndex, HIGH),
            (Scenario::Device, 1),
        ] {
            let mut scene = Scene::new();
            let reference = match scenario {
                Scenario::Null | Scenario::NullHighIndex => 0,
                Scenario::Device => scene.image.handle(DEVICE, LENGTH, 10, 0),
                _ => scene.image.array(&[9; LENGTH as usize], 1, 0),
            };
            scene
                .push(reference)
                .push(index)
                .push_all(&[1][..values])
                .test(&[opcode]);
            edges.push(edge(opcode, scenario, &scene));
        }
    }
    for (opcode, values) in [(op::LALOAD, 0), (op::LASTORE, 2)] {
        for (scenario, index) in [
            (Scenario::Null, 1),
            (Scenario::Index, LENGTH),
            (Scenario::Index, u32::MAX),
            (Scenario::Index, HIGH),
            (Scenario::Device, 1),
        ] {
            let mut scene = Scene::new();
            let reference = match scenario {
                Scenario::Null => 0,
                Scenario::Device => scene.image.handle(DEVICE, LENGTH, 11, 0),
                _ => scene.image.array(&[9; 6], 2, 0),
            };
            scene
                .push(reference)
                .push(index)
                .push_all(&[1, 2][..values])
                .test(&[opcode]);
            edges.push(edge(opcode, scenario, &scene));
        }
    }
    edges
}

fn fields() -> Vec<Edge> {
    let mut edges = Vec::new();
    for (opcode, native, values) in [
        (op::GETFIELD, false, 0),
        (op::GETFIELD_REF, false, 0),
        (op::PUTFIELD, false, 1),
        (op::GETFIELD_LONG, false, 0),
        (op::PUTFIELD_LONG, false, 2),
        (op::JOPSYS_GETFIELD, true, 0),
        (op::JOPSYS_PUTFIELD, true, 1),
    ] {
        for scenario in [Scenario::Usual, Scenario::Null, Scenario::Device] {
            let mut scene = Scene::new();
            let reference = match scenario {
                Scenario::Null => 0,
                Scenario::Device => scene.image.handle(DEVICE, 0, 0, 0),
                _ => scene.image.object(&[5, 6, 7], 0),
            };
            scene.push(reference);
            if native {
                scene.push(FIELD.into());
            }
            scene.push_all(&[1, 2][..values]);
            if native {
                scene.test(&[opcode]);
            } else {
                scene.test(&[opcode, 0, FIELD]);
            }
            edges.push(edge(opcode, scenario, &scene));
        }
    }
    edges
}

/// A field that was read before. A native read finds it by chance: the object cache looks at the byte behind the opcode, not at the
/// index, and `stidx` clears it too late for the read that follows at once (spec 05 section 2).
fn cached_fields() -> Vec<Edge> {
    let mut by_chance = Scene::new();
    let object = by_chance.image.object(&[5, 6, 7], 0);
    by_chance.push(object).run_before(&[op::GETFIELD, 0, 0]);
    by_chance
        .push_all(&[object, FIELD.into()])
        .test(&[op::JOPSYS_GETFIELD]);
    let by_chance = edge(op::JOPSYS_GETFIELD, Scenario::ObjectCacheHit, &by_chance);
    let fields = [op::GETFIELD, op::GETFIELD_REF].map(|opcode| {
        let mut scene = Scene::new();
        let object = scene.image.object(&[5, 6, 7], 0);
        let bytecode = [opcode, 0, FIELD];
        scene
            .push(object)
            .run_before(&bytecode)
            .push(object)
            .test(&bytecode);
        edge(opcode, Scenario::ObjectCacheHit, &scene)
    });
    fields.into_iter().chain([by_chance]).collect()
}

fn native_accesses() -> Vec<Edge> {
    let mut edges = Vec::new();
    for (opcode, values) in [
        (op::JOPSYS_RD, 0),
        (op::JOPSYS_WR, 1),
        (op::JOPSYS_RDMEM, 0),
        (op::JOPSYS_WRMEM, 1),
        (op::JOPSYS_GETSTATIC, 0),
        (op::JOPSYS_PUTSTATIC, 1),
    ] {
        for (scenario, address) in [(Scenario::Usual, 8), (Scenario::Device, DEVICE)] {
            let mut scene = Scene::new();
            scene.push_all(&[1][..values]).push(address).test(&[opcode]);
            edges.push(edge(opcode, scenario, &scene));
        }
    }
    for (opcode, scenario, count) in [
        (op::JOPSYS_INT2EXT, Scenario::Usual, 1),
        (op::JOPSYS_INT2EXT, Scenario::Usual, 4),
        (op::JOPSYS_INT2EXT, Scenario::Device, 3),
        (op::JOPSYS_EXT2INT, Scenario::Usual, 2),
        (op::JOPSYS_EXT2INT, Scenario::Device, 1),
        (op::JOPSYS_EXT2INT, Scenario::Device, 3),
    ] {
        let mut scene = Scene::new();
        let array = match scenario {
            Scenario::Device => scene.image.handle(DEVICE, LENGTH, 10, 0),
            _ => scene.image.array(&[1, 2, 3, 4], 1, 0),
        };
        let stack_address = 200;
        match opcode {
            op::JOPSYS_INT2EXT => scene.push_all(&[stack_address, array, count]),
            _ => scene.push_all(&[array, stack_address, count]),
        };
        scene.test(&[opcode]);
        edges.push(Edge {
            count,
            ..edge(opcode, scenario, &scene)
        });
    }
    edges
}

/// A comparison with each pair of signs, and moves by both conditions.
fn branches() -> Vec<Edge> {
    let mut edges = Vec::new();
    for (condition, scenario) in [(0, Scenario::ConditionZero), (1, Scenario::Usual)] {
        let mut scene = Scene::new();
        scene
            .push_all(&[1, 2, condition])
            .test(&[op::JOPSYS_COND_MOVE]);
        edges.push(edge(op::JOPSYS_COND_MOVE, scenario, &scene));
    }
    edges
}

fn check(table: &EvaluatedTable, edge: &Edge, outcome: &Outcome, name: &str) {
    let path = table.bytecodes[usize::from(edge.opcode)].path(edge.scenario);
    let cycles = path.cycles_of_count(edge.count);
    assert_eq!(outcome.cycles(), u64::from(cycles), "{name}");
    let dispatch = outcome.events[1].0;
    let mut later = outcome.events.iter().skip(2);
    let taken = later.find(|(_, event)| *event == Event::Entry(Entry::Exception));
    let expected = path.exception.and_then(|raised| {
        let from = dispatch + u64::from(raised) + 2;
        outcome.events.iter().find(|(cycle, _)| *cycle >= from)
    });
    assert_eq!(taken, expected, "{name}");
}

fn run(edges: &[Edge], object_cache: bool) {
    for build in BUILDS {
        let program = jvm(build);
        for (kind, memory, ram_cnt) in MEMORIES {
            let table = table(build, kind, ram_cnt);
            let config = MachineConfig {
                object_cache,
                ..machine(memory, ram_cnt)
            };
            for edge in edges {
                let name = format!(
                    "{build:?}, {kind:?} {ram_cnt}, opcode {}, {}",
                    edge.opcode, edge.scenario
                );
                let outcome = edge.scene.clone().run_on(&program, &config);
                let outcome = outcome.unwrap_or_else(|error| panic!("{name}: {error}"));
                check(&table, edge, &outcome, &name);
            }
        }
    }
}

#[test]
fn arrays_take_the_derived_cycles_and_report_at_the_derived_dispatch() {
    run(&array_accesses(), false);
}

#[test]
fn fields_and_native_accesses_to_devices_take_the_derived_cycles() {
    let edges = [fields(), native_accesses(), branches()];
    run(&edges.into_iter().flatten().collect::<Vec<_>>(), false);
}

#[test]
fn a_field_in_the_object_cache_takes_the_derived_cycles() {
    run(&cached_fields(), true);
}

#[test]
fn nothing_of_our_builds_is_left_without_a_formula_or_reaches_into_the_next_bytecode() {
    for build in [Build::Jop, Build::Strict] {
        let table = cost_model::derive(&jvm(build), "");
        for row in table.all_rows() {
            assert_eq!(row.underivable, [], "{}", row.name);
            assert_eq!(row.unexplored, [], "{}", row.name);
            for path in &row.paths {
                assert_eq!(
                    path.overhang.to_string(),
                    "0",
                    "{}, {}",
                    row.name,
                    path.scenario
                );
            }
        }
    }
}

//! Bounds on several cores against runs of the machine with several cores.

use isa::{ArbiterKind, MachineConfig, Processors, Slots, op};
use jopizer::{LinkProgram, Linked};
use parts::has_jdk;
use runtime::programs::find;
use wcet::{OnCores, Program};
use wcet_check::cores::{
    Case, bytecodes_of, case, cases, check_cores, check_embedded, check_locks,
};
use wcet_check::{Checked, Verdict};

/// Cycles of a short run, those of all cores together.
const SHORT: u64 = 2_000_000;
/// Methods of this program have tight bounds.
const PROGRAM: &str = "bubble-sort";

fn assert_held(checked: &[Checked], case: &str) -> usize {
    for it in checked {
        let bound = it.bound.as_ref().map(|bound| (bound.cycles, &bound.cores));
        assert_ne!(
            it.verdict(),
            Verdict::Exceeded,
            "{case}: {} took {} cycles, bound {bound:?}",
            it.name,
            it.seen.max
        );
    }
    let verdicts = checked.iter().map(Checked::verdict);
    verdicts.filter(|it| *it == Verdict::Holds).count()
}

#[test]
fn no_call_of_a_random_method_takes_longer_than_its_bound_on_several_cores() {
    if !has_jdk() {
        return;
    }
    let cases = cases().unwrap();
    // One of each arbiter, with two, four and eight cores.
    let several = [(1, 0), (2, 4), (3, 8)];
    let taken = if parts::all() { several.len() } else { 1 };
    for (seed, place) in several.into_iter().take(taken) {
        let case = &cases[place];
        let held = assert_held(&check_cores((seed, 1), case, SHORT).unwrap(), &case.name);
        assert!(held > 10, "{}: only {held} methods have a bound", case.name);
    }
}

#[test]
fn no_call_waits_longer_for_a_lock_than_its_bound() {
    if !has_jdk() {
        return;
    }
    let cases = cases().unwrap();
    for place in [0, 2, 4, 5] {
        let case = &cases[place];
        let checked = check_locks(place as u64, case, SHORT).unwrap();
        assert!(assert_held(&checked, &case.name) > 0, "{checked:?}");
        for it in checked.iter().filter(|it| it.seen.calls > 0) {
            let cores = it.bound.as_ref().unwrap().cores.as_ref().unwrap();
            // `println`, which the runtime links, holds one for longer than `Load.hold`.
            assert!(cores.section_of.is_some() && cores.lock_wait > 0);
            let without = cores.alone + cores.arbiter_wait;
            assert!(
                it.seen.max > without,
                "{}: {} never waits",
                case.name,
                it.name
            );
        }
    }
}

/// Time slots in which little begins.
fn slots() -> Slots {
    Slots {
        slot: 9,
        read_gap: 6,
        write_gap: 6,
    }
}

fn tdma(cores: u8) -> Case {
    case(&MachineConfig::default(), ArbiterKind::Tdma(slots()), cores).unwrap()
}

fn program_of(case: &Case) -> Linked {
    let program = find(PROGRAM).unwrap();
    let words = case.machine.config.memory_words;
    program.link(program.length, words).unwrap()
}

fn exceeded(case: &Case, believed: &Processors) -> usize {
    let checked = check_embedded(find(PROGRAM).unwrap(), case, believed).unwrap();
    let verdicts = checked.iter().map(Checked::verdict);
    verdicts.filter(|it| *it == Verdict::Exceeded).count()
}

#[test]
fn a_program_keeps_its_bounds_in_time_slots_and_they_are_tight() {
    let several: &[u8] = if parts::all() { &[2, 4, 8] } else { &[4] };
    for cores in several {
        let case = tdma(*cores);
        let checked = check_embedded(find(PROGRAM).unwrap(), &case, &case.processors).unwrap();
        assert!(assert_held(&checked, &case.name) > 0);
        let least = checked
            .iter()
            .filter_map(Checked::ratio)
            .min_by(f64::total_cmp);
        assert!(least.unwrap() < 1.05, "{}: {least:?}", case.name);
    }
}

#[test]
fn calls_keep_the_bounds_of_the_phase_in_which_they_begin() {
    let case = tdma(4);
    let checked = check_embedded(find(PROGRAM).unwrap(), &case, &case.processors).unwrap();
    let mut phases = 0;
    for it in &checked {
        let Ok(bound) = &it.bound else { continue };
        let cores = bound.cores.as_ref().unwrap();
        assert_eq!(cores.phases.len(), 4 * usize::from(slots().slot));
        assert_eq!(cores.phases.iter().max(), cores.by_phase.as_ref());
        for (phase, longest) in &it.phases {
            assert!(cores.phases[*phase as usize] >= *longest, "{}", it.name);
            phases += 1;
        }
    }
    assert!(phases > 4, "{phases}");
}

#[test]
fn bytecodes_take_the_cycles_of_the_phase_in_which_they_are_dispatched() {
    let case = tdma(4);
    let linked = program_of(&case);
    let image = Program::new(&linked.image, &linked.symbols).unwrap();
    let cores = OnCores::new(&case.machine.config, case.processors, 0, &image).unwrap();
    let period = 4 * u64::from(slots().slot);
    let seen = bytecodes_of(find(PROGRAM).unwrap(), &case).unwrap();
    let told = |later: u64| {
        let rows = seen.iter().filter_map(|((opcode, phase), cycles)| {
            let fields = [op::GETFIELD, op::PUTFIELD, op::GETSTATIC, op::PUTSTATIC];
            let path = &case.machine.costs.bytecodes[usize::from(*opcode)].usual;
            let told = cores.cycles_of(path, (phase + later) % period)?;
            fields
                .contains(opcode)
                .then_some((*opcode, *phase, *cycles, told))
        });
        rows.collect::<Vec<_>>()
    };
    let rows = told(0);
    assert!(rows.len() > 30, "{}", rows.len());
    for row @ (_, _, cycles, told) in rows {
        assert_eq!((told, told), cycles, "{row:?}");
    }
    for later in 1..period {
        let rows = told(later);
        assert!(rows.iter().any(|(_, _, cycles, told)| *told != cycles.1));
    }
}

#[test]
fn an_access_that_the_bounds_forget_is_found() {
    let mut case = tdma(4);
    for row in &mut case.machine.costs.bytecodes {
        if row.usual.accesses.len() > 1 {
            row.usual.accesses.pop();
        }
    }
    assert!(exceeded(&case, &case.processors) > 0);
}

#[test]
fn a_gap_that_the_bounds_forget_is_found() {
    let case = tdma(4);
    let believed = Processors {
        arbiter: ArbiterKind::Tdma(Slots {
            read_gap: 2,
            write_gap: 3,
            ..slots()
        }),
        ..case.processors
    };
    assert_eq!(exceeded(&case, &case.processors), 0);
    assert!(exceeded(&case, &believed) > 0);
}

#[test]
fn one_core_that_never_waits_has_the_bound_of_one_core() {
    let alone = case(&MachineConfig::default(), ArbiterKind::RoundRobin, 1).unwrap();
    let alone = Case {
        processors: Processors {
            lock_unit: isa::LockUnitKind::None,
            ..alone.processors
        },
        ..alone
    };
    for it in check_embedded(find(PROGRAM).unwrap(), &alone, &alone.processors).unwrap() {
        let Ok(bound) = it.bound else { continue };
        let cores = bound.cores.unwrap();
        assert_eq!((bound.cycles, cores.arbiter_wait), (cores.alone, 0));
    }
}

//! Derivation of a cost table from microcode: every entry is walked in the worlds of all its scenarios.

use isa::Bytecode;
use isa::{MachineConfig, MemoryKind};
use microcode::Program;
use sha2::{Digest, Sha256};

use crate::evaluate::EvaluatedTable;
use crate::expression::{Expression, Operator};
use crate::formula::{Formula, Symbol};
use crate::latency::Latencies;
use crate::memory_timing::{MemoryTiming, TimingError};
use crate::scenario::Scenario;
use crate::table::{
    Carrier, CostRow, CostTable, Path, Provenance, Underivable, Unexplored, VERSION,
};
use crate::walk::{Condition, Walk, WalkError, spans, walk};
use crate::world::{Entry, Staged, World, scenarios};

/// Name of the variable that holds the first method struct of class JVM.
const JAVA_METHODS: &str = "jjp";

/// Derives the costs of every bytecode under this microcode for all memories of [`crate::MemoryTiming`].
///
/// Never fails as a whole: a scenario without a formula is in its row with the reason.
#[must_use]
pub fn derive(program: &Program, name: &str) -> CostTable {
    derive_with(program, name, &Latencies::of_wait_states())
}

/// Derives the costs for the memory with these latencies.
#[must_use]
pub fn derive_with(program: &Program, name: &str, latencies: &Latencies) -> CostTable {
    let row = |entry| derive_row(program, latencies, entry);
    CostTable {
        version: VERSION,
        provenance: Provenance {
            microcode: name.to_owned(),
            microcode_sha256: fingerprint(program),
            ..Provenance::default()
        },
        method_load: latencies.method_load(),
        interrupt: row(Entry::Interrupt),
        exception: row(Entry::Exception),
        reset: row(Entry::Reset),
        bytecodes: (0..=u8::MAX)
            .map(|opcode| row(Entry::Bytecode(opcode)))
            .collect(),
    }
}

/// Derives the costs for a memory of one kind with this `ram_cnt`, in numbers, which takes a fraction of the time that formulas take;
/// and the wait states with which they are to be evaluated. The slack of an access whose cycle depends on the memory is what it is, where
/// a table of formulas has the least.
///
/// # Errors
/// When there is no such memory.
pub fn derive_for(
    program: &Program,
    kind: MemoryKind,
    ram_cnt: u8,
) -> Result<(CostTable, MemoryTiming), TimingError> {
    let (latencies, timing) = match MemoryTiming::of(kind, ram_cnt) {
        Err(TimingError::Sram16TooFast) => {
            (Latencies::of_fastest_sram16(), Latencies::FASTEST_SRAM16)
        }
        timing => {
            let timing = timing?;
            (Latencies::of_memory(timing), timing)
        }
    };
    Ok((derive_with(program, "", &latencies), timing))
}

/// Derives the costs in numbers for a memory of one kind with this `ram_cnt`.
///
/// # Errors
/// When there is no such memory.
pub fn evaluated(
    program: &Program,
    kind: MemoryKind,
    ram_cnt: u8,
) -> Result<EvaluatedTable, TimingError> {
    let (table, timing) = derive_for(program, kind, ram_cnt)?;
    Ok(table.evaluate(timing))
}

/// Costs derived from a microcode, for the memory of a machine.
///
/// # Errors
/// When the memory is none that the formulas know.
pub fn derived_costs(
    config: &MachineConfig,
    program: &Program,
) -> Result<EvaluatedTable, TimingError> {
    evaluated(program, config.memory, config.ram_cnt)
}

/// SHA-256 of ROM, stack RAM and jump table, high bytes first, in hexadecimal.
fn fingerprint(program: &Program) -> String {
    let rom = program.rom.iter().flat_map(|word| word.to_be_bytes());
    let stack_ram = program.stack_ram.iter().flat_map(|word| word.to_be_bytes());
    let jump_table = program.jump_table.to_words();
    let jump_table = jump_table.iter().flat_map(|word| word.to_be_bytes());
    let bytes: Vec<u8> = rom.chain(stack_ram).chain(jump_table).collect();
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn derive_row(program: &Program, latencies: &Latencies, entry: Entry) -> CostRow {
    let (name, address) = match entry {
        Entry::Bytecode(opcode) => (
            Bytecode::of(opcode).name(),
            program.jump_table.entry(opcode),
        ),
        Entry::Interrupt => ("interrupt", program.jump_table.interrupt),
        Entry::Exception => ("exception", program.jump_table.exception),
        Entry::Reset => ("reset", 1),
    };
    let mut row = CostRow {
        opcode: match entry {
            Entry::Bytecode(opcode) => Some(opcode),
            _ => None,
        },
        name: name.to_owned(),
        carrier: Carrier::Microcode,
        method: None,
        entry: Some(address),
        paths: Vec::new(),
        underivable: Vec::new(),
        unexplored: Vec::new(),
    };
    let mut tests = Vec::new();
    for staged in scenarios(entry) {
        let scenario = staged.scenario;
        match derive_path(program, latencies, entry, &staged) {
            Ok((walks, path)) => {
                if scenario == Scenario::Usual
                    && let Some(method) = walks.first().and_then(java_method)
                {
                    row.carrier = Carrier::Java;
                    row.method = Some(method);
                }
                tests.extend(walks.into_iter().flat_map(|walk| walk.conditions));
                if !is_as_usual(&row, &path) {
                    row.paths.push(path);
                }
            }
            Err(error) => row.underivable.push(Underivable {
                scenario,
                reason: error.to_string(),
            }),
        }
    }
    row.unexplored = unexplored(&tests);
    row
}

/// The outcomes of branches that no walk has met.
fn unexplored(tests: &[Condition]) -> Vec<Unexplored> {
    let mut unexplored = Vec::new();
    for test in tests {
        let other_side = |seen: &Condition| seen.address == test.address && seen.zero != test.zero;
        let outcome = Unexplored {
            address: test.address,
            condition: test.text(!test.zero),
        };
        let known = unexplored
            .iter()
            .any(|known: &Unexplored| known.address == test.address);
        if !known && !tests.iter().any(other_side) {
            unexplored.push(outcome);
        }
    }
    unexplored
}

/// Returns true if the usual path of the row is the same.
fn is_as_usual(row: &CostRow, path: &Path) -> bool {
    let mut paths = row.paths.iter();
    let usual = paths.find(|listed| listed.scenario == Scenario::Usual);
    usual.is_some_and(|usual| {
        let same = Path {
            scenario: usual.scenario,
            ..path.clone()
        };
        *usual == same
    })
}

fn derive_path(
    program: &Program,
    latencies: &Latencies,
    entry: Entry,
    staged: &Staged,
) -> Result<(Vec<Walk>, Path), WalkError> {
    let walk_in = |world: &World| walk(program, latencies, entry, world);
    let first = walk_in(&staged.first)?;
    let mut path = path_of(staged.scenario, &first);
    let mut walks = vec![first.clone()];
    for world in &staged.others {
        let other = walk_in(world)?;
        refuse_other_cycles(&first, &other)?;
        walks.push(other);
    }
    if let Some([second, third]) = &staged.further_runs {
        let (second, third) = (walk_in(second)?, walk_in(third)?);
        let runs = [&first, &second, &third];
        path.cycles = of_loop(runs, |walk| &walk.cycles)?;
        path.read_stall = of_loop(runs, |walk| &walk.read_stall)?;
        path.write_stall = of_loop(runs, |walk| &walk.write_stall)?;
        note_periods(&mut path, runs);
        walks.extend([second, third]);
    }
    Ok((walks, path))
}

/// All worlds of a scenario take the same cycles and report at the same time.
fn refuse_other_cycles(first: &Walk, other: &Walk) -> Result<(), WalkError> {
    let same = first.cycles == other.cycles
        && first.load == other.load
        && first.exception == other.exception;
    if same {
        return Ok(());
    }
    Err(WalkError::Undecided {
        first: first.cycles.clone(),
        other: other.cycles.clone(),
        condition: condition(other),
    })
}

/// The cycles of a loop that runs `k` times, from those of one, two and three runs.
fn of_loop(runs: [&Walk; 3], cycles: impl Fn(&Walk) -> &Formula) -> Result<Formula, WalkError> {
    let [one, two, three] = runs.map(|walk| cycles(walk).clone());
    let second = two.clone() - one.clone();
    if second != three - two {
        let at = runs[0].addresses.last().copied().unwrap_or(0);
        return Err(WalkError::UnevenLoop(at));
    }
    let further = Formula::symbol(Symbol::Count) - Formula::constant(1);
    Ok(one + further * second)
}

/// Accesses that occur once more with each run get their period.
fn note_periods(path: &mut Path, [one, two, _]: [&Walk; 3]) {
    let period = two.cycles.clone() - one.cycles.clone();
    for access in &mut path.accesses {
        let again = access.at.clone() + period.clone();
        let repeats = two
            .accesses
            .iter()
            .any(|other| other.kind == access.kind && other.at == again);
        if repeats {
            access.every = Some(period.clone());
        }
    }
}

fn condition(walk: &Walk) -> String {
    let conditions = walk.conditions.iter();
    let texts: Vec<_> = conditions.map(|tested| tested.text(tested.zero)).collect();
    texts.join(", ")
}

fn path_of(scenario: Scenario, walk: &Walk) -> Path {
    Path {
        scenario,
        condition: condition(walk),
        cycles: walk.cycles.clone(),
        read_stall: walk.read_stall.clone(),
        write_stall: walk.write_stall.clone(),
        load: walk.load.clone(),
        accesses: walk.accesses.clone(),
        exception: walk.exception.clone(),
        overhang: walk.overhang.clone(),
        stack: walk.stack.clone(),
        microcode: spans(&walk.addresses),
    }
}

/// The number of the method of class JVM that the path calls, if any: its struct is at `jjp` + 2 * number.
fn java_method(walk: &Walk) -> Option<u8> {
    let method = walk.method.as_ref()?;
    let Expression::Memory(address) = &*method.expression else {
        return None;
    };
    let offset = match &**address {
        Expression::Name(name) if name == JAVA_METHODS => 0,
        Expression::Binary(Operator::Add, left, right) => match (&**left, &**right) {
            (Expression::Name(name), Expression::Constant(offset)) if name == JAVA_METHODS => {
                *offset
            }
            _ => return None,
        },
        _ => return None,
    };
    u8::try_from(offset / 2).ok()
}

#[cfg(test)]
mod tests {
    use microcode::{Build, jvm};

    use super::*;

    #[test]
    fn what_java_carries_out_is_known_by_the_struct_that_the_microcode_calls() {
        let table = derive(&jvm(Build::Jop), "");
        let java: Vec<_> = table
            .bytecodes
            .iter()
            .filter(|row| row.carrier == Carrier::Java)
            .collect();
        assert!(java.iter().all(|row| row.method == row.opcode));
        assert!(
            java.iter().any(|row| row.name == "new") && java.iter().any(|row| row.name == "ldiv")
        );
        assert!(
            java.iter()
                .all(|row| row.name != "invokestatic" && row.name != "ireturn")
        );
    }

    #[test]
    fn an_outcome_that_no_walk_meets_is_named_once() {
        let test = |address, zero| Condition {
            address,
            tested: "top".to_owned(),
            zero,
        };
        let tests = [test(7, true), test(9, true), test(9, false), test(7, true)];
        let found = unexplored(&tests);
        let texts: Vec<_> = found
            .iter()
            .map(|one| (one.address, one.condition.as_str()))
            .collect();
        assert_eq!(texts, [(7, "top != 0")]);
    }

    #[test]
    fn worlds_of_one_scenario_that_take_other_cycles_leave_it_without_a_formula() {
        // Tests the sign of the second long alone, which equal longs may have either way.
        let source = "version = 1\n nop\n nop\nsys_noim: nop nxt\nsys_int: nop nxt\nsys_exc: nop nxt\nlcmp: pop\n ldi 31\n ushr\n nop\n bz far\n nop\n nop\n nop nxt\nfar: nop\n nop\n nop nxt\n";
        let program = microcode::assemble_str("t.asm", source, &microcode::Options::default())
            .unwrap_or_else(|error| panic!("{error}"));
        let row = &derive(&program, "").bytecodes[usize::from(isa::op::LCMP)];
        assert_eq!(
            row.underivable_reason(Scenario::Equal),
            Some("takes 10 cycles or 8, by the condition next >>> 31 != 0")
        );
        let others = [Scenario::FirstNegative, Scenario::SecondNegative];
        assert_eq!(
            others.map(|scenario| row.underivable_reason(scenario)),
            [None, None]
        );
    }
}

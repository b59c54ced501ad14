//! Price of a bytecode: the worst scenario that raises no exception, from the cost table alone.

use cost_model::{EvaluatedLoad, EvaluatedPath, EvaluatedTable, Scenario};
use isa::address::{ADDRESS_MASK, Region};
use isa::cause::Charge;
use isa::{Bytecode, op};

use crate::value::Value;

/// Cycles by charge.
pub(crate) type Charges = [u64; Charge::COUNT];

/// Price of a bytecode in a context, without the load of a missing method.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Price {
    /// Cycles from its dispatch to the next.
    pub(crate) cycles: u64,
    pub(crate) charges: Charges,
    /// The load of the method that it goes to.
    pub(crate) load: Option<EvaluatedLoad>,
}

/// Why a copy between stack and memory has no price.
const COPIES: &str = "the number of words that it copies is unknown";
/// Scenarios that are left out: the object cache is off, and the start of a core is no part of a call.
const NEVER: [Scenario; 2] = [Scenario::ObjectCacheHit, Scenario::OtherCore];

/// Price of a bytecode; `operand` is what is known of the word on top.
pub(crate) fn price(
    costs: &EvaluatedTable,
    opcode: u8,
    operand: Option<Value>,
) -> Result<Price, String> {
    let (possible, count) = possible_paths(costs, opcode, operand)?;
    let worst = possible.into_iter().max_by_key(|path| {
        let load = path.load.map_or(0, |load| load.miss(u32::from(u16::MAX)));
        let cycles = u64::from(path.cycles_of_count(count)) + u64::from(load);
        (cycles, path.cycles)
    });
    let path = worst.ok_or("every scenario raises an exception")?;
    let cycles = u64::from(path.cycles_of_count(count));
    if cycles == 0 {
        return Err("its price is 0 cycles; give it at least one".to_owned());
    }
    Ok(Price {
        cycles,
        charges: charges(opcode, path, count),
        load: path.load,
    })
}

/// Paths of a bytecode that are possible without an exception, and the runs of their loop.
pub(crate) fn possible_paths(
    costs: &EvaluatedTable,
    opcode: u8,
    operand: Option<Value>,
) -> Result<(Vec<&EvaluatedPath>, u32), String> {
    let row = &costs.bytecodes[usize::from(opcode)];
    if let Some(reason) = &row.underivable {
        return Err(reason.clone());
    }
    let count = count(opcode, operand)?;
    let usual = [(Scenario::Usual, &row.usual)].into_iter();
    let others = row.others.iter().map(|(scenario, path)| (*scenario, path));
    let possible = usual
        .chain(others)
        .filter(|(scenario, path)| can_happen(opcode, *scenario, path, operand));
    let mut possible: Vec<_> = possible.map(|(_, path)| path).collect();
    if possible.is_empty() {
        // A scenario that the table lacks is as the usual one.
        possible.extend(Some(&row.usual).filter(|path| path.exception.is_none()));
    }
    Ok((possible, count))
}

/// Trips of the loop in the microcode of a bytecode.
fn count(opcode: u8, operand: Option<Value>) -> Result<u32, String> {
    if !matches!(opcode, op::JOPSYS_INT2EXT | op::JOPSYS_EXT2INT) {
        return Ok(1);
    }
    let (_, most) = operand.map_or((0, i32::MAX), Value::range);
    u32::try_from(most)
        .ok()
        .filter(|most| (1..=1024).contains(most))
        .ok_or_else(|| COPIES.to_owned())
}

/// Returns true if a scenario can happen on a path without an exception.
fn can_happen(
    opcode: u8,
    scenario: Scenario,
    path: &EvaluatedPath,
    operand: Option<Value>,
) -> bool {
    if path.exception.is_some() || scenario == Scenario::Refused || NEVER.contains(&scenario) {
        return false;
    }
    match (opcode, operand) {
        (op::LSHL | op::LSHR | op::LUSHR, Some(by)) => shifts_as(scenario, by),
        (op::JOPSYS_RD | op::JOPSYS_RDMEM | op::JOPSYS_WR | op::JOPSYS_WRMEM, Some(address)) => {
            match address.constant() {
                Some(address) => {
                    let address = address.cast_unsigned() & ADDRESS_MASK;
                    let is_memory = Region::of(address) == Region::MainMemory;
                    is_memory == (scenario != Scenario::Device)
                }
                None => true,
            }
        }
        _ => true,
    }
}

/// Returns true if a distance may be that of a scenario of long shifts.
fn shifts_as(scenario: Scenario, by: Value) -> bool {
    let (lo, hi) = by.range();
    let range = match scenario {
        Scenario::ByZero => (0, 0),
        Scenario::By32To63 => (32, 63),
        _ => (1, 31),
    };
    // Only the lower six bits count.
    !(0..=63).contains(&lo) || hi > 63 || (lo <= range.1 && range.0 <= hi)
}

/// Cycles of a path by charge, as profiles charge them.
fn charges(opcode: u8, path: &EvaluatedPath, count: u32) -> Charges {
    let mut charges = Charges::default();
    let cycles = u64::from(path.cycles_of_count(count));
    if matches!(opcode, op::MONITORENTER | op::MONITOREXIT) {
        charges[Charge::Synchronisation as usize] = cycles;
        return charges;
    }
    let read = u64::from(path.read_stall_of_count(count));
    let write = u64::from(path.write_stall_of_count(count));
    let hit = path.load.map_or(0, |load| u64::from(load.hit_stall));
    charges[Charge::MemoryRead as usize] = read;
    charges[Charge::MemoryWrite as usize] = write;
    charges[load_charge(opcode) as usize] = hit;
    charges[Charge::Execute as usize] = cycles - read - write - hit;
    charges
}

/// Charge of the load that a bytecode waits for.
pub(crate) fn load_charge(opcode: u8) -> Charge {
    if Bytecode::of(opcode).is_return() {
        Charge::LoadOnReturn
    } else {
        Charge::LoadOnInvoke
    }
}

#[cfg(test)]
mod tests {
    use cost_model::derived_costs;
    use isa::MachineConfig;

    use super::*;

    fn table() -> EvaluatedTable {
        let program = microcode::jvm(microcode::Build::Jop);
        derived_costs(&MachineConfig::default(), &program).unwrap()
    }

    #[test]
    fn the_charges_of_every_bytecode_add_up_to_its_cycles() {
        let table = table();
        let mut priced = 0;
        for opcode in 0..=u8::MAX {
            if let Ok(price) = price(&table, opcode, Some(Value::int(1))) {
                assert_eq!(price.charges.iter().sum::<u64>(), price.cycles, "{opcode}");
                priced += 1;
            }
        }
        assert!(priced > 200);
    }

    #[test]
    fn a_known_distance_selects_the_scenario_of_a_shift_and_an_unknown_one_the_worst() {
        let table = table();
        let cycles = |value| price(&table, op::LSHL, Some(value)).unwrap().cycles;
        let row = &table.bytecodes[usize::from(op::LSHL)];
        for (by, scenario) in [
            (0, Scenario::ByZero),
            (5, Scenario::Usual),
            (40, Scenario::By32To63),
        ] {
            let expected = row.path(scenario).cycles;
            assert_eq!(cycles(Value::int(by)), u64::from(expected));
            assert!(cycles(Value::ANY) >= u64::from(expected));
        }
    }

    #[test]
    fn a_scenario_that_the_table_lacks_is_as_the_usual_one() {
        let mut table = table();
        for opcode in [op::JOPSYS_WR, op::LSHL] {
            table.bytecodes[usize::from(opcode)].others.clear();
        }
        let device = Value::int(-128);
        let priced = price(&table, op::JOPSYS_WR, Some(device)).unwrap();
        let usual = table.bytecodes[usize::from(op::JOPSYS_WR)].usual.cycles;
        assert_eq!(priced.cycles, u64::from(usual));
        assert!(price(&table, op::LSHL, Some(Value::int(40))).is_ok());
    }

    #[test]
    fn a_price_of_no_cycles_is_no_bound() {
        let mut table = table();
        let row = &mut table.bytecodes[usize::from(op::IADD)];
        row.usual.cycles = 0;
        let problem = price(&table, op::IADD, None).unwrap_err();
        assert_eq!(problem, "its price is 0 cycles; give it at least one");
    }

    #[test]
    fn an_exception_is_no_part_of_a_price() {
        let table = table();
        let usual = table.bytecodes[usize::from(op::INVOKEVIRTUAL)].usual.cycles;
        let priced = price(&table, op::INVOKEVIRTUAL, None).unwrap();
        assert_eq!(priced.cycles, u64::from(usual));
    }
}

//! Frequent pairs of operations as one. The second one never leaves before it has begun, so nobody sees what is
//! between the two.

use rustc_hash::FxHashSet;

use crate::chains;
use crate::compile::Code;
use crate::operation::{MemoryStep, Op};

/// Two operations as one, if there is such a one.
pub(crate) fn pair(memory: &mut [MemoryStep], first: Op, second: Op) -> Option<Op> {
    let mut waits = |step: u32, cycle| {
        memory[step as usize].wait = cycle;
        step
    };
    Some(match (first, second) {
        (Op::Memory(step), Op::Wait(cycle)) => Op::MemoryWait(waits(step, cycle)),
        (Op::MemoryWait(step), Op::PushReadData) => Op::MemoryWaitRead(step),
        (Op::GetField(step), Op::Wait(cycle)) => Op::GetFieldWait(waits(step, cycle)),
        (Op::GetFieldWait(step), Op::PushReadData) => Op::GetFieldWaitRead(step),
        (Op::Read(step), Op::Wait(cycle)) => Op::ReadWait(waits(step, cycle)),
        (Op::ReadWait(step), Op::PushReadData) => Op::ReadWaitRead(step),
        (Op::Advance(cycles), Op::Check(segment)) => {
            Op::AdvanceCheck(cycles.try_into().ok()?, segment)
        }
        (Op::PushDirects(from, with), Op::ShiftRightLogical) => Op::ShiftRightDirects(from, with),
        (Op::PushDirects(from, with), Op::And) => Op::AndDirects(from, with),
        (Op::PushLocal(n), Op::PushLocal(m)) => Op::PushLocals(n, m),
        (Op::PushLocal(n), Op::PushConstant(value)) => Op::PushLocalConstant(n, value),
        (Op::PushLocal(n), Op::Add) => Op::AddLocal(n),
        (Op::PushLocal(n), Op::Subtract) => Op::SubtractLocal(n),
        (Op::PushLocal(n), Op::StoreLocal(m)) => Op::LocalToLocal(n, m),
        (Op::PushConstant(value), Op::Add) => Op::AddConstant(value),
        (Op::PushConstant(value), Op::StoreLocal(n)) => Op::ConstantToLocal(n, value),
        (Op::PushDirect(from), Op::PushDirect(then)) => Op::PushDirects(from, then),
        (Op::PushDirect(from), Op::StoreDirect(to)) => Op::DirectToDirect(from, to),
        (Op::PushDirect(from), Op::Add) => Op::AddDirect(from),
        (Op::PushDirect(from), Op::Subtract) => Op::SubtractDirect(from),
        (Op::PushDirect(from), Op::And) => Op::AndDirect(from),
        (Op::PushDirect(from), Op::ShiftRightLogical) => Op::ShiftRightDirect(from),
        (Op::StoreDirect(to), Op::StoreDirect(then)) => Op::StoreDirects(to, then),
        (Op::Add, Op::StoreLocal(n)) => Op::AddToLocal(n),
        (Op::Pop, Op::Pop) => Op::PopTwo,
        (Op::Wait(cycle), Op::PushReadData) => Op::WaitRead(cycle),
        (Op::WaitRead(cycle), Op::StoreDirect(to)) => Op::WaitReadToDirect(to, cycle),
        (Op::AndDirects(from, with), Op::Subtract) => Op::SubtractAndDirects(from, with),
        (Op::ShiftRightDirects(from, with), Op::StoreDirect(to)) => {
            Op::ShiftRightDirectsTo(from, with, to)
        }
        (Op::ShiftRightDirects(from, with), Op::AndDirect(mask)) => {
            Op::ShiftRightAndDirects(from, with, mask)
        }
        (Op::PushDirects(a, b), Op::PushDirects(c, d)) => {
            let [a, b, c, d] = [a, b, c, d].map(|address| u8::try_from(address).ok());
            Op::PushFourDirects(a?, b?, c?, d?)
        }
        (Op::PopTwo, Op::PushDirects(from, then)) => Op::PopTwoPushDirects(from, then),
        (Op::Dup, Op::StoreDirect(to)) => Op::DupToDirect(to),
        (Op::Subtract, Op::StoreDirect(to)) => Op::SubtractToDirect(to),
        (Op::PushVp, Op::StoreDirect(to)) => Op::VpToDirect(to),
        (Op::StoreDirects(to, then), Op::SetVp) => Op::StoreDirectsSetVp(to, then),
        (Op::PushSp, Op::AddDirect(from)) => Op::PushSpAddDirect(from),
        (Op::PushLocals(n, m), Op::Add) => Op::PushSum(n, m),
        _ => return None,
    })
}

/// Adds an operation, fused with the last one where that can be, and then both with the one before. Nothing but the last
/// operation of the first `kept` ones may change.
pub(crate) fn add(code: &mut Code, op: Op, kept: usize) {
    let Code { ops, memory, .. } = code;
    match ops.last_mut() {
        Some(last) => match pair(memory, *last, op) {
            Some(fused) => *last = fused,
            None => return ops.push(op),
        },
        None => return ops.push(op),
    }
    while ops.len() > kept + 1
        && let [.., before, last] = ops[..]
        && let Some(fused) = pair(memory, before, last)
    {
        ops.truncate(ops.len() - 2);
        ops.push(fused);
    }
}

/// Fuses what the compiler has made, and keeps it as it is for the translator.
pub(crate) fn fuse(code: &mut Code) {
    let plain = std::mem::take(&mut code.ops);
    let targets = plain.iter().filter_map(|op| match op {
        Op::IfZero(_, to) | Op::IfNotZero(_, to) | Op::Goto(to) => Some(*to),
        _ => None,
    });
    let entries = code.entries.iter().map(|entry| entry.start);
    let labels: FxHashSet<u32> = targets.chain(entries).collect();
    // Operations before the last label stay as they are.
    let mut kept = 0;
    for (place, op) in plain.iter().enumerate() {
        if labels.contains(&(place as u32)) {
            kept = code.ops.len();
            code.ops.push(*op);
        } else {
            add(code, *op, kept);
        }
        let here = code.ops.len() as u32 - 1;
        // A pair of pairs lies before where its second one was.
        for earlier in code.fused_at.iter_mut().rev() {
            if *earlier <= here {
                break;
            }
            *earlier = here;
        }
        code.fused_at.push(here);
    }
    for op in &mut code.ops {
        if let Op::IfZero(_, to) | Op::IfNotZero(_, to) | Op::Goto(to) = op {
            *to = code.fused_at[*to as usize];
        }
    }
    for entry in code.entries.iter_mut() {
        entry.plain = entry.start;
        entry.start = code.fused_at[entry.start as usize];
    }
    code.plain = plain;
    chains::link(&mut code.ops);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::mem::discriminant;

    use isa::MachineConfig;
    use microcode::{JumpTable, Program};
    use sim_core::decode::MemoryOp;
    use sim_core::probe::NoProbe;
    use sim_core::{Machine, MachineState, Statistics};

    use super::*;
    use crate::Blocks;
    use crate::core::Core;
    use crate::latency::Latency;
    use crate::operation::{Byte, End, Segment, moves_sp};
    use crate::translate::Place;

    /// Where operations leave that have done all.
    const DONE: u32 = 77;
    const MEMORY_SITE: u32 = 78;
    const CHECK_SITE: u32 = 79;

    struct Random(u64);

    impl Random {
        fn word(&mut self) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
            self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 32) as u32
        }

        fn below(&mut self, limit: u32) -> u32 {
            ((u64::from(self.word()) * u64::from(limit)) >> 32) as u32
        }

        /// An address of the RAM, mostly one that the stack is about to use.
        fn address(&mut self, sp: u32) -> u16 {
            let address = match self.below(3) {
                0 => self.below(32),
                _ => sp - 2 + self.below(6),
            };
            address as u16
        }
    }

    /// What pairs are made of.
    fn single(random: &mut Random, sp: u32) -> Vec<Op> {
        let mut ops = vec![
            Op::Memory(0),
            Op::Read(1),
            Op::GetField(2),
            Op::Wait(4 + random.below(4)),
            Op::PushReadData,
            Op::Advance(random.below(20)),
            Op::Check(0),
            Op::PushConstant(random.word()),
            Op::PushSp,
            Op::PushVp,
            Op::Dup,
            Op::Pop,
            Op::Add,
            Op::Subtract,
            Op::And,
            Op::ShiftRightLogical,
            Op::SetVp,
        ];
        for _ in 0..2 {
            ops.push(Op::PushDirect(random.address(sp)));
            ops.push(Op::StoreDirect(random.address(sp)));
            ops.push(Op::PushLocal(random.below(4) as u8));
            ops.push(Op::StoreLocal(random.below(4) as u8));
        }
        ops
    }

    /// All that pairs make of operations, each with the operations that it stands for; and how many rows have made them.
    fn fused(memory: &mut [MemoryStep], single: &[Op]) -> (Vec<(Op, Vec<Op>)>, usize) {
        let mut known: Vec<_> = single.iter().map(|op| (*op, vec![*op])).collect();
        let mut rows = HashSet::new();
        let mut newest = 0;
        while newest < known.len() {
            for other in 0..=newest {
                let both = [(other, newest), (newest, other)];
                for (first, second) in both.into_iter().skip(usize::from(other == newest)) {
                    let [(first, before), (second, after)] = [&known[first], &known[second]];
                    if let Some(op) = pair(memory, *first, *second) {
                        rows.insert((discriminant(first), discriminant(second)));
                        let plain = [&before[..], after].concat();
                        known.push((op, plain));
                    }
                }
            }
            newest += 1;
        }
        (known.split_off(single.len()), rows.len())
    }

    fn machine() -> Machine {
        let config = MachineConfig {
            memory_words: 1024,
            ..MachineConfig::default()
        };
        let program = Program {
            // `nop nxt`
            rom: vec![0x900; 2048],
            stack_ram: vec![0; 256],
            jump_table: JumpTable {
                bytecodes: vec![0; 256],
                interrupt: 0,
                exception: 0,
            },
            symbols: Default::default(),
        };
        let image: Vec<u32> = (0..1024_u32).map(|n| n.wrapping_mul(0x0101_0107)).collect();
        Machine::new(&config, &program, &image).expect("a machine")
    }

    /// Blocks with memory operations, a segment, a place and an exit.
    fn blocks(machine: &Machine) -> Blocks {
        let mut blocks = Blocks::new(machine, None).expect("a known configuration");
        let step = |op| MemoryStep {
            op,
            site: MEMORY_SITE,
            cycle: 3,
            operand: [Byte::Unknown; 2],
            known: (op == MemoryOp::GetField).then_some(3),
            latency: blocks.latencies.of(op),
            wait: 0,
            pops: true,
        };
        let [load, address] = [MemoryOp::MethodLoad, MemoryOp::WriteAddress].map(|op| MemoryStep {
            op,
            latency: Latency::REGISTER,
            ..step(MemoryOp::Read)
        });
        let [write, read, get_field] =
            [MemoryOp::Write, MemoryOp::Read, MemoryOp::GetField].map(step);
        blocks.code.memory = vec![write, read, get_field, load, address];
        blocks.code.places = vec![Place::default()];
        blocks.code.exits = vec![Place::default()];
        blocks.code.segments = vec![Segment {
            site: CHECK_SITE,
            cycles: 50,
            rise: 1,
            fall: 1,
            room: 200,
        }];
        blocks
    }

    /// Site, registers, state and counters after some operations; a dispatch goes on at the fifth one.
    fn outcome(
        blocks: &mut Blocks,
        mut machine: Machine,
        core: &Core,
        ops: &[Op],
    ) -> (u32, String, MachineState, Statistics) {
        blocks.core = core.clone();
        blocks.code.ops = [ops, &[Op::Leave(DONE); 4]].concat();
        let mut probe = (Statistics::default(), NoProbe);
        let site = blocks.execute_methods(0, &mut machine, &mut probe);
        // Where it ends in other operations is another place.
        blocks.core.at = 0;
        let registers = format!("{:?}", blocks.core);
        (site, registers, machine.state, probe.0)
    }

    #[test]
    fn a_pair_does_what_its_operations_do_one_after_the_other() {
        let mut machine = machine();
        let mut blocks = blocks(&machine);
        let mut random = Random(7);
        let mut left = HashSet::new();
        for _ in 0..100 {
            let sp = 40 + random.below(40);
            let core = random_core(&mut random, sp);
            machine.state.stack.ram.fill_with(|| random.word());
            let ops = single(&mut random, sp);
            let (pairs, rows) = fused(&mut blocks.code.memory, &ops);
            let table = include_str!("fuse.rs").lines().map(str::trim_start);
            assert_eq!(rows, table.filter(|line| line.starts_with("(Op::")).count());
            for (op, plain) in pairs {
                let expected = outcome(&mut blocks, machine.clone(), &core, &plain);
                let found = outcome(&mut blocks, machine.clone(), &core, &[op]);
                assert_eq!(
                    (found.0, &found.1),
                    (expected.0, &expected.1),
                    "{op:?}, {plain:?}"
                );
                assert!(found.2 == expected.2, "{op:?}, {plain:?}: state");
                assert_eq!(found.3, expected.3, "{op:?}, {plain:?}");
                left.insert(found.0);
                if found.0 == DONE {
                    let moved = blocks.core.sp.wrapping_sub(sp) as i32;
                    let sum: i32 = plain.iter().map(|op| moves_sp(*op)).sum();
                    assert_eq!((moves_sp(op), sum), (moved, moved), "{op:?}");
                }
            }
        }
        assert_eq!(left, HashSet::from([DONE, MEMORY_SITE, CHECK_SITE]));
    }

    fn random_core(random: &mut Random, sp: u32) -> Core {
        let a = random.word();
        Core {
            a: if random.below(2) == 0 { a } else { a % 1024 },
            b: random.word(),
            sp,
            vp: sp - 3 + random.below(4),
            base: 1000,
            busy: 1000 + u64::from(random.below(12)),
            horizon: 1000 + u64::from(random.below(300)),
            rd_data: random.word(),
            ..Core::default()
        }
    }

    /// Names of the operations of each chain.
    fn chains() -> Vec<Vec<&'static str>> {
        macro_rules! names {
            ($($chain:ident = $head:ident $(($($operand:ident),+))?: $($next:ident)+;)+) => {
                vec![$(vec![stringify!($head), $(stringify!($next)),+]),+]
            };
        }
        chains::for_each_chain!(names)
    }

    #[test]
    fn a_chain_does_what_its_operations_do_one_after_the_other() {
        let mut machine = machine();
        let mut blocks = blocks(&machine);
        let mut random = Random(11);
        let mut left = HashSet::new();
        for names in chains().iter().cycle().take(2000) {
            let sp = 40 + random.below(40);
            let core = random_core(&mut random, sp);
            machine.state.stack.ram.fill_with(|| random.word());
            let single = single(&mut random, sp);
            let (pairs, _) = fused(&mut blocks.code.memory, &single);
            let mut known: Vec<Op> = pairs.into_iter().map(|(op, _)| op).collect();
            known.extend(single);
            known.extend(of_methods(&mut random, names.len() as u32));
            blocks.code.places[0].to = names.len() as u32;
            let plain: Vec<Op> = names
                .iter()
                .map(|name| {
                    let is = |op: &&Op| format!("{op:?}").split('(').next() == Some(name);
                    let those: Vec<&Op> = known.iter().filter(is).collect();
                    *those[random.below(those.len() as u32) as usize]
                })
                .collect();
            let mut linked = plain.clone();
            chains::link(&mut linked);
            assert!(
                linked[0] != plain[0] && linked[1..] == plain[1..],
                "{plain:?}"
            );
            let expected = outcome(&mut blocks, machine.clone(), &core, &plain);
            let found = outcome(&mut blocks, machine.clone(), &core, &linked);
            assert_eq!((found.0, &found.1), (expected.0, &expected.1), "{plain:?}");
            assert!(found.2 == expected.2, "{plain:?}: state");
            assert_eq!(found.3, expected.3, "{plain:?}");
            assert_eq!(moves_sp(linked[0]), moves_sp(plain[0]));
            left.insert(found.0);
        }
        assert!(left.is_superset(&HashSet::from([DONE, MEMORY_SITE, CHECK_SITE])));
    }

    /// What chains are made of beside pairs and what those are made of.
    fn of_methods(random: &mut Random, end: u32) -> Vec<Op> {
        vec![
            Op::Load(3),
            Op::SetAddress(4),
            Op::PushStart,
            Op::PushIndirect,
            Op::StoreIndirect,
            Op::PushJpc(random.below(9) as i16),
            Op::SetAr,
            Op::SetJpc(1),
            Op::SetSp(false),
            Op::IfZero(false, end),
            Op::IfNotZero(false, end),
            Op::Branch(false, random.word() as u16, end),
            Op::Goto(end),
            Op::Exit(0),
            Op::WaitLoad(9 + random.below(5)),
            Op::GoOn(0),
            Op::End(End {
                keep: End::KEPT,
                offset: 0,
                cycles: 20,
            }),
        ]
    }

    #[test]
    fn what_somebody_goes_to_begins_an_operation_of_its_own() {
        let plain = |target| {
            [
                Op::PushDirect(1),
                Op::PushDirect(2),
                Op::PushDirect(3),
                Op::PushDirect(4),
                Op::StoreDirect(5),
                Op::StoreDirect(6),
                Op::SetVp,
                Op::Goto(target),
            ]
        };
        let fused = |target: u32| {
            let mut code = Code::new();
            let begin = code.ops.len();
            code.ops.extend(plain(begin as u32 + target));
            fuse(&mut code);
            assert_eq!(code.plain[begin..], plain(begin as u32 + target));
            let places = code.fused_at[begin..].iter();
            let places: Vec<u32> = places.map(|place| place - begin as u32).collect();
            (code.ops[begin..].to_vec(), places)
        };
        let four = Op::PushFourDirects(1, 2, 3, 4);
        let [low, high] = [Op::PushDirects(1, 2), Op::PushDirects(3, 4)];
        let stores = Op::StoreDirectsSetVp(5, 6);
        let (ops, places) = fused(4);
        assert_eq!(ops, [four, stores, Op::Goto(5)]);
        assert_eq!(places, [0, 0, 0, 0, 1, 1, 1, 2]);
        let (ops, places) = fused(2);
        assert_eq!(ops, [low, high, stores, Op::Goto(5)]);
        assert_eq!(places, [0, 0, 1, 1, 2, 2, 2, 3]);
        let (ops, places) = fused(3);
        let alone = [Op::PushDirect(3), Op::DirectToDirect(4, 5)];
        let rest = [Op::StoreDirect(6), Op::SetVp, Op::Goto(6)];
        assert_eq!(ops, [&[low][..], &alone, &rest].concat());
        assert_eq!(places, [0, 0, 1, 2, 2, 3, 4, 5]);
    }
}

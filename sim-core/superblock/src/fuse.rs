//! Frequent pairs of operations as one. The second one never leaves before it has begun, so nobody sees what is
//! between the two.

use rustc_hash::FxHashSet;

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
        _ => return None,
    })
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
    for (place, op) in plain.iter().enumerate() {
        let last = code.ops.last_mut();
        let fused = last.and_then(|last| Some((pair(&mut code.memory, *last, *op)?, last)));
        match fused {
            Some((fused, last)) if !labels.contains(&(place as u32)) => *last = fused,
            _ => code.ops.push(*op),
        }
        code.fused_at.push(code.ops.len() as u32 - 1);
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
}

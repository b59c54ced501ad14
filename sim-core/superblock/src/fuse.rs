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
        code.fused_at.push(here);
        for earlier in code.fused_at.iter_mut().rev() {
            if *earlier <= here {
                break;
            }
            *earlier = here;
        }
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

//! The quick loop: decoded bytecodes while nothing can observe single cycles.
//!
//! It runs while no interrupt or exception can be due, the stack cannot reach its limit, and accesses go to
//! main memory. A basic block is charged at its start. Any other case, a device, null, an index out of bounds,
//! returns to the exact step before anything has changed.

use cost_model::{PathId, RowId, Scenario};
use isa::address::ADDRESS_MASK;
use isa::op;

use crate::arithmetic as on;
use crate::code::place;
use crate::core::Core;
use crate::error::Fault;
use crate::plain_table::for_each_plain;
use crate::probe::{Executed, Place, Probe};
use crate::quick_calls as calls;
use crate::quick_code::{Kind, Op, QuickCode};
use crate::quick_memory as memory;
use crate::quick_sums::{Run, Sums};
use crate::stack::{LOWEST, variable};

/// Runs from the next bytecode, dispatched in `cycle`, to one that is left to the exact step or would end at `horizon` or
/// later; gives the cycle that dispatches that one.
#[allow(clippy::too_many_lines, reason = "one arm for each operation")]
pub(crate) fn run<P: Probe>(
    core: &mut Core,
    quick: &mut QuickCode,
    mut cycle: u64,
    horizon: u64,
    probe: &mut P,
) -> Result<u64, Fault> {
    quick.follow(&core.code);
    let mut first = core.code.methods[core.switch.method as usize].first as usize;
    let mut ip = first + core.pc as usize;
    if core.pc >= core.code.methods[core.switch.method as usize].length {
        return Ok(cycle);
    }
    let mut s = core.stack.lend();
    let room = s.limit() - LOWEST;
    let mut bytecodes = core.counters.bytecodes;
    let mut result = Ok(());
    let mut sums = Sums::new(cycle, bytecodes);
    let strict = core.strict;

    'blocks: loop {
        let mut op: Op = quick.ops[ip];
        let (rise, fall) = (u32::from(op.rise), u32::from(op.fall));
        let height = s.sp.wrapping_sub(LOWEST + fall);
        if cycle + u64::from(op.cycles) >= horizon || height >= room.saturating_sub(fall + rise) {
            break;
        }
        cycle += u64::from(op.cycles);
        bytecodes += u64::from(op.count);
        if P::SUMS {
            sums.begin(&mut quick.runs[ip]);
        }
        // Gives the rest of the block back and leaves it to the exact step.
        macro_rules! leave {
            () => {{
                cycle -= u64::from(op.cycles);
                bytecodes -= u64::from(op.count);
                if P::SUMS {
                    sums.give_back(&mut quick.runs[ip]);
                }
                break 'blocks;
            }};
        }
        // A cheaper scenario than the one that was paid for.
        macro_rules! save {
            ($opcode:expr, $cycles:expr) => {{
                let cycles = u64::from($cycles);
                cycle -= cycles;
                if P::SUMS {
                    quick.saved[usize::from($opcode)] += cycles;
                }
            }};
        }
        macro_rules! branch {
            ($operands:literal, $taken:expr) => {{
                let taken = $taken;
                for _ in 0..$operands {
                    s.pop();
                }
                ip = if taken { op.operand as usize } else { ip + 3 };
                continue 'blocks;
            }};
        }
        macro_rules! attempt {
            ($access:expr) => {
                match $access {
                    Some(result) => result,
                    None => leave!(),
                }
            };
        }
        macro_rules! call {
            ($length:expr, $method:expr) => {{
                let method: u32 = attempt!($method);
                let saved_pc = (ip - first) as u32 + $length;
                let word = attempt!(calls::push_frame(&mut s, &core.bus.words, method, saved_pc));
                enter!(word, 0);
                continue 'blocks;
            }};
        }
        // The word goes back if the frame cannot be built.
        macro_rules! java_with {
            ($length:expr, $word:expr) => {{
                let before = s.registers();
                s.push($word);
                let saved_pc = (ip - first) as u32 + $length;
                let method = quick.java_method(&s, op);
                match calls::push_frame(&mut s, &core.bus.words, method, saved_pc) {
                    Some(word) => {
                        enter!(word, 0);
                        continue 'blocks;
                    }
                    None => {
                        s.set(before);
                        leave!()
                    }
                }
            }};
        }
        macro_rules! enter {
            ($word:expr, $pc:expr) => {{
                let pc: u32 = $pc;
                let opcode = op.opcode();
                let load = quick.load(op);
                let miss = |words| load.map_or(0, |load| load.miss(words));
                let caller = core.switch.method;
                let dispatched = cycle - u64::from(op.cycles);
                match core
                    .switch
                    .enter($word, &mut core.code, &mut core.bus, miss)
                {
                    Ok(cycles) => cycle += cycles,
                    Err(fault) => {
                        result = Err(fault);
                        break 'blocks;
                    }
                }
                if P::SUMS {
                    let run = &quick.runs[ip];
                    let executed = Executed {
                        cycle: dispatched,
                        place: Place {
                            method: place(core.code.methods[caller as usize].word).0,
                            pc: (ip - first) as u32,
                        },
                        path: PathId {
                            row: RowId::Bytecode(opcode),
                            scenario: Scenario::Usual,
                        },
                        runs: 1,
                        cycles: cycle - dispatched,
                        stalls: run.stalls_of_move(load, core.switch.last),
                        delay: 0,
                        lookup: core.switch.last,
                        frame: s.vp,
                    };
                    let passed = sums.passed(dispatched, bytecodes - 1, run);
                    // Here the run may end, in the middle of a load.
                    if cycle >= horizon {
                        probe.passed(&passed);
                        probe.executed(&executed);
                    } else {
                        probe.moved(&passed, &executed);
                    }
                    sums = Sums::new(cycle, bytecodes);
                }
                let method = core.code.methods[core.switch.method as usize];
                first = method.first as usize;
                ip = first + pc as usize;
                if method.first + method.length > quick.ops.len() as u32 {
                    quick.follow(&core.code);
                }
                if pc >= method.length {
                    break 'blocks;
                }
            }};
        }
        macro_rules! ret {
            ($results:literal) => {{
                let (word, pc) =
                    attempt!(calls::pop_frame::<$results, _, _>(&mut s, &core.bus.words));
                enter!(word, pc);
                continue 'blocks;
            }};
        }
        loop {
            macro_rules! length {
                (any) => {
                    usize::from(op.length)
                };
                ($bytes:literal) => {
                    $bytes
                };
            }
            macro_rules! plain {
                (
                    usual { $($kind:ident $change:literal $rise:literal $length:tt [$bytecodes:pat] |$s:ident $(, $n:ident)?| $effect:expr;)* }
                    varying { $($varying:ident $varying_change:literal $varying_rise:literal $bytecode:ident $saving:ident $scenarios:ident $run:path;)* }
                ) => {
                    match op.kind {
                        $(Kind::$kind => {
                            let $s = &mut s;
                            $(let $n = op.operand;)?
                            $effect;
                            length!($length)
                        })*
                        $(Kind::$varying => {
                            save!(op::$bytecode, quick.savings.$saving[$run(&mut s) as usize]);
                            1
                        })*
                        _ => unreachable!("the other kinds have arms of their own"),
                    }
                };
            }
            let words = &mut core.bus.words;
            let length = match op.kind {
                Kind::Slow => leave!(),
                Kind::Constant => {
                    attempt!(memory::constant(&mut s, words, op.operand));
                    usize::from(op.length)
                }
                Kind::LongConstant => {
                    attempt!(memory::long_constant(&mut s, words, op.operand));
                    3
                }
                Kind::GetStatic => {
                    s.push(attempt!(memory::read(words, op.operand)));
                    3
                }
                Kind::PutStatic => {
                    attempt!(memory::write(&mut core.bus, op.operand, s.a));
                    s.pop();
                    3
                }
                Kind::GetStaticLong => {
                    attempt!(memory::get_static_long(&mut s, words, op.operand));
                    3
                }
                Kind::PutStaticLong => {
                    attempt!(memory::put_static_long(&mut s, &mut core.bus, op.operand));
                    3
                }
                Kind::GetField => {
                    let value = attempt!(memory::field(words, s.a, op.operand));
                    s.a = value;
                    3
                }
                Kind::PutField => {
                    attempt!(memory::put_field(&mut s, &mut core.bus, op.operand));
                    3
                }
                Kind::GetFieldLong => {
                    attempt!(memory::get_field_long(&mut s, words, op.operand));
                    3
                }
                Kind::PutFieldLong => {
                    attempt!(memory::put_field_long(&mut s, &mut core.bus, op.operand));
                    3
                }
                Kind::ArrayLoad => {
                    attempt!(memory::array_load(&mut s, words, strict));
                    1
                }
                Kind::ArrayStore => {
                    attempt!(memory::array_store(&mut s, &mut core.bus, strict));
                    1
                }
                Kind::LongArrayLoad => {
                    attempt!(memory::long_array_load(&mut s, words));
                    1
                }
                Kind::LongArrayStore => {
                    attempt!(memory::long_array_store(&mut s, &mut core.bus));
                    1
                }
                Kind::ArrayLength => {
                    attempt!(memory::array_length(&mut s, words, strict));
                    1
                }
                Kind::ReadMemory => {
                    s.a = attempt!(memory::read(words, s.a & ADDRESS_MASK));
                    1
                }
                Kind::WriteMemory => {
                    attempt!(memory::write(&mut core.bus, s.a & ADDRESS_MASK, s.b));
                    s.pop();
                    s.pop();
                    1
                }
                Kind::IfEq => branch!(1, s.a == 0),
                Kind::IfNe => branch!(1, s.a != 0),
                Kind::IfLt => branch!(1, (s.a as i32) < 0),
                Kind::IfGe => branch!(1, (s.a as i32) >= 0),
                Kind::IfGt => branch!(1, (s.a as i32) > 0),
                Kind::IfLe => branch!(1, (s.a as i32) <= 0),
                Kind::IfCmpEq => branch!(2, s.b == s.a),
                Kind::IfCmpNe => branch!(2, s.b != s.a),
                Kind::IfCmpLt => branch!(2, (s.b as i32) < s.a as i32),
                Kind::IfCmpGe => branch!(2, s.b as i32 >= s.a as i32),
                Kind::IfCmpGt => branch!(2, s.b as i32 > s.a as i32),
                Kind::IfCmpLe => branch!(2, s.b as i32 <= s.a as i32),
                Kind::Goto => {
                    ip = op.operand as usize;
                    continue 'blocks;
                }
                Kind::Return => ret!(0),
                Kind::ReturnWord => ret!(1),
                Kind::ReturnLong => ret!(2),
                Kind::InvokeStatic => call!(3, calls::direct(&s, words, op.index())),
                Kind::InvokeVirtual => {
                    call!(3, calls::virtual_call(&s, words, op.index(), strict))
                }
                Kind::InvokeInterface => {
                    call!(5, calls::interface(&s, words, op.index()))
                }
                Kind::Java => call!(1, Some(quick.java_method(&s, op))),
                Kind::JavaConstant => {
                    let address = s.load(variable::CP).wrapping_add(op.index());
                    let constant = attempt!(memory::read(words, address & ADDRESS_MASK));
                    java_with!(3, constant)
                }
                Kind::JavaOperand => java_with!(u32::from(op.length), op.index()),
                _ => for_each_plain!(plain),
            };
            ip += length;
            op = quick.ops[ip];
        }
    }
    if P::SUMS && bytecodes != sums.bytecodes() {
        probe.passed(&sums.passed(cycle, bytecodes, &Run::default()));
    }
    let registers = s.registers();
    core.stack.set(registers);
    core.pc = (ip - first) as u32;
    core.counters.bytecodes = bytecodes;
    result?;
    Ok(cycle)
}

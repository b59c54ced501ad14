//! Random items: every instruction, every memory operation, every kind of branch.

use proptest::prelude::*;
use proptest::sample::select;

use super::Ending;
use super::items::{Constant, Index, Item};
use super::world::{Kind, VARIABLES};
use crate::support::words::*;

/// Words with an effect on the registers of the stack only. They may stand in delay slots and run in parallel to
/// a memory operation.
fn harmless() -> impl Strategy<Value = u16> {
    let arithmetic = vec![POP, AND, OR, XOR, ADD, SUB, USHR, SHL, SHR];
    let stores = vec![ST0, ST1, ST2, ST3, ST, STMI];
    let loads = vec![LD0, LD1, LD2, LD3, LD, LDMI, LDSP, LDVP, LDJPC, DUP];
    let operands = vec![LD_OPD_8U, LD_OPD_8S, LD_OPD_16U, LD_OPD_16S];
    prop_oneof![
        3 => Just(NOP),
        6 => select(arithmetic),
        2 => select(stores),
        6 => select(loads),
        1 => select(operands),
        2 => (0..VARIABLES).prop_map(stm),
        2 => (0u16..32).prop_map(ldm),
        6 => (0u16..32).prop_map(ldi),
        4 => undefined(),
        1 => select(vec![ATMSTART, ATMEND]),
    ]
}

/// Encodings that no assembler knows but the hardware executes (spec 02 section 3), without a memory operation.
fn undefined() -> impl Strategy<Value = u16> {
    let ranges = [
        0x006..0x010,
        0x016..0x018,
        0x01f..0x020,
        0x050..0x080,
        0x080..0x0a0,
        0x0ee..0x0f0,
        0x0f3..0x0f4,
        0x0f9..0x100,
        0x103..0x110,
        0x114..0x120,
        0x120..0x180,
    ];
    select(ranges.into_iter().flatten().collect::<Vec<u16>>())
}

fn fillers(max: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(harmless(), 0..=max)
}

fn slots() -> impl Strategy<Value = [u16; 2]> {
    [harmless(), harmless()]
}

fn constant(kind: Kind) -> impl Strategy<Value = Constant> {
    any::<u8>().prop_map(move |choice| (kind, choice))
}

/// Any value at all.
fn value() -> impl Strategy<Value = Constant> {
    let kinds = vec![
        Kind::Small,
        Kind::Number,
        Kind::Number,
        Kind::Object,
        Kind::MemoryAddress,
    ];
    (select(kinds), any::<u8>())
}

/// An address for plain accesses and statics.
fn address() -> impl Strategy<Value = Constant> {
    prop_oneof![
        6 => constant(Kind::MemoryAddress),
        2 => constant(Kind::ScratchpadAddress),
        2 => constant(Kind::Device),
        1 => constant(Kind::Object),
    ]
}

fn index() -> impl Strategy<Value = Index> {
    prop_oneof![
        Just(Index::Operand),
        constant(Kind::Small).prop_map(Index::Native),
    ]
}

fn static_index() -> impl Strategy<Value = Index> {
    prop_oneof![Just(Index::Operand), address().prop_map(Index::Native)]
}

fn element() -> impl Strategy<Value = Constant> {
    prop_oneof![6 => constant(Kind::Small), 1 => constant(Kind::Number)]
}

fn plain_accesses() -> BoxedStrategy<Item> {
    let read = (select(vec![STMRA, STMRAC, STMRAF]), address(), fillers(5)).prop_map(
        |(op, address, fillers)| Item::Read {
            op,
            address,
            fillers,
        },
    );
    let write = (
        select(vec![STMWD, STMWDF]),
        value(),
        address(),
        fillers(3),
        fillers(4),
    )
        .prop_map(|(op, value, address, between, fillers)| Item::Write {
            op,
            value,
            address,
            between,
            fillers,
        });
    let control = prop_oneof![
        3 => constant(Kind::Small),
        1 => constant(Kind::Number),
    ];
    let device = (control, constant(Kind::DeviceControl))
        .prop_map(|(value, register)| Item::DeviceWrite { value, register });
    let interrupt = (0u8..3, any::<bool>())
        .prop_map(|(source, exception)| Item::Interrupt { source, exception });
    prop_oneof![6 => read, 6 => write, 4 => device, 1 => interrupt].boxed()
}

fn field_accesses() -> BoxedStrategy<Item> {
    let object = || constant(Kind::Object);
    let getfield =
        (object(), index(), fillers(5)).prop_map(|(object, index, fillers)| Item::GetField {
            object,
            index,
            fillers,
        });
    let putfield = (
        select(vec![STPF, STPF, STPFR]),
        object(),
        value(),
        index(),
        fillers(4),
    )
        .prop_map(|(op, object, value, index, fillers)| Item::PutField {
            op,
            object,
            value,
            index,
            fillers,
        });
    let getstatic = (static_index(), fillers(4))
        .prop_map(|(index, fillers)| Item::GetStatic { index, fillers });
    let putstatic =
        (value(), static_index(), fillers(4)).prop_map(|(value, index, fillers)| Item::PutStatic {
            value,
            index,
            fillers,
        });
    prop_oneof![4 => getfield, 3 => putfield, 1 => getstatic, 1 => putstatic].boxed()
}

fn array_accesses() -> BoxedStrategy<Item> {
    let array = || constant(Kind::Array);
    let load =
        (array(), element(), fillers(4)).prop_map(|(array, index, fillers)| Item::ArrayLoad {
            array,
            index,
            fillers,
        });
    let store =
        (array(), element(), value(), fillers(4)).prop_map(|(array, index, value, fillers)| {
            Item::ArrayStore {
                array,
                index,
                value,
                fillers,
            }
        });
    let copy = (
        address(),
        constant(Kind::MemoryAddress),
        element(),
        fillers(4),
    )
        .prop_map(|(destination, source, position, fillers)| Item::Copy {
            destination,
            source,
            position,
            fillers,
        });
    prop_oneof![3 => load, 3 => store, 2 => copy].boxed()
}

fn registers() -> BoxedStrategy<Item> {
    let sp = (constant(Kind::StackPointer), prop::bool::weighted(0.1))
        .prop_map(|(value, stale)| Item::SetSp { value, stale });
    let pointer = (
        select(vec![STVP, STAR]),
        constant(Kind::LocalsPointer),
        fillers(3),
    )
        .prop_map(|(op, value, users)| Item::SetPointer { op, value, users });
    let users = prop::collection::vec(select(vec![LDMI, STMI, POP, DUP]), 2..6);
    let overlap =
        (constant(Kind::StackPointer), 0u8..5, users).prop_map(|(sp, distance, users)| {
            Item::Overlap {
                sp,
                distance,
                users,
            }
        });
    let jpc = value().prop_map(|value| Item::SetJpc { value });
    let multiply =
        prop::collection::vec(harmless(), 17..=19).prop_map(|fillers| Item::Multiply { fillers });
    let operand = (
        prop::collection::vec(harmless(), 1..=2),
        select(vec![LD, ST, LD_OPD_8U, LD_OPD_8S, LD_OPD_16U, LD_OPD_16S]),
    )
        .prop_map(|(carriers, user)| Item::Operand { carriers, user });
    let results = vec![LDMRD, LDBCSTART, LDMUL, 0x0e3, 0x0e4, 0x0e5, 0x0e6, 0x0e7];
    let results = select(results).prop_map(Item::Word);
    // Every field read starts with a push, which is the word the object cache needs to forget.
    let invalidate = Just(Item::Word(CINVAL));
    prop_oneof![
        2 => sp, 2 => pointer, 1 => overlap, 1 => jpc, 1 => multiply, 4 => operand, 1 => results, 1 => invalidate
    ]
    .boxed()
}

fn method_loads() -> BoxedStrategy<Item> {
    let steady = |word: &u16| !matches!(*word, LD | ST | LD_OPD_8U..=LD_OPD_16S);
    let fillers = prop::collection::vec(
        harmless().prop_map(move |word| if steady(&word) { word } else { NOP }),
        0..=3,
    );
    (constant(Kind::Method), any::<bool>(), fillers)
        .prop_map(|(method, run, fillers)| Item::Load {
            method,
            run,
            fillers,
        })
        .boxed()
}

/// Items without branches.
fn straight() -> BoxedStrategy<Item> {
    prop_oneof![
        20 => harmless().prop_map(Item::Word),
        // Overwrites a constant: later routines find another value than they expect.
        1 => (VARIABLES..32).prop_map(|n| Item::Word(stm(n))),
        8 => plain_accesses(),
        10 => field_accesses(),
        8 => array_accesses(),
        12 => registers(),
        2 => method_loads(),
    ]
    .boxed()
}

fn branches() -> BoxedStrategy<Item> {
    let test = || (select(vec![Kind::Small, Kind::Number]), 0u8..3);
    let body = |max| prop::collection::vec(straight(), 0..=max);
    let branch = (any::<bool>(), test(), fillers(2), slots(), body(3)).prop_map(
        |(if_zero, test, settle, slots, body)| Item::Branch {
            if_zero,
            test,
            settle,
            slots,
            body,
        },
    );
    let jump = (slots(), prop::collection::vec(0u16..0x1000, 0..5))
        .prop_map(|(slots, skipped)| Item::Jump { slots, skipped });
    let repeated = (0u8..3, body(2)).prop_map(|(count, body)| Item::Loop { count, body });
    let chain = (
        any::<bool>(),
        test(),
        any::<bool>(),
        [any::<u8>(), any::<u8>()],
        constant(Kind::StackPointer),
    )
        .prop_map(|(if_zero, test, second_slot, targets, sp)| Item::Chain {
            if_zero,
            test,
            second_slot,
            targets,
            sp,
        });
    let java = ([value(), value()], fillers(1), harmless(), slots()).prop_map(
        |(operands, settle, carrier, slots)| Item::JavaBranch {
            operands,
            settle,
            carrier,
            slots,
        },
    );
    let exit = test().prop_map(|test| Item::Exit { test });
    prop_oneof![4 => branch, 1 => jump, 1 => repeated, 1 => chain, 5 => java, 1 => exit].boxed()
}

/// Items of a routine.
pub(super) fn items(max: usize) -> impl Strategy<Value = Vec<Item>> {
    let item = prop_oneof![4 => straight(), 1 => branches()];
    prop::collection::vec(item, 0..=max)
}

/// The end of a routine.
pub(super) fn ending() -> impl Strategy<Value = Ending> {
    prop_oneof![
        7 => Just(Ending::Word),
        1 => constant(Kind::Small).prop_map(Ending::LostBranch),
        2 => (constant(Kind::Array), element())
            .prop_map(|(array, index)| Ending::ArrayLoad(array, index)),
    ]
}

//! Checks the gates against the table of microinstructions, code by code.

use microcode::isa::{Instruction, Op, StackEffect, TABLE};

use sim_core::decode::*;

/// Every microinstruction with every value of its operand bits, and what it controls.
fn all() -> impl Iterator<Item = (Op, Instruction, Control)> {
    TABLE.iter().flat_map(|row| {
        (0..=row.operand.mask()).map(|bits| {
            let instruction = Instruction::Defined(row.op, bits);
            (row.op, instruction, decode(instruction.encode()))
        })
    })
}

#[test]
fn each_row_pushes_pops_or_keeps_as_it_says() {
    for (op, _, control) in all() {
        let expected = match op.row().stack {
            StackEffect::Pop if op == Op::StoreSp => (SpNext::LoadA, BSource::Ram),
            StackEffect::Pop => (SpNext::Decrement, BSource::Ram),
            StackEffect::Push => (SpNext::Increment, BSource::A),
            StackEffect::Keep => (SpNext::Hold, BSource::Hold),
        };
        assert_eq!((control.sp, control.b), expected, "{}", op.mnemonic());
    }
}

#[test]
fn each_row_takes_its_next_a_from_where_its_effect_says() {
    for (op, _, control) in all() {
        let expected = match op {
            Op::And => ASource::And,
            Op::Or => ASource::Or,
            Op::Xor => ASource::Xor,
            Op::Add => ASource::Add,
            Op::Sub => ASource::Subtract,
            Op::ShiftRightLogical => ASource::ShiftRightLogical,
            Op::ShiftLeft => ASource::ShiftLeft,
            Op::ShiftRight => ASource::ShiftRightArithmetic,
            Op::LoadReadData | Op::LoadProduct | Op::LoadBytecodeStart => ASource::External,
            Op::LoadSp => ASource::Sp,
            Op::LoadVp => ASource::Vp,
            Op::LoadJpc => ASource::Jpc,
            Op::LoadOperand8u | Op::LoadOperand8s | Op::LoadOperand16u | Op::LoadOperand16s => {
                ASource::Operand
            }
            _ if !op.writes_a() => ASource::Hold,
            _ if op.row().stack == StackEffect::Push => ASource::Ram,
            _ => ASource::B,
        };
        assert_eq!(control.a, expected, "{}", op.mnemonic());
        assert_eq!(control.subtracts, op != Op::Add, "{}", op.mnemonic());
    }
}

#[test]
fn branches_and_jumps_go_as_far_as_their_operand_says() {
    for (op, instruction, control) in all() {
        let condition = match op {
            Op::BranchIfZero => BranchCondition::Zero,
            Op::BranchIfNotZero => BranchCondition::NotZero,
            _ => BranchCondition::Never,
        };
        assert_eq!(control.branch, condition, "{}", op.mnemonic());
        assert_eq!(control.jump, op == Op::Jump, "{}", op.mnemonic());
        if op.row().operand.is_displacement() {
            assert_eq!(i32::from(control.displacement), instruction.operand());
        }
    }
}

#[test]
fn loads_and_stores_reach_the_word_that_they_name() {
    for (op, instruction, control) in all() {
        let number = instruction.operand() as u8;
        let store = match op {
            Op::StoreLocal0 => Some(RamAddress::pointer(Pointer::Local0)),
            Op::StoreLocal1 => Some(RamAddress::pointer(Pointer::Local1)),
            Op::StoreLocal2 => Some(RamAddress::pointer(Pointer::Local2)),
            Op::StoreLocal3 => Some(RamAddress::pointer(Pointer::Local3)),
            Op::StoreLocal => Some(RamAddress::pointer(Pointer::LocalOperand)),
            Op::StoreIndirect => Some(RamAddress::pointer(Pointer::Ar)),
            Op::StoreVariable => Some(RamAddress::direct(number)),
            _ => None,
        };
        let load = match op {
            Op::LoadLocal0 => RamAddress::pointer(Pointer::Local0),
            Op::LoadLocal1 => RamAddress::pointer(Pointer::Local1),
            Op::LoadLocal2 => RamAddress::pointer(Pointer::Local2),
            Op::LoadLocal3 => RamAddress::pointer(Pointer::Local3),
            Op::LoadLocal => RamAddress::pointer(Pointer::LocalOperand),
            Op::LoadIndirect => RamAddress::pointer(Pointer::Ar),
            Op::LoadVariable => RamAddress::direct(number),
            Op::LoadConstant => RamAddress::direct(32 + number),
            _ => RamAddress::pointer(Pointer::Sp),
        };
        let pushes = op.row().stack == StackEffect::Push;
        let above = RamAddress::pointer(Pointer::SpPlusOne);
        assert_eq!(control.read, load, "{}", op.mnemonic());
        assert_eq!(control.write, store.unwrap_or(above), "{}", op.mnemonic());
        assert_eq!(
            control.writes,
            pushes || store.is_some(),
            "{}",
            op.mnemonic()
        );
    }
}

#[test]
fn each_row_starts_what_its_effect_says_and_nothing_else() {
    for (op, _, control) in all() {
        let pointer = match op {
            Op::StoreVp => PointerLoad::Vp,
            Op::StoreJpc => PointerLoad::Jpc,
            Op::StoreAr => PointerLoad::Ar,
            _ => PointerLoad::None,
        };
        assert_eq!(control.pointer, pointer, "{}", op.mnemonic());
        assert_eq!(control.multiply, op == Op::StartMultiply);
        assert_eq!(control.jbr, op == Op::JavaBranch);
        assert_eq!(control.wait, op == Op::Wait);
        assert_eq!(control.memory, memory_of(op), "{}", op.mnemonic());
        let busy = control.memory != MemoryOp::None || control.multiply;
        assert_eq!(control.starts_memory, busy, "{}", op.mnemonic());
    }
}

fn memory_of(op: Op) -> MemoryOp {
    match op {
        Op::StoreWriteAddress => MemoryOp::WriteAddress,
        Op::StartRead => MemoryOp::Read,
        Op::StartWrite => MemoryOp::Write,
        Op::StartArrayLoad => MemoryOp::ArrayLoad,
        Op::StartArrayStore => MemoryOp::ArrayStore,
        Op::StartGetField => MemoryOp::GetField,
        Op::StartPutField => MemoryOp::PutField,
        Op::StartCopy => MemoryOp::Copy,
        Op::StartBytecodeLoad => MemoryOp::MethodLoad,
        Op::StoreIndex => MemoryOp::Index,
        Op::StartPutStatic => MemoryOp::PutStatic,
        Op::StartReadConstant => MemoryOp::ReadConstant,
        Op::StartReadFull => MemoryOp::ReadAssociative,
        Op::StartWriteFull => MemoryOp::WriteAssociative,
        Op::StartPutReference => MemoryOp::PutFieldReference,
        Op::StartGetStatic => MemoryOp::GetStatic,
        Op::InvalidateCaches => MemoryOp::Invalidate,
        Op::StartAtomic => MemoryOp::AtomicStart,
        Op::EndAtomic => MemoryOp::AtomicEnd,
        _ => MemoryOp::None,
    }
}

/// `ld_opd` and `ld` of results name their source by the low bits of the code.
#[test]
fn operand_and_result_loads_choose_their_source() {
    for (op, format) in [
        (Op::LoadOperand8u, 0),
        (Op::LoadOperand8s, 1),
        (Op::LoadOperand16u, 2),
        (Op::LoadOperand16s, 3),
    ] {
        assert_eq!(decode(op.row().code).operand_format, format);
    }
    for (op, source) in [
        (Op::LoadReadData, 0),
        (Op::LoadProduct, 1),
        (Op::LoadBytecodeStart, 2),
    ] {
        assert_eq!(decode(op.row().code).external, source);
    }
}

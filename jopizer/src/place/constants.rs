//! The constant pool of each linked class: constants of its code, in order of first use (spec 11 sections 4 and 8).

use crate::arrays::Type;
use crate::classes::{ClassId, MethodKey};
use crate::error::LinkError;
use crate::hashing::FxHashMap;
use crate::instructions::{Body, Operand};
use crate::program::ProgramParts;
use crate::reference::{Reference, Slot, SlotValue};
use isa::op;

/// The pool of one class. Positions count from 1; word 0 of the pool is its length.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    /// `None` is the low word of the two-word constant before it.
    slots: Vec<Option<SlotValue>>,
    positions: FxHashMap<Slot, u16>,
}

impl Pool {
    /// The index by which code names the constant.
    pub(crate) fn position(&self, slot: &Slot) -> u16 {
        self.positions.get(slot).copied().unwrap_or_default()
    }

    /// The constants from position 1 on.
    pub(crate) fn slots(&self) -> &[Option<SlotValue>] {
        &self.slots
    }

    fn add(&mut self, slot: &Slot) -> Result<(), ()> {
        if self.positions.contains_key(slot) {
            return Ok(());
        }
        let position = u16::try_from(self.slots.len() + 1).map_err(|_| ())?;
        self.positions.insert(slot.clone(), position);
        self.slots.push(Some(slot.value.clone()));
        if matches!(slot.value, SlotValue::Wide(_)) {
            self.slots.push(None);
        }
        Ok(())
    }
}

/// Gives every used constant its place, and each `ldc` the form that reaches it.
pub(crate) fn assign(program: &mut ProgramParts) -> Result<FxHashMap<ClassId, Pool>, LinkError> {
    let mut pools = FxHashMap::default();
    for class in program.order.clone() {
        let methods: Vec<MethodKey> = program.kept_methods(class).collect();
        let mut pool = Pool::default();
        for method in &methods {
            add_method(program, *method, &mut pool).map_err(|()| LinkError::Hierarchy {
                class: program.classes.class_name(class),
                problem: "uses more than 65535 constants".to_owned(),
            })?;
        }
        for method in methods {
            if let Some(body) = program.bodies.get_mut(&method) {
                choose_load_forms(body, &pool);
            }
        }
        pools.insert(class, pool);
    }
    Ok(pools)
}

fn add_method(program: &ProgramParts, method: MethodKey, pool: &mut Pool) -> Result<(), ()> {
    let body = &program.bodies[&method];
    for instruction in &body.instructions {
        if let Some(Reference::Slot(slot)) = instruction.reference()
            && (slot.value != SlotValue::Unused || program.keeps_all())
        {
            pool.add(slot)?;
        }
    }
    for handler in &body.handlers {
        if let Some(slot) = catch_slot(program, method.class, handler.catch) {
            pool.add(&slot)?;
        }
    }
    Ok(())
}

/// The constant that names a caught class; `None` for handlers that catch everything.
pub(crate) fn catch_slot(program: &ProgramParts, class: ClassId, index: u16) -> Option<Slot> {
    let caught = program.catches.get(&(class, index))?;
    Some(Slot {
        index,
        value: SlotValue::Class(Type::Class(*caught)),
    })
}

fn choose_load_forms(body: &mut Body<Reference>, pool: &Pool) {
    for instruction in &mut body.instructions {
        if let (op::LDC | op::LDC_W, Operand::Reference(Reference::Slot(slot))) =
            (instruction.opcode, &instruction.operand)
        {
            let short = pool.position(slot) <= u8::MAX.into();
            instruction.opcode = if short { op::LDC } else { op::LDC_W };
        }
    }
}

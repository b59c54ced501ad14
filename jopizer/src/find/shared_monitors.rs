//! Monitors where several cores run a program: calls of the runtime, which takes them from the lock unit (spec 07 sections 6 and 9).
//!
//! | class file | linked |
//! |---|---|
//! | `monitorenter`, `Native.lock` | `invokestatic Monitors.enter` |
//! | `monitorexit`, `Native.unlock` | `invokestatic Monitors.exit` |
//! | `synchronized` method | enter first, exit before each return and in a handler of its own |
//! | read of a `volatile` field | `jopsys_inval` before it, as a data cache does not see what other cores write |

use crate::arrays::Type;
use crate::class_file::MemberId;
use crate::classes::{ClassId, Classes, FieldKey, MethodKey};
use crate::error::LinkError;
use crate::instructions::{Body, Handler, Instruction, Operand};
use crate::known_classes::MONITORS;
use crate::reference::{Reference, Slot, SlotValue};
use crate::special::{lacks, load};
use isa::op;

/// The methods that take and leave a monitor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Monitors {
    enter: MethodKey,
    exit: MethodKey,
}

impl Monitors {
    /// Finds them in the runtime.
    pub(crate) fn find(classes: &mut Classes) -> Result<Self, LinkError> {
        let class = load(classes, MONITORS)?;
        let method = |name: &str| {
            let found = classes.declared(class, &MemberId::new(name, "(Ljava/lang/Object;)V"));
            found.filter(|key| classes.method(*key).is_static())
        };
        let both = method("enter").zip(method("exit"));
        let (enter, exit) =
            both.ok_or_else(|| lacks(MONITORS, "lacks `static void enter(Object)` or `exit`"))?;
        Ok(Monitors { enter, exit })
    }

    /// Calls them in place of the bytecodes.
    pub(crate) fn call(self, body: &mut Body<Reference>) {
        for instruction in &mut body.instructions {
            let method = match instruction.opcode {
                op::MONITORENTER => self.enter,
                op::MONITOREXIT => self.exit,
                _ => continue,
            };
            let value = SlotValue::Direct(method);
            *instruction = made(op::INVOKESTATIC, value, instruction.origin);
        }
    }

    /// Takes the monitor of `this`, or of a class, at the start of a synchronized method; leaves it before each return, and in a handler.
    pub(crate) fn guard(self, body: &mut Body<Reference>, class: Option<ClassId>) {
        let monitor = |origin| match class {
            Some(class) => made(op::LDC, SlotValue::Literal(Type::Class(class)), origin),
            None => Instruction::plain(op::ALOAD_0, origin),
        };
        body.expand(|instruction, out| {
            let origin = instruction.origin;
            if (op::IRETURN..=op::RETURN).contains(&instruction.opcode) {
                out.push(monitor(origin));
                out.push(Instruction::plain(op::MONITOREXIT, origin));
            }
            out.push(instruction);
        });
        let end = body.instructions.len();
        let origin = body.instructions.last().map_or(0, |last| last.origin);
        let first = body.labels.len();
        body.labels.extend([0, end]);
        body.handlers.push(Handler {
            start: first,
            end: first + 1,
            handler: first + 1,
            catch: 0,
        });
        body.instructions.extend([
            monitor(origin),
            Instruction::plain(op::MONITOREXIT, origin),
            Instruction::plain(op::ATHROW, origin),
        ]);
        body.prepend(vec![monitor(0), Instruction::plain(op::MONITORENTER, 0)]);
    }

    /// Empties the data caches before each read of a volatile field.
    pub(crate) fn read_past_caches(
        self,
        body: &mut Body<Reference>,
        is_volatile: impl Fn(FieldKey) -> bool,
    ) {
        body.expand(|instruction, out| {
            let reads = matches!(
                instruction.opcode,
                op::GETSTATIC
                    | op::GETSTATIC_REF
                    | op::GETSTATIC_LONG
                    | op::GETFIELD
                    | op::GETFIELD_REF
                    | op::GETFIELD_LONG
            );
            if let Some(Reference::Static(field) | Reference::Instance(field)) =
                instruction.reference()
                && reads
                && is_volatile(*field)
            {
                out.push(Instruction::plain(op::JOPSYS_INVAL, instruction.origin));
            }
            out.push(instruction);
        });
    }
}

/// An instruction whose constant no class file has.
fn made(opcode: u8, value: SlotValue, origin: u32) -> Instruction<Reference> {
    let slot = Slot {
        index: u16::MAX,
        value,
    };
    Instruction::new(opcode, Operand::Reference(Reference::Slot(slot)), origin)
}

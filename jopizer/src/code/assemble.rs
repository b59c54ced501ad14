//! Instruction lists back to bytes: lengths, branch offsets, switch padding, exception and line tables.

use thiserror::Error;

use crate::instructions::{Body, Instruction, Label, Operand};
use crate::symbols::VariableSymbol;
use isa::op;

/// Linked code of one method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Assembled {
    pub(crate) bytes: Vec<u8>,
    /// Start, end, handler as byte offsets, and the class-file pool index of the caught class.
    pub(crate) handlers: Vec<(u16, u16, u16, u16)>,
    /// (byte offset, source line), sorted.
    pub(crate) lines: Vec<(u16, u16)>,
    /// Names of local variables, by slot and place.
    pub(crate) variables: Vec<VariableSymbol>,
}

/// Code that has no encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum AssembleError {
    /// At this original byte offset.
    #[error("a branch is longer than 32767 bytes")]
    Branch(u32),
    #[error("local variable {1} is beyond 255")]
    Local(u32, u16),
    #[error("the code is longer than 65535 bytes")]
    Length,
}

/// Encodes a body. `encode` gives the operand of a reference: pool index, address or offset.
pub(crate) fn assemble<R>(
    body: &Body<R>,
    encode: impl Fn(&R) -> u16,
) -> Result<Assembled, AssembleError> {
    let starts = byte_offsets(body);
    let length = starts.last().copied().unwrap_or_default();
    if length > usize::from(u16::MAX) {
        return Err(AssembleError::Length);
    }
    let place = |label: Label| starts[body.labels[label]];
    let mut encoder = Encoder {
        bytes: Vec::with_capacity(length),
        place,
        encode,
    };
    for instruction in &body.instructions {
        encoder.instruction(instruction)?;
    }
    let bytes = encoder.bytes;
    // Every offset is at most the length, which was checked.
    let offset = |label: Label| place(label) as u16;
    let handlers = body
        .handlers
        .iter()
        .map(|row| {
            (
                offset(row.start),
                offset(row.end),
                offset(row.handler),
                row.catch,
            )
        })
        .collect();
    Ok(Assembled {
        bytes,
        handlers,
        lines: line_table(body, offset),
        variables: variables(body, offset),
    })
}

fn line_table<R>(body: &Body<R>, offset: impl Fn(Label) -> u16) -> Vec<(u16, u16)> {
    let mut lines: Vec<(u16, u16)> = body
        .lines
        .iter()
        .map(|(label, line)| (offset(*label), *line))
        .collect();
    lines.sort_by_key(|(pc, _)| *pc);
    lines.dedup_by_key(|(pc, _)| *pc);
    lines.dedup_by_key(|(_, line)| *line);
    lines
}

fn variables<R>(body: &Body<R>, offset: impl Fn(Label) -> u16) -> Vec<VariableSymbol> {
    let rows = body.variables.iter().map(|row| VariableSymbol {
        name: row.name.to_string(),
        descriptor: row.descriptor.to_string(),
        slot: row.slot,
        start: offset(row.start),
        end: offset(row.end),
    });
    let mut rows: Vec<VariableSymbol> = rows.collect();
    rows.sort_by_key(|row| (row.slot, row.start));
    rows
}

/// Start of each instruction, and end of the code.
fn byte_offsets<R>(body: &Body<R>) -> Vec<usize> {
    let mut starts = Vec::with_capacity(body.instructions.len() + 1);
    let mut pc = 0;
    for instruction in &body.instructions {
        starts.push(pc);
        pc += instruction_length(instruction, pc);
    }
    starts.push(pc);
    starts
}

/// Bytes of an instruction that starts at `pc`.
pub(crate) fn instruction_length<R>(instruction: &Instruction<R>, pc: usize) -> usize {
    let padded = (pc + 1).next_multiple_of(4) - pc;
    match &instruction.operand {
        Operand::None | Operand::Unnamed(_) => 1,
        Operand::Byte(_) | Operand::Local(_) => 2,
        Operand::Reference(_) if instruction.opcode == op::LDC => 2,
        Operand::Short(_)
        | Operand::Increment { .. }
        | Operand::Reference(_)
        | Operand::Branch(_) => 3,
        Operand::MultiNewArray { .. } => 4,
        Operand::InvokeInterface { .. } => 5,
        Operand::Table { targets, .. } => padded + 12 + 4 * targets.len(),
        Operand::Lookup { pairs, .. } => padded + 8 + 8 * pairs.len(),
    }
}

struct Encoder<P, E> {
    bytes: Vec<u8>,
    place: P,
    encode: E,
}

impl<P: Fn(Label) -> usize, E> Encoder<P, E> {
    fn instruction<R>(&mut self, instruction: &Instruction<R>) -> Result<(), AssembleError>
    where
        E: Fn(&R) -> u16,
    {
        let start = self.bytes.len();
        let origin = instruction.origin;
        self.bytes.push(instruction.opcode);
        match &instruction.operand {
            Operand::None | Operand::Unnamed(_) => {}
            Operand::Byte(value) => self.bytes.push(*value),
            Operand::Short(value) => self.put(&value.to_be_bytes()),
            Operand::Local(local) => self.local(*local, origin)?,
            Operand::Increment { local, by } => {
                self.local(*local, origin)?;
                self.bytes.push(by.to_be_bytes()[1]);
            }
            Operand::Reference(reference) => {
                let [high, low] = (self.encode)(reference).to_be_bytes();
                if instruction.opcode != op::LDC {
                    self.bytes.push(high);
                }
                self.bytes.push(low);
            }
            Operand::InvokeInterface { reference, count } => {
                self.put(&(self.encode)(reference).to_be_bytes());
                self.put(&[*count, 0]);
            }
            Operand::MultiNewArray {
                reference,
                dimensions,
            } => {
                self.put(&(self.encode)(reference).to_be_bytes());
                self.bytes.push(*dimensions);
            }
            Operand::Branch(target) => {
                let offset = i16::try_from(self.distance(start, *target))
                    .map_err(|_| AssembleError::Branch(origin))?;
                self.put(&offset.to_be_bytes());
            }
            Operand::Table {
                default,
                low,
                targets,
            } => {
                self.pad();
                self.offset(start, *default);
                self.put(&low.to_be_bytes());
                // The count was that of a class file, so `high` is what it was.
                self.put(
                    &low.wrapping_add(targets.len() as i32)
                        .wrapping_sub(1)
                        .to_be_bytes(),
                );
                for target in targets {
                    self.offset(start, *target);
                }
            }
            Operand::Lookup { default, pairs } => {
                self.pad();
                self.offset(start, *default);
                self.put(&(pairs.len() as i32).to_be_bytes());
                for (key, target) in pairs {
                    self.put(&key.to_be_bytes());
                    self.offset(start, *target);
                }
            }
        }
        Ok(())
    }

    fn local(&mut self, local: u16, origin: u32) -> Result<(), AssembleError> {
        let local = u8::try_from(local).map_err(|_| AssembleError::Local(origin, local))?;
        self.bytes.push(local);
        Ok(())
    }

    fn pad(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }

    /// Distance of a target from the opcode; both lie within 65535 bytes.
    fn distance(&self, start: usize, target: Label) -> i32 {
        (self.place)(target) as i32 - start as i32
    }

    fn offset(&mut self, start: usize, target: Label) {
        let distance = self.distance(start, target);
        self.put(&distance.to_be_bytes());
    }

    fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }
}

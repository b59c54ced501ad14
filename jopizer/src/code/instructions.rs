//! The code of a method as a list of instructions whose branches name instructions, not distances.
//!
//! A [`Label`] marks one instruction of the original code, or the end of it. Edits move labels along, so that
//! branches, exception ranges and line numbers stay right after insertions.

use std::rc::Rc;

use thiserror::Error;

use crate::class_file::{Code, ExceptionHandler};
use crate::descriptor::words;
use isa::{Bytecode, Operands, op};

/// A mark in the code: an index into [`Body::labels`].
pub(crate) type Label = usize;

/// Operands of an opcode. `R` is the resolved form of a reference to a constant or field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Operand<R> {
    None,
    /// `bipush`, `newarray`.
    Byte(u8),
    /// `sipush`.
    Short(i16),
    Local(u16),
    Increment {
        local: u16,
        by: i16,
    },
    /// A constant or a field.
    Reference(R),
    /// A constant that keeps its pool slot although the instruction no longer names it.
    Unnamed(R),
    InvokeInterface {
        reference: R,
        count: u8,
    },
    MultiNewArray {
        reference: R,
        dimensions: u8,
    },
    Branch(Label),
    Table {
        default: Label,
        low: i32,
        targets: Vec<Label>,
    },
    Lookup {
        default: Label,
        pairs: Vec<(i32, Label)>,
    },
}

impl<R> Operand<R> {
    /// Turns the reference, if there is one, into another kind.
    pub(crate) fn try_map<S, E>(
        self,
        map: impl FnOnce(R) -> Result<S, E>,
    ) -> Result<Operand<S>, E> {
        Ok(match self {
            Operand::None => Operand::None,
            Operand::Byte(value) => Operand::Byte(value),
            Operand::Short(value) => Operand::Short(value),
            Operand::Local(local) => Operand::Local(local),
            Operand::Increment { local, by } => Operand::Increment { local, by },
            Operand::Reference(reference) => Operand::Reference(map(reference)?),
            Operand::Unnamed(reference) => Operand::Unnamed(map(reference)?),
            Operand::InvokeInterface { reference, count } => Operand::InvokeInterface {
                reference: map(reference)?,
                count,
            },
            Operand::MultiNewArray {
                reference,
                dimensions,
            } => Operand::MultiNewArray {
                reference: map(reference)?,
                dimensions,
            },
            Operand::Branch(target) => Operand::Branch(target),
            Operand::Table {
                default,
                low,
                targets,
            } => Operand::Table {
                default,
                low,
                targets,
            },
            Operand::Lookup { default, pairs } => Operand::Lookup { default, pairs },
        })
    }
}

/// One instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Instruction<R> {
    pub(crate) opcode: u8,
    pub(crate) operand: Operand<R>,
    /// Byte offset in the class file, for messages.
    pub(crate) origin: u32,
}

impl<R> Instruction<R> {
    pub(crate) fn new(opcode: u8, operand: Operand<R>, origin: u32) -> Self {
        Instruction {
            opcode,
            operand,
            origin,
        }
    }

    /// An instruction without operands.
    pub(crate) fn plain(opcode: u8, origin: u32) -> Self {
        Instruction::new(opcode, Operand::None, origin)
    }

    /// Reference of the instruction, if any.
    pub(crate) fn reference(&self) -> Option<&R> {
        match &self.operand {
            Operand::Reference(reference)
            | Operand::Unnamed(reference)
            | Operand::InvokeInterface { reference, .. }
            | Operand::MultiNewArray { reference, .. } => Some(reference),
            _ => None,
        }
    }

    /// Returns true if the instruction after it can only be reached by a branch.
    pub(crate) fn ends_flow(&self) -> bool {
        matches!(
            self.opcode,
            op::GOTO | op::TABLESWITCH | op::LOOKUPSWITCH | op::IRETURN..=op::RETURN | op::ATHROW
        )
    }

    /// The labels it may jump to.
    pub(crate) fn targets(&self) -> Vec<Label> {
        match &self.operand {
            Operand::Branch(target) => vec![*target],
            Operand::Table {
                default, targets, ..
            } => std::iter::once(*default)
                .chain(targets.iter().copied())
                .collect(),
            Operand::Lookup { default, pairs } => std::iter::once(*default)
                .chain(pairs.iter().map(|pair| pair.1))
                .collect(),
            _ => Vec::new(),
        }
    }
}

/// One row of the exception table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Handler {
    pub(crate) start: Label,
    pub(crate) end: Label,
    pub(crate) handler: Label,
    /// Class-file pool index of the caught class; 0 catches everything.
    pub(crate) catch: u16,
}

/// The code of one method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Body<R> {
    pub(crate) instructions: Vec<Instruction<R>>,
    /// For each label the index of its instruction; the number of instructions marks the end.
    pub(crate) labels: Vec<usize>,
    pub(crate) handlers: Vec<Handler>,
    /// (label, source line), by place.
    pub(crate) lines: Vec<(Label, u16)>,
    /// Names of local variables.
    pub(crate) variables: Vec<Variable>,
}

/// The name of a local variable from one label to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variable {
    pub(crate) start: Label,
    pub(crate) end: Label,
    pub(crate) name: Rc<str>,
    pub(crate) descriptor: Rc<str>,
    /// Its first word among the locals.
    pub(crate) slot: u16,
}

/// Code that cannot be taken apart, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{problem}")]
pub(crate) struct DecodeError {
    pub(crate) pc: u32,
    pub(crate) problem: Problem,
}

/// Error of the code.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum Problem {
    #[error("it ends inside an instruction")]
    CutOff,
    #[error("bytecode {0} is unknown")]
    Unknown(u8),
    #[error("`wide` before bytecode {0}")]
    Wide(u8),
    #[error("a switch has more entries than the code has bytes")]
    Switch,
    #[error("a branch leads to byte {0}, where no instruction starts")]
    Target(i64),
    #[error("the exception table names byte {0}, where no instruction starts")]
    Range(u32),
    #[error("bytecode {0} is of Java 6 and earlier, compile with `javac --release 8`")]
    Subroutine(&'static str),
    #[error("it runs off its end")]
    NoEnd,
}

impl Body<u16> {
    /// Takes the code of a method apart.
    pub(crate) fn decode(code: &Code) -> Result<Self, DecodeError> {
        let mut reader = CodeReader {
            bytes: &code.bytes,
            pc: 0,
            start: 0,
        };
        let mut raw = Vec::new();
        while reader.pc < code.bytes.len() {
            raw.push(reader.instruction()?);
        }
        if !raw.last().is_some_and(Instruction::ends_flow) {
            let pc = raw.last().map_or(0, |last| last.origin);
            return Err(DecodeError {
                pc,
                problem: Problem::NoEnd,
            });
        }
        let places = Places::new(&raw, code.bytes.len());
        let mut instructions = Vec::with_capacity(raw.len());
        for instruction in raw {
            instructions.push(places.link(instruction)?);
        }
        let handlers = code
            .handlers
            .iter()
            .map(|row| places.handler(*row))
            .collect::<Result<_, _>>()?;
        let mut lines: Vec<(Label, u16)> = code
            .lines
            .iter()
            .filter_map(|(pc, line)| Some((places.label((*pc).into())?, *line)))
            .collect();
        lines.sort_by_key(|(label, _)| *label);
        let variables = code.variables.iter().filter_map(|row| {
            let end = u32::from(row.slot) + words(&row.descriptor);
            // Names for people: rows that lead nowhere stop no program.
            if end > u32::from(code.max_locals) {
                return None;
            }
            Some(Variable {
                start: places.label(row.start)?,
                end: places.label(row.end)?,
                name: row.name.clone(),
                descriptor: row.descriptor.clone(),
                slot: row.slot,
            })
        });
        Ok(Body {
            labels: (0..=instructions.len()).collect(),
            variables: variables.collect(),
            instructions,
            handlers,
            lines,
        })
    }
}

impl<R> Body<R> {
    /// Turns each reference into another kind, one instruction into one.
    pub(crate) fn try_map<S, E>(
        self,
        mut map: impl FnMut(Instruction<R>) -> Result<Instruction<S>, E>,
    ) -> Result<Body<S>, E> {
        let instructions = self
            .instructions
            .into_iter()
            .map(&mut map)
            .collect::<Result<_, E>>()?;
        Ok(Body {
            instructions,
            labels: self.labels,
            handlers: self.handlers,
            lines: self.lines,
            variables: self.variables,
        })
    }

    /// Replaces each instruction by those that `expand` adds for it; labels go to the first of them.
    pub(crate) fn expand(
        &mut self,
        mut expand: impl FnMut(Instruction<R>, &mut Vec<Instruction<R>>),
    ) {
        let mut moved = Vec::with_capacity(self.instructions.len() + 1);
        let mut instructions = Vec::with_capacity(self.instructions.len());
        for instruction in self.instructions.drain(..) {
            moved.push(instructions.len());
            expand(instruction, &mut instructions);
        }
        moved.push(instructions.len());
        self.instructions = instructions;
        for label in &mut self.labels {
            *label = moved[*label];
        }
    }

    /// Puts instructions before the first one. Labels do not move to them: a branch to the start skips them, and
    /// no exception range covers them. The first source line does.
    pub(crate) fn prepend(&mut self, prologue: Vec<Instruction<R>>) {
        for label in &mut self.labels {
            *label += prologue.len();
        }
        if let Some((_, line)) = self.lines.first() {
            self.lines.insert(0, (self.labels.len(), *line));
            self.labels.push(0);
        }
        self.instructions.splice(0..0, prologue);
    }
}

/// An operand whose targets are still byte offsets of the class file.
type RawInstruction = Instruction<u16>;

/// Reads instructions one by one; branch targets come out as byte offsets in place of labels.
struct CodeReader<'a> {
    bytes: &'a [u8],
    pc: usize,
    start: usize,
}

impl CodeReader<'_> {
    fn instruction(&mut self) -> Result<RawInstruction, DecodeError> {
        self.start = self.pc;
        let code = self.u8()?;
        let (opcode, operand) = match code {
            op::JSR | op::JSR_W | op::RET => {
                return Err(self.error(Problem::Subroutine(Bytecode::of(code).name())));
            }
            op::INVOKEDYNAMIC => {
                let index = self.u16()?;
                self.u16()?;
                (code, Operand::Reference(index))
            }
            op::WIDE => self.wide()?,
            op::LAST_OF_JAVA.. => return Err(self.error(Problem::Unknown(code))),
            _ => (code, self.operand(Bytecode::of(code).operands())?),
        };
        let opcode = if opcode == op::GOTO_W {
            op::GOTO
        } else {
            opcode
        };
        Ok(Instruction::new(opcode, operand, self.start as u32))
    }

    fn operand(&mut self, kind: Operands) -> Result<Operand<u16>, DecodeError> {
        Ok(match kind {
            Operands::None | Operands::Wide => Operand::None,
            Operands::SignedByte | Operands::ArrayType => Operand::Byte(self.u8()?),
            Operands::SignedShort => Operand::Short(self.u16()?.cast_signed()),
            Operands::Local => Operand::Local(self.u8()?.into()),
            Operands::Increment => Operand::Increment {
                local: self.u8()?.into(),
                by: self.u8()?.cast_signed().into(),
            },
            Operands::Slot8 => Operand::Reference(self.u8()?.into()),
            Operands::Slot16 | Operands::Static | Operands::Field => {
                Operand::Reference(self.u16()?)
            }
            Operands::Branch => {
                let offset = self.u16()?.cast_signed();
                Operand::Branch(self.target(offset.into())?)
            }
            Operands::WideBranch => {
                let offset = self.i32()?;
                Operand::Branch(self.target(offset)?)
            }
            Operands::InvokeInterface => {
                let operand = Operand::InvokeInterface {
                    reference: self.u16()?,
                    count: self.u8()?,
                };
                self.u8()?;
                operand
            }
            Operands::MultiNewArray => Operand::MultiNewArray {
                reference: self.u16()?,
                dimensions: self.u8()?,
            },
            Operands::TableSwitch => self.table_switch()?,
            Operands::LookupSwitch => self.lookup_switch()?,
        })
    }

    fn wide(&mut self) -> Result<(u8, Operand<u16>), DecodeError> {
        let code = self.u8()?;
        let local = self.u16()?;
        match Bytecode::of(code).operands() {
            Operands::Local if code != op::RET => Ok((code, Operand::Local(local))),
            Operands::Increment => Ok((
                code,
                Operand::Increment {
                    local,
                    by: self.u16()?.cast_signed(),
                },
            )),
            _ => Err(self.error(Problem::Wide(code))),
        }
    }

    fn table_switch(&mut self) -> Result<Operand<u16>, DecodeError> {
        self.pad()?;
        let default = self.i32()?;
        let default = self.target(default)?;
        let (low, high) = (self.i32()?, self.i32()?);
        let count = i64::from(high) - i64::from(low) + 1;
        let count = self.entries(count, 4)?;
        let mut targets = Vec::with_capacity(count);
        for _ in 0..count {
            let offset = self.i32()?;
            targets.push(self.target(offset)?);
        }
        Ok(Operand::Table {
            default,
            low,
            targets,
        })
    }

    fn lookup_switch(&mut self) -> Result<Operand<u16>, DecodeError> {
        self.pad()?;
        let default = self.i32()?;
        let default = self.target(default)?;
        let count = self.i32()?;
        let count = self.entries(count.into(), 8)?;
        let mut pairs = Vec::with_capacity(count);
        for _ in 0..count {
            let (key, offset) = (self.i32()?, self.i32()?);
            pairs.push((key, self.target(offset)?));
        }
        Ok(Operand::Lookup { default, pairs })
    }

    /// Checks the number of entries of a switch against what is left of the code.
    fn entries(&self, count: i64, size: usize) -> Result<usize, DecodeError> {
        let possible = (self.bytes.len() - self.pc) / size;
        usize::try_from(count)
            .ok()
            .filter(|count| *count <= possible)
            .ok_or_else(|| self.error(Problem::Switch))
    }

    fn pad(&mut self) -> Result<(), DecodeError> {
        while !self.pc.is_multiple_of(4) {
            self.u8()?;
        }
        Ok(())
    }

    fn target(&self, offset: i32) -> Result<usize, DecodeError> {
        let target = self.start as i64 + i64::from(offset);
        usize::try_from(target).map_err(|_| self.error(Problem::Target(target)))
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let rest = self.bytes.get(self.pc..).unwrap_or_default();
        let bytes = rest
            .first_chunk::<N>()
            .ok_or_else(|| self.error(Problem::CutOff))?;
        self.pc += N;
        Ok(*bytes)
    }

    fn u8(&mut self) -> Result<u8, DecodeError> {
        self.take().map(u8::from_be_bytes)
    }

    fn u16(&mut self) -> Result<u16, DecodeError> {
        self.take().map(u16::from_be_bytes)
    }

    fn i32(&mut self) -> Result<i32, DecodeError> {
        self.take().map(i32::from_be_bytes)
    }

    fn error(&self, problem: Problem) -> DecodeError {
        DecodeError {
            pc: self.start as u32,
            problem,
        }
    }
}

/// Byte offset of the class file to label.
struct Places {
    starts: Vec<Option<Label>>,
}

impl Places {
    fn new(raw: &[RawInstruction], length: usize) -> Self {
        let mut starts = vec![None; length + 1];
        for (label, instruction) in raw.iter().enumerate() {
            starts[instruction.origin as usize] = Some(label);
        }
        starts[length] = Some(raw.len());
        Places { starts }
    }

    fn label(&self, pc: u32) -> Option<Label> {
        self.starts.get(pc as usize).copied().flatten()
    }

    fn handler(&self, row: ExceptionHandler) -> Result<Handler, DecodeError> {
        let label = |pc| {
            self.label(pc).ok_or(DecodeError {
                pc: row.start,
                problem: Problem::Range(pc),
            })
        };
        let handler = label(row.handler)?;
        if handler == self.end() {
            return Err(DecodeError {
                pc: row.start,
                problem: Problem::Range(row.handler),
            });
        }
        Ok(Handler {
            start: label(row.start)?,
            end: label(row.end)?,
            handler,
            catch: row.catch,
        })
    }

    fn end(&self) -> Label {
        self.starts.last().copied().flatten().unwrap_or_default()
    }

    /// Replaces the byte offsets an instruction branches to by labels.
    fn link(&self, mut instruction: RawInstruction) -> Result<RawInstruction, DecodeError> {
        let pc = instruction.origin;
        let link = |target: &mut usize| {
            let label = self.starts.get(*target).copied().flatten();
            let inside = label.filter(|label| *label != self.end());
            *target = inside.ok_or(DecodeError {
                pc,
                problem: Problem::Target(*target as i64),
            })?;
            Ok(())
        };
        match &mut instruction.operand {
            Operand::Branch(target) => link(target)?,
            Operand::Table {
                default, targets, ..
            } => {
                std::iter::once(default).chain(targets).try_for_each(link)?;
            }
            Operand::Lookup { default, pairs } => {
                let targets = pairs.iter_mut().map(|pair| &mut pair.1);
                std::iter::once(default).chain(targets).try_for_each(link)?;
            }
            _ => {}
        }
        Ok(instruction)
    }
}

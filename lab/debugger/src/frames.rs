//! The chain of calls, read from the frames in the stack RAM (spec 12 section 2).

use isa::image::{MethodFrame, MethodWord};
use sim_core::MachineState;

use crate::position::Position;

/// Frames below this address are invalid: the start-up code's ends here.
const LAST_FRAME: u32 = 69;
/// No program calls deeper than the stack has words for.
const MOST_FRAMES: usize = 256;

/// A method under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Code address of the method.
    pub method: u32,
    /// Byte offset of the bytecode under way; in a caller, that of its invoke's last byte.
    pub pc: u32,
    /// Stack RAM address of local 0.
    pub vp: u32,
    /// Words of arguments and locals.
    pub locals: u32,
}

impl Frame {
    /// Address of the word below the operands' first one, five words of frame included.
    #[must_use]
    pub fn operands(&self) -> u32 {
        self.vp + self.locals + 5
    }
}

/// Address that the top of stack would have, were all of the stack in its RAM.
#[must_use]
pub(crate) fn top(state: &MachineState) -> u32 {
    state.stack.sp().wrapping_add(2) & (state.stack.ram.len() as u32 - 1)
}

/// A word of the stack, be it in the RAM or in the registers of the two top elements.
#[must_use]
pub(crate) fn word(state: &MachineState, address: u32) -> u32 {
    let top = top(state);
    if address == top {
        state.stack.a
    } else if address.wrapping_add(1) == top {
        state.stack.b
    } else {
        let ram = &state.stack.ram;
        ram[address as usize % ram.len()]
    }
}

/// The frames, the running method's first. Between bytecodes they are exact; while a call is under way they may be half built.
#[must_use]
pub(crate) fn frames(state: &MachineState, position: &Position) -> Vec<Frame> {
    let mut frames = Vec::new();
    if position.bytecode.is_none() && position.entry.is_none() {
        return frames;
    }
    let mut frame = Frame {
        method: position.method,
        pc: position.pc,
        vp: state.stack.vp(),
        locals: 0,
    };
    let memory = &state.memory_system.memory.words;
    let mut structure = state.stack.ram[0];
    while frames.len() < MOST_FRAMES {
        let shape = MethodFrame::unpack(memory.read(structure.wrapping_add(1)));
        frame.locals = shape.arguments + shape.locals;
        frames.push(frame);
        let fp = frame.vp + frame.locals;
        let saved = |offset| word(state, fp + offset);
        if fp <= LAST_FRAME || saved(2) >= frame.vp {
            break;
        }
        structure = saved(4);
        frame = Frame {
            method: MethodWord::unpack(memory.read(structure)).address,
            pc: saved(1).wrapping_sub(1),
            vp: saved(2),
            locals: 0,
        };
    }
    frames
}

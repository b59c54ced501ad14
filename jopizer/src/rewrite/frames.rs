//! Smaller frames (`docs/shrink-frames.md`): calls of trivial accessors become the accesses, and local variables that are never
//! alive at once share words.
//!
//! | file | what it does |
//! |---|---|
//! | `accessors` | finds methods that only read or write a field, and the calls that can run no other |
//! | `webs` | the values of local variables, and where each is alive |
//! | `colours` | gives webs words, those that are used most the quick ones |

mod accessors;
mod addresses;
mod colours;
mod webs;

use self::addresses::looks_at_frames;
use crate::classes::MethodKey;
use crate::descriptor::{Signature, words};
use crate::error::Note;
use crate::program::ProgramParts;
use webs::{Flow, MethodShape};

/// Shrinks the frames of all methods but those that look at frames; reports what was saved.
pub(crate) fn shrink(program: &mut ProgramParts) -> Note {
    let calls = accessors::inline(program);
    let mut methods: Vec<MethodKey> = Vec::new();
    for class in &program.order {
        methods.extend(program.kept_methods(*class));
    }
    let (mut shrunk, mut saved) = (0, 0);
    for method in methods {
        if let Some((before, after)) = shrink_method(program, method)
            && after < before
        {
            shrunk += 1;
            saved += usize::from(before - after);
        }
    }
    Note::FramesShrunk {
        methods: shrunk,
        words: saved,
        calls,
    }
}

/// Words of locals before and after, if the method was rewritten.
fn shrink_method(program: &mut ProgramParts, method: MethodKey) -> Option<(u16, u16)> {
    let shape = shape(program, method)?;
    let body = program.bodies.get_mut(&method)?;
    if looks_at_frames(body.instructions.iter().map(|it| it.opcode)) {
        return None;
    }
    let flow = Flow::of(body, &shape)?;
    let colouring = colours::colour(&flow, &shape)?;
    colours::apply(body, &flow, &colouring);
    program.max_locals.insert(method, colouring.words);
    Some((shape.max_locals, colouring.words))
}

/// Words that a method's arguments and locals take as it is declared.
fn shape(program: &ProgramParts, method: MethodKey) -> Option<MethodShape> {
    let declared = program.classes.method(method);
    let signature = Signature::parse(&declared.id.descriptor)?;
    let mut arguments = Vec::new();
    let mut slot = 0;
    let receiver = (!declared.is_static()).then_some(1);
    let words = signature.arguments.iter().map(|it| words(it) as u16);
    for width in receiver.into_iter().chain(words) {
        arguments.push((slot, width == 2));
        slot += width;
    }
    let max_locals = declared.code.as_ref()?.max_locals.max(slot);
    Some(MethodShape {
        arguments,
        argument_words: slot,
        max_locals,
        // The unwinder takes the lock from the frame.
        keeps_receiver: declared.is_synchronized() && !declared.is_static(),
    })
}

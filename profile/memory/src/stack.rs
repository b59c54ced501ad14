//! Depth of the stack by context.
//!
//! All threads run in the same words of the stack RAM, one at a time, so each depth is an address. Observed at calls, a frame's entry
//! is exact: its locals begin at the frame pointer, and five saved words follow them. What the innermost method pushes besides is
//! seen in every cycle only; [`StackFollower::cycle`] takes those of the reference.

use cross_profile::{ContextId, Observer, ThreadId};
use isa::MachineConfig;
use jopizer::Symbols;

use crate::profile::{StackUse, ThreadStack};

/// First word of the stack in the stack RAM (spec 12 section 1).
const START: u32 = 64;
/// Words of the caller's state that follow the locals of a frame (spec 12 section 2).
const SAVED: u32 = 5;

/// Depth that a context has reached in its own frame. Unit: words of the stack, from its first one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContextStack {
    /// Most words when its method began.
    pub entry: u32,
    /// Most words while it ran, not in its callees: at its calls, or in every cycle.
    pub deepest: u32,
}

/// Arguments of a method, and all its locals. Unit: words.
#[derive(Debug, Clone, Copy)]
struct Locals {
    arguments: u8,
    all: u8,
}

/// The deepest moment of a thread.
#[derive(Debug, Clone, Default)]
struct Deepest {
    words: u32,
    cycle: u64,
    /// Contexts, with the frame pointer of each.
    chain: Vec<(u32, ContextId)>,
}

/// Follows the depth of the stack.
#[derive(Debug, Clone)]
pub struct StackFollower {
    ram_words: u32,
    is_exact: bool,
    /// By word address of the code.
    locals: Vec<Option<Locals>>,
    contexts: Vec<Vec<ContextStack>>,
    deepest: Vec<Deepest>,
}

impl StackFollower {
    /// A follower on a machine of this configuration; `is_exact` if it gets every cycle.
    #[must_use]
    pub fn new(config: &MachineConfig, symbols: Option<&Symbols>, is_exact: bool) -> Self {
        let mut locals = Vec::new();
        for method in symbols.into_iter().flat_map(|symbols| &symbols.methods) {
            let place = method.address as usize;
            if locals.len() <= place {
                locals.resize(place + 1, None);
            }
            // Both are fields of 5 bits (spec 11 section 6).
            locals[place] = Some(Locals {
                arguments: method.arguments as u8,
                all: (method.arguments + method.locals) as u8,
            });
        }
        Self {
            ram_words: 1 << config.ram_width,
            is_exact,
            locals,
            contexts: Vec::new(),
            deepest: Vec::new(),
        }
    }

    /// Checks if it gets every cycle.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The method at `address` has been called, with this frame pointer.
    #[inline]
    pub fn called(&mut self, cycle: u64, address: u32, frame: u32, observer: &Observer) {
        let Some(Some(locals)) = self.locals.get(address as usize).copied() else {
            return;
        };
        let (thread, context) = observer.running();
        let base = frame.wrapping_sub(START);
        let words = base + u32::from(locals.all) + SAVED;
        if words > self.ram_words {
            return;
        }
        let own = self.context(thread, context);
        own.entry = own.entry.max(words);
        own.deepest = own.deepest.max(words);
        let caller = observer.frames().rev().nth(1);
        if let Some((_, caller)) = caller {
            let caller = self.context(thread, caller);
            caller.deepest = caller.deepest.max(base + u32::from(locals.arguments));
        }
        self.reached(cycle, words, thread, observer);
    }

    /// The stack pointer of a cycle: the address of the third element.
    #[inline(always)]
    pub fn cycle(&mut self, cycle: u64, pointer: u32, observer: &Observer) {
        // Before the stack is set up, the pointer is anywhere.
        let words = (pointer + 3).wrapping_sub(START);
        let (thread, context) = observer.running();
        if words > self.ram_words || context == cross_profile::CallingContextTree::ROOT {
            return;
        }
        let own = self.context(thread, context);
        if words > own.deepest {
            own.deepest = words;
            self.reached(cycle, words, thread, observer);
        }
    }

    #[inline]
    fn context(&mut self, thread: ThreadId, context: ContextId) -> &mut ContextStack {
        let (thread, context) = (thread.0 as usize, context.0 as usize);
        if self.contexts.len() <= thread {
            self.contexts.resize_with(thread + 1, Vec::new);
        }
        let contexts = &mut self.contexts[thread];
        if contexts.len() <= context {
            contexts.resize(context + 1, ContextStack::default());
        }
        &mut contexts[context]
    }

    #[inline]
    fn reached(&mut self, cycle: u64, words: u32, thread: ThreadId, observer: &Observer) {
        let place = thread.0 as usize;
        if self.deepest.len() <= place {
            self.deepest.resize_with(place + 1, Deepest::default);
        }
        if words > self.deepest[place].words {
            self.deepest[place] = Deepest {
                words,
                cycle,
                chain: observer.frames().collect(),
            };
        }
    }

    /// What was seen, of so many threads. `operands` are the most words on each method's operand stack, by word address of its code.
    pub(crate) fn finish(self) -> StackUse {
        let threads = self.deepest.iter().map(|deepest| ThreadStack {
            words: deepest.words,
            cycle: deepest.cycle,
            chain: frames(deepest),
        });
        StackUse {
            ram_words: self.ram_words,
            // The overflow is raised when the pointer to the third element is 17 words below the end (spec 12 section 1).
            limit_words: self.ram_words - 17 + 3 - START,
            is_exact: self.is_exact,
            threads: threads.collect(),
            contexts: self.contexts,
        }
    }
}

/// Contexts of a chain with the words of each frame, its operands included, up to the locals of the next.
fn frames(deepest: &Deepest) -> Vec<(u32, u32)> {
    let chain = &deepest.chain;
    let ends = chain.iter().skip(1).map(|(pointer, _)| *pointer);
    let end = START + deepest.words;
    let ends = ends.chain([end]);
    let frames = chain.iter().zip(ends);
    frames
        .map(|((pointer, context), end)| (context.0, end.saturating_sub(*pointer)))
        .collect()
}

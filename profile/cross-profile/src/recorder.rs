//! Builds calling-context trees while a program runs.
//!
//! An engine reports calls, returns, thread switches and cycles in the order in which they happen. A frame is
//! identified by its frame pointer (`vp`), since an exception leaves several frames at once and a switch of threads
//! exchanges all of them.
//!
//! Attribution: an invoke, with its method-cache load, counts for the caller; a return for the returning method.
//! Where the virtual machine calls (a bytecode implemented in Java, an exception, an interrupt), the called
//! method is charged from the dispatch on, so [`crate::Service`] covers all of it.

use crate::cause::{Charge, Service};
use crate::tree::{CallingContextTree, ContextId, MethodId};

/// A thread, by its number in the recorder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub u32);

#[derive(Debug, Clone, Copy)]
struct Frame {
    pointer: u32,
    context: ContextId,
}

#[derive(Debug, Clone)]
struct Thread {
    tree: CallingContextTree,
    frames: Vec<Frame>,
}

/// Records one tree for each thread.
#[derive(Debug, Clone)]
pub struct Recorder {
    threads: Vec<Thread>,
    running: usize,
    context: ContextId,
}

impl Recorder {
    /// A recorder of one thread whose outermost context is `root`.
    #[must_use]
    pub fn new(root: MethodId) -> Self {
        Self {
            threads: vec![Thread::new(root)],
            running: 0,
            context: CallingContextTree::ROOT,
        }
    }

    /// `method` is entered; its frame is at `pointer`.
    #[inline]
    pub fn enter(&mut self, method: MethodId, service: Service, pointer: u32) {
        let thread = &mut self.threads[self.running];
        let service = thread.tree.context(self.context).service.of_callee(service);
        let context = thread.tree.callee(self.context, method, service);
        thread.tree.context_mut(context).calls += 1;
        thread.frames.push(Frame { pointer, context });
        self.context = context;
    }

    /// The running thread is in `method`, whose frame is at `pointer`, and nothing is known of its callers.
    pub fn restart(&mut self, method: MethodId, service: Service, pointer: u32, is_called: bool) {
        self.threads[self.running].frames.clear();
        self.context = CallingContextTree::ROOT;
        self.enter(method, service, pointer);
        let context = self.threads[self.running].tree.context_mut(self.context);
        context.calls -= u64::from(!is_called);
    }

    /// The frame at `pointer` runs again: those above it are gone. Frames below that were never seen to be
    /// entered make the thread's root run.
    #[inline]
    pub fn resume(&mut self, pointer: u32) {
        let thread = &mut self.threads[self.running];
        while thread
            .frames
            .last()
            .is_some_and(|frame| frame.pointer != pointer)
        {
            thread.frames.pop();
        }
        self.context = thread
            .frames
            .last()
            .map_or(CallingContextTree::ROOT, |frame| frame.context);
    }

    /// `cycles` go by in the running context.
    #[inline]
    pub fn charge(&mut self, charge: Charge, cycles: u64) {
        let context = self.threads[self.running].tree.context_mut(self.context);
        context.cycles[charge as usize] += cycles;
    }

    /// `count` bytecodes are dispatched in the running context.
    #[inline]
    pub fn bytecodes(&mut self, count: u64) {
        let context = self.threads[self.running].tree.context_mut(self.context);
        context.bytecodes += count;
    }

    /// Cycles by [`Charge`] and bytecodes that have gone by in the running context.
    #[inline]
    pub fn charge_all(&mut self, cycles: &[u64; Charge::COUNT], bytecodes: u64) {
        let context = self.threads[self.running].tree.context_mut(self.context);
        for (sum, cycles) in context.cycles.iter_mut().zip(cycles) {
            *sum += cycles;
        }
        context.bytecodes += bytecodes;
    }

    /// The running thread and its context: where cycles are charged now.
    #[must_use]
    #[inline]
    pub fn running(&self) -> (ThreadId, ContextId) {
        (ThreadId(self.running as u32), self.context)
    }

    /// The tree of the running thread.
    pub(crate) fn running_tree(&self) -> &CallingContextTree {
        &self.threads[self.running].tree
    }

    /// The innermost frame's pointer, if the running thread has a frame.
    #[must_use]
    #[inline]
    pub fn frame_pointer(&self) -> Option<u32> {
        let frames = &self.threads[self.running].frames;
        frames.last().map(|frame| frame.pointer)
    }

    /// Another thread runs, in the frames it had when it was left. A new thread starts in `root`.
    pub fn switch(&mut self, thread: ThreadId, root: MethodId) {
        self.running = thread.0 as usize;
        while self.threads.len() <= self.running {
            self.threads.push(Thread::new(root));
        }
        let frames = &self.threads[self.running].frames;
        self.context = frames
            .last()
            .map_or(CallingContextTree::ROOT, |frame| frame.context);
    }

    /// The trees, in the order of thread numbers.
    #[must_use]
    pub fn into_trees(self) -> Vec<CallingContextTree> {
        self.threads.into_iter().map(|thread| thread.tree).collect()
    }
}

impl Thread {
    fn new(root: MethodId) -> Self {
        Self {
            tree: CallingContextTree::new(root),
            frames: Vec::new(),
        }
    }
}

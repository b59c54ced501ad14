//! Builds calling-context trees while a program runs.
//!
//! An engine reports calls, returns, thread switches and cycles in the order in which they happen. A frame is
//! identified by its frame pointer (`vp`), since an exception leaves several frames at once and a switch of threads
//! exchanges all of them.
//!
//! [`crate::attribution`] is the rule by which cycles are charged.

use std::ops::Range;

use crate::cause::{Charge, Service};
use crate::tree::{CallingContextTree, Context, ContextId, MethodId};

/// A thread, by its number in the recorder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub u32);

#[derive(Debug, Clone, Copy)]
struct Frame {
    pointer: u32,
    context: ContextId,
    /// Cycles of its thread, and of all threads, before it was entered.
    entered: u64,
    began: u64,
}

/// Begin of a call that was under way when recording began.
const UNKNOWN: u64 = u64::MAX;

#[derive(Debug, Clone)]
struct Thread {
    tree: CallingContextTree,
    frames: Vec<Frame>,
    /// Frame of the region below the root in which recording went on: calls between it and the first that is known are not.
    base: Option<u32>,
    /// Cycles charged to it.
    cycles: u64,
}

/// A call of a listed method or region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedCall {
    /// The thread that made it.
    pub thread: ThreadId,
    /// Its context in the tree of the thread.
    pub context: ContextId,
    /// Cycles of the run from its begin to its end, those of other threads too; it ends in [`u64::MAX`] if it has not ended.
    pub cycles: Range<u64>,
}

/// Calls of methods or regions, one by one.
#[derive(Debug, Clone, Default)]
struct Listed {
    methods: Vec<MethodId>,
    /// In the order of their ends.
    calls: Vec<ListedCall>,
}

impl Listed {
    /// A call of this thread ends.
    fn add(&mut self, thread: ThreadId, frame: &Frame, tree: &CallingContextTree, now: u64) {
        let method = tree.context(frame.context).method;
        if self.methods.contains(&method) && frame.began != UNKNOWN {
            self.calls.push(ListedCall {
                thread,
                context: frame.context,
                cycles: frame.began..now,
            });
        }
    }
}

/// Records one tree for each thread.
#[derive(Debug, Clone)]
pub struct Recorder {
    listed: Listed,
    threads: Vec<Thread>,
    running: usize,
    context: ContextId,
    /// Cycles charged to all threads.
    cycles: u64,
}

impl Recorder {
    /// A recorder of one thread whose outermost context is `root`.
    #[must_use]
    pub fn new(root: MethodId) -> Self {
        Self {
            listed: Listed::default(),
            threads: vec![Thread::new(root)],
            running: 0,
            context: CallingContextTree::ROOT,
            cycles: 0,
        }
    }

    /// Lists the calls of this method or region from now on.
    pub(crate) fn list(&mut self, method: MethodId) {
        self.listed.methods.push(method);
    }

    /// The listed calls in the order of their begins.
    pub(crate) fn calls(&self) -> Vec<ListedCall> {
        let mut listed = self.listed.clone();
        for (thread, number) in self.threads.iter().zip(0..) {
            for frame in &thread.frames {
                listed.add(ThreadId(number), frame, &thread.tree, u64::MAX);
            }
        }
        listed.calls.sort_by_key(|call| call.cycles.start);
        listed.calls
    }

    /// `method` is entered; its frame is at `pointer`.
    // This, a return to the caller and the charge of both are all that most calls of a recorded run do.
    #[inline(always)]
    pub fn enter(&mut self, method: MethodId, service: Service, pointer: u32) {
        let thread = &mut self.threads[self.running];
        let service = thread.tree.context(self.context).service.of_callee(service);
        let context = thread.tree.callee(self.context, method, service);
        thread.tree.context_mut(context).calls += 1;
        thread.frames.push(Frame {
            pointer,
            context,
            entered: thread.cycles,
            began: self.cycles,
        });
        self.context = context;
    }

    /// The running thread is in `method`, whose frame is at `pointer`, and nothing is known of its callers.
    pub fn restart(&mut self, method: MethodId, service: Service, pointer: u32, is_called: bool) {
        self.lose_frames();
        self.go_on(method, service, pointer, is_called);
    }

    /// As [`Self::restart`], in a region right below the root, which begins now or has begun before, in the frame at `base`. The
    /// region is what runs where the running method returns to a frame above that one.
    pub fn restart_in_region(
        &mut self,
        (region, base, begins): (MethodId, u32, bool),
        method: MethodId,
        service: Service,
        pointer: u32,
    ) {
        self.lose_frames();
        self.go_on(region, service, base, begins);
        self.threads[self.running].base = Some(base);
        self.go_on(method, service, pointer, false);
    }

    fn lose_frames(&mut self) {
        let thread = &mut self.threads[self.running];
        thread.frames.clear();
        thread.base = None;
        self.context = CallingContextTree::ROOT;
    }

    fn go_on(&mut self, method: MethodId, service: Service, pointer: u32, is_called: bool) {
        self.enter(method, service, pointer);
        let context = self.threads[self.running].tree.context_mut(self.context);
        context.calls -= u64::from(!is_called);
        if let (false, Some(frame)) = (is_called, self.threads[self.running].frames.last_mut()) {
            frame.began = UNKNOWN;
        }
    }

    /// A region begins in the running frame: a context of its own, and below it the running method's again.
    pub fn begin_region(&mut self, region: MethodId) {
        let thread = &mut self.threads[self.running];
        let Some(pointer) = thread.frames.last().map(|frame| frame.pointer) else {
            return;
        };
        let Context {
            method, service, ..
        } = *thread.tree.context(self.context);
        let marked = thread.tree.callee(self.context, region, service);
        thread.tree.context_mut(marked).calls += 1;
        let inner = thread.tree.callee(marked, method, service);
        for (context, began) in [(marked, self.cycles), (inner, UNKNOWN)] {
            thread.frames.push(Frame {
                pointer,
                context,
                entered: thread.cycles,
                began,
            });
        }
        self.context = inner;
    }

    /// A region of the running frame ends, and those that began in it there; nothing happens if there is none.
    pub fn end_region(&mut self, region: MethodId) {
        let number = ThreadId(self.running as u32);
        let thread = &mut self.threads[self.running];
        let Some(pointer) = thread.frames.last().map(|frame| frame.pointer) else {
            return;
        };
        let frames = thread.frames.iter().enumerate().rev();
        let mut own = frames.take_while(|(_, frame)| frame.pointer == pointer);
        let is_it = |frame: &Frame| thread.tree.context(frame.context).method == region;
        let Some((place, _)) = own.find(|(_, frame)| is_it(frame)) else {
            return;
        };
        while thread.frames.len() > place {
            if let Some(frame) = thread.frames.pop() {
                thread.end(&frame, (number, self.cycles), &mut self.listed);
            }
        }
        self.context = thread.running();
    }

    /// The frame at `pointer` runs again: those above it are gone. Frames below that were never seen to be
    /// entered make the thread's root run.
    #[inline(always)]
    pub fn resume(&mut self, pointer: u32) {
        let thread = &mut self.threads[self.running];
        // A return to the caller.
        if let [.., caller, frame] = &thread.frames[..]
            && caller.pointer == pointer
            && frame.pointer != pointer
        {
            self.context = caller.context;
            let ended = *frame;
            let Frame {
                context,
                entered,
                began,
                ..
            } = ended;
            thread.frames.pop();
            if began != UNKNOWN {
                let times = thread.tree.call_times_mut(context);
                times.add(thread.cycles - entered, began, self.cycles);
            }
            if !self.listed.methods.is_empty() {
                let thread = ThreadId(self.running as u32);
                let tree = &self.threads[self.running].tree;
                self.listed.add(thread, &ended, tree, self.cycles);
            }
            return;
        }
        self.resume_far(pointer);
    }

    /// The same of a frame that is not the caller's.
    // Rare: exceptions and switches of threads.
    #[inline(never)]
    fn resume_far(&mut self, pointer: u32) {
        let number = ThreadId(self.running as u32);
        let thread = &mut self.threads[self.running];
        let is_there = thread
            .frames
            .iter()
            .rev()
            .any(|frame| frame.pointer == pointer);
        let is_below = |frame: &Frame| pointer < frame.pointer;
        // The region in which recording went on is there until its own frame is left.
        thread.base = thread.base.filter(|base| *base <= pointer);
        let kept = usize::from(thread.base.is_some());
        // A thread that another one's frame runs in has lost its callers; their calls have not ended.
        let have_ended = is_there || kept == 1 || thread.frames.first().is_some_and(is_below);
        while thread.frames.len() > kept
            && let Some(frame) = thread.frames.pop_if(|frame| frame.pointer != pointer)
        {
            if have_ended {
                thread.end(&frame, (number, self.cycles), &mut self.listed);
            }
        }
        self.context = thread.running();
    }

    /// `cycles` go by in the running context.
    #[inline]
    pub fn charge(&mut self, charge: Charge, cycles: u64) {
        let thread = &mut self.threads[self.running];
        thread.tree.context_mut(self.context).cycles[charge as usize] += cycles;
        thread.cycles += cycles;
        self.cycles += cycles;
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
        let thread = &mut self.threads[self.running];
        let all: u64 = cycles.iter().sum();
        thread.cycles += all;
        self.cycles += all;
        let context = thread.tree.context_mut(self.context);
        for (sum, cycles) in context.cycles.iter_mut().zip(cycles) {
            *sum += cycles;
        }
        context.bytecodes += bytecodes;
    }

    /// The same of cycles that went by executing, reading, writing and in the load of a method.
    #[inline(always)]
    pub(crate) fn charge_move(
        &mut self,
        [execute, read, write]: [u64; 3],
        (charge, load): (Charge, u64),
        bytecodes: u64,
    ) {
        let thread = &mut self.threads[self.running];
        let all = execute + read + write + load;
        thread.cycles += all;
        self.cycles += all;
        let context = thread.tree.context_mut(self.context);
        context.cycles[Charge::Execute as usize] += execute;
        context.cycles[Charge::MemoryRead as usize] += read;
        context.cycles[Charge::MemoryWrite as usize] += write;
        context.cycles[charge as usize] += load;
        context.bytecodes += bytecodes;
    }

    /// The running thread and its context: where cycles are charged now.
    #[must_use]
    #[inline]
    pub fn running(&self) -> (ThreadId, ContextId) {
        (ThreadId(self.running as u32), self.context)
    }

    /// The tree of a thread that has run.
    pub(crate) fn tree(&self, thread: ThreadId) -> &CallingContextTree {
        &self.threads[thread.0 as usize].tree
    }

    /// The trees so far, in the order of thread numbers.
    pub(crate) fn trees(&self) -> impl Iterator<Item = &CallingContextTree> {
        self.threads.iter().map(|thread| &thread.tree)
    }

    /// The innermost frame's pointer, if the running thread has a frame.
    #[must_use]
    #[inline]
    pub fn frame_pointer(&self) -> Option<u32> {
        let frames = &self.threads[self.running].frames;
        frames.last().map(|frame| frame.pointer)
    }

    /// The running thread's frames with their contexts, the innermost last; a region has its method's frame.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = (u32, ContextId)> + '_ {
        let frames = self.threads[self.running].frames.iter();
        frames.map(|frame| (frame.pointer, frame.context))
    }

    /// Cycles charged so far, of all threads.
    #[must_use]
    #[inline]
    pub fn cycles(&self) -> u64 {
        self.cycles
    }

    /// Another thread runs, in the frames it had when it was left. A new thread starts in `root`.
    pub fn switch(&mut self, thread: ThreadId, root: MethodId) {
        self.running = thread.0 as usize;
        while self.threads.len() <= self.running {
            self.threads.push(Thread::new(root));
        }
        self.context = self.threads[self.running].running();
    }

    /// The trees, in the order of thread numbers.
    #[must_use]
    pub fn into_trees(self) -> Vec<CallingContextTree> {
        self.threads.into_iter().map(|thread| thread.tree).collect()
    }
}

impl Thread {
    /// The context of the innermost frame.
    fn running(&self) -> ContextId {
        let innermost = self.frames.last();
        innermost.map_or(CallingContextTree::ROOT, |frame| frame.context)
    }

    /// A call of this thread, the one of that number, ends in a cycle of all threads.
    #[inline]
    fn end(&mut self, frame: &Frame, (number, now): (ThreadId, u64), listed: &mut Listed) {
        listed.add(number, frame, &self.tree, now);
        if frame.began != UNKNOWN {
            let times = self.tree.call_times_mut(frame.context);
            times.add(self.cycles - frame.entered, frame.began, now);
        }
    }

    fn new(root: MethodId) -> Self {
        Self {
            tree: CallingContextTree::new(root),
            frames: Vec::new(),
            base: None,
            cycles: 0,
        }
    }
}

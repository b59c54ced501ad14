//! Observation of both engines: the rules by which cycles and calls become contexts.
//!
//! An engine reports each bytecode when it has ended, with its cycles and, if it went to another method, with
//! that method and its frame. Interrupt and exception entries are reported like bytecodes; bytecodes that stay in
//! their method may be reported in sums. That the rules are here and not in the engines is what makes their trees
//! comparable.

use isa::{Spent, op};
use std::collections::HashMap;

use crate::attribution::Move;
pub use crate::cause::service_of;
use crate::cause::{Charge, Service};
use crate::context_names::{START, UNNAMED, region_name, thread_name};
use crate::profile::{BytecodeUse, Profile, Provenance, ThreadProfile};
use crate::recorder::{ListedCall, Recorder, ThreadId};
use crate::region::Region;
use crate::tree::{CallingContextTree, ContextId, MethodId};

/// Class and name of the runtime's static field that holds the handle of the running task: what is written there
/// goes to [`Observer::scheduled`].
pub const RUNNING_TASK: [&str; 2] = ["com.jopdesign.sys.Scheduler", "current"];

/// Name, up to its descriptor, of the routine of `putstatic_ref`: where it is carried out in Java, that field is written in it.
pub const WRITER: &str = "com.jopdesign.sys.JVM.f_putstatic_ref";

/// Class and name of the runtime's static field that a program marks regions with: what is written there goes to
/// [`Observer::marked`].
pub const REGION_MARK: [&str; 2] = ["joplab.Region", "mark"];

/// The method and frame that run after a bytecode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transfer {
    /// Word address of the method's code: what the method cache looked up.
    pub address: u32,
    /// The frame pointer (`vp`) after the bytecode.
    pub frame: u32,
}

/// Makes contexts of what an engine reports.
#[derive(Debug, Clone)]
pub struct Observer {
    recorder: Recorder,
    names: Vec<String>,
    /// Methods by the addresses of their code; [`NO_METHOD`] where none was met.
    methods: Vec<MethodId>,
    /// Service of a method when the program calls it by name.
    services: Vec<Service>,
    bytecodes: Vec<BytecodeUse>,
    /// The contexts whose bytecodes have figures; all if there is none.
    region: Option<Region>,
    thread_names: Vec<String>,
    /// Threads by the handles of their tasks.
    tasks: HashMap<u32, ThreadId>,
    /// The method [`WRITER`].
    writer: Option<MethodId>,
    /// The thread that goes on when the writer returns to the frame of the one that is left.
    next: Option<ThreadId>,
    /// Texts of string literals by their handles.
    literals: HashMap<u32, String>,
    /// Marks whose methods have not returned yet.
    marks: Vec<Mark>,
    /// Regions that programs have marked, by the handles of their names.
    marked: HashMap<u32, MethodId>,
    /// Names of the methods and regions whose calls are listed.
    listed: Vec<String>,
    /// Regions that have begun or ended.
    region_turns: u64,
}

const NO_METHOD: MethodId = MethodId(u32::MAX);

/// A mark of a region, and the call that made it. It takes effect when that returns, whatever runs meanwhile.
#[derive(Debug, Clone, Copy)]
struct Mark {
    mark: u32,
    running: (ThreadId, ContextId),
    frame: u32,
}

/// A region in which recording goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InRegion {
    /// Handle of its name.
    pub handle: u32,
    /// The frame that it began in.
    pub frame: u32,
    /// It begins just now.
    pub begins: bool,
}

impl Observer {
    /// An observer that knows methods by the addresses of their code; others get their address as a name.
    #[must_use]
    pub fn new(methods: impl IntoIterator<Item = (u32, String)>) -> Self {
        let mut observer = Self {
            recorder: Recorder::new(MethodId(0)),
            names: vec![START.to_owned()],
            methods: Vec::new(),
            services: vec![Service::Program],
            bytecodes: vec![BytecodeUse::default(); 256],
            region: None,
            thread_names: vec![thread_name(0)],
            tasks: HashMap::new(),
            writer: None,
            next: None,
            literals: HashMap::new(),
            marks: Vec::new(),
            marked: HashMap::new(),
            listed: Vec::new(),
            region_turns: 0,
        };
        for (address, name) in methods {
            observer.add_method(address, name);
        }
        observer
    }

    /// An observer that knows string literals by their handles: the names of regions.
    #[must_use]
    pub fn with_literals(mut self, literals: impl IntoIterator<Item = (u32, String)>) -> Self {
        self.literals.extend(literals);
        self
    }

    /// Lists the calls of the methods and regions with these names; [`Observer::calls`] gives them.
    #[must_use]
    pub fn listing(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.listed.extend(names);
        for (method, name) in (0..).zip(&self.names) {
            if self.listed.contains(name) {
                self.recorder.list(MethodId(method));
            }
        }
        self
    }

    /// The listed calls, of all threads, in the order of their begins.
    #[must_use]
    pub fn calls(&self) -> Vec<ListedCall> {
        self.recorder.calls()
    }

    /// The running thread and its context.
    #[must_use]
    #[inline]
    pub fn running(&self) -> (ThreadId, ContextId) {
        self.recorder.running()
    }

    /// The trees so far, in the order of thread numbers.
    pub fn trees(&self) -> impl Iterator<Item = &CallingContextTree> {
        self.recorder.trees()
    }

    /// The tree of a thread that has run.
    #[must_use]
    pub fn tree(&self, thread: ThreadId) -> &CallingContextTree {
        self.recorder.tree(thread)
    }

    /// Names of all methods so far, by their numbers.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Name of a method.
    #[must_use]
    pub fn name(&self, method: MethodId) -> &str {
        &self.names[method.0 as usize]
    }

    /// Regions that have begun or ended so far.
    #[must_use]
    pub fn region_turns(&self) -> u64 {
        self.region_turns
    }

    /// Figures by bytecode only of this method and its callees; contexts are still recorded of the whole run. Not for engines
    /// that report dispatches in sums.
    #[must_use]
    pub fn below(mut self, method: &str) -> Self {
        self.region = Some(Region::new(method, &self.names));
        self
    }

    /// `cycles` before the first bytecode.
    pub fn started(&mut self, spent: &Spent) {
        self.charge_running(0, spent, 0);
    }

    /// `bytecodes` have ended that stayed in their method and are no monitor's; their [`BytecodeUse`] comes later.
    #[inline]
    pub fn passed(&mut self, bytecodes: u64, spent: &Spent) {
        self.charge_running(0, spent, bytecodes);
    }

    /// [`Observer::passed`] and [`Observer::ended`] at once, of an observer of the whole run: a bytecode that has gone to another
    /// method, and those before it that stayed; gives the thread and the context that they are charged to. These have waited for no method: on a return the wait for the method cache is charged
    /// as the load of the caller.
    // Out of the engine's loop: inside of it, it would take registers from bytecodes that stay.
    #[inline(never)]
    pub fn moved(
        &mut self,
        (bytecodes, passed): (u64, &Spent),
        bytecode: u8,
        spent: &Spent,
        transfer: Transfer,
    ) -> (ThreadId, ContextId) {
        let kind = Move::of(bytecode);
        if kind == Move::Routine || self.region.is_some() {
            self.passed(bytecodes, passed);
            return self.ended(bytecode, spent, Some(transfer));
        }
        let charged = self.recorder.running();
        debug_assert_eq!(passed.load, 0, "bytecodes that stay look up no method");
        // All are charged to the context that is left.
        let read = passed.memory_read + spent.memory_read;
        let write = passed.memory_write + spent.memory_write;
        let load = passed.load + spent.load;
        let execute = passed.cycles + spent.cycles - read - write - load;
        let load = (load_charge(kind), load);
        self.recorder
            .charge_move([execute, read, write], load, bytecodes + 1);
        self.go(kind, transfer);
        let row = &mut self.bytecodes[usize::from(bytecode)];
        row.count += 1;
        row.cycles += spent.cycles;
        charged
    }

    /// `bytecodes` of an iteration of a polling loop have ended that went round again: all its cycles are `charge`. Their
    /// [`BytecodeUse`] comes from [`Observer::used_here`].
    pub fn waited(&mut self, charge: Charge, bytecodes: u64, cycles: u64) {
        let mut charges = [0; Charge::COUNT];
        charges[charge as usize] = cycles;
        self.recorder.charge_all(&charges, bytecodes);
    }

    /// One execution of a bytecode whose cycles go to [`Observer::passed`] or [`Observer::waited`], of an observer of the whole run.
    #[inline]
    pub fn used(&mut self, bytecode: u8, cycles: u64) {
        let row = &mut self.bytecodes[usize::from(bytecode)];
        row.count += 1;
        row.cycles += cycles;
    }

    /// The same of a bytecode in the running context, of an observer of any part of the run.
    pub fn used_here(&mut self, bytecode: u8, cycles: u64) {
        if let Some(region) = &mut self.region {
            let (thread, context) = self.recorder.running();
            let tree = self.recorder.tree(thread);
            if !region.contains(tree, thread, context) {
                return;
            }
        }
        self.used(bytecode, cycles);
    }

    /// Figures by bytecode are of all contexts.
    #[must_use]
    pub fn counts_all(&self) -> bool {
        self.region.is_none()
    }

    /// Dispatches of bytecodes reported in sums, by opcode.
    pub fn add_uses(&mut self, uses: impl IntoIterator<Item = BytecodeUse>) {
        for (sum, own) in self.bytecodes.iter_mut().zip(uses) {
            sum.count += own.count;
            sum.cycles += own.cycles;
        }
    }

    /// A bytecode, or the entry that took its place, has ended. Gives the thread and the context that its cycles are
    /// charged to.
    #[inline]
    pub fn ended(
        &mut self,
        bytecode: u8,
        spent: &Spent,
        transfer: Option<Transfer>,
    ) -> (ThreadId, ContextId) {
        let charged = self.charge(bytecode, spent, transfer);
        let (thread, context) = charged;
        // A return may have gone to another thread.
        let tree = self.recorder.tree(thread);
        let region = self.region.as_mut();
        if region.is_none_or(|region| region.contains(tree, thread, context)) {
            let row = &mut self.bytecodes[usize::from(bytecode)];
            row.count += 1;
            row.cycles += spent.cycles;
        }
        charged
    }

    /// Charges `bytecodes` to the running context, of which `bytecode` is the last.
    #[inline(always)]
    fn charge_running(&mut self, bytecode: u8, spent: &Spent, bytecodes: u64) {
        let load = load_charge(Move::of(bytecode));
        let (execute, load) = match bytecode {
            op::MONITORENTER | op::MONITOREXIT => {
                let all = (Charge::Synchronisation, spent.cycles);
                return self.recorder.charge_move([0; 3], all, bytecodes);
            }
            _ => {
                let waits = spent.memory_read + spent.memory_write + spent.load;
                (spent.cycles - waits, (load, spent.load))
            }
        };
        let own = [execute, spent.memory_read, spent.memory_write];
        self.recorder.charge_move(own, load, bytecodes);
    }

    /// Charges a bytecode to its context, and goes to the one that runs after it.
    #[inline]
    fn charge(
        &mut self,
        bytecode: u8,
        spent: &Spent,
        transfer: Option<Transfer>,
    ) -> (ThreadId, ContextId) {
        let caller = self.recorder.running();
        let is_entry = matches!(bytecode, op::SYS_INT | op::SYS_EXC);
        let count = u64::from(!is_entry);
        let kind = Move::of(bytecode);
        let Some(transfer) = transfer else {
            self.charge_running(bytecode, spent, count);
            return caller;
        };
        if kind == Move::Routine {
            let method = self.method(transfer.address);
            self.recorder
                .enter(method, service_of(bytecode), transfer.frame);
            self.charge_running(bytecode, spent, count);
            return self.recorder.running();
        }
        self.charge_running(bytecode, spent, count);
        self.go(kind, transfer);
        caller
    }

    /// Goes to the method that the program calls, or back from one.
    // Once for each call of a run, as are those below.
    #[inline(always)]
    fn go(&mut self, kind: Move, Transfer { address, frame }: Transfer) {
        if kind != Move::Return {
            let method = self.method(address);
            let service = self.services[method.0 as usize];
            self.recorder.enter(method, service, frame);
            return;
        }
        let mark = self.take_mark();
        self.recorder.resume(frame);
        if let Some(mark) = mark {
            self.turn_region(mark);
        }
        if let Some(next) = self.next {
            self.next = None;
            self.recorder.switch(next, MethodId(0));
        }
    }

    /// The scheduler lets the task run whose handle this is; the first one is that of `main`, and 0 none. If that was written
    /// inside the routine of the bytecode, the thread goes on with the routine's return: its frame is of the thread that is left.
    #[inline]
    pub fn scheduled(&mut self, task: u32) {
        if task == 0 {
            return;
        }
        let next = ThreadId(self.tasks.len() as u32);
        let thread = *self.tasks.entry(task).or_insert(next);
        while self.thread_names.len() <= thread.0 as usize {
            let next = self.thread_names.len();
            self.thread_names.push(thread_name(next));
        }
        let (running, context) = self.recorder.running();
        let method = self.recorder.tree(running).context(context).method;
        if Some(method) == self.writer {
            self.next = Some(thread);
        } else {
            self.recorder.switch(thread, MethodId(0));
        }
    }

    /// The program has marked a region: the handle of its name at the begin, the complement at the end. It takes effect in the
    /// caller of the method that runs, when that returns.
    #[inline]
    pub fn marked(&mut self, mark: u32) {
        let Some(frame) = self.recorder.frame_pointer() else {
            return;
        };
        let running = self.recorder.running();
        // A call at this frame or above it has been left by an exception.
        self.marks
            .retain(|other| other.running.0 != running.0 || other.frame < frame);
        self.marks.push(Mark {
            mark,
            running,
            frame,
        });
    }

    /// The mark that the call has made which returns now.
    #[inline(always)]
    fn take_mark(&mut self) -> Option<u32> {
        if self.marks.is_empty() {
            return None;
        }
        let (running, frame) = (self.recorder.running(), self.recorder.frame_pointer()?);
        let is_own = |mark: &Mark| (mark.running, mark.frame) == (running, frame);
        let place = self.marks.iter().position(is_own)?;
        Some(self.marks.swap_remove(place).mark)
    }

    fn turn_region(&mut self, mark: u32) {
        self.region_turns += 1;
        // Handles are addresses of the memory, far below 2^31.
        if mark >> 31 == 0 {
            let region = self.region_of(mark);
            self.recorder.begin_region(region);
        } else if let Some(region) = self.marked.get(&!mark) {
            self.recorder.end_region(*region);
        }
    }

    /// The region with this handle of its name.
    fn region_of(&mut self, handle: u32) -> MethodId {
        if let Some(region) = self.marked.get(&handle) {
            return *region;
        }
        let text = self.literals.get(&handle);
        let name = text.cloned().unwrap_or_else(|| format!("at {handle}"));
        let name = region_name(&name);
        let region = self.new_name(name);
        self.marked.insert(handle, region);
        region
    }

    /// Recording goes on in the middle of a run: the running thread is in this method and frame, right below its root or a
    /// region there. Marks of its calls that were not recorded are dropped.
    pub fn restart(&mut self, at: Transfer, is_called: bool, region: Option<InRegion>) {
        let method = self.method(at.address);
        let service = self.services[method.0 as usize];
        self.go_on();
        let (running, _) = self.recorder.running();
        self.marks.retain(|mark| mark.running.0 != running);
        match region {
            None => self.recorder.restart(method, service, at.frame, is_called),
            Some(InRegion {
                handle,
                frame,
                begins,
            }) => {
                let region = (self.region_of(handle), frame, begins);
                self.recorder
                    .restart_in_region(region, method, service, at.frame);
            }
        }
    }

    /// Recording goes on with a thread in the frames in which it was left.
    pub fn go_on(&mut self) {
        if let Some(next) = self.next.take() {
            self.recorder.switch(next, MethodId(0));
        }
    }

    /// The running thread's frames with their contexts, the innermost last; a region has its method's frame.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = (u32, ContextId)> + '_ {
        self.recorder.frames()
    }

    /// Method of a context.
    #[must_use]
    #[inline]
    pub fn method_of(&self, thread: ThreadId, context: ContextId) -> MethodId {
        self.recorder.tree(thread).context(context).method
    }

    /// Cycles charged so far, of all threads.
    #[must_use]
    #[inline]
    pub fn cycles(&self) -> u64 {
        self.recorder.cycles()
    }

    /// The profile of the run.
    #[must_use]
    pub fn into_profile(self, provenance: Provenance) -> Profile {
        let trees = self.recorder.into_trees();
        let threads = self.thread_names.into_iter().zip(trees);
        Profile {
            provenance,
            methods: self.names,
            bytecodes: self.bytecodes,
            flat: false,
            threads: threads
                .map(|(name, tree)| ThreadProfile { name, tree })
                .collect(),
        }
    }

    #[inline(always)]
    fn method(&mut self, address: u32) -> MethodId {
        match self.methods.get(address as usize) {
            Some(method) if *method != NO_METHOD => *method,
            _ => self.add_unnamed(address),
        }
    }

    #[inline(never)]
    fn add_unnamed(&mut self, address: u32) -> MethodId {
        self.add_method(address, format!("{UNNAMED}{address}"))
    }

    fn add_method(&mut self, address: u32, name: String) -> MethodId {
        let method = self.new_name(name);
        let place = address as usize;
        if self.methods.len() <= place {
            self.methods.resize(place + 1, NO_METHOD);
        }
        self.methods[place] = method;
        method
    }

    fn new_name(&mut self, name: String) -> MethodId {
        let method = MethodId(self.names.len() as u32);
        self.services.push(Service::of_method(&name));
        if let Some(region) = &mut self.region {
            region.add_method(&name);
        }
        if name.split_once('(').is_some_and(|(name, _)| name == WRITER) {
            self.writer = Some(method);
        }
        if self.listed.contains(&name) {
            self.recorder.list(method);
        }
        self.names.push(name);
        method
    }
}

/// What the load of a method is charged as.
#[inline]
fn load_charge(kind: Move) -> Charge {
    match kind {
        Move::Return => Charge::LoadOnReturn,
        Move::Call | Move::Routine => Charge::LoadOnInvoke,
    }
}

/// The cycles of a bytecode by what the hardware did in them. Those before the first bytecode are charged as those of `nop`.
#[must_use]
#[inline]
pub fn charges(bytecode: u8, spent: &Spent) -> [u64; Charge::COUNT] {
    let mut charges = [0; Charge::COUNT];
    if matches!(bytecode, op::MONITORENTER | op::MONITOREXIT) {
        charges[Charge::Synchronisation as usize] = spent.cycles;
        return charges;
    }
    charges[load_charge(Move::of(bytecode)) as usize] = spent.load;
    charges[Charge::MemoryRead as usize] = spent.memory_read;
    charges[Charge::MemoryWrite as usize] = spent.memory_write;
    charges[Charge::Execute as usize] =
        spent.cycles - spent.memory_read - spent.memory_write - spent.load;
    charges
}

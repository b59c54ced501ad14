//! Counts of single calls of components: a follower of the run.
//!
//! A call begins with the context that is the outermost of its component on the chain of calls, and ends with the return from it, or
//! where its thread is found outside. What other components do meanwhile is theirs.

use cost_model::{Atom, Execution, RowId};
use cross_profile::{CallingContextTree, ContextId, MethodId, Observer, Origin, ThreadId};
use fast_engine::Engine;
use isa::{Bytecode, op};
use jopizer::Symbols;
use rustc_hash::FxHashMap;
use validation::{Counted, Follower};

use crate::components::{Chosen, Counting, Place, Places};
use crate::model::MethodCalls;
use crate::record::Atoms;

/// Calls that differ, at most; more would not help a fit.
const MOST_CALLS: usize = 65_536;

/// A parameter that can be read at the call.
#[derive(Debug, Clone)]
struct Argument {
    name: String,
    /// Its word in the frame.
    slot: u32,
    /// It is an array, of which the length counts.
    is_array: bool,
}

/// What a call did: counts in the order of atoms.
type Counts = Vec<(Atom, u64)>;

/// Calls by arguments and counts: how many were alike.
type Classes = FxHashMap<(Vec<i64>, Counts), u64>;

/// A call under way.
#[derive(Debug, Clone)]
struct Active {
    entry: ContextId,
    part: usize,
    method: MethodId,
    arguments: Vec<i64>,
    counts: FxHashMap<Execution, u64>,
    folded: FxHashMap<Atom, u64>,
}

/// Follows the calls of components.
#[derive(Debug, Clone)]
pub(crate) struct Calls {
    places: Places,
    is_wanted: Vec<bool>,
    java: [bool; 256],
    /// By the address of a method's code.
    arguments: FxHashMap<u32, Vec<Argument>>,
    /// Names of the parameters, by method.
    parameters: FxHashMap<String, Vec<String>>,
    /// Arguments of the call that is counted next.
    read: Option<Vec<i64>>,
    threads: Vec<Vec<Active>>,
    /// By component and method: calls that have ended.
    ended: FxHashMap<(usize, MethodId), Classes>,
    different: usize,
    pub(crate) is_full: bool,
}

impl Calls {
    pub(crate) fn new(
        chosen: Chosen,
        is_wanted: Vec<bool>,
        atoms: Atoms,
        java: [bool; 256],
        symbols: Option<&Symbols>,
    ) -> Self {
        let (mut arguments, mut parameters) = (FxHashMap::default(), FxHashMap::default());
        for method in symbols.into_iter().flat_map(|symbols| &symbols.methods) {
            let name = method.to_string();
            if chosen.of(&name).is_some_and(|part| is_wanted[part]) {
                let own = arguments_of(method);
                let names = own.iter().map(|argument| argument.name.clone());
                parameters.insert(name, names.collect());
                arguments.insert(method.address, own);
            }
        }
        Self {
            places: Places::new(chosen, atoms),
            is_wanted,
            java,
            arguments,
            parameters,
            read: None,
            threads: Vec::new(),
            ended: FxHashMap::default(),
            different: 0,
            is_full: false,
        }
    }

    /// Makes the calls under way those that a context is in.
    fn follow(&mut self, observer: &Observer, thread: ThreadId, context: ContextId) {
        let tree = observer.tree(thread);
        let at = thread.0 as usize;
        if self.threads.len() <= at {
            self.threads.resize_with(at + 1, Vec::new);
        }
        while let Some(active) = self.threads[at].last()
            && !is_below(tree, context, active.entry)
        {
            self.end(at);
        }
        let known = self.threads[at].last().map(|active| active.entry);
        let mut entered = Vec::new();
        let mut next = Some(context);
        while let Some(id) = next {
            let place = self.place(observer, thread, id);
            let Some(entry) = place.entry.filter(|entry| Some(*entry) != known) else {
                break;
            };
            entered.push((entry, place.part));
            let parent = tree.context(entry).parent;
            next = (parent != entry).then_some(parent);
        }
        for (entry, part) in entered.into_iter().rev() {
            let method = tree.context(entry).method;
            self.threads[at].push(Active {
                entry,
                part,
                method,
                arguments: self.read.take().unwrap_or_default(),
                counts: FxHashMap::default(),
                folded: FxHashMap::default(),
            });
        }
    }

    fn place(&mut self, observer: &Observer, thread: ThreadId, context: ContextId) -> Place {
        let (_, place) = self.payer(observer, thread, context);
        place
    }

    fn payer(
        &mut self,
        observer: &Observer,
        thread: ThreadId,
        context: ContextId,
    ) -> (ContextId, Place) {
        let tree = observer.tree(thread);
        let name = |method| observer.name(method);
        self.places.payer(tree, name, thread, context)
    }

    fn counting(&mut self, observer: &Observer, thread: ThreadId, context: ContextId) -> Counting {
        let tree = observer.tree(thread);
        let name = |method| observer.name(method);
        self.places.of(tree, name, thread, context).counting
    }

    /// The call under way of the component of a place, if its counts are wanted.
    fn active(&mut self, thread: ThreadId, place: Place) -> Option<&mut Active> {
        let is_wanted = self.is_wanted.get(place.part).copied().unwrap_or(false);
        let active = self.threads[thread.0 as usize].last_mut()?;
        (is_wanted && place.entry == Some(active.entry)).then_some(active)
    }

    /// The innermost call of a thread has ended.
    fn end(&mut self, thread: usize) {
        let Some(active) = self.threads[thread].pop() else {
            return;
        };
        if !self.is_wanted[active.part] {
            return;
        }
        let mut sums: FxHashMap<Atom, u64> = active.folded;
        for (counted, times) in active.counts {
            for (atom, each) in counted.atoms() {
                *sums.entry(atom).or_default() += each * times;
            }
        }
        let mut counts: Counts = sums.into_iter().collect();
        counts.sort_unstable();
        let calls = self.ended.entry((active.part, active.method)).or_default();
        let before = calls.len();
        *calls.entry((active.arguments, counts)).or_default() += 1;
        self.different += calls.len() - before;
        self.is_full |= self.different > MOST_CALLS;
    }

    /// The calls of a component by method, with the names of a profile's methods.
    pub(crate) fn of(&self, part: usize, names: &[String]) -> Vec<MethodCalls> {
        let open = |method: MethodId| {
            let active = self.threads.iter().flatten();
            let open = active.filter(|it| (it.part, it.method) == (part, method));
            open.count() as u64
        };
        let mut methods: Vec<MethodCalls> = self
            .ended
            .iter()
            .filter(|((of, _), _)| *of == part)
            .map(|((_, method), calls)| self.method(*method, names, calls, open(*method)))
            .collect();
        methods.sort_by(|one, other| one.method.cmp(&other.method));
        methods
    }

    fn method(
        &self,
        method: MethodId,
        names: &[String],
        calls: &Classes,
        open: u64,
    ) -> MethodCalls {
        let name = &names[method.0 as usize];
        // Without arguments none were read: a thread or a region begins without a call.
        let is_read = calls.keys().all(|(arguments, _)| !arguments.is_empty());
        let parameters = self.parameters.get(name).filter(|_| is_read);
        let mut calls: Vec<_> = calls
            .iter()
            .map(|((arguments, counts), times)| {
                let arguments = if is_read {
                    arguments.clone()
                } else {
                    Vec::new()
                };
                (arguments, counts.iter().cloned().collect(), *times)
            })
            .collect();
        calls.sort_unstable();
        MethodCalls {
            method: name.clone(),
            parameters: parameters.cloned().unwrap_or_default(),
            calls,
            open,
        }
    }
}

impl Follower for Calls {
    fn looks(&self) -> bool {
        true
    }

    fn counted(&mut self, observer: &Observer, counted: &Counted) {
        let (thread, context) = (counted.thread, counted.context);
        let row = counted.execution.path.row;
        let is_routine = matches!(row, RowId::Bytecode(opcode) if self.java[usize::from(opcode)]);
        // Only the dispatch of a routine is charged to the method that it calls.
        let read = if is_routine { None } else { self.read.take() };
        self.follow(observer, thread, context);
        let counting = self.counting(observer, thread, context);
        let place = self.place(observer, thread, context);
        if let Some(active) = self.active(thread, place) {
            match (counting, row) {
                (Counting::Own, _) => {
                    *active.counts.entry(counted.execution).or_default() += 1;
                }
                (Counting::Outermost, RowId::Bytecode(opcode)) if is_routine => {
                    *active.folded.entry(Atom::Routine(opcode)).or_default() += 1;
                }
                _ => {}
            }
        }
        self.read = read;
        self.went(observer, counted);
        self.read = None;
    }

    fn called(&mut self, engine: &Engine, method: u32) {
        let Some(arguments) = self.arguments.get(&method) else {
            return;
        };
        let (stack, locals) = (engine.stack_ram(), engine.locals());
        let word = |slot: u32| stack.get((locals + slot) as usize).copied().unwrap_or(0);
        let length = |handle: u32| match handle {
            0 => 0,
            _ => engine
                .memory()
                .get(handle as usize + 1)
                .copied()
                .unwrap_or(0),
        };
        let read = arguments.iter().map(|argument| {
            let word = word(argument.slot);
            let word = if argument.is_array {
                length(word)
            } else {
                word
            };
            i64::from(word as i32)
        });
        self.read = Some(read.collect());
    }
}

impl Calls {
    /// The bytecode has gone to another context: a return from the outermost one ends the call, and a call may begin one.
    fn went(&mut self, observer: &Observer, counted: &Counted) {
        let RowId::Bytecode(opcode) = counted.execution.path.row else {
            return;
        };
        if counted.execution.lookup.is_none() || self.java[usize::from(opcode)] {
            return;
        }
        let thread = counted.thread;
        if Bytecode::of(opcode).is_return() {
            let active = self.threads[thread.0 as usize].last();
            if active.is_some_and(|active| active.entry == counted.context) {
                self.end(thread.0 as usize);
            }
            return;
        }
        let (now, context) = observer.running();
        if now != thread || opcode == op::ATHROW {
            return;
        }
        self.follow(observer, now, context);
        if self.counting(observer, now, context) == Counting::Outermost {
            let method = observer
                .name(observer.tree(now).context(context).method)
                .to_owned();
            if Origin::of(&method) == Origin::Routine {
                return;
            }
            let place = self.place(observer, now, context);
            if let Some(active) = self.active(now, place) {
                *active.folded.entry(Atom::Library(method)).or_default() += 1;
            }
        }
    }
}

fn is_below(tree: &CallingContextTree, context: ContextId, above: ContextId) -> bool {
    let mut at = context;
    // A caller has a smaller number than its callees.
    while at > above {
        at = tree.context(at).parent;
    }
    at == above
}

/// The integers and arrays that a method takes.
fn arguments_of(method: &jopizer::symbols::MethodSymbol) -> Vec<Argument> {
    let mut slot = u32::from(!method.is_static);
    let mut arguments = Vec::new();
    let parameters = method.descriptor.trim_start_matches('(');
    let mut rest = parameters.split(')').next().unwrap_or_default();
    let mut number = 1;
    while let Some(first) = rest.chars().next() {
        let element = rest.trim_start_matches('[');
        let length = match element.chars().next() {
            Some('L') => element.find(';').map_or(element.len(), |end| end + 1),
            Some(_) => 1,
            None => 0,
        };
        let is_array = first == '[';
        if is_array || "IBCSZ".contains(first) {
            let mut known = method.variables.iter();
            let known = known.find(|it| u32::from(it.slot) == slot && it.start == 0);
            let name = known.map_or_else(|| format!("p{number}"), |it| it.name.clone());
            arguments.push(Argument {
                name: if is_array {
                    format!("{name}.length")
                } else {
                    name
                },
                slot,
                is_array,
            });
        }
        slot += if "JD".contains(first) { 2 } else { 1 };
        rest = &element[length..];
        number += 1;
    }
    arguments
}

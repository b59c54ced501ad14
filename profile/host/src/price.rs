//! Counts to cycles.
//!
//! The rules are those of [`cross_profile::Observer`]: an invoke with its load is the caller's, a return with its load that
//! of the method that returns, a bytecode carried out in Java belongs to the method that carries it out.

use std::collections::{BTreeMap, HashMap, HashSet};

use cost_model::{Carrier, EvaluatedPath, EvaluatedTable, Scenario};
use cross_profile::context_names::START;
use cross_profile::observer::{charges, service_of};
use cross_profile::{
    CallingContextTree, Charge, ContextId, MethodId, Profile, Provenance, Service, Spent,
    ThreadProfile,
};

use isa::{Bytecode, op};

use crate::bytecode_use::Uses;
use crate::contention::{self, Accesses, Contention, OTHER_CORES, Waits};
use crate::counts::{Context, Counted, Counts, Method, Thread};
use crate::jvm_class::JvmMethods;
use crate::model::Model;
use crate::settings::{Settings, has_array_receivers};
use crate::uncovered::{Uncovered, uncovered};

/// The invoke whose load stands for that of all: the microcode hides as many cycles beside each.
const INVOKESTATIC: u8 = op::INVOKESTATIC;

/// What the methods of the collector begin with.
const COLLECTOR: &str = "com.jopdesign.sys.Collector.";

/// What the initialiser of a class ends with, and the method of the runtime's start that calls them all.
const INITIALISER: &str = ".<clinit>()V";
const RUNS_INITIALISERS: &str = "com.jopdesign.sys.Startup.initialiseClasses()V";

/// What the machine calls when the hardware finds null or a bad index, and the code of that entry.
const EXCEPTION_METHOD: &str = "com.jopdesign.sys.JVMHelp.except()V";
const EXCEPTION_ENTRY: u8 = 241;

/// Cycles that the dispatch of a bytecode in Java takes more than this entry, and those that exact checks add to it
/// (microcode/asm/system_entries.asm).
const DISPATCH_CYCLES: u64 = 7;
const STRICT_ENTRY_CYCLES: u64 = 14;

/// What counts are priced with.
#[derive(Debug, Clone)]
pub struct Pricing<'a> {
    /// Costs for the machine.
    pub table: &'a EvaluatedTable,
    /// What the agent was asked for.
    pub settings: &'a Settings,
    /// Cycles of each bytecode in Java with [`crate::Routines::Constant`], with all that it calls.
    pub routine_cycles: u64,
    /// What each access waits for other cores, if there are some.
    pub waits: Option<Waits>,
}

/// A bytecode that the program executes and the table has no cycles for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithoutCost {
    /// Name of the bytecode.
    pub bytecode: &'static str,
    /// A method that executes it.
    pub method: String,
    /// The table's reason.
    pub reason: String,
}

/// A priced profile and what it does not tell.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The profile.
    pub profile: Profile,
    /// Cycles of the application's own methods, without routines and loads.
    pub application: u64,
    /// Cycles of the JDK's methods, without routines and loads.
    pub library: u64,
    /// Cycles of bytecodes carried out in Java.
    pub routines: u64,
    /// Those of [`Self::routines`] that are a fixed number for each.
    pub fixed: u64,
    /// Those of [`Self::routines`] that come from the model.
    pub modelled: u64,
    /// Those of [`Self::routines`] that are the collector's.
    pub collections: u64,
    /// Those of [`Self::routines`] that load methods.
    pub routine_loads: u64,
    /// Cycles of exceptions: from the throw to the handler.
    pub exceptions: u64,
    /// Cycles of loads of methods, but for those of routines and exceptions.
    pub loads: u64,
    /// Waits for other cores, if there are some; a context of the profile has them.
    pub contention: Option<Contention>,
    /// Calls out of the profile, most often called first.
    pub uncovered: Vec<Uncovered>,
    /// The first bytecode without cycles in the table, if there is one: then the profile lacks them.
    pub without_cost: Option<WithoutCost>,
}

/// Prices counts.
#[must_use]
pub fn price(counts: &Counts, pricing: &Pricing<'_>, provenance: Provenance) -> Outcome {
    let mut pricer = Pricer::new(counts, pricing);
    let mut threads: Vec<ThreadProfile> = Vec::new();
    let mut groups: HashMap<&str, usize> = HashMap::new();
    for thread in &counts.threads {
        let mut place = threads.len();
        if thread.grouped {
            place = *groups.entry(&thread.name).or_insert(place);
        }
        if place == threads.len() {
            threads.push(ThreadProfile {
                name: thread.name.clone(),
                tree: CallingContextTree::new(MethodId(0)),
            });
        }
        pricer.add(thread, &mut threads, place);
    }
    let contention = pricer.contention(&mut threads);
    let uncovered = uncovered(counts);
    Outcome {
        profile: Profile {
            provenance,
            methods: pricer.names,
            bytecodes: pricer.uses.into_rows(),
            flat: false,
            threads,
        },
        application: pricer.sums.application,
        library: pricer.sums.library,
        routines: pricer.sums.routines,
        fixed: pricer.sums.fixed,
        modelled: pricer.sums.modelled,
        collections: pricer.sums.collections,
        routine_loads: pricer.sums.routine_loads,
        exceptions: pricer.sums.exceptions,
        loads: pricer.sums.loads,
        contention,
        uncovered,
        without_cost: pricer.without_cost,
    }
}

#[derive(Default)]
struct Sums {
    application: u64,
    library: u64,
    routines: u64,
    fixed: u64,
    modelled: u64,
    collections: u64,
    routine_loads: u64,
    exceptions: u64,
    loads: u64,
}

struct Pricer<'a> {
    pricing: &'a Pricing<'a>,
    counts: &'a Counts,
    jvm: JvmMethods,
    model: Model,
    names: Vec<String>,
    ids: HashMap<String, MethodId>,
    /// Whether a name is that of the JDK's or the runtime's.
    library: Vec<bool>,
    /// Of each method, the opcode that it carries out.
    opcodes: Vec<Option<u8>>,
    /// Of each method, the methods of class JVM that it calls by name.
    called: Vec<HashSet<&'a str>>,
    sums: Sums,
    accesses: Accesses,
    uses: Uses,
    without_cost: Option<WithoutCost>,
}

/// What is known of a context that its callees ask for.
struct Placed<'a> {
    /// Place of the thread whose tree has it.
    thread: usize,
    id: ContextId,
    method: Option<&'a Method>,
    number: Option<usize>,
}

impl<'a> Pricer<'a> {
    fn new(counts: &'a Counts, pricing: &'a Pricing<'a>) -> Self {
        let jvm = JvmMethods::read();
        let opcode =
            |method: &Option<Method>| method.as_ref().and_then(|it| entered_by(&jvm, &it.name));
        let opcodes = counts.methods.iter().map(opcode).collect();
        let called = counts
            .methods
            .iter()
            .map(|method| calls_of(method.as_ref(), counts));
        Self {
            pricing,
            counts,
            opcodes,
            called: called.collect(),
            jvm,
            model: Model::new(pricing.table),
            names: vec![START.to_owned()],
            ids: HashMap::new(),
            library: vec![true],
            sums: Sums::default(),
            accesses: Accesses::default(),
            uses: Uses::new(),
            without_cost: None,
        }
    }

    /// Waits for other cores, in a context of the first thread.
    fn contention(&mut self, threads: &mut [ThreadProfile]) -> Option<Contention> {
        let waits = self.pricing.waits?;
        let trees = threads.iter().map(|thread| thread.tree.total_cycles());
        self.accesses.known = trees.sum::<u64>() - self.accesses.unknown;
        let (contention, cycles) = self.accesses.contention(waits);
        let method = self.id(OTHER_CORES, true);
        contention::put(threads.first_mut()?, method, cycles);
        Some(contention)
    }

    fn add(&mut self, thread: &Thread, threads: &mut [ThreadProfile], place: usize) {
        let mut placed: Vec<Placed<'a>> = vec![Placed {
            thread: place,
            id: CallingContextTree::ROOT,
            method: None,
            number: None,
        }];
        for context in &thread.contexts[1..] {
            let next = self.context(threads, context, &placed[context.parent]);
            placed.push(next);
        }
    }

    fn context(
        &mut self,
        threads: &mut [ThreadProfile],
        context: &Context,
        caller: &Placed<'a>,
    ) -> Placed<'a> {
        let number = context.method.unwrap_or_default();
        // The reader has checked that there is one.
        let method = self.counts.methods[number].as_ref();
        let Some(known) = method else {
            return Placed {
                thread: caller.thread,
                id: caller.id,
                method,
                number: None,
            };
        };
        let is_initialiser = known.name.ends_with(INITIALISER);
        let thread = if is_initialiser { 0 } else { caller.thread };
        let tree = &mut threads[thread].tree;
        let opcode = self.opcodes[number].filter(|_| !self.is_called(caller, &known.name));
        let stand_in = known.stands_for();
        let opcode = opcode.filter(|_| stand_in.is_none());
        let entered = stand_in.or(opcode);
        let entered = entered.map_or_else(|| Service::of_method(&known.name), service_of);
        let below = if is_initialiser {
            self.runs_initialisers(tree)
        } else {
            caller.id
        };
        let service = tree.context(below).service.of_callee(entered);
        let name = self.id(&known.name, known.library);
        let id = tree.callee(below, name, service);
        tree.context_mut(id).calls += context.calls;
        if let Some(opcode) = stand_in {
            self.stand_in(tree, id, opcode, known, context);
        }
        // An invoke and its load are the caller's, a dispatch the routine's.
        let payer = if opcode.is_some() { id } else { below };
        let load = self.load(INVOKESTATIC, context.entry_misses, known.words);
        self.loads(context.entry_misses, known.words);
        let invoke = match opcode {
            Some(opcode) => opcode,
            None if is_initialiser => INVOKESTATIC,
            None => self.uses.invoke(self.counts, caller.number, number),
        };
        self.charge(tree, payer, invoke, &load, 0);
        if let Some(opcode) = opcode {
            let spent = self.dispatch(opcode, context.calls);
            let path = self.pricing.table.bytecodes[usize::from(opcode)].path(Scenario::Usual);
            self.accesses.add(path, context.calls, 0);
            let executed = if opcode == EXCEPTION_ENTRY {
                0
            } else {
                context.calls
            };
            self.charge(tree, id, opcode, &spent, executed);
        }
        if let Some(caller) = caller.method.filter(|_| !is_initialiser) {
            let load = self.load(known.returns, context.exit_misses, caller.words);
            self.loads(context.exit_misses, caller.words);
            self.charge(tree, id, known.returns, &load, 0);
        }
        self.blocks(tree, id, known, context);
        Placed {
            thread,
            id,
            method,
            number: Some(number),
        }
    }

    /// The method of the runtime's start that calls initialisers: JOP runs them before main, in its thread, wherever the host does.
    fn runs_initialisers(&mut self, tree: &mut CallingContextTree) -> ContextId {
        let root = CallingContextTree::ROOT;
        let name = self.id(RUNS_INITIALISERS, true);
        let service = tree.context(root).service;
        let service = service.of_callee(Service::of_method(RUNS_INITIALISERS));
        let id = tree.callee(root, name, service);
        tree.context_mut(id).calls = 1;
        id
    }

    /// Cycles of so many calls of the method of a bytecode by the machine. The table has the entry of exceptions as a bytecode like others.
    fn dispatch(&self, opcode: u8, calls: u64) -> Spent {
        let mut spent = spent(
            self.pricing.table.bytecodes[usize::from(opcode)].path(Scenario::Usual),
            calls,
        );
        if opcode == EXCEPTION_ENTRY {
            let strict = has_array_receivers(self.pricing.table);
            let more = if strict {
                STRICT_ENTRY_CYCLES * calls
            } else {
                0
            };
            spent.cycles = (spent.cycles + more).saturating_sub(DISPATCH_CYCLES * calls);
        }
        spent
    }

    /// Whether the caller names the method: then it is no bytecode that leads there.
    fn is_called(&self, caller: &Placed<'_>, name: &str) -> bool {
        caller
            .number
            .is_some_and(|number| self.called[number].contains(name))
    }

    fn blocks(
        &mut self,
        tree: &mut CallingContextTree,
        id: ContextId,
        method: &Method,
        context: &Context,
    ) {
        let mut executed = [0_u64; 256];
        for opcode in &method.prologue {
            executed[usize::from(*opcode)] += context.calls;
        }
        for (block, count) in method.blocks.iter().zip(&context.counts) {
            for (opcode, times) in &block.bytecodes {
                executed[usize::from(*opcode)] += u64::from(*times) * count;
            }
        }
        let table = self.pricing.table;
        let mut features: BTreeMap<u8, Vec<(u16, u64)>> = BTreeMap::new();
        for path in &method.paths {
            let count = context.counts[path.slot];
            let row = &table.bytecodes[usize::from(path.opcode)];
            let scenario = match path.counted {
                Counted::Path(scenario) => scenario,
                Counted::Feature { number, times } => {
                    let found = features.entry(path.opcode).or_default();
                    found.push((number, count * u64::from(times)));
                    continue;
                }
                Counted::Words => {
                    self.accesses.add(&row.usual, 0, count);
                    self.charge(tree, id, path.opcode, &more_words(&row.usual, count), 0);
                    continue;
                }
                Counted::Load(words) => {
                    let load = self.load(path.opcode, count, words);
                    self.loads(count, words);
                    self.charge(tree, id, path.opcode, &load, 0);
                    continue;
                }
                Counted::Late { scenario, next } => {
                    for opcode in executed_late(row.path(scenario), next, table) {
                        executed[usize::from(opcode)] += count;
                    }
                    continue;
                }
            };
            if count != 0 && row.carrier == Carrier::Microcode {
                executed[usize::from(path.opcode)] -= count.min(executed[usize::from(path.opcode)]);
                self.accesses.add(row.path(scenario), count, 0);
                self.charge(
                    tree,
                    id,
                    path.opcode,
                    &spent(row.path(scenario), count),
                    count,
                );
            }
        }
        for (opcode, count) in (0..=u8::MAX).zip(executed).filter(|(_, count)| *count != 0) {
            let row = &table.bytecodes[usize::from(opcode)];
            if let (Some(reason), None) = (&row.underivable, &self.without_cost) {
                self.without_cost = Some(WithoutCost {
                    bytecode: Bytecode::of(opcode).name(),
                    method: method.name.clone(),
                    reason: reason.clone(),
                });
            }
            if row.carrier == Carrier::Microcode {
                let path = row.path(usual_scenario(opcode));
                self.accesses.add(path, count, 0);
                self.charge(tree, id, opcode, &spent(path, count), count);
            } else if self.pricing.settings.models(opcode, table) {
                let features = features.remove(&opcode).unwrap_or_default();
                self.modelled(tree, id, opcode, count, &features);
            } else if !self.pricing.settings.runs_routine(opcode, table) {
                self.fixed(tree, id, opcode, count);
            }
        }
    }

    /// A bytecode in Java whose method did not run: a context of that method with what the model says.
    fn modelled(
        &mut self,
        tree: &mut CallingContextTree,
        caller: ContextId,
        opcode: u8,
        count: u64,
        features: &[(u16, u64)],
    ) {
        let id = self.routine(tree, caller, opcode);
        tree.context_mut(id).calls += count;
        self.charge_features(tree, id, opcode, count, features);
    }

    /// A method that is counted by features alone.
    fn stand_in(
        &mut self,
        tree: &mut CallingContextTree,
        id: ContextId,
        opcode: u8,
        method: &Method,
        context: &Context,
    ) {
        let features = method.paths.iter().filter_map(|path| match path.counted {
            Counted::Feature { number, times } => {
                Some((number, context.counts[path.slot] * u64::from(times)))
            }
            Counted::Path(_) | Counted::Late { .. } | Counted::Words | Counted::Load(_) => None,
        });
        let features: Vec<(u16, u64)> = features.collect();
        self.charge_features(tree, id, opcode, context.calls, &features);
    }

    fn charge_features(
        &mut self,
        tree: &mut CallingContextTree,
        id: ContextId,
        opcode: u8,
        count: u64,
        features: &[(u16, u64)],
    ) {
        let total = self.model.total(opcode, features);
        let spent = Spent {
            cycles: total.cycles.round() as u64,
            memory_read: total.memory_read.round() as u64,
            memory_write: total.memory_write.round() as u64,
            load: 0,
        };
        if service_of(opcode) != Service::Exception {
            self.sums.modelled += spent.cycles;
        }
        self.accesses.unknown += spent.cycles;
        self.uses.add(opcode, count, spent.cycles);
        self.put(tree, id, opcode, &spent, total.bytecodes.round() as u64);
    }

    /// The context of the method of a bytecode in Java.
    fn routine(
        &mut self,
        tree: &mut CallingContextTree,
        caller: ContextId,
        opcode: u8,
    ) -> ContextId {
        let name = self.jvm.name(opcode);
        let name = self.id(&name, true);
        let service = tree.context(caller).service.of_callee(service_of(opcode));
        tree.callee(caller, name, service)
    }

    /// A bytecode in Java whose method did not run: a context of that method with a fixed number of cycles.
    fn fixed(&mut self, tree: &mut CallingContextTree, caller: ContextId, opcode: u8, count: u64) {
        let id = self.routine(tree, caller, opcode);
        let service = tree.context(id).service;
        let context = tree.context_mut(id);
        context.calls += count;
        context.bytecodes += count;
        let cycles = count * self.pricing.routine_cycles;
        context.cycles[Charge::Execute as usize] += cycles;
        self.accesses.unknown += cycles;
        self.uses.add(opcode, count, cycles);
        if service == Service::Exception {
            self.sums.exceptions += cycles;
            return;
        }
        self.sums.routines += cycles;
        self.sums.fixed += cycles;
    }

    /// What loads of a method add, as the cycles of that many bytecodes.
    fn load(&self, opcode: u8, misses: u64, words: u32) -> Spent {
        let path = &self.pricing.table.bytecodes[usize::from(opcode)].usual;
        let miss = path.load.map_or(0, |load| load.miss(words));
        let cycles = misses * u64::from(miss);
        Spent {
            cycles,
            load: cycles,
            ..Spent::default()
        }
    }

    /// Reads of so many loads of a method: of each word, and one more (spec 04 section 7).
    fn loads(&mut self, misses: u64, words: u32) {
        self.accesses.reads += misses * (u64::from(words) + 1);
    }

    fn charge(
        &mut self,
        tree: &mut CallingContextTree,
        id: ContextId,
        opcode: u8,
        spent: &Spent,
        count: u64,
    ) {
        self.uses.add(opcode, count, spent.cycles);
        self.put(tree, id, opcode, spent, count);
    }

    fn put(
        &mut self,
        tree: &mut CallingContextTree,
        id: ContextId,
        opcode: u8,
        spent: &Spent,
        count: u64,
    ) {
        let context = tree.context_mut(id);
        context.bytecodes += count;
        for (sum, cycles) in context.cycles.iter_mut().zip(charges(opcode, spent)) {
            *sum += cycles;
        }
        let sum = match context.service {
            Service::Program if self.library[context.method.0 as usize] => &mut self.sums.library,
            Service::Program => &mut self.sums.application,
            Service::Exception => {
                self.sums.exceptions += spent.cycles;
                return;
            }
            _ => {
                self.sums.routines += spent.cycles;
                self.sums.routine_loads += spent.load;
                if self.names[context.method.0 as usize].starts_with(COLLECTOR) {
                    self.sums.collections += spent.cycles;
                }
                return;
            }
        };
        *sum += spent.cycles - spent.load;
        self.sums.loads += spent.load;
    }

    fn id(&mut self, name: &str, library: bool) -> MethodId {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = MethodId(self.names.len() as u32);
        self.names.push(name.to_owned());
        self.library.push(library);
        self.ids.insert(name.to_owned(), id);
        id
    }
}

/// What leads to a method that the machine calls: a bytecode, or an exception that the hardware finds.
fn entered_by(jvm: &JvmMethods, name: &str) -> Option<u8> {
    match name {
        EXCEPTION_METHOD => Some(EXCEPTION_ENTRY),
        _ => jvm.opcode(name),
    }
}

/// Methods of class JVM that a method calls by name.
fn calls_of<'a>(method: Option<&'a Method>, counts: &'a Counts) -> HashSet<&'a str> {
    let blocks = method.into_iter().flat_map(|method| &method.blocks);
    let calls = blocks.flat_map(|block| &block.calls);
    let names = calls.filter_map(|name| counts.names.get(*name as usize));
    names
        .map(String::as_str)
        .filter(|name| name.starts_with("com.jopdesign.sys.JVM."))
        .collect()
}

/// What happens to a bytecode of which nothing else is counted. Our runtime reads and writes devices by bytecodes of their own.
fn usual_scenario(opcode: u8) -> Scenario {
    const READ_DEVICE: u8 = 209;
    const WRITE_DEVICE: u8 = 210;
    match opcode {
        READ_DEVICE | WRITE_DEVICE => Scenario::Device,
        _ => Scenario::Usual,
    }
}

/// What of the bytecodes behind a path is executed before its exception is taken: a dispatch two cycles after it or later does.
fn executed_late(path: &EvaluatedPath, next: [Option<u8>; 2], table: &EvaluatedTable) -> Vec<u8> {
    let taken = path.exception.map_or(0, |raised| raised + 2);
    let mut dispatch = path.cycles;
    let executed = next.into_iter().map_while(|opcode| {
        let opcode = opcode.filter(|_| dispatch < taken)?;
        let row = &table.bytecodes[usize::from(opcode)];
        dispatch += row.path(usual_scenario(opcode)).cycles;
        (row.carrier == Carrier::Microcode).then_some(opcode)
    });
    executed.collect()
}

/// Cycles of `count` executions of a path.
fn spent(path: &EvaluatedPath, count: u64) -> Spent {
    Spent {
        cycles: count * u64::from(path.cycles),
        memory_read: count * u64::from(path.read_stall),
        memory_write: count * u64::from(path.write_stall),
        load: count * path.load.map_or(0, |load| u64::from(load.hit_stall)),
    }
}

/// Cycles of so many more words of block copies.
fn more_words(path: &EvaluatedPath, words: u64) -> Spent {
    Spent {
        cycles: words * u64::from(path.cycles_per_count),
        memory_read: words * u64::from(path.read_stall_per_count),
        memory_write: words * u64::from(path.write_stall_per_count),
        load: 0,
    }
}

//! Prices for the executions of a run: the prediction of a cross-profiler with a cost table.

use cost_model::{Asked, Carrier, EvaluatedTable, Execution};
use cross_profile::observer::charges;
use cross_profile::{CallingContextTree, Charge, ContextId, Profile, Spent, ThreadId};

use crate::counted_run::{CountedRun, opcode};
use crate::routines::{self, Place};

/// Pricing of method-cache lookups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Lookups {
    /// They hit and miss as on the machine.
    #[default]
    Simulated,
    /// Each is a hit.
    AllHit,
    /// Each is a miss.
    AllMiss,
    /// A hit if the lookup before was for the same method: a cache that holds one method.
    OneMethod,
}

/// Pricing of bytecodes that Java methods implement.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum JavaBytecodes {
    /// The call and the bytecodes of the methods are counted, but for rows that the table has in microcode.
    #[default]
    Executed,
    /// Each takes this many cycles, in place of its methods and their callees.
    Constant(u32),
}

/// Use of a cost table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rules {
    /// Lookups in the method cache.
    pub lookups: Lookups,
    /// Bytecodes implemented in Java.
    pub java: JavaBytecodes,
}

/// The profile that a table gives for the path of a run.
pub(crate) fn price(run: &CountedRun, costs: &EvaluatedTable, rules: Rules) -> Profile {
    let mut profile = run.profile.clone();
    clear(&mut profile);
    let places = routines::places(run, |opcode| rules.replaces(run, costs, opcode));
    places.forget(&mut profile);
    let start = price_start(run, costs, rules);
    if let Some(thread) = profile.threads.first_mut() {
        let root = CallingContextTree::ROOT;
        add(&mut thread.tree, root, &charges(0, &start), 1);
    }
    let mut region = run.region.clone();
    let mut has_figures = |thread: ThreadId, context: ContextId| {
        let tree = &run.profile.threads[thread.0 as usize].tree;
        let region = region.as_mut();
        region.is_none_or(|region| region.contains(tree, thread, context))
    };
    for count in &run.counts {
        let number = opcode(count.execution.path.row);
        let tree = &mut profile.threads[count.thread.0 as usize].tree;
        let row = &mut profile.bytecodes[usize::from(number)];
        let was_counted = has_figures(count.thread, count.context);
        let (context, spent) = match places.of(count) {
            Place::Own(context) => (context, price_of(&count.execution, costs, rules)),
            Place::Replaced(caller) => {
                tree.context_mut(caller).bytecodes += count.times;
                (caller, rules.price_replaced(number, costs))
            }
            Place::Inside => {
                row.count -= if was_counted { count.times } else { 0 };
                continue;
            }
        };
        if has_figures(count.thread, context) {
            row.cycles += spent.cycles * count.times;
        } else if was_counted {
            // The region begins with the routine, and its caller pays.
            row.count -= count.times;
        }
        let charges = match count.wait {
            Some(charge) => only(charge, spent.cycles),
            None => charges(number, &spent),
        };
        add(tree, context, &charges, count.times);
    }
    if let Some((thread, context, path, spent)) = &run.last {
        let number = opcode(path.row);
        if has_figures(*thread, *context) {
            profile.bytecodes[usize::from(number)].cycles += spent.cycles;
        }
        let tree = &mut profile.threads[thread.0 as usize].tree;
        add(tree, *context, &charges(number, spent), 1);
    }
    profile
}

impl Rules {
    /// Checks if a bytecode that the run executed in Java has one price for all of it.
    fn replaces(self, run: &CountedRun, costs: &EvaluatedTable, opcode: u8) -> bool {
        let in_microcode = costs.bytecodes[usize::from(opcode)].carrier == Carrier::Microcode;
        run.java[usize::from(opcode)] && (in_microcode || self.java != JavaBytecodes::Executed)
    }

    /// The price of a bytecode with all that its method does.
    fn price_replaced(self, opcode: u8, costs: &EvaluatedTable) -> Spent {
        let row = &costs.bytecodes[usize::from(opcode)];
        match self.java {
            JavaBytecodes::Constant(cycles) if row.carrier == Carrier::Java => Spent {
                cycles: cycles.into(),
                ..Spent::default()
            },
            _ => Spent {
                cycles: row.usual.cycles.into(),
                memory_read: row.usual.read_stall.into(),
                memory_write: row.usual.write_stall.into(),
                load: 0,
            },
        }
    }
}

impl Lookups {
    /// Words that are loaded.
    fn loaded(self, lookup: Asked) -> Option<u32> {
        let hit = match self {
            Self::Simulated => lookup.hit,
            Self::AllHit => true,
            Self::AllMiss => false,
            Self::OneMethod => lookup.again,
        };
        (!hit).then_some(lookup.words)
    }
}

/// Takes all cycles away; calls and bytecodes stay.
fn clear(profile: &mut Profile) {
    for bytecode in &mut profile.bytecodes {
        bytecode.cycles = 0;
    }
    for thread in &mut profile.threads {
        for id in thread.tree.ids() {
            thread.tree.context_mut(id).cycles = [0; Charge::COUNT];
        }
    }
}

fn add(
    tree: &mut CallingContextTree,
    context: ContextId,
    charges: &[u64; Charge::COUNT],
    times: u64,
) {
    let context = tree.context_mut(context);
    for (sum, cycles) in context.cycles.iter_mut().zip(charges) {
        *sum += cycles * times;
    }
}

/// Cycles of one charge.
fn only(charge: Charge, cycles: u64) -> [u64; Charge::COUNT] {
    let mut charges = [0; Charge::COUNT];
    charges[charge as usize] = cycles;
    charges
}

/// Cycles of the start in the table, or its measured cycles if the table has none: bytecodes have no part in it.
fn price_start(run: &CountedRun, costs: &EvaluatedTable, rules: Rules) -> Spent {
    let (execution, spent) = &run.start;
    if costs.reset.underivable.is_some() {
        *spent
    } else {
        price_of(execution, costs, rules)
    }
}

/// Cycles of the table. Devices delay a bytecode beyond any table.
fn price_of(execution: &Execution, costs: &EvaluatedTable, rules: Rules) -> Spent {
    let path = costs.path(execution.path);
    let runs = |once: u32, again: u32| {
        u64::from(once) + u64::from(again) * u64::from(execution.runs.saturating_sub(1))
    };
    let loaded = execution
        .lookup
        .and_then(|asked| rules.lookups.loaded(asked));
    let (hit, miss) = path.load.map_or((0, 0), |load| {
        let miss = loaded.map_or(0, |words| load.miss(words));
        (u64::from(load.hit_stall), u64::from(miss))
    });
    let cycles = runs(path.cycles, path.cycles_per_count) + miss + execution.delay;
    let load = (hit + miss).min(cycles);
    let memory_read = runs(path.read_stall, path.read_stall_per_count).min(cycles - load);
    let memory_write = runs(path.write_stall, path.write_stall_per_count) + execution.delay;
    Spent {
        cycles,
        load,
        memory_read,
        memory_write: memory_write.min(cycles - load - memory_read),
    }
}

#[cfg(test)]
mod tests {
    use cost_model::{MemoryTiming, PathId, RowChange, RowId, Scenario, published};
    use cross_profile::{MethodId, Provenance, Region, Service, ThreadId, ThreadProfile};
    use isa::op;

    use super::*;
    use crate::counted_run::Count;

    /// The published table with one read wait state.
    fn costs() -> EvaluatedTable {
        let memory = MemoryTiming::sram32(2).unwrap_or_else(|error| panic!("{error}"));
        let table = published().unwrap_or_else(|error| panic!("{error}"));
        table.evaluate(memory)
    }

    fn executing(cycles: u64) -> Spent {
        Spent {
            cycles,
            ..Spent::default()
        }
    }

    /// A bytecode that missed, if it loaded these words.
    fn atom(opcode: u8, loaded: Option<u32>) -> Execution {
        let lookup = loaded.map(|words| Asked {
            words,
            hit: false,
            again: false,
        });
        asks(opcode, lookup)
    }

    fn asks(opcode: u8, lookup: Option<Asked>) -> Execution {
        Execution {
            path: PathId {
                row: RowId::Bytecode(opcode),
                scenario: Scenario::Usual,
            },
            runs: 1,
            lookup,
            delay: 0,
        }
    }

    /// `main` (context 1) adds and calls `f` (context 2), which divides: that is carried out by context 3, which calls context 4.
    fn run(counts: &[(u32, Execution, u64)]) -> CountedRun {
        let mut tree = CallingContextTree::new(MethodId(0));
        let main = tree.callee(CallingContextTree::ROOT, MethodId(1), Service::Program);
        let f = tree.callee(main, MethodId(2), Service::Program);
        let division = tree.callee(f, MethodId(3), Service::JavaBytecode);
        tree.callee(division, MethodId(4), Service::JavaBytecode);
        let mut uses = vec![cross_profile::BytecodeUse::default(); 256];
        for (_, atom, times) in counts {
            uses[usize::from(opcode(atom.path.row))].count += times;
        }
        let counts = counts.iter().map(|&(context, atom, times)| Count {
            thread: ThreadId(0),
            context: ContextId(context),
            execution: atom,
            wait: None,
            times,
        });
        let reset = Execution {
            path: PathId {
                row: RowId::Reset,
                scenario: Scenario::Usual,
            },
            ..atom(0, None)
        };
        CountedRun {
            profile: Profile {
                provenance: Provenance::default(),
                methods: ["(start)", "main", "f", "JVM.f_ldiv", "help"]
                    .map(str::to_owned)
                    .into(),
                bytecodes: uses,
                flat: false,
                threads: vec![ThreadProfile {
                    name: "main".to_owned(),
                    tree,
                }],
            },
            region: None,
            counts: counts.collect(),
            java: std::array::from_fn(|code| code == usize::from(op::LDIV)),
            start: (reset, executing(50)),
            last: Some((
                ThreadId(0),
                ContextId(1),
                atom(op::IADD, None).path,
                executing(3),
            )),
            time_uses: 0,
            cycles: 0,
            end: run::End::Exit(0),
        }
    }

    fn self_cycles(profile: &Profile) -> Vec<u64> {
        let contexts = profile.threads[0].tree.contexts().iter();
        contexts.map(cross_profile::Context::self_cycles).collect()
    }

    #[test]
    fn counts_times_prices_are_what_was_added_by_hand() {
        let counts = [
            (1, atom(op::IADD, None), 10),
            (1, atom(op::INVOKESTATIC, None), 2),
            (1, atom(op::INVOKESTATIC, Some(100)), 1),
        ];
        let simulated = price(&run(&counts), &costs(), Rules::default());
        // 73 + r = 74 for a hit; 6 + 101 * 2 - 37 = 171 more for the miss; 3 of the bytecode at the end.
        assert_eq!(
            self_cycles(&simulated),
            [50, 10 + 2 * 74 + 245 + 3, 0, 0, 0]
        );
        assert_eq!(
            simulated.bytecodes[usize::from(op::INVOKESTATIC)].cycles,
            393
        );
        let all_hit = Rules {
            lookups: Lookups::AllHit,
            ..Rules::default()
        };
        let all_hit = price(&run(&counts), &costs(), all_hit);
        assert_eq!(self_cycles(&all_hit), [50, 10 + 3 * 74 + 3, 0, 0, 0]);
    }

    #[test]
    fn each_cache_answers_the_same_lookups_in_its_own_way() {
        let lookup = |hit, again| {
            let words = 100;
            let lookup = Asked { words, hit, again };
            asks(op::INVOKESTATIC, Some(lookup))
        };
        let counts = [
            (1, lookup(true, false), 2),
            (1, lookup(true, true), 4),
            (1, lookup(false, false), 8),
        ];
        let cycles = |lookups| {
            let rules = Rules {
                lookups,
                ..Rules::default()
            };
            self_cycles(&price(&run(&counts), &costs(), rules))[1] - 3
        };
        let (hit, miss) = (74, 245);
        assert_eq!(cycles(Lookups::Simulated), 6 * hit + 8 * miss);
        assert_eq!(cycles(Lookups::AllHit), 14 * hit);
        assert_eq!(cycles(Lookups::AllMiss), 14 * miss);
        assert_eq!(cycles(Lookups::OneMethod), 4 * hit + 10 * miss);
    }

    /// `f` adds and divides; the division adds, and its callee does.
    fn division() -> CountedRun {
        run(&[
            (2, atom(op::IADD, None), 5),
            (3, atom(op::LDIV, None), 7),
            (3, atom(op::IADD, None), 700),
            (4, atom(op::IADD, None), 900),
        ])
    }

    #[test]
    fn a_constant_is_charged_to_the_calling_block_and_its_methods_are_not_there() {
        let rules = Rules {
            java: JavaBytecodes::Constant(200),
            ..Rules::default()
        };
        let constant = price(&division(), &costs(), rules);
        assert_eq!(self_cycles(&constant), [50, 3, 5 + 7 * 200, 0, 0]);
        let counts = |opcode: u8| constant.bytecodes[usize::from(opcode)].count;
        assert_eq!((counts(op::LDIV), counts(op::IADD)), (7, 5));
        let executed = price(&division(), &costs(), Rules::default());
        assert_eq!(self_cycles(&executed), [50, 3, 5, 7 * 82 + 700, 900]);
    }

    #[test]
    fn methods_in_place_of_which_a_price_stands_have_no_calls_and_no_bytecodes() {
        let mut run = division();
        for id in [2, 3, 4].map(ContextId) {
            let context = run.profile.threads[0].tree.context_mut(id);
            (context.calls, context.bytecodes) = (7, 700);
        }
        let rules = Rules {
            java: JavaBytecodes::Constant(200),
            ..Rules::default()
        };
        let profile = price(&run, &costs(), rules);
        let contexts = &profile.threads[0].tree.contexts()[2..];
        let figures: Vec<_> = contexts.iter().map(|it| (it.calls, it.bytecodes)).collect();
        // The seven divisions are bytecodes of their caller.
        assert_eq!(figures, [(7, 700 + 7), (0, 0), (0, 0)]);
    }

    #[test]
    fn a_bytecode_that_only_the_table_has_in_microcode_takes_its_cycles_there() {
        let changes = ["ldiv.carrier=microcode", "ldiv=60"];
        let changes = changes.map(|change| change.parse::<RowChange>().expect("a change"));
        let table = RowChange::apply_all(&changes, published().expect("the published table"));
        let memory = MemoryTiming::sram32(2).unwrap_or_else(|error| panic!("{error}"));
        let costs = table.expect("a table").evaluate(memory);
        let profile = price(&division(), &costs, Rules::default());
        assert_eq!(self_cycles(&profile), [50, 3, 5 + 7 * 60, 0, 0]);
        let constant = Rules {
            java: JavaBytecodes::Constant(200),
            ..Rules::default()
        };
        assert_eq!(profile, price(&division(), &costs, constant));
    }

    #[test]
    fn bytecodes_of_a_region_are_those_charged_to_its_contexts() {
        let mut run = division();
        let names = run.profile.methods.clone();
        let mut below = |root: &str, java: JavaBytecodes| {
            run.region = Some(Region::new(root, &names));
            // What an observer of the region counts.
            for (opcode, counts) in [(op::IADD, [5, 700, 900]), (op::LDIV, [0, 7, 0])] {
                let contexts = [2, 3, 4].map(ContextId);
                let region = run.region.as_mut().expect("a region");
                let tree = &run.profile.threads[0].tree;
                let inside = contexts.map(|id| region.contains(tree, ThreadId(0), id));
                let counted = counts.into_iter().zip(inside).filter(|(_, inside)| *inside);
                run.profile.bytecodes[usize::from(opcode)].count =
                    counted.map(|(count, _)| count).sum();
            }
            let rules = Rules {
                java,
                ..Rules::default()
            };
            let profile = price(&run, &costs(), rules);
            [op::IADD, op::LDIV].map(|opcode| {
                let row = profile.bytecodes[usize::from(opcode)];
                (row.count, row.cycles)
            })
        };
        let executed = JavaBytecodes::Executed;
        assert_eq!(below("f", executed), [(1605, 1605), (7, 7 * 82)]);
        assert_eq!(below("help", executed), [(900, 900), (0, 0)]);
        assert_eq!(below("JVM.f_ldiv", executed), [(1600, 1600), (7, 7 * 82)]);
        let constant = JavaBytecodes::Constant(200);
        assert_eq!(below("f", constant), [(5, 5), (7, 7 * 200)]);
        assert_eq!(below("JVM.f_ldiv", constant), [(0, 0), (0, 0)]);
    }

    #[test]
    fn an_interrupt_inside_a_routine_is_no_part_of_it() {
        let mut run = division();
        let tree = &mut run.profile.threads[0].tree;
        let task = tree.callee(ContextId(4), MethodId(1), Service::Interrupt);
        run.counts.push(Count {
            context: task,
            execution: atom(op::IADD, None),
            times: 11,
            ..run.counts[0]
        });
        run.profile.bytecodes[usize::from(op::IADD)].count += 11;
        let rules = Rules {
            java: JavaBytecodes::Constant(200),
            ..Rules::default()
        };
        let constant = price(&run, &costs(), rules);
        assert_eq!(self_cycles(&constant), [50, 3, 5 + 7 * 200, 0, 0, 11]);
    }

    #[test]
    fn a_device_delays_under_every_table() {
        let delayed = Execution {
            delay: 9,
            ..atom(op::IADD, None)
        };
        let profile = price(&run(&[(2, delayed, 2)]), &costs(), Rules::default());
        assert_eq!(self_cycles(&profile)[2], 20);
        let causes = profile.total_by_cause();
        assert_eq!(causes[cross_profile::Cause::MemoryWrite as usize], 18);
    }
}

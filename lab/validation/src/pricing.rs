//! Prices for the atoms of a run: the prediction of a cross-profiler with a cost table.

use cost_model::{Carrier, EvaluatedTable, RowId};
use cross_profile::observer::charges;
use cross_profile::{CallingContextTree, Charge, Profile, Spent, ThreadId};

use crate::counted_run::{Atom, CountedRun, opcode};

/// Pricing of method-cache lookups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Lookups {
    /// They hit and miss as on the machine.
    #[default]
    Simulated,
    /// Each is a hit.
    AllHit,
}

/// Pricing of bytecodes that Java methods implement.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum JavaBytecodes {
    /// The call and the bytecodes of the methods are counted.
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
    let java = rules.constant().map(|cycles| {
        let threads = profile.threads.iter().zip(0..);
        let covered = threads.map(|(thread, id)| covered(run, costs, ThreadId(id), &thread.tree));
        (cycles, covered.collect::<Vec<_>>())
    });
    let start = price_start(run, costs, rules);
    if let Some(thread) = profile.threads.first_mut() {
        add(
            &mut thread.tree,
            CallingContextTree::ROOT.0,
            &charges(0, &start),
            1,
        );
    }
    for count in &run.counts {
        let (thread, context) = (count.thread.0 as usize, count.context.0);
        let mut spent = price_atom(&count.atom, costs, rules);
        if let Some((constant, covered)) = &java {
            match covered[thread][context as usize] {
                Covered::No => {}
                Covered::Outermost if is_java(costs, count.atom.path.row) => {
                    spent = only(u64::from(*constant));
                }
                Covered::Outermost | Covered::Inner => spent = Spent::default(),
            }
        }
        let number = opcode(count.atom.path.row);
        profile.bytecodes[usize::from(number)].cycles += spent.cycles * count.times;
        let tree = &mut profile.threads[thread].tree;
        add(tree, context, &charges(number, &spent), count.times);
    }
    if let Some((thread, context, number, spent)) = &run.last {
        profile.bytecodes[usize::from(*number)].cycles += spent.cycles;
        let tree = &mut profile.threads[thread.0 as usize].tree;
        add(tree, context.0, &charges(*number, spent), 1);
    }
    profile
}

impl Rules {
    fn constant(self) -> Option<u32> {
        match self.java {
            JavaBytecodes::Executed => None,
            JavaBytecodes::Constant(cycles) => Some(cycles),
        }
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

fn add(tree: &mut CallingContextTree, context: u32, charges: &[u64; Charge::COUNT], times: u64) {
    let context = tree.context_mut(cross_profile::ContextId(context));
    for (sum, cycles) in context.cycles.iter_mut().zip(charges) {
        *sum += cycles * times;
    }
}

/// Cycles of the start in the table, or its measured cycles if the table has none: bytecodes have no part in it.
fn price_start(run: &CountedRun, costs: &EvaluatedTable, rules: Rules) -> Spent {
    let (atom, spent) = &run.start;
    if costs.reset.underivable.is_some() {
        *spent
    } else {
        price_atom(atom, costs, rules)
    }
}

/// Cycles of the table. Devices delay a bytecode beyond any table.
fn price_atom(atom: &Atom, costs: &EvaluatedTable, rules: Rules) -> Spent {
    let path = costs.path(atom.path);
    let runs = |once: u32, again: u32| {
        u64::from(once) + u64::from(again) * u64::from(atom.runs.saturating_sub(1))
    };
    let loaded = atom.loaded.filter(|_| rules.lookups == Lookups::Simulated);
    let (hit, miss) = path.load.map_or((0, 0), |load| {
        let miss = loaded.map_or(0, |words| load.miss(words));
        (u64::from(load.hit_stall), u64::from(miss))
    });
    let cycles = runs(path.cycles, path.cycles_per_count) + miss + atom.delay;
    let load = (hit + miss).min(cycles);
    let memory_read = runs(path.read_stall, path.read_stall_per_count).min(cycles - load);
    let memory_write = runs(path.write_stall, path.write_stall_per_count) + atom.delay;
    Spent {
        cycles,
        load,
        memory_read,
        memory_write: memory_write.min(cycles - load - memory_read),
    }
}

fn only(cycles: u64) -> Spent {
    Spent {
        cycles,
        ..Spent::default()
    }
}

/// True if a context is part of a bytecode implemented in Java.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Covered {
    No,
    /// The method that the bytecode calls.
    Outermost,
    /// Below it.
    Inner,
}

fn covered(
    run: &CountedRun,
    costs: &EvaluatedTable,
    thread: ThreadId,
    tree: &CallingContextTree,
) -> Vec<Covered> {
    let mut covered = vec![Covered::No; tree.contexts().len()];
    // A call that Java carries out is charged to the called method.
    for count in run.counts.iter().filter(|count| count.thread == thread) {
        if is_java(costs, count.atom.path.row) {
            covered[count.context.0 as usize] = Covered::Outermost;
        }
    }
    for id in tree.ids().skip(1) {
        let parent = tree.context(id).parent;
        if covered[parent.0 as usize] != Covered::No {
            covered[id.0 as usize] = Covered::Inner;
        }
    }
    covered
}

fn is_java(costs: &EvaluatedTable, row: RowId) -> bool {
    matches!(row, RowId::Bytecode(_)) && costs.row(row).carrier == Carrier::Java
}

#[cfg(test)]
mod tests {
    use cost_model::{MemoryTiming, PathId, Scenario, published};
    use cross_profile::{
        CallingContextTree, ContextId, MethodId, Provenance, Service, ThreadProfile,
    };
    use isa::op;

    use super::*;
    use crate::counted_run::Count;

    /// The published table with one read wait state.
    fn costs() -> EvaluatedTable {
        let memory = MemoryTiming::sram32(2).unwrap_or_else(|error| panic!("{error}"));
        let table = published().unwrap_or_else(|error| panic!("{error}"));
        table.evaluate(memory)
    }

    fn atom(opcode: u8, loaded: Option<u32>) -> Atom {
        Atom {
            path: PathId {
                row: RowId::Bytecode(opcode),
                scenario: Scenario::Usual,
            },
            runs: 1,
            loaded,
            delay: 0,
        }
    }

    /// `main` (context 1) adds and calls `f` (context 2), which divides: that is carried out by context 3, which calls context 4.
    fn run(counts: &[(u32, Atom, u64)]) -> CountedRun {
        let mut tree = CallingContextTree::new(MethodId(0));
        let main = tree.callee(CallingContextTree::ROOT, MethodId(1), Service::Program);
        let f = tree.callee(main, MethodId(2), Service::Program);
        let division = tree.callee(f, MethodId(3), Service::JavaBytecode);
        tree.callee(division, MethodId(4), Service::JavaBytecode);
        let counts = counts.iter().map(|&(context, atom, times)| Count {
            thread: ThreadId(0),
            context: ContextId(context),
            atom,
            times,
        });
        let reset = Atom {
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
                bytecodes: vec![cross_profile::BytecodeUse::default(); 256],
                flat: false,
                threads: vec![ThreadProfile {
                    name: "main".to_owned(),
                    tree,
                }],
            },
            counts: counts.collect(),
            start: (reset, only(50)),
            last: Some((ThreadId(0), ContextId(1), op::IADD, only(3))),
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
    fn a_constant_stands_for_the_java_method_and_all_below_it() {
        let counts = [
            (2, atom(op::IADD, None), 5),
            (3, atom(op::LDIV, None), 7),
            (3, atom(op::IADD, None), 700),
            (4, atom(op::IADD, None), 900),
        ];
        let rules = Rules {
            java: JavaBytecodes::Constant(200),
            ..Rules::default()
        };
        let constant = price(&run(&counts), &costs(), rules);
        assert_eq!(self_cycles(&constant), [50, 3, 5, 7 * 200, 0]);
        let executed = price(&run(&counts), &costs(), Rules::default());
        assert_eq!(self_cycles(&executed), [50, 3, 5, 7 * 82 + 700, 900]);
    }

    #[test]
    fn a_device_delays_under_every_table() {
        let delayed = Atom {
            delay: 9,
            ..atom(op::IADD, None)
        };
        let profile = price(&run(&[(2, delayed, 2)]), &costs(), Rules::default());
        assert_eq!(self_cycles(&profile)[2], 20);
        let causes = profile.total_by_cause();
        assert_eq!(causes[cross_profile::Cause::MemoryWrite as usize], 18);
    }
}

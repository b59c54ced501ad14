//! Predictions for programs too big for JOP: counts of a profile, times the costs of a table.
//!
//! ```text
//!   cycles = S(point) + (cycles of the profile - S(recorded) - loads) + loads * cost of a word at the point / recorded
//!            - cycles of the routines that the point has in microcode
//!   S      = sum over bytecodes of count * cycles of the usual path
//! ```
//!
//! Paths other than the usual one, and what runs beside loads, keep the cycles of the profile. So rows are predictions, also on
//! the memory that the profile was recorded for where costs differ. A row is off by at most
//!
//! ```text
//!   sum over bytecodes of count * largest difference between how another path and the usual one change
//!   + lookups * largest change of what a load has beside its words + change of the replaced routines
//! ```

use cost_model::{Carrier, EvaluatedLoad, EvaluatedPath, EvaluatedTable, RowId, Scenario};
use cross_profile::{CallingContextTree, Profile};
use isa::cause::Charge;
use isa::{Bytecode, MachineConfig, op};
use run::Fingerprint;

use crate::variant::Variant;

/// Class of the routines: methods that carry bytecodes out.
const ROUTINES: &str = "com.jopdesign.sys.JVM.f_";

/// A prediction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Predicted {
    /// Cycles.
    pub cycles: u64,
    /// Most cycles that it may be off; none if nothing bounds them.
    pub error: Option<u64>,
}

/// Counts of a profile.
#[derive(Debug, Clone, PartialEq)]
pub struct ProfileCounts {
    /// Dispatches of each bytecode.
    counts: Vec<u64>,
    /// All cycles.
    cycles: u64,
    /// Those of them that wait for the method cache.
    loads: u64,
    /// By opcode: cycles and bytecodes in the routine and below it.
    routines: Vec<[u64; 2]>,
    /// The machine that it was recorded for.
    machine: MachineConfig,
    /// Costs that it was recorded with: the microcode's own.
    recorded: EvaluatedTable,
}

impl ProfileCounts {
    /// The counts of a profile that was recorded for `machine` with the costs of `base`.
    ///
    /// # Errors
    /// When it has no counts of bytecodes, or was recorded for another machine.
    pub fn new(profile: &Profile, machine: &MachineConfig, base: &Variant) -> Result<Self, String> {
        let total: u64 = profile.bytecodes.iter().map(|it| it.count).sum();
        if total == 0 {
            return Err("it has no counts of bytecodes; record it with `jop cross run` or `jop run -o FILE.jrec`".to_owned());
        }
        if profile.provenance.machine != Fingerprint::of_machine(machine).digits() {
            return Err(
                "it was recorded for another machine; give that one with --config".to_owned(),
            );
        }
        let recorded = base.costs(machine).map_err(|error| error.to_string())?;
        let mut counts = Self {
            counts: profile.bytecodes.iter().map(|it| it.count).collect(),
            cycles: profile.total_cycles(),
            loads: 0,
            routines: vec![[0; 2]; 256],
            machine: machine.clone(),
            recorded,
        };
        for thread in &profile.threads {
            counts.add(profile, &thread.tree);
        }
        Ok(counts)
    }

    fn add(&mut self, profile: &Profile, tree: &CallingContextTree) {
        let routine_of = |name: &str| {
            let name = name.strip_prefix(ROUTINES)?.split('(').next()?;
            (0..=u8::MAX).find(|opcode| Bytecode::of(*opcode).name() == name)
        };
        // Of each context the outermost routine around it; callers come before callees.
        let mut within: Vec<Option<u8>> = Vec::new();
        for id in tree.ids() {
            let context = tree.context(id);
            let charged = |charge: Charge| context.cycles[charge as usize];
            self.loads += charged(Charge::LoadOnInvoke) + charged(Charge::LoadOnReturn);
            let outer = within.get(context.parent.0 as usize).copied().flatten();
            let routine = outer.or_else(|| routine_of(profile.name(context.method)));
            within.push(routine);
            if let Some(opcode) = routine {
                let sum = &mut self.routines[usize::from(opcode)];
                sum[0] += context.self_cycles();
                sum[1] += context.bytecodes;
            }
        }
    }

    /// Fingerprint of the counts.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let words = self.counts.iter().chain([&self.cycles, &self.loads]);
        let words = words.chain(self.routines.iter().flatten());
        let halves = words.flat_map(|word| [(*word >> 32) as u32, *word as u32]);
        let image: Vec<u32> = halves.collect();
        Fingerprint::of_image(&image).short().to_owned()
    }

    /// Cycles on a machine with a variant of the instruction set.
    ///
    /// # Errors
    /// When the machine differs in what a profile cannot follow.
    pub fn predict(&self, variant: &Variant, machine: &MachineConfig) -> Result<Predicted, String> {
        self.check(machine)?;
        let costs = variant.costs(machine).map_err(|error| error.to_string())?;
        let there = self.priced(&costs);
        let here = self.priced(&self.recorded);
        let loads = scaled(self.loads, word_of(&costs), word_of(&self.recorded));
        let rest = i128::from(self.cycles) - here - i128::from(self.loads);
        let gone = self.replaced(variant)[0];
        let replaced = scaled(
            gone,
            there.unsigned_abs() as u64,
            here.unsigned_abs() as u64,
        );
        let cycles = there + rest + i128::from(loads) - i128::from(replaced);
        let error = self.error_of_paths(&costs);
        let error =
            error.map(|error| error + self.error_of_loads(&costs) + gone.abs_diff(replaced));
        Ok(Predicted {
            cycles: u64::try_from(cycles.max(0)).unwrap_or(u64::MAX),
            error,
        })
    }

    /// Cycles by which paths other than the usual one may change otherwise; none if a loop of unknown length changes.
    fn error_of_paths(&self, costs: &EvaluatedTable) -> Option<u64> {
        let mut sum = 0;
        for (opcode, &count) in self
            .counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count != 0)
        {
            let (here, there) = (&self.recorded.bytecodes[opcode], &costs.bytecodes[opcode]);
            if here.carrier != there.carrier {
                continue;
            }
            let change = |here: &EvaluatedPath, there: &EvaluatedPath| {
                let is_bounded = here.cycles_per_count == there.cycles_per_count;
                is_bounded.then(|| i64::from(there.cycles) - i64::from(here.cycles))
            };
            let usual = change(&here.usual, &there.usual)?;
            let mut largest = 0;
            for (scenario, path) in &here.others {
                let same = there.others.iter().find(|(other, _)| other == scenario);
                if let Some((_, other)) = same {
                    largest = largest.max(change(path, other)?.abs_diff(usual));
                }
            }
            sum += count * largest;
        }
        Some(sum)
    }

    /// Cycles by which loads may change otherwise than their words.
    fn error_of_loads(&self, costs: &EvaluatedTable) -> u64 {
        let (from, to) = (word_of(&self.recorded), word_of(costs));
        if self.loads == 0 {
            return 0;
        }
        let beside = |load: EvaluatedLoad| {
            i64::from(load.fixed) - i64::from(load.hidden) - i64::from(load.hit_stall)
        };
        let change = |here: EvaluatedLoad, there: EvaluatedLoad| {
            let scaled = beside(here) * to as i64;
            (beside(there) * from as i64 - scaled)
                .unsigned_abs()
                .div_ceil(from)
        };
        let rows = self.recorded.bytecodes.iter().zip(&costs.bytecodes);
        let loads = rows
            .zip(&self.counts)
            .filter_map(|((here, there), &count)| {
                Some((change(here.usual.load?, there.usual.load?), count))
            });
        let (mut largest, mut lookups) = (0, 0);
        for (change, count) in loads {
            largest = change.max(largest);
            lookups += count;
        }
        largest * lookups
    }

    /// Bytecodes, without those of routines that the variant has in microcode.
    #[must_use]
    pub fn bytecodes(&self, variant: &Variant) -> u64 {
        let all: u64 = self.counts.iter().sum();
        all.saturating_sub(self.replaced(variant)[1])
    }

    /// Cycles and bytecodes of routines that the variant has in microcode. A routine's cycles begin with its call, whose cycles are
    /// in S, too: they go once.
    fn replaced(&self, variant: &Variant) -> [u64; 2] {
        let rows = variant.table().bytecodes.iter().enumerate();
        let in_microcode = rows.filter(|(_, row)| row.carrier == Carrier::Microcode);
        let mut sum = [0; 2];
        for (opcode, _) in in_microcode {
            let [cycles, bytecodes] = self.routines[opcode];
            let call = self.recorded.bytecodes[opcode].usual.cycles;
            sum[0] += cycles.saturating_sub(self.counts[opcode] * u64::from(call));
            sum[1] += bytecodes;
        }
        sum
    }

    fn check(&self, machine: &MachineConfig) -> Result<(), String> {
        let mine = MachineConfig {
            memory: machine.memory,
            ram_cnt: machine.ram_cnt,
            clk_freq_hz: machine.clk_freq_hz,
            ..self.machine.clone()
        };
        if mine == *machine {
            Ok(())
        } else {
            Err("a profile has the caches and the other options of its machine; only memory, ram_cnt, clock and costs can differ".to_owned())
        }
    }

    fn priced(&self, costs: &EvaluatedTable) -> i128 {
        let each = |opcode: usize| {
            i128::from(
                costs
                    .row(RowId::Bytecode(opcode as u8))
                    .path(Scenario::Usual)
                    .cycles,
            )
        };
        let counts = self.counts.iter().enumerate();
        counts
            .map(|(opcode, &count)| i128::from(count) * each(opcode))
            .sum()
    }
}

/// Cycles of a loaded word.
fn word_of(costs: &EvaluatedTable) -> u64 {
    let load = costs.row(RowId::Bytecode(op::INVOKESTATIC)).usual.load;
    load.map_or(1, |load| load.per_word.max(1)).into()
}

fn scaled(number: u64, by: u64, of: u64) -> u64 {
    let scaled = u128::from(number) * u128::from(by) / u128::from(of.max(1));
    u64::try_from(scaled).unwrap_or(u64::MAX)
}

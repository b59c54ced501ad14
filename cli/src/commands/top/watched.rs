//! What is shown of a run so far.

use cross_profile::context_names::region_name;
use cross_profile::{Profile, Provenance};
use isa::Output;
use metrics::Focus;
use record::machine::MachineContexts;
use run::BlockRun;

use super::snapshot::{Printed, Snapshot};
use crate::output::errors::Error;
use crate::output::stdout;
use crate::output::table::thousands;

/// The run that is watched.
pub(super) type Run = BlockRun<MachineContexts>;

/// What is shown, and of what.
pub(super) struct Watched {
    /// Methods of a printed table.
    top: usize,
    /// The region, if only one counts.
    region: Option<String>,
    /// Parts whose cycles are shown.
    foci: Vec<Focus>,
    pub(super) printed: Printed,
    pub(super) snapshot: Snapshot,
}

/// The profile until now.
pub(super) fn profile(run: &Run) -> Profile {
    let contexts = run.probe.1.clone().finish();
    contexts.into_profile(Provenance::default())
}

impl Watched {
    /// Before the first cycle.
    pub(super) fn new(top: usize, region: Option<String>, foci: Vec<Focus>) -> Self {
        Self {
            top,
            region,
            foci,
            printed: Printed::default(),
            snapshot: Snapshot::default(),
        }
    }

    /// Takes an output.
    pub(super) fn takes(&mut self, output: Output) {
        if let Output::Uart(byte) = output {
            self.printed.push(byte);
        }
    }

    /// Looks at the run, unless it is still where it was.
    pub(super) fn look(&mut self, run: &Run) {
        let statistics = run.probe.0;
        let before = &self.snapshot;
        if statistics.cycles == before.statistics.cycles {
            return;
        }
        let profile = profile(run);
        let of_part = |cycles, part| {
            let next = before.after((statistics, cycles), part);
            next.with_foci(before, &self.foci, part)
        };
        self.snapshot = match &self.region {
            Some(name) => match profile.below(&region_name(name)) {
                Some(part) => of_part(part.total_cycles(), &part),
                None => Snapshot {
                    statistics,
                    ..Snapshot::default()
                },
            },
            None => of_part(statistics.cycles, &profile),
        };
    }

    /// Prints methods, causes and the cache.
    pub(super) fn print(&self) -> Result<(), Error> {
        let table = self.snapshot.table(self.top).for_people();
        let causes = self.snapshot.causes().for_people();
        let method_cache = self.snapshot.method_cache();
        let cycle = thousands(self.snapshot.statistics.cycles);
        let part = match &self.region {
            Some(name) => format!(
                ", {} cycles in region {name}",
                thousands(self.snapshot.cycles)
            ),
            None => String::new(),
        };
        let foci = match self.snapshot.foci.len() {
            0 => String::new(),
            _ => format!("{}\n", self.snapshot.foci().for_people()),
        };
        stdout::print(&format!(
            "cycle {cycle}{part}\n{table}\n{foci}{causes}{method_cache}\n\n"
        ))
    }
}

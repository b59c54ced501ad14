//! The bound of a method on one of several cores, from that on one core, with each access at its worst and with phases.

use crate::analysis::{Analyser, STACK};
use crate::cores::OnCores;
use crate::cores::arbiter::Turn;
use crate::cores::locks::LockWaits;
use crate::cores::share::CoresShare;
use crate::error::WcetError;
use crate::options::Options;
use crate::phase_walk::Timed;
use crate::premise::{Premise, Subject};
use crate::premises::of_method;
use crate::report::soundness;
use crate::result::{Analysis, EventKind};
use crate::sections::{section, takes_locks, uses_lock_unit};

impl Analyser<'_> {
    /// The bound of a method, by the address of its code.
    ///
    /// # Errors
    /// If there is none, with the reason and a remedy.
    pub fn bound(&self, method: u32, options: &Options<'_>) -> Result<Analysis, WcetError> {
        let stack = std::thread::Builder::new().stack_size(STACK);
        std::thread::scope(|scope| {
            let analysis = stack.spawn_scoped(scope, || match options.cores {
                Some(cores) => self.bound_on(method, options, cores),
                None => Ok(self.bound_with(method, options, None)?.0),
            });
            let analysis = analysis.map_err(|error| WcetError::Thread(error.to_string()))?;
            analysis
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// The bound of a method on several cores.
    fn bound_on(
        &self,
        method: u32,
        options: &Options<'_>,
        cores: &OnCores,
    ) -> Result<Analysis, WcetError> {
        let alone = options.costs;
        OnCores::check_costs(alone)?;
        if options.collection.is_some() {
            return Err(WcetError::Cores(
                "collections have no bound on several cores: the collector does not know the stacks of the others; leave out `--collection`".to_owned(),
            ));
        }
        let mut options = Options {
            // Other cores change fields between any two bytecodes, as other threads do.
            is_preempted: true,
            cores: None,
            ..options.clone()
        };
        let advise = std::mem::take(&mut options.advise);
        let (on_one, _) = self.bound_with(method, &options, None)?;
        if let Some(place) = uses_lock_unit(self.program, &on_one.reach) {
            return Err(WcetError::Cores(format!(
                "{place} uses the lock unit by its registers, and how long other cores hold such a lock is unknown: a program that is linked for \
                 several cores does so where it allocates or takes monitors; take a method that does neither"
            )));
        }
        let section = match takes_locks(self.program, &on_one.reach) {
            true => Some(section(cores, (self, method), alone, &options)?),
            false => None,
        };
        let bound = |locks: LockWaits, advise: bool| {
            let costs = cores.costs(alone, locks);
            let turn = Turn::of(cores.processors);
            let timed = turn.map(|turn| Timed {
                cores,
                turn,
                alone,
                locks,
            });
            let options = Options {
                costs: &costs,
                advise,
                ..options.clone()
            };
            self.bound_with(method, &options, timed)
        };
        let cycles = section.as_ref().map_or(0, |it| it.cycles);
        let (mut found, phases) = bound(cores.locks(cycles), advise)?;
        let worst_alignment = found.cycles;
        let in_phase = |found: u64, phases: &Option<Vec<u64>>| {
            let by_phase = phases.as_ref().map(|phases| cores.of_phases(phases));
            by_phase.map_or(found, |it| it.min(found))
        };
        let cycles = in_phase(worst_alignment, &phases);
        let without_locks = match section {
            Some(_) => {
                let (found, phases) = bound(LockWaits::default(), false)?;
                in_phase(found.cycles, &phases)
            }
            None => cycles,
        };
        (found.cycles, found.microseconds) = (cycles, options.microseconds(cycles));
        let phase = self.premise_of_phase(method, &options, cores)?;
        found.assumes.extend(phase.clone());
        found.premises.extend(phase);
        for premise in section.iter().flat_map(|it| &it.premises) {
            if premise.is_assumption() && !found.assumes.contains(premise) {
                found.assumes.push(premise.clone());
            }
            found.premises.push(premise.clone());
        }
        // A core never waits for another thread, which has no monitor while interrupts are off; waits for other cores are in the bound.
        found.excluded.retain(|it| it.kind != EventKind::Monitor);
        found.sound = soundness(&found.assumes);
        let (longest_read_wait, longest_write_wait) = cores.longest();
        found.cores = Some(CoresShare {
            cores: cores.processors.cores,
            arbiter: cores.processors.arbiter.name().to_owned(),
            alone: on_one.cycles,
            arbiter_wait: without_locks.saturating_sub(on_one.cycles),
            lock_wait: cycles.saturating_sub(without_locks),
            worst_alignment,
            by_phase: phases.as_ref().map(|_| cycles),
            phase: cores.phase,
            phases: (phases.iter().flatten())
                .map(|it| *it.min(&worst_alignment))
                .collect(),
            longest_read_wait,
            longest_write_wait,
            longest_section: section.as_ref().map(|it| it.cycles),
            section_of: section.and_then(|it| it.method),
        });
        Ok(found)
    }
    /// What is given of the phase in which the call begins.
    fn premise_of_phase(
        &self,
        method: u32,
        options: &Options<'_>,
        cores: &OnCores,
    ) -> Result<Option<Premise>, WcetError> {
        let (Some(phase), Some(given)) = (cores.phase, options.bounds.of_phase()) else {
            return Ok(None);
        };
        Ok(Some(Premise {
            source: given.source,
            from: Some(given.from.to_string()),
            ..of_method(self.program.method(method)?, Subject::Phase, phase)
        }))
    }
}

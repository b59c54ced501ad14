//! The ground truth: profiles of the machine.

use cross_profile::{Profile, Provenance};
use isa::MachineConfig;
use record::Contexts;
use run::events::MachineEvents;
use run::{End, Engine as _, Limits, Program, Silent};
use sim_core::Machine;

use crate::error::CaseError;

/// Profile and end of a program's whole run on the machine, which has to end before `max_cycles`; bytecodes have the figures of the
/// region below `root`.
pub(crate) fn truth(
    subject: &Program,
    config: &MachineConfig,
    microcode: &microcode::Program,
    root: Option<&str>,
    max_cycles: u64,
) -> Result<(Profile, End), CaseError> {
    let machine = Machine::new(config, microcode, &subject.image.words)?;
    let contexts = Contexts::new(&subject.image.words, subject.symbols.as_ref());
    let contexts = match root {
        Some(root) => contexts.below(root),
        None => contexts,
    };
    let mut run = record::machine::profiled(machine, MachineEvents::new(contexts));
    let limits = Limits::cycles(max_cycles);
    let Ok(end) = run::to_end(subject, &mut run, &mut Silent, &limits);
    if end == End::Blocked {
        return Err(CaseError::Blocked);
    }
    if !end.is_of_program() {
        return Err(CaseError::NoEnd(run.cycle()));
    }
    let provenance = Provenance {
        program: subject.name.clone(),
        engine: "machine".to_owned(),
        ..Provenance::default()
    };
    Ok((run.probe.1.finish().into_profile(provenance), end))
}

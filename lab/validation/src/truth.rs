//! The ground truth: what the machine does, cycle by cycle.

use cross_profile::{Profile, Provenance};
use isa::{MachineConfig, Output, Stop};
use record::machine::ContextProbe;
use sim_core::Machine;

use crate::error::CaseError;
use crate::subject::Subject;

/// Profile of a program's whole run on the machine, which has to end before `max_cycles`.
pub(crate) fn truth(
    subject: &Subject,
    config: &MachineConfig,
    microcode: &microcode::Program,
    max_cycles: u64,
) -> Result<Profile, CaseError> {
    let mut machine = Machine::new(config, microcode, &subject.image)?;
    let mut probe = ContextProbe::new(subject.symbols.as_ref());
    let mut exit_text = subject.exit_text();
    while let Stop::Output(output) = machine.run(max_cycles, &mut probe) {
        let ends = match output {
            Output::Exit(_) => true,
            Output::Uart(byte) => exit_text.as_mut().is_some_and(|text| text.ends(byte)),
            _ => false,
        };
        if ends {
            let provenance = Provenance {
                program: subject.name.clone(),
                engine: "machine".to_owned(),
                ..Provenance::default()
            };
            return Ok(probe.finish().into_profile(provenance));
        }
    }
    Err(CaseError::NoEnd(machine.state.cycle))
}

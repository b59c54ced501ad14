//! Provenance of a profile: the run that it was recorded in.

use cross_profile::Provenance;
use run::EngineKind;

/// The provenance of a run, as profiles have it.
#[must_use]
pub fn provenance(run: &run::Provenance, engine: EngineKind) -> Provenance {
    Provenance {
        program: run.image.name.clone(),
        engine: engine.name().to_owned(),
        machine: run.machine.sha256.digits().to_owned(),
        microcode: run.microcode.sha256.digits().to_owned(),
        image: run.image.sha256.digits().to_owned(),
    }
}

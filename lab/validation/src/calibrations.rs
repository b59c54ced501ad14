//! Calibrated tables, one for each memory: a table does not depend on the method cache.

use calibration::{Hardware, Options, calibrate};
use cost_model::CostTable;
use isa::MachineConfig;
use microcode::Build;

use crate::error::CaseError;

/// Tables by the machine that they were calibrated on.
#[derive(Debug, Default)]
pub(crate) struct Calibrations(Vec<(MachineConfig, Result<CostTable, String>)>);

impl Calibrations {
    /// Calibrates for each of these machines.
    pub(crate) fn of<'a>(build: Build, machines: impl Iterator<Item = &'a MachineConfig>) -> Self {
        let mut distinct: Vec<MachineConfig> = Vec::new();
        for config in machines.map(with_usual_cache) {
            if !distinct.contains(&config) {
                distinct.push(config);
            }
        }
        let program = microcode::jvm(build);
        let tables = distinct.into_iter().map(|config| {
            let hardware = Hardware {
                config: &config,
                program: &program,
                build,
            };
            let table = calibrate(&hardware, Options::default());
            let table = table.map(|calibration| calibration.table);
            let table = table.map_err(|error| error.to_string());
            (config, table)
        });
        Self(tables.collect())
    }

    /// The table for a machine.
    pub(crate) fn table(&self, config: &MachineConfig) -> Result<&CostTable, CaseError> {
        let wanted = with_usual_cache(config);
        let found = self.0.iter().find(|(known, _)| *known == wanted);
        match found {
            Some((_, Ok(table))) => Ok(table),
            Some((_, Err(reason))) => Err(CaseError::Calibration(reason.clone())),
            None => Err(CaseError::Calibration("it was not asked for".to_owned())),
        }
    }
}

/// The machine with the method cache of the default one, on which all benchmarks run.
fn with_usual_cache(config: &MachineConfig) -> MachineConfig {
    let usual = MachineConfig::default();
    MachineConfig {
        method_cache: usual.method_cache,
        jpc_width: usual.jpc_width,
        block_bits: usual.block_bits,
        ..config.clone()
    }
}

//! Machines that differ in their memory.

use isa::{MachineConfig, MemoryKind};

use crate::commands::sweep::{MEMORY, numbers};
use crate::console::Console;
use crate::errors::Error;

/// The options that vary the memory, as `jop sweep` has them.
#[derive(Debug, clap::Args)]
pub(crate) struct MemoryArguments {
    /// Main memory technologies, separated by commas; by default the machine's
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = MEMORY)]
    memory: Vec<MemoryKind>,
    /// Lengths of a memory read in cycles, as 2,3 or 2..6; by default the machine's
    #[arg(long, value_name = "N", value_parser = numbers::ram_cnts)]
    ram_cnt: Option<numbers::Numbers>,
}

impl MemoryArguments {
    /// The machine with each of the memories that can be built.
    pub(crate) fn machines(
        &self,
        machine: &MachineConfig,
        console: Console,
    ) -> Result<Vec<MachineConfig>, Error> {
        let technologies = match self.memory.as_slice() {
            [] => vec![machine.memory],
            given => given.to_vec(),
        };
        let ram_cnts = match &self.ram_cnt {
            None => vec![machine.ram_cnt],
            Some(given) => given.0.iter().map(|ram_cnt| *ram_cnt as u8).collect(),
        };
        let mut machines = Vec::new();
        for memory in technologies {
            for &ram_cnt in &ram_cnts {
                let config = MachineConfig {
                    memory,
                    ram_cnt,
                    ..machine.clone()
                };
                match config.check() {
                    Ok(()) if !machines.contains(&config) => machines.push(config),
                    Ok(()) => {}
                    Err(reason) => console.note(&format!("jop: note: left out: {reason}")),
                }
            }
        }
        if machines.is_empty() {
            let problem = "none of these memories can be built";
            return Err(Error::Input(problem.to_owned()));
        }
        Ok(machines)
    }
}

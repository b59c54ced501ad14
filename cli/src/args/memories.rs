//! Machines that differ in their memory.

use isa::{MachineConfig, MemoryKind};

use crate::args::named::Named;
use crate::args::numbers::{self, Numbers};
use crate::output::console::Console;
use crate::output::errors::Error;

/// Value of `--memory`: a technology, or all of them.
const MEMORY: Named<Technologies> = Named {
    names: || MemoryKind::NAMES.iter().copied().chain(["all"]).collect(),
    read: |name| match name {
        "all" => Some(Technologies(&MemoryKind::ALL)),
        _ => {
            let place = MemoryKind::NAMES.iter().position(|known| *known == name)?;
            Some(Technologies(&MemoryKind::ALL[place..=place]))
        }
    },
    remedy: "of sram32, sram16, ssram32, all",
};

/// What a name of `--memory` means.
#[derive(Debug, Clone, Copy)]
struct Technologies(&'static [MemoryKind]);

/// The options that vary the memory.
#[derive(Debug, clap::Args)]
pub(crate) struct MemoryArguments {
    /// Main memory technologies, separated by commas, or `all`; by default the machine's
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = MEMORY)]
    memory: Vec<Technologies>,
    /// Lengths of a memory read in cycles, as 2,3 or 2..6; by default the machine's
    #[arg(long, value_name = "N", value_parser = numbers::ram_cnts)]
    ram_cnt: Option<Numbers>,
}

impl MemoryArguments {
    /// Technologies that are given, each once.
    pub(crate) fn technologies(&self) -> Vec<MemoryKind> {
        let mut distinct = Vec::new();
        for kind in self.memory.iter().flat_map(|it| it.0) {
            if !distinct.contains(kind) {
                distinct.push(*kind);
            }
        }
        distinct
    }

    /// Lengths of a read that are given.
    pub(crate) fn ram_cnts(&self) -> &[u32] {
        self.ram_cnt.as_ref().map_or(&[], |given| &given.0)
    }

    /// The machine with each of the memories that can be built.
    pub(crate) fn machines(
        &self,
        machine: &MachineConfig,
        console: Console,
    ) -> Result<Vec<MachineConfig>, Error> {
        let or = |given: Vec<MemoryKind>| match given.is_empty() {
            true => vec![machine.memory],
            false => given,
        };
        let ram_cnts = match &self.ram_cnt {
            None => vec![machine.ram_cnt],
            Some(given) => given.0.iter().map(|ram_cnt| *ram_cnt as u8).collect(),
        };
        let mut machines = Vec::new();
        for memory in or(self.technologies()) {
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

/// The technology of a machine's main memory, as `--memory` names it.
pub(crate) fn memory_name(machine: &MachineConfig) -> &'static str {
    match machine.memory {
        MemoryKind::Sram32 => "sram32",
        MemoryKind::Sram16 => "sram16",
        MemoryKind::Ssram32 => "ssram32",
    }
}

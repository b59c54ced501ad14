//! Everything that is compared. A new option of the cross-profiler is one more line of [`CROSS`].

use cost_model::published;
use isa::{MachineConfig, OrganisationKind};
use serde::{Deserialize, Serialize};
use validation::{
    CONSTANT, Costs, DERIVED, JAVA_BYTECODE_CYCLES, JavaBytecodes, Lookups, NamedMachine,
    PUBLISHED, Rules, TablePrediction,
};

use crate::output::errors::Error;

/// Method cache of the machine, and what a prediction knows of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum CacheState {
    #[serde(rename = "off")]
    Off,
    #[serde(rename = "on, not modelled")]
    NotModelled,
    #[serde(rename = "on, simulated")]
    Simulated,
    #[serde(rename = "on, slow memory")]
    SlowMemory,
}

impl CacheState {
    pub(super) const ALL: [Self; 4] = [
        Self::Off,
        Self::NotModelled,
        Self::Simulated,
        Self::SlowMemory,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::NotModelled => "on, not modelled",
            Self::Simulated => "on, simulated",
            Self::SlowMemory => "on, slow memory",
        }
    }

    /// The machine of this state.
    pub(super) fn machine(self) -> NamedMachine {
        let usual = MachineConfig::default();
        let config = match self {
            Self::Off => MachineConfig {
                method_cache: OrganisationKind::OneBlock,
                ..usual
            },
            Self::NotModelled | Self::Simulated => usual,
            Self::SlowMemory => MachineConfig {
                ram_cnt: 3,
                ..usual
            },
        };
        NamedMachine {
            name: self.name().to_owned(),
            config,
        }
    }

    /// Its difference from the default machine, as a machine file.
    pub(super) fn machine_file(self) -> &'static str {
        match self {
            Self::Off => "method_cache = \"one-block\"\n",
            Self::NotModelled | Self::Simulated => "",
            Self::SlowMemory => "ram_cnt = 3\n",
        }
    }

    /// Cost tables that predict in this state.
    pub(super) fn tables(self) -> Result<Vec<TablePrediction>, Error> {
        let published = || published().map(Box::new).map(Costs::Table);
        let table = |name: String, costs, lookups, java| TablePrediction {
            name,
            costs,
            rules: Rules { lookups, java },
        };
        let executed = JavaBytecodes::Executed;
        if self == Self::NotModelled {
            let mut tables = Vec::new();
            for (suffix, lookups) in [
                ("all hits", Lookups::AllHit),
                ("all misses", Lookups::AllMiss),
                ("one method cached", Lookups::OneMethod),
            ] {
                let name = |table| format!("{table}, {suffix}");
                tables.push(table(name(DERIVED), Costs::Derived, lookups, executed));
                let costs = published().map_err(Error::refused)?;
                tables.push(table(name(PUBLISHED), costs, lookups, executed));
            }
            return Ok(tables);
        }
        let simulated = Lookups::Simulated;
        let constant = JavaBytecodes::Constant(JAVA_BYTECODE_CYCLES);
        let costs = || published().map_err(Error::refused);
        Ok(vec![
            table(DERIVED.to_owned(), Costs::Derived, simulated, executed),
            table(PUBLISHED.to_owned(), costs()?, simulated, executed),
            table(CONSTANT.to_owned(), costs()?, simulated, constant),
        ])
    }
}

/// Options of `jop cross run` that are evaluated.
#[derive(Debug, Clone, Copy)]
pub(super) struct CrossVariant {
    /// Its name in results.
    pub(super) name: &'static str,
    pub(super) state: CacheState,
    pub(super) options: &'static [&'static str],
}

pub(super) const CROSS: &[CrossVariant] = &[
    cross("cross", CacheState::Off, HOST_LIBRARY),
    cross("cross", CacheState::Simulated, HOST_LIBRARY),
    cross("cross, our library", CacheState::Off, OUR_LIBRARY),
    cross("cross, our library", CacheState::Simulated, OUR_LIBRARY),
    cross(
        "cross, modelled routines",
        CacheState::Simulated,
        &["--library", "host", "--routines", "model"],
    ),
    cross(
        "cross, our library, modelled routines",
        CacheState::Simulated,
        &["--library", "target", "--routines", "model"],
    ),
    cross(
        "cross, 200 per Java bytecode",
        CacheState::Simulated,
        &["--library", "host", "--routines", "constant"],
    ),
    cross(
        "cross, our library, 200 per Java bytecode",
        CacheState::Off,
        &[
            "--library",
            "target",
            "--threads",
            "host",
            "--routines",
            "constant",
        ],
    ),
    cross(
        "cross, our library, 200 per Java bytecode",
        CacheState::Simulated,
        &[
            "--library",
            "target",
            "--threads",
            "host",
            "--routines",
            "constant",
        ],
    ),
    cross("cross", CacheState::SlowMemory, HOST_LIBRARY),
    cross("cross, our library", CacheState::SlowMemory, OUR_LIBRARY),
    cross(
        "cross, our library, all hits",
        CacheState::NotModelled,
        OUR_LIBRARY_HITS,
    ),
    cross(
        "cross, all hits",
        CacheState::NotModelled,
        &["--library", "host", "--lookups", "hits"],
    ),
    cross(
        "cross, all misses",
        CacheState::NotModelled,
        &["--library", "host", "--lookups", "misses"],
    ),
];

const HOST_LIBRARY: &[&str] = &["--library", "host"];
/// On the JVM, threads included: what the engine executes would be no prediction.
const OUR_LIBRARY: &[&str] = &[
    "--library",
    "target",
    "--threads",
    "host",
    "--exceptions",
    "exact",
];
const OUR_LIBRARY_HITS: &[&str] = &[
    "--library",
    "target",
    "--threads",
    "host",
    "--exceptions",
    "exact",
    "--lookups",
    "hits",
];

const fn cross(
    name: &'static str,
    state: CacheState,
    options: &'static [&'static str],
) -> CrossVariant {
    CrossVariant {
        name,
        state,
        options,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::args::machine_file;

    #[test]
    fn a_machine_file_says_what_its_machine_is() {
        let folder = tempfile::tempdir().expect("a folder");
        for state in CacheState::ALL {
            let path = folder.path().join("machine.toml");
            fs::write(&path, state.machine_file()).expect("written");
            let read = machine_file::read(&path).expect("a machine");
            assert_eq!(read, state.machine().config, "{}", state.name());
        }
    }

    #[test]
    fn every_state_has_predictions_of_different_names() {
        for state in CacheState::ALL {
            let tables = state.tables().expect("the committed table reads");
            let own = CROSS.iter().filter(|variant| variant.state == state);
            let names = tables.iter().map(|table| &*table.name);
            let mut names: Vec<&str> = names.chain(own.map(|variant| variant.name)).collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert!(count > 3 && names.len() == count, "{names:?}");
        }
    }
}

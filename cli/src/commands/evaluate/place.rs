//! The place of a measurement.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::host::{Host, jop_beside};
use crate::output::errors::Error;

/// Where times were measured, and with what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Place {
    pub(super) computer: String,
    pub(super) jvm: String,
    /// Of the commands' files.
    build: u64,
}

impl Place {
    /// This computer, its JVM and these commands.
    pub(super) fn here(host: Option<&Host>) -> Result<Self, Error> {
        let mut build = DefaultHasher::new();
        let own = std::env::current_exe().map_err(|reason| Error::System {
            what: "find the command",
            reason: reason.into(),
        })?;
        for file in [Some(own), jop_beside().ok()].into_iter().flatten() {
            let bytes =
                std::fs::read(&file).map_err(|reason| Error::Read { path: file, reason })?;
            bytes.hash(&mut build);
        }
        Ok(Self {
            computer: computer(),
            jvm: host.map_or("none", Host::version).to_owned(),
            build: build.finish(),
        })
    }
}

/// Name, processors and memory of this computer, as far as it tells them.
fn computer() -> String {
    let read = |file: &str| std::fs::read_to_string(file).unwrap_or_default();
    let value = |text: &str, key: &str| {
        let mut lines = text.lines().filter_map(|line| line.split_once(':'));
        let found = lines.find(|(name, _)| name.trim() == key);
        found.map_or("unknown".to_owned(), |(_, value)| value.trim().to_owned())
    };
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!(
        "{}, {cores} x {}, {}",
        read("/proc/sys/kernel/hostname").trim(),
        value(&read("/proc/cpuinfo"), "model name"),
        value(&read("/proc/meminfo"), "MemTotal")
    )
}

//! What is given of several cores.

use std::sync::Arc;

use crate::bound_source::BoundSource;
use crate::bounds::given::Given;

/// Cycles of a section at most: prices of bytecodes have 32 bits, and one may wait for seven of them.
const MOST_CYCLES: u64 = 100_000_000;

/// Numbers of the table `[cores]`.
#[derive(Debug, Clone, Default)]
pub(super) struct Cores {
    /// The core that a bound is for.
    pub(super) core: u8,
    /// Longest time for which another core holds a lock.
    pub(super) section: Option<Given>,
    /// Cycles from the begin of a time slot of the core to that of a call.
    pub(super) phase: Option<Given>,
}

impl Cores {
    /// Takes a key of the table.
    pub(super) fn take(
        &mut self,
        key: &str,
        value: &toml::Value,
        (at, source): (&str, BoundSource),
    ) -> Result<(), String> {
        let number = value.as_integer().and_then(|it| u64::try_from(it).ok());
        match key {
            "core" => {
                let core = number.and_then(|it| u8::try_from(it).ok());
                self.core = core.ok_or("a number of a core from 0 on is expected")?;
            }
            "section" if number.is_some_and(|it| it > MOST_CYCLES) => {
                return Err(format!("at most {MOST_CYCLES} cycles are expected"));
            }
            "section" | "phase" => {
                let given = Some(Given {
                    most: number.ok_or("a number of cycles from 0 on is expected")?,
                    source,
                    from: Arc::from(at),
                    is_constant: true,
                });
                match key {
                    "phase" => self.phase = given,
                    _ => self.section = given,
                }
            }
            _ => return Err("is unknown; write core, section or phase".to_owned()),
        }
        Ok(())
    }
}

//! Options of an analysis.

use std::collections::BTreeMap;
use std::fmt;

use cost_model::EvaluatedTable;
use isa::MachineConfig;
use serde::{Deserialize, Serialize};

use crate::bounds::Bounds;
use crate::cores::OnCores;
use crate::error::WcetError;

/// Calls through which known values of arguments are followed by default.
pub const CONTEXT: u8 = 8;

isa::named_enum! {
    /// Rule by which lookups in the method cache are priced.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum CachePolicy {
        /// Every lookup misses.
        AlwaysMiss = "always-miss",
        /// All methods that the call reaches fit into the cache together, which is checked: each is loaded at most once.
        AllFit = "all-fit",
        /// Methods stay in the cache as long as a call or a loop runs whose methods fit together; all other lookups miss.
        #[default]
        Analysis = "analysis",
    }
}

impl fmt::Display for CachePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What becomes of calls that may catch an exception themselves. The ways of exceptions have no bound.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exceptions {
    /// They have no bound.
    #[default]
    Refuse,
    /// Their bound covers calls in which none is thrown.
    Exclude,
}

/// A loop, by the address of its method's code and the byte offset of its first bytecode.
pub type LoopId = (u32, u32);

/// Options of an analysis.
#[derive(Debug, Clone)]
pub struct Options<'a> {
    /// The machine: memory, method cache, clock.
    pub config: &'a MachineConfig,
    /// Costs of its bytecodes, for its memory.
    pub costs: &'a EvaluatedTable,
    /// Bounds that the user gives, and those of the runtime.
    pub bounds: Bounds,
    /// Repetitions of loops that runs have shown; they are taken where nothing else bounds a loop, and are not sound.
    pub observed: BTreeMap<LoopId, u64>,
    /// Rule for the method cache. Default: analysis.
    pub cache: CachePolicy,
    /// Number of calls through which known values of arguments are followed, the depth of the call string. Default: 8.
    pub context: u8,
    /// What becomes of calls that may catch an exception themselves. Default: they are refused.
    pub exceptions: Exceptions,
    /// Cycles of one garbage collection. Default: none, collections are excluded.
    pub collection: Option<u64>,
    /// Whether to look for changes of the program that lower the bound; each costs a solution. Default: no.
    pub advise: bool,
    /// Whether other threads may run within a call, and change fields between its bytecodes. Their cycles are not counted. Default: no.
    pub is_preempted: bool,
    /// The core that the method runs on, where there are several; `costs` are those of one. Default: none.
    pub cores: Option<&'a OnCores>,
}

impl Options<'_> {
    /// Cycles at the machine's clock. Unit: microseconds.
    pub(crate) fn microseconds(&self, cycles: u64) -> f64 {
        cycles as f64 * 1e6 / f64::from(self.config.clk_freq_hz)
    }
}

impl<'a> Options<'a> {
    /// Bounds of the runtime, everything else by default.
    ///
    /// # Errors
    /// If those cannot be read.
    pub fn new(config: &'a MachineConfig, costs: &'a EvaluatedTable) -> Result<Self, WcetError> {
        Ok(Self {
            config,
            costs,
            bounds: Bounds::of_runtime()?,
            observed: BTreeMap::new(),
            cache: CachePolicy::default(),
            context: CONTEXT,
            exceptions: Exceptions::default(),
            collection: None,
            advise: false,
            is_preempted: false,
            cores: None,
        })
    }
}

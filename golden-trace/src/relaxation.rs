//! What a golden trace does not define: named, reasoned, counted. The machine does not know of it.

/// A value that a vector shows although the hardware gives it no meaning in that cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relaxation {
    /// Addresses count only under a strobe, write data only under a write strobe.
    /// Ends: never, the bus has no meaning in other cycles.
    IdleBus,
}

impl Relaxation {
    /// All relaxations, in the order of reports.
    pub const ALL: [Self; 1] = [Self::IdleBus];

    /// Name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::IdleBus => "idle-bus",
        }
    }

    /// Why the values have no meaning.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::IdleBus => "bus address and write data without their strobe",
        }
    }
}

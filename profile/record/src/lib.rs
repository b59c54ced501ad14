//! Vertical profiles: Java method, bytecode, microinstruction, stall cause.
//!
//! ```text
//!                     closed: lookups and dispatches only          open: every cycle
//!   machine ──probe──▶ Gate ── wants what was asked for ──▶ Recording ──▶ contexts (cross-profile)
//!                                                                    └──▶ Rows: bytecodes, microinstructions
//!   Vertical = contexts + rows + what was asked for ──▶ file, tables
//! ```
//!
//! [`Limits`] choose what is recorded: methods, with or without their callees, threads, an interval, every n-th call. While
//! none of it runs, the machine is observed just enough to notice when it does, so a narrow recording costs
//! little. [`Grain`] sets the depth.
//!
//! A cycle belongs to the microinstruction on the ROM output, and while `wait` holds the microcode to that `wait`; both
//! belong to the bytecode whose microcode it is. So the cycles of a bytecode are those of its microinstructions, and the
//! cycles of a method in itself those of its bytecodes.
//!
//! In addition, [`Recorder`] counts every bytecode of a whole run by its place, without contexts, to annotate source lines.
//!
//! ```text
//!   machine ──▶ Recorder ──▶ InstructionProfile ──▶ Annotation   lines and bytecodes of a method
//!                            Site ─▶ Counts          with their executions, cycles and waits
//! ```

pub mod annotation;
pub mod counts;
pub mod fast;
mod file;
mod gate;
mod grain;
mod limits;
pub mod machine;
mod operations;
mod origin;
pub mod profile;
mod recorded_machine;
pub mod recorder;
mod recording;
mod rows;
mod vertical;

pub use annotation::{Annotation, Instruction, Line};
pub use counts::{Counts, Wait};
pub use file::{VerticalError, read, write};
pub use grain::Grain;
pub use limits::{Limits, LimitsError, Moment, Pattern, Unmet};
pub use operations::{Operation, ServiceCosts, operations, service_costs};
pub use origin::provenance;
pub use profile::{InstructionProfile, MicroCounts, Site};
pub use recorded_machine::RecordedMachine;
pub use recorder::{Detail, Recorder};
pub use recording::{Contexts, Recording};
pub use rows::{Code, Figures, Rows, VerticalRow, Word};
pub use vertical::{Recorded, Vertical};

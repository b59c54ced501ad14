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
//! little. [`Grain`] sets the depth. A run without limits stays on superblocks: [`WordRows`] counts their microinstructions.
//!
//! A cycle belongs to the microinstruction on the ROM output, and while `wait` holds the microcode to that `wait`; both
//! belong to the bytecode whose microcode it is. So the cycles of a bytecode are those of its microinstructions, and the
//! cycles of a method in itself those of its bytecodes.
//!
//! Of several processors there are [`several`] contexts, and what each did over time ([`cores`]).
//!
//! [`Annotation`] puts rows beside the source of a method.

pub mod annotation;
mod contexts;
pub mod cores;
pub mod fast;
pub mod file;
mod gate;
mod gated;
mod grain;
mod layer;
mod limits;
pub mod machine;
mod operations;
mod origin;
mod recorded_machine;
mod recording;
mod rows;
pub mod several;
mod stretches;
mod vertical;
mod word_rows;

pub use annotation::{Annotation, Instruction, Line};
pub use contexts::{Contexts, observer, region_mark, running_task};
pub use cores::Cores;
pub use file::VerticalError;
pub use gated::Gated;
pub use grain::Grain;
pub use layer::{Layer, Layered};
pub use limits::{Limits, LimitsError, Moment, Pattern, Unmet};
pub use operations::{Operation, ServiceCosts, operations, service_costs};
pub use origin::provenance;
pub use recorded_machine::RecordedMachine;
pub use recording::{Also, Recording};
pub use rows::{Code, Figures, RowLayer, Rows, VerticalRow, Word};
pub use vertical::{BytecodeText, MethodText, Recorded, Texts, Vertical};
pub use word_rows::WordRows;

//! What is swept: programs, and recordings of their lookups.

use crate::error::SweepError;
use crate::plan::{MemoryPoint, WorkloadDescription};
use crate::record::Swept;
use crate::recorded_lookups::RecordedLookups;

/// Subjects of a sweep.
#[derive(Debug)]
pub enum Workload {
    /// A program, to be run on each of these memories.
    Program(Box<Swept>, Vec<MemoryPoint>),
    /// The lookups of a program on one memory.
    Recorded(Box<RecordedLookups>),
}

impl Workload {
    /// Inputs of its rows.
    ///
    /// # Errors
    /// When lookups cannot be read.
    pub fn describe(&self) -> Result<WorkloadDescription, SweepError> {
        match self {
            Self::Program(swept, memories) => {
                let [image, microcode] = swept.fingerprints();
                Ok(WorkloadDescription {
                    program: swept.program.name.clone(),
                    image,
                    microcode,
                    memories: memories.clone(),
                })
            }
            Self::Recorded(recorded) => {
                let header = recorded.header()?;
                Ok(WorkloadDescription {
                    program: header.program,
                    image: header.image,
                    microcode: header.microcode,
                    memories: vec![MemoryPoint::of(&header.machine)],
                })
            }
        }
    }
}

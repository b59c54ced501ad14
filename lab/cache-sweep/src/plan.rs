//! The programs and configurations of a sweep, divided into jobs.

use isa::{MachineConfig, MemoryKind};
use method_cache::Geometry;
use method_cache::replay::{Axes, Organisation, Shape};
use serde::{Deserialize, Serialize};

use crate::job::Job;
use crate::rows::SweepRow;

/// A main memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryPoint {
    /// Its technology.
    pub memory: MemoryKind,
    /// Length of a read in clock cycles.
    pub ram_cnt: u8,
}

impl MemoryPoint {
    /// The memory of a machine.
    #[must_use]
    pub fn of(machine: &MachineConfig) -> Self {
        Self {
            memory: machine.memory,
            ram_cnt: machine.ram_cnt,
        }
    }

    /// A machine with this memory.
    #[must_use]
    pub fn on(self, machine: &MachineConfig) -> MachineConfig {
        MachineConfig {
            memory: self.memory,
            ram_cnt: self.ram_cnt,
            ..machine.clone()
        }
    }
}

/// The shapes to look at; each organisation takes of it what it has a choice of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    /// Sizes of caches in bytes, powers of two.
    pub sizes: Vec<u32>,
    /// Numbers of blocks, powers of two.
    pub blocks: Vec<u32>,
    /// Lengths of lines of instruction caches in bytes, powers of two.
    pub lines: Vec<u32>,
    /// Lines of a set of instruction caches.
    pub ways: Vec<u32>,
}

impl Space {
    /// The shapes of an organisation that can be built, by size, then blocks or lines, then ways.
    #[must_use]
    pub fn shapes(&self, organisation: &dyn Organisation) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let mut push = |size: u32, blocks: u32, ways: u32| {
            if !(size.is_power_of_two() && blocks.is_power_of_two()) {
                return;
            }
            if let Ok(geometry) = Geometry::new(size.ilog2(), blocks.ilog2()) {
                let shape = Shape { geometry, ways };
                if organisation.longest_method(shape).is_ok() {
                    shapes.push(shape);
                }
            }
        };
        match organisation.axes() {
            Axes::Nothing => push(1 << 16, 1, 1),
            Axes::Size => self.sizes.iter().for_each(|&size| push(size, 1, 1)),
            Axes::Blocks => {
                for &size in &self.sizes {
                    self.blocks.iter().for_each(|&blocks| push(size, blocks, 1));
                }
            }
            Axes::Lines => {
                for &size in &self.sizes {
                    for line in self.lines.iter().filter(|&&line| line != 0) {
                        self.ways
                            .iter()
                            .for_each(|&ways| push(size, size / line, ways));
                    }
                }
            }
        }
        shapes
    }
}

/// A workload in a description.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkloadDescription {
    /// Its name.
    pub program: String,
    /// Fingerprint of its image.
    pub image: String,
    /// Fingerprint of its microcode.
    pub microcode: String,
    /// The memories it is run on.
    pub memories: Vec<MemoryPoint>,
}

/// Everything that the rows of a sweep depend on; equal for parts of the same sweep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Description {
    /// The programs.
    pub workloads: Vec<WorkloadDescription>,
    /// The machine, apart from memory and method cache.
    pub machine: MachineConfig,
    /// Names and shapes of the organisations.
    pub organisations: Vec<(String, Vec<Shape>)>,
    /// Names of those that were asked for one by one; others that no hardware has are in no front.
    #[serde(default)]
    pub asked: Vec<String>,
    /// Programs that see time are replayed, too, as if caches did not change their path.
    #[serde(default)]
    pub assume_path: bool,
}

impl Description {
    /// Returns true if a row may be recommended: hardware has its organisation, or it was asked for.
    #[must_use]
    pub fn may_recommend(&self, row: &SweepRow) -> bool {
        row.has_hardware() || self.asked.contains(&row.organisation)
    }

    /// The jobs: by program, memory and organisation.
    #[must_use]
    pub fn jobs(&self) -> Vec<Job> {
        jobs_of(self)
    }
}

/// A sweep, ready to be run as a whole or in parts.
pub struct Plan<'a> {
    /// The organisations, in the order of the rows.
    pub organisations: Vec<&'a dyn Organisation>,
    /// Inputs of the rows.
    pub description: Description,
}

impl<'a> Plan<'a> {
    /// A plan for programs on a machine whose memory and method cache are replaced by those of the sweep.
    #[must_use]
    pub fn new(
        workloads: Vec<WorkloadDescription>,
        machine: &MachineConfig,
        organisations: Vec<&'a dyn Organisation>,
        space: &Space,
    ) -> Self {
        let shapes = organisations
            .iter()
            .map(|organisation| (organisation.name().to_owned(), space.shapes(*organisation)));
        let description = Description {
            workloads,
            machine: recording_machine(machine),
            organisations: shapes.collect(),
            asked: Vec::new(),
            assume_path: false,
        };
        Self {
            organisations,
            description,
        }
    }

    /// The jobs: by program, memory and organisation.
    #[must_use]
    pub fn jobs(&self) -> Vec<Job> {
        jobs_of(&self.description)
    }
}

/// The jobs of a description.
pub(crate) fn jobs_of(description: &Description) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (workload, described) in description.workloads.iter().enumerate() {
        for point in &described.memories {
            for (index, (name, shapes)) in description.organisations.iter().enumerate() {
                jobs.push(Job {
                    job: jobs.len(),
                    program: described.program.clone(),
                    memory: point.memory,
                    ram_cnt: point.ram_cnt,
                    organisation: name.clone(),
                    configurations: shapes.len(),
                    workload,
                    organisation_index: index,
                });
            }
        }
    }
    jobs
}

/// The machine that runs are recorded on: its method cache holds every method and misses seldom, as that is fastest.
pub(crate) fn recording_machine(machine: &MachineConfig) -> MachineConfig {
    MachineConfig {
        method_cache: method_cache::OrganisationKind::Fifo,
        jpc_width: 15,
        block_bits: 5,
        ..machine.clone()
    }
}

//! What the words of a bytecode are tried on.

use cost_model::{CostTable, EvaluatedTable, MemoryTiming, TimingError, derive_for};
use isa::{MachineConfig, op};
use microcode::{Build, Entry, Program, ProgramSymbols, jvm};

use crate::cases::{self, Case};
use crate::scene::Scene;

/// A microcode and ours on a machine, with their costs.
pub(super) struct Bench<'a> {
    pub(super) config: &'a MachineConfig,
    pub(super) build: Build,
    pub(super) program: &'a Program,
    pub(super) ours: Program,
    pub(super) derived: CostTable,
    pub(super) derived_of_ours: CostTable,
    pub(super) timing: MemoryTiming,
    pub(super) costs: EvaluatedTable,
    pub(super) cases: Vec<Case>,
}

impl<'a> Bench<'a> {
    pub(super) fn new(
        config: &'a MachineConfig,
        program: &'a Program,
        build: Build,
    ) -> Result<Self, TimingError> {
        // Without names, so that both tables have the same for the same variable.
        let derive = |program: &Program| {
            let program = Program {
                symbols: ProgramSymbols::default(),
                ..program.clone()
            };
            derive_for(&program, config.memory, config.ram_cnt)
        };
        let ours = jvm(build);
        let (derived, timing) = derive(program)?;
        let (derived_of_ours, _) = derive(&ours)?;
        Ok(Self {
            costs: derived.evaluate(timing),
            config,
            build,
            program,
            ours,
            derived,
            derived_of_ours,
            timing,
            cases: cases::all(build),
        })
    }

    /// The stages on which an entry is compared.
    pub(super) fn scenes(&self, entry: Entry) -> Vec<Scene> {
        let opcode = match entry {
            // Every run begins there.
            Entry::Reset => op::NOP,
            Entry::Interrupt => op::SYS_INT,
            Entry::Exception => op::SYS_EXC,
            Entry::Bytecode(opcode) => opcode,
        };
        let cases = self.cases.iter().filter(|case| case.opcode == opcode);
        let mut scenes: Vec<Scene> = cases.map(|case| case.scene.clone()).collect();
        scenes.extend(cases::more_scenes(opcode));
        scenes
    }
}

//! What takes the cycles of a program on a machine with a variant of the instruction set: the fast engine, or the machine alone.
//!
//! The judge is that of every run of the fast engine: it has a model of the machine's options, and the microcode executes each
//! bytecode that the program comes to as ours does, in cycles that can be derived.

use bytecode_timing::{NotStandard, standard_for};
use cost_model::EvaluatedTable;
use isa::MachineConfig;
use microcode::Build;
use run::Program;

use crate::variant::Variant;

/// What takes the cycles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Means {
    /// The fast engine, with bytecodes of this build and these costs.
    Engine {
        build: Build,
        costs: Box<EvaluatedTable>,
    },
    /// The machine alone.
    Machine,
    /// Nothing here, for this reason.
    Nothing(String),
}

/// Why a point with changed costs has no row.
const NO_TABLE: &str = "no table has the cycles of data caches, nor of a stack RAM with new data, so costs cannot be changed with them";

/// Says what takes the cycles.
pub(crate) fn means(program: &Program, variant: &Variant, machine: &MachineConfig) -> Means {
    let image = program.image.words.len();
    if image > machine.memory_words as usize {
        let memory = machine.memory_words;
        return Means::Nothing(format!(
            "the image has {image} words and the memory {memory}"
        ));
    }
    let is_real = variant.is_real();
    if fast_engine::check_machine(machine).is_err() {
        return match is_real {
            true => Means::Machine,
            false => Means::Nothing(NO_TABLE.to_owned()),
        };
    }
    let standard = standard_for(machine, &variant.microcode, program);
    match (standard, variant.costs(machine)) {
        (Ok(standard), Ok(mut costs)) => {
            standard.withdraw_unknown(&mut costs);
            let build = standard.build;
            let costs = Box::new(costs);
            Means::Engine { build, costs }
        }
        (Err(_), _) | (_, Err(_)) if is_real => Means::Machine,
        // A prediction has bytecodes of ours, wherever our microcode moved them to.
        (Err(NotStandard::Entry { .. }), Ok(costs)) if variant.build.is_some() => Means::Engine {
            build: variant.build.unwrap_or_default(),
            costs: Box::new(costs),
        },
        (Err(reason), _) => Means::Nothing(format!(
            "costs of this microcode cannot be changed: {reason}"
        )),
        (_, Err(reason)) => Means::Nothing(reason.to_string()),
    }
}

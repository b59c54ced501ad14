//! Where a profile of the host comes from.

use clap::ValueEnum;
use cost_model::EvaluatedTable;
use cross_profile::Provenance;
use isa::MachineConfig;
use run::Fingerprint;

use super::library::LibraryOption;
use super::options::Options;
use super::other_cores::OtherCores;

/// Of a program on a library, with these options and costs.
pub(super) fn of(
    program: &[String],
    library: LibraryOption,
    options: &Options,
    (machine, others, table): (&MachineConfig, Option<OtherCores>, &EvaluatedTable),
) -> Provenance {
    let cache = match (options.org, options.shared_cache) {
        (None, false) => String::new(),
        (org, shared) => format!(" ({org:?}, shared {shared})"),
    };
    // Any difference of the tables counts; the words are no image.
    let words: Vec<u32> = format!("{table:?}").bytes().map(u32::from).collect();
    let costs = Fingerprint::of_image(&words);
    let of_machine = match &others {
        None => Fingerprint::of_machine(machine),
        Some(others) => Fingerprint::of_processors(machine, others.processors()),
    };
    Provenance {
        program: program.join(" "),
        engine: format!(
            "cross, cover {}, library {}, routines {} {}, lookups {}{cache}, exceptions {}, collections {}, costs {}{}",
            name(&options.cover),
            name(&library),
            name(&options.routines),
            options.routine_cycles,
            name(&options.lookups),
            name(&options.exceptions(library == LibraryOption::Target)),
            name(&options.collections),
            &costs.digits()[..8],
            others.map_or_else(String::new, |others| format!(", {}", others.name()))
        ),
        machine: of_machine.digits().to_owned(),
        microcode: String::new(),
        image: String::new(),
    }
}

fn name(option: &impl ValueEnum) -> String {
    let value = option.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}

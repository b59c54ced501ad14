//! Changes of the machine that lower a bound, each with the bound of that machine.

use isa::{MachineConfig, OrganisationKind};
use microcode::Build;
use run::Setup;
use wcet::{Analyser, Lever, LeverKind, Options, Program};

use super::arguments::Arguments;
use super::given::costs_on;
use super::row::Row;
use crate::output::errors::Error;

/// Adds the machines on which the bound of the one method that is named is smaller, the smallest bound first.
pub(super) fn add_hardware(
    arguments: &Arguments,
    setup: &Setup,
    image: &Program<'_>,
    build: Build,
    options: &Options<'_>,
    rows: &mut [(u32, Row)],
) -> Result<(), Error> {
    let (
        [_],
        [
            (
                address,
                Row {
                    bound: Ok(bound), ..
                },
            ),
        ],
    ) = (&arguments.method[..], rows)
    else {
        return Ok(());
    };
    for (change, machine) in changed(&setup.machine) {
        let costs = costs_on(arguments, &machine, &setup.microcode.program, build)?;
        let options = Options {
            config: &machine,
            costs: &costs,
            advise: false,
            ..options.clone()
        };
        let Ok(other) = Analyser::new(image, &costs).bound(*address, &options) else {
            continue;
        };
        let saved = bound.cycles.saturating_sub(other.cycles);
        if saved > 0 {
            bound.hardware.push(Lever {
                kind: LeverKind::Hardware,
                change,
                cycles: saved,
            });
        }
    }
    bound
        .hardware
        .sort_by_key(|it| std::cmp::Reverse(it.cycles));
    Ok(())
}

/// Machines with one thing changed, in the words of a machine file.
fn changed(machine: &MachineConfig) -> Vec<(String, MachineConfig)> {
    let mut all = Vec::new();
    let mut add = |change: String, edit: &dyn Fn(&mut MachineConfig)| {
        let mut other = machine.clone();
        edit(&mut other);
        if other != *machine && other.check().is_ok() {
            all.push((change, other));
        }
    };
    if let Some(less) = machine.ram_cnt.checked_sub(1) {
        add(
            format!(
                "ram_cnt = {less}: one wait state less, of {}",
                machine.ram_cnt
            ),
            &|it| it.ram_cnt = less,
        );
    }
    let (size, blocks) = (machine.jpc_width, machine.block_bits);
    for bits in [size + 1, size + 2] {
        add(
            format!(
                "jpc_width = {bits}: a method cache of {} KB with blocks of the same size",
                kilobytes(bits)
            ),
            &|it| {
                it.jpc_width = bits;
                it.block_bits = blocks + (bits - size);
            },
        );
    }
    for bits in [blocks + 1, blocks + 2] {
        add(
            format!("block_bits = {bits}: {} smaller blocks", 1_u32 << bits),
            &|it| it.block_bits = bits,
        );
    }
    if let Ok(lru) = "lru".parse::<OrganisationKind>() {
        add("method_cache = \"lru\"".to_owned(), &|it| {
            it.method_cache = lru;
        });
    }
    all
}

/// Size of a method cache whose addresses have so many bits.
fn kilobytes(bits: u8) -> f64 {
    f64::from(1_u32 << bits) / 1024.0
}

//! Methods that are too long for the machine's method cache.

use cross_profile::Profile;
use jopizer::symbols::MethodSymbol;
use method_cache::OrganisationKind;
use run::Setup;

use crate::console::Console;
use crate::errors::Error;

/// Warns of such methods; the hardware would execute garbage unnoticed. `place` is what the warning begins with.
pub(crate) fn note(setup: &Setup, place: &str, console: Console) {
    for method in too_long(setup) {
        console.note(&format!("jop: note: {place}{}", problem(setup, method)));
    }
}

/// Refuses the figures of a run in which such a method was called on a cache that no hardware has: they are nobody's.
pub(crate) fn refuse_called(setup: &Setup, profile: &Profile) -> Result<(), Error> {
    if !matches!(setup.machine.method_cache, OrganisationKind::Studied(_)) {
        return Ok(());
    }
    for method in too_long(setup) {
        let name = method.to_string();
        let figures = profile.methods.iter().zip(profile.by_method());
        let mut own = figures.filter(|(other, _)| **other == name);
        if own.any(|(_, figures)| figures.bytecodes > 0) {
            return Err(Error::Input(problem(setup, method)));
        }
    }
    Ok(())
}

fn too_long(setup: &Setup) -> impl Iterator<Item = &MethodSymbol> {
    let longest = method_cache::longest_method(&setup.machine);
    let symbols = setup.program.symbols.iter();
    symbols
        .flat_map(|symbols| &symbols.methods)
        .filter(move |method| method.words > longest)
}

fn problem(setup: &Setup, method: &MethodSymbol) -> String {
    let longest = method_cache::longest_method(&setup.machine);
    // An organisation whose methods do not fit into one block, or into a part, wants larger ones.
    let remedy = match longest < setup.machine.longest_method() {
        true => "lower block_bits or raise jpc_width",
        false => "raise jpc_width",
    };
    format!(
        "{method} has {} words, and the method cache of this machine runs methods of up to {longest}; {remedy}",
        method.words
    )
}

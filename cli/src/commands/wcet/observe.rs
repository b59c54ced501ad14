//! The run of the program that bounds are held against.

use cost_model::EvaluatedTable;
use jopizer::Symbols;
use microcode::Build;
use run::Setup;
use wcet::{Program, ToWatch};
use wcet_check::{Shown, Watched, shown};

use super::arguments::Arguments;
use crate::output::errors::Error;

/// What a run shows, where one is asked for.
pub(super) fn observe(
    arguments: &Arguments,
    setup: &Setup,
    (symbols, image): (&Symbols, &Program<'_>),
    (build, costs): (Build, &EvaluatedTable),
    to_watch: ToWatch,
) -> Result<Option<Shown>, Error> {
    if !arguments.observe {
        return Ok(None);
    }
    let watched = watched(arguments, setup, symbols, (build, costs));
    let has_price = arguments.collection.is_some();
    let shown = shown(&watched, image, to_watch, has_price);
    shown.map(Some).map_err(Error::at(&setup.program.name))
}

/// The program on its machine.
pub(super) fn watched<'a>(
    arguments: &Arguments,
    setup: &'a Setup,
    symbols: &'a Symbols,
    (build, costs): (Build, &'a EvaluatedTable),
) -> Watched<'a> {
    Watched {
        image: &setup.program.image,
        symbols,
        config: &setup.machine,
        build,
        costs: arguments.table.is_given().then_some(costs),
        most_cycles: arguments.max_cycles,
    }
}

//! Worst-case execution times among the figures of a case.

use regression::check::{Case, ProgramChoice};
use run::Setup;
use wcet::{Analyser, Analysis, Options, Program, Soundness};
use wcet_check::{Watched, all_disproved, shown};

use crate::args::method_names;
use crate::commands::wcet::{build_of, symbols_of};
use crate::output::errors::Error;

/// Worst-case execution times of methods of a case. What rests on given bounds is held against the run: no golden keeps
/// what that disproves.
pub(super) fn bounds(
    case: &Case,
    setup: &Setup,
    methods: &[String],
) -> Result<Vec<(String, u64)>, Error> {
    let symbols = symbols_of(setup)?;
    let build = build_of(setup)?;
    let costs = cost_model::derived_costs(&setup.machine, &setup.microcode.program)
        .map_err(Error::refused)?;
    let program = Program::new(&setup.program.image, &symbols).map_err(Error::refused)?;
    let mut options = Options::new(&setup.machine, &costs).map_err(Error::refused)?;
    if matches!(case.source, ProgramChoice::Embedded(_)) {
        options.bounds.add_programs().map_err(Error::refused)?;
    }
    if let Some(file) = &case.loops {
        options.bounds.add_file(file).map_err(Error::refused)?;
    }
    let analyser = Analyser::new(&program, &costs);
    let bounds = methods.iter().map(|name| {
        let method = method_names::only(&symbols, name)?;
        let bound = analyser.bound(method.address, &options);
        Ok((method.address, bound.map_err(Error::refused)?))
    });
    let mut bounds = bounds.collect::<Result<Vec<_>, Error>>()?;
    let is_given = |bound: &Analysis| bound.sound != Soundness::Yes;
    if bounds.iter().any(|(_, bound)| is_given(bound)) {
        let watched = Watched {
            image: &setup.program.image,
            symbols: &symbols,
            config: &setup.machine,
            build,
            costs: None,
            most_cycles: case.limits.cycles(),
        };
        let to_watch = analyser.to_watch(&options.bounds).map_err(Error::refused)?;
        let shown = shown(&watched, &program, to_watch, false).map_err(Error::refused)?;
        for (method, bound) in &mut bounds {
            shown.hold(*method, bound);
        }
    }
    if let Some(it) = all_disproved(bounds.iter().map(|(_, bound)| bound)).first() {
        return Err(Error::Input(format!(
            "{it}; give a bound that holds, or leave the method out of bounds"
        )));
    }
    let cycles = bounds.into_iter();
    Ok(cycles
        .map(|(_, bound)| (bound.method, bound.cycles))
        .collect())
}

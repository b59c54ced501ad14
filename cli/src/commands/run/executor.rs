//! The engine of a run, and the options that it cannot follow.

use isa::UartKind;
use run::Setup;
use sim_core::Machine;

use super::arguments::RunOptions;
use crate::args::checkpoints::CheckpointArguments;
use crate::output::errors::Error;

/// Engine of a run; the fast one with the machine that checks it, if that is asked for.
pub(super) enum Executor {
    Machine(Box<Machine>),
    Engine(Box<fast_engine::Engine>, Option<Box<Machine>>),
}

pub(super) fn executor(
    setup: &Setup,
    options: &RunOptions,
    checkpoints: &CheckpointArguments,
) -> Result<Executor, Error> {
    if checkpoints.is_given() && options.engine.is_fast()? {
        return Err(Error::Input(
            "--checkpoints holds the state of the machine; leave out --engine fast".to_owned(),
        ));
    }
    if checkpoints.is_given() {
        let why =
            "begins in the first cycle, and a checkpoint does not hold it; leave out --checkpoints";
        options.recording.contexts_only(why)?;
    }
    if options.switches.is_some() {
        options
            .recording
            .contexts_only("beside --switches takes two runs; leave one out")?;
    }
    if !options.engine.is_fast()? {
        #[cfg(feature = "whole")]
        if options.recording.components().is_some() {
            return Err(Error::Input(
                "--record vector counts paths of the cost table, which the fast engine tells; add --engine fast"
                    .to_owned(),
            ));
        }
        let mut machine = setup.build()?;
        options.line.connect(&mut machine)?;
        return Ok(Executor::Machine(Box::new(machine)));
    }
    if options.switches.is_some() {
        return Err(Error::Input(
            "--switches watches the machine; leave out --engine fast".to_owned(),
        ));
    }
    // The engine learns of a byte from a timed UART after it has gone on.
    #[cfg(feature = "whole")]
    if options.recording.is_more_than_contexts() {
        let choice = options.recording.choice()?;
        let fits = choice.on_fast_engine();
        fits.map_err(|error| Error::Input(error.to_string()))?;
    }
    if options.recording.is_given()
        && options.until.is_some()
        && setup.machine.uart == UartKind::Timed
    {
        return Err(Error::Input(
            "-o with --until on a timed UART needs the machine; leave out --engine fast, --until or uart = \"timed\""
                .to_owned(),
        ));
    }
    let mut engine = options.engine.build(setup)?;
    options.line.connect_engine(&mut engine, &setup.machine)?;
    let mut reference = None;
    if options.check_engine {
        let mut machine = setup.build()?;
        options.line.connect(&mut machine)?;
        reference = Some(Box::new(machine));
    }
    Ok(Executor::Engine(Box::new(engine), reference))
}

//! `jop trace` of several processors.

use isa::{Processors, System};
use run::{Limits, Setup};
use sim_core::cmp::Multiprocessor;
use trace::SeveralTracer;

use super::arguments::Arguments;
use super::form::{Form, Recording};
use super::several_sinks::sink;
use super::several_traced::{Traced, Unrecorded};
use super::told::{never_opened, tell};
use super::traced::End;
use crate::args::{chosen_core, lock_unit, long_methods};
use crate::host::interrupts::watch_for_interrupts;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code;

/// Runs the command on these processors.
pub(super) fn execute(
    arguments: &Arguments,
    form: Form,
    (system, processors): (&System, &Processors),
    console: Console,
) -> Result<u8, Error> {
    let chosen = chosen_core::check(arguments.core, processors)?;
    arguments.window.check_for_several(chosen.is_some())?;
    let program = arguments.program.load(system, console)?;
    lock_unit::check(&program, processors)?;
    long_methods::check((&program, &system.machine), "", console)?;
    let input = arguments.input.whole(&program, console)?;
    let setup = Setup {
        program: program.fed(input),
        machine: system.machine.clone(),
        microcode: arguments.microcode.load(console)?,
    };
    let symbols = setup.program.symbols.as_ref();
    let window = arguments.window.window(symbols)?;
    let machine = (&setup.machine, processors);
    let words = &setup.program.image.words;
    let built = Multiprocessor::new(machine, &setup.microcode.program, words);
    let mut built = built.map_err(|error| Error::Input(error.to_string()))?;
    let most = arguments.max_cycles.or(form.limit()).unwrap_or(u64::MAX);

    let made = |out| sink(form, out, &setup, (processors, chosen));
    let mut recording = Recording::create(form, arguments.output.as_deref(), made)?;
    let limits = Limits::stopped_by(u64::MAX, watch_for_interrupts()?);
    let tracer = SeveralTracer::new(
        window,
        most,
        (processors.cores.into(), chosen),
        record::running_task(symbols),
        recording.sink(),
    );
    let engine = Traced {
        is_unshared: run::is_unshared(&setup, processors),
        machine: &mut built,
        tracer,
    };
    let (summary, end, calls) = match engine.record((&setup.program, &limits), console) {
        Ok(recorded) => recorded,
        Err(Unrecorded::Trace(error)) => return Err(recording.failed(error)),
        Err(Unrecorded::Run(fault)) => {
            recording.abandon();
            return Err(fault.into());
        }
    };
    if summary.windows == 0 {
        recording.abandon();
        return Err(never_opened(arguments, end, built.cycle(), calls));
    }
    recording.finish()?;
    tell(arguments, &summary, &setup.machine, console);
    Ok(match end {
        End::Complete => exit_code::DONE,
        End::Run(end) => exit_code::of_run(end, &setup.program, console),
    })
}

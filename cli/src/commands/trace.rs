//! `jop trace`: every cycle of a window, as text, rows or waveforms.

mod arguments;
mod earlier_run;
mod form;
mod several;
mod several_sinks;
pub(super) mod several_traced;
mod told;
pub(super) mod traced;
mod window;

use run::Limits;
use sim_core::Machine;
use superblock::BlockMachine;
use trace::{CodeNames, Tracer};

pub(crate) use self::arguments::Arguments;
use self::form::Recording;
use self::told::{never_opened, tell};
use self::traced::End;
use crate::args::long_methods;
use crate::host::interrupts::watch_for_interrupts;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code;

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let form = form::Form::of(arguments.form, arguments.output.as_deref())?;
    let system = arguments.machine.system()?;
    if let Some(processors) = system.processors {
        return several::execute(arguments, form, (&system, &processors), console);
    }
    if arguments.core.is_some() {
        return Err(Error::Input(
            "--core is for several cores, and the machine has one; leave it out".to_owned(),
        ));
    }
    let config = system.machine;
    let program = arguments.program.load(config.memory_words, console)?;
    long_methods::check((&program, &config), "", console)?;
    // All of it before the first cycle: a run may go twice.
    let input = arguments.input.whole(&program, console)?;
    let program = program.fed(input);
    let symbols = program.symbols.as_ref();
    let microcode = arguments.microcode.load(console)?;
    let mut window = arguments.window.window(symbols)?;
    let machine = Machine::new(&config, &microcode.program, &program.image.words)?;
    let interrupted = watch_for_interrupts()?;
    if let Some(calls) = arguments.window.earlier_calls(&program)? {
        let run = earlier_run::run(machine.clone(), &program, &calls, interrupted, console)?;
        window = calls.window(run, &program.name, console)?;
    }
    let mut machine = BlockMachine::new(machine);
    let linked = symbols.map(|symbols| (&program.image, symbols));
    let names = CodeNames::new(linked, &microcode.program);
    let most = arguments.max_cycles.or(form.limit()).unwrap_or(u64::MAX);

    let made = |out| form::sink(form, out, names, &config);
    let mut recording = Recording::create(form, arguments.output.as_deref(), made)?;
    let limits = Limits::stopped_by(u64::MAX, interrupted);
    let recorded = {
        let running_task = record::running_task(symbols);
        let tracer = Tracer::new(window, most, running_task, recording.sink());
        traced::record(tracer, &mut machine, (&program, &limits), console)
    };
    let (summary, end, calls) = match recorded {
        Ok(recorded) => recorded,
        Err(error) => return Err(recording.failed(error)),
    };
    if summary.windows == 0 {
        recording.abandon();
        let cycle = machine.machine().state.cycle;
        return Err(never_opened(arguments, end, cycle, calls));
    }
    recording.finish()?;
    tell(arguments, &summary, &config, console);
    Ok(match end {
        End::Complete => exit_code::DONE,
        End::Run(end) => exit_code::of_run(end, &program, console),
    })
}

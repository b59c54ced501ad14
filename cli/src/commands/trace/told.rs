//! What the user is told of a trace.

use isa::MachineConfig;
use trace::Summary;

use super::arguments::Arguments;
use super::traced::End;
use crate::output::atomic_file::is_standard_output;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::table::thousands;

/// The error of a window that never opened; `calls` is the number of calls of the method.
pub(super) fn never_opened(arguments: &Arguments, end: End, cycle: u64, calls: u64) -> Error {
    let ended = match end {
        End::Run(run::End::Interrupted) => "was stopped by Ctrl-C",
        End::Run(run::End::Blocked) => "stopped, as every thread waits for ever,",
        End::Complete | End::Run(_) => "ended",
    };
    let missed = arguments.window.missed(calls);
    let text = format!(
        "{}: the window never opened: {missed} before the run {ended} in cycle {}",
        arguments.program.name(),
        thousands(cycle)
    );
    match end {
        // The window may have been in what did not come.
        End::Run(end) if !end.is_of_program() => Error::Ended {
            reason: text,
            code: end.judged(),
        },
        _ => Error::Input(text),
    }
}

/// Notes what was recorded.
pub(super) fn tell(
    arguments: &Arguments,
    summary: &Summary,
    config: &MachineConfig,
    console: Console,
) {
    let file = arguments.output.as_deref();
    if let Some(path) = file.filter(|path| !is_standard_output(path)) {
        let windows = match summary.windows {
            1 => String::new(),
            windows => format!(" in {} windows", thousands(windows)),
        };
        console.note(&format!(
            "jop: note: {}: {} cycles{windows}, {} to {}, at {} ps each",
            path.display(),
            thousands(summary.cycles),
            thousands(summary.first),
            thousands(summary.end.saturating_sub(1)),
            thousands(1_000_000_000_000 / u64::from(config.clk_freq_hz)),
        ));
    }
    if summary.cut {
        console.note(&format!(
            "jop: note: cut after {} cycles; --max-cycles N records more",
            thousands(summary.cycles)
        ));
    }
}

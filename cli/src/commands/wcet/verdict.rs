//! Verdict of a run on bounds, and the exit code.

use run::End;
use wcet_check::all_disproved;

use super::row::Row;
use crate::output::console::Console;
use crate::output::exit_code;

/// Names what the run has disproved, and how it ended if that was not the end of the program.
pub(super) fn verdict(rows: &[Row], end: Option<End>, console: Console) -> u8 {
    let bounds = rows.iter().filter_map(|row| row.bound.as_ref().ok());
    let disproved = all_disproved(bounds);
    for it in &disproved {
        console.note(&format!("jop: {it}"));
    }
    exit_code_of(disproved.is_empty(), end, console)
}

/// The exit code, after a word on how the run ended if that was not the end of the program.
pub(super) fn exit_code_of(holds: bool, end: Option<End>, console: Console) -> u8 {
    match end {
        Some(End::MaxCycles) => console.note(
            "jop: note: --max-cycles stopped the run, so it shows a part of what the program does",
        ),
        Some(End::Interrupted) => {
            console.note(
                "jop: note: the run was interrupted, so it shows a part of what the program does",
            );
        }
        Some(End::Blocked) => {
            console.note("jop: note: the run ended as every thread waits for ever");
        }
        Some(End::Exit(status)) if status != 0 => {
            console.note(&format!(
                "jop: note: the program ended with status {}",
                status.cast_signed()
            ));
        }
        Some(End::Exit(_) | End::ExitText | End::Until) | None => {}
    }
    match holds {
        true => end.map_or(exit_code::DONE, End::judged),
        false => exit_code::DIFFERS,
    }
}

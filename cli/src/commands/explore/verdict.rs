//! The verdict of `--verify`: rows that were replayed or priced, held against runs of the machine.

use crate::output::console::Console;
use crate::output::exit_code;

/// Tells how many rows are the machine's; gives the exit code.
pub(super) fn verified(equal: usize, of: usize, console: Console) -> u8 {
    console.note(&format!(
        "jop: verified on the machine: {equal} of {of} equal in cycles, stalls, misses and words"
    ));
    match equal == of {
        true => exit_code::DONE,
        false => exit_code::DIFFERS,
    }
}

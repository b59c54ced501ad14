//! What the exit codes of `jop` mean.

use crate::session::End;

/// Done; also when the reader of standard output went away.
pub(crate) const DONE: u8 = 0;
/// A comparison found a difference.
pub(crate) const DIFFERS: u8 = 1;
/// Bad input or a failing system: could not run.
pub(crate) const COULD_NOT_RUN: u8 = 2;
/// Stopped by `--max-cycles`.
const MAX_CYCLES: u8 = 3;
/// Stopped by Ctrl-C: 128 and the number of the signal, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// The exit code of a run. Of the program's status a system keeps the low eight bits.
pub(crate) fn of(end: End) -> u8 {
    match end {
        End::Exit(status) => (status & 0xFF) as u8,
        End::ExitText | End::Until => DONE,
        End::MaxCycles => MAX_CYCLES,
        End::Interrupted => INTERRUPTED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_of_a_program_is_cut_to_eight_bits() {
        assert_eq!(
            [0, 1, 255, 256, -1].map(|status: i32| of(End::Exit(status.cast_unsigned()))),
            [0, 1, 255, 0, 255]
        );
    }
}

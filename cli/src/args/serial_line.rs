//! The receive line of the timed UART: options of the sending host, or the levels of the line.

use std::fs;
use std::path::{Path, PathBuf};

use fast_engine::Engine;
use isa::{MachineConfig, Sender, SenderParity, UartKind};
use sim_core::Machine;

use crate::output::errors::Error;

/// Options of the receive line of the timed UART.
#[derive(Debug, clap::Args)]
pub(crate) struct LineArguments {
    /// Parity bit of the bytes sent to the UART: same (as the program sets its UART), none, odd or even
    #[arg(long, value_name = "PARITY", help_heading = "Timed UART")]
    uart_parity: Option<SenderParity>,
    /// Send to the UART even while its RTS reports that the receive FIFO is half full
    #[arg(long, help_heading = "Timed UART")]
    uart_ignore_rts: bool,
    /// Levels of the receive line, as text: cycle and level (0 or 1) of each change, one a line; the level is 1 before
    /// the first
    #[arg(long, value_name = "FILE", help_heading = "Timed UART")]
    uart_line: Option<PathBuf>,
}

impl LineArguments {
    fn given(&self) -> Option<&'static str> {
        if self.uart_parity.is_some() {
            Some("--uart-parity")
        } else if self.uart_ignore_rts {
            Some("--uart-ignore-rts")
        } else {
            self.uart_line.is_some().then_some("--uart-line")
        }
    }

    /// Rejects options that a checkpoint already contains.
    pub(crate) fn refuse_with_checkpoint(&self) -> Result<(), String> {
        self.given().map_or(Ok(()), |option| {
            Err(format!(
                "{option} sets the receive line from the first cycle on, which the checkpoint holds; leave it out"
            ))
        })
    }

    fn check(&self, config: &MachineConfig) -> Result<(), Error> {
        match self.given() {
            Some(option) if config.uart == UartKind::Instant => Err(Error::Input(format!(
                "{option} is for the timed UART; set uart = \"timed\" in the configuration"
            ))),
            _ => Ok(()),
        }
    }

    fn sender(&self) -> Sender {
        Sender {
            parity: self.uart_parity.unwrap_or_default(),
            heeds_rts: !self.uart_ignore_rts,
        }
    }

    /// Connects the line of a machine in its first cycle.
    pub(crate) fn connect(&self, machine: &mut Machine) -> Result<(), Error> {
        self.check(machine.config())?;
        let levels = self.uart_line.as_deref().map(read_levels).transpose()?;
        let uart = &mut machine.state.memory_system.io.uart;
        uart.set_sender(self.sender());
        uart.set_levels(levels.unwrap_or_default());
        Ok(())
    }

    /// Connects the line of the fast engine, which knows bytes and no levels.
    pub(crate) fn connect_engine(
        &self,
        engine: &mut Engine,
        config: &MachineConfig,
    ) -> Result<(), Error> {
        self.check(config)?;
        if self.uart_line.is_some() {
            return Err(Error::Input(
                "--uart-line drives the registers of the machine; leave out --engine fast"
                    .to_owned(),
            ));
        }
        engine.set_sender(self.sender());
        Ok(())
    }
}

fn read_levels(path: &Path) -> Result<Vec<(u64, bool)>, Error> {
    let text = fs::read_to_string(path).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    parse_levels(&text).map_err(|problem| Error::Input(format!("{}:{problem}", path.display())))
}

/// Lines of a cycle and a level; `#` starts a comment.
fn parse_levels(text: &str) -> Result<Vec<(u64, bool)>, String> {
    let mut levels: Vec<(u64, bool)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace();
        let Some(cycle) = words.next() else {
            continue;
        };
        let number = number + 1;
        let level = match (words.next(), words.next()) {
            (Some("0"), None) => false,
            (Some("1"), None) => true,
            _ => return Err(format!("{number}: a line is a cycle and a level, 0 or 1")),
        };
        let cycle: u64 = cycle
            .parse()
            .map_err(|_| format!("{number}: `{cycle}` is no number of a cycle"))?;
        if levels.last().is_some_and(|(before, _)| cycle <= *before) {
            return Err(format!(
                "{number}: cycle {cycle} is not after the previous one"
            ));
        }
        levels.push((cycle, level));
    }
    Ok(levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_cycle_and_a_level() {
        assert_eq!(
            parse_levels("# start bit\n25 0\n\n40 1 # and on\n"),
            Ok(vec![(25, false), (40, true)])
        );
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let problem = |text| parse_levels(text).unwrap_err();
        assert_eq!(
            problem("25 0\n40 2\n"),
            "2: a line is a cycle and a level, 0 or 1"
        );
        assert_eq!(problem("x 0\n"), "1: `x` is no number of a cycle");
        assert_eq!(
            problem("7 0\n7 1\n"),
            "2: cycle 7 is not after the previous one"
        );
    }
}

//! Main memory: its words, and the choice of their interface.

pub use crate::words::{InterfaceRegisters, Words};

use serde::{Deserialize, Serialize};

use crate::simpcon::{Command, Response};
use crate::sram16::Sram16;
use crate::sram32::Sram32;
use crate::ssram32::Ssram32;
use isa::{MachineConfig, MemoryKind};

/// The interface in front of the words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Interface {
    Sram32(Sram32),
    Sram16(Sram16),
    Ssram32(Ssram32),
    /// The master side of an arbiter: the command of this cycle; the words are elsewhere.
    Port(Command),
}

/// Main memory with its SimpCon interface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MainMemory {
    /// The words, for loaders and inspection.
    pub words: Words,
    interface: Interface,
    response: Response,
    idle: bool,
}

impl MainMemory {
    /// The memory after reset, filled from its start with `image` and zeros after it.
    #[must_use]
    pub fn new(config: &MachineConfig, image: &[u32]) -> Self {
        let mut words = image.to_vec();
        words.resize(config.memory_words as usize, 0);
        let interface = match config.memory {
            MemoryKind::Sram32 => Interface::Sram32(Sram32::new(config.ram_cnt)),
            MemoryKind::Sram16 => Interface::Sram16(Sram16::new(config.ram_cnt)),
            MemoryKind::Ssram32 => Interface::Ssram32(Ssram32::new(config.ram_cnt)),
        };
        Self {
            words: Words { words },
            interface,
            response: Response::default(),
            idle: true,
        }
    }

    /// The place of one of several processors at their arbiter, in place of a memory of its own. `rests`: an idle port
    /// needs no edges.
    pub(crate) fn port(rests: bool) -> Self {
        Self {
            words: Words::new(Vec::new()),
            interface: Interface::Port(Command::IDLE),
            response: Response::default(),
            idle: rests,
        }
    }

    /// The memory is the place of one of several processors at their arbiter.
    #[must_use]
    pub fn is_port(&self) -> bool {
        matches!(self.interface, Interface::Port(_))
    }

    /// The same interface in front of other words, which come back with it.
    pub fn swap_words(&mut self, words: &mut Words) {
        std::mem::swap(&mut self.words, words);
    }

    /// The command of the cycle that ends, for the arbiter; none but at a port.
    #[inline]
    pub fn take_command(&mut self) -> Command {
        match &mut self.interface {
            Interface::Port(command) => std::mem::take(command),
            _ => Command::IDLE,
        }
    }

    /// The arbiter's answer in the cycle that begins.
    #[inline]
    pub fn set_response(&mut self, response: Response) {
        self.response = response;
    }

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        let interface = match (&self.interface, &fresh.interface) {
            (Interface::Sram32(sram), Interface::Sram32(fresh)) => sram.fits(fresh),
            (Interface::Sram16(sram), Interface::Sram16(fresh)) => sram.fits(fresh),
            (Interface::Ssram32(sram), Interface::Ssram32(fresh)) => sram.fits(fresh),
            _ => false,
        };
        self.words.words.len() == fresh.words.words.len() && interface && self.response.fits()
    }

    /// Answer in this cycle.
    #[inline(always)]
    #[must_use]
    pub fn response(&self) -> Response {
        self.response
    }

    /// Registers of the interface, for observers.
    #[inline]
    #[must_use]
    pub fn registers(&self) -> InterfaceRegisters {
        match &self.interface {
            Interface::Sram32(sram) => sram.registers(),
            Interface::Sram16(sram) => sram.registers(),
            Interface::Ssram32(sram) => sram.registers(),
            Interface::Port(command) => InterfaceRegisters {
                state: 0,
                wait_state: 0,
                address: command.address,
                wr_data: command.wr_data,
            },
        }
    }

    /// No access is under way: an edge without a command changes nothing.
    #[inline(always)]
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.idle
    }

    /// The edge ending a cycle.
    pub fn clock(&mut self, command: &Command) {
        if self.idle && !command.is_active() {
            return;
        }
        match &mut self.interface {
            Interface::Sram32(sram) => {
                sram.clock(command, &mut self.words);
                (self.response, self.idle) = (sram.response(), sram.is_idle());
            }
            Interface::Sram16(sram) => {
                sram.clock(command, &mut self.words);
                (self.response, self.idle) = (sram.response(), sram.is_idle());
            }
            Interface::Ssram32(sram) => {
                sram.clock(command, &mut self.words);
                (self.response, self.idle) = (sram.response(), sram.is_idle());
            }
            Interface::Port(taken) => *taken = *command,
        }
    }
}

//! Bytecode stream, operands, Java branches and dispatch (spec 03 sections 1 and 5, 02 section 4).

use isa::{MachineConfig, op};
use microcode::JumpTable;

use super::devices::SystemDevice;
use super::stack::Flags;
use super::{Case, Coverage, Dispatch};

/// The fetch unit as it stands after the fetch of one word.
#[derive(Debug, Clone, Copy, Default)]
struct Fetched {
    /// Byte of the stream that the word saw.
    byte: u8,
    /// Operand register.
    operand: u32,
    /// Bytecode dispatched last, and its address.
    bytecode: u8,
    start: u32,
}

/// Bytecode fetch.
pub(crate) struct Bytecodes {
    pub(crate) jpc: u32,
    pub(crate) jbc: Vec<u8>,
    /// The two last operand bytes. The low one always follows the stream.
    pub(crate) operand: u32,
    pub(crate) int_pend: bool,
    pub(crate) exc_pend: bool,
    /// Value on its way from `stjpc` to the Java PC.
    pub(crate) deferred_jpc: Option<u32>,
    /// Fetches until an exception that comes late can be taken.
    late_exception: Option<u32>,
    /// Address of the byte that the next word sees; follows the Java PC one word later.
    address: u32,
    bytecode: u8,
    start: u32,
    /// After the fetch of the next word, of this one and of the one before.
    history: [Fetched; 3],
    pub(crate) coverage: Coverage,
}

impl Bytecodes {
    pub(crate) fn new(config: &MachineConfig) -> Self {
        Self {
            jpc: 0,
            jbc: vec![0; 1 << config.jpc_width],
            operand: 0,
            int_pend: false,
            exc_pend: false,
            deferred_jpc: None,
            late_exception: None,
            address: 0,
            bytecode: 0,
            start: 0,
            history: [Fetched::default(); 3],
            coverage: Coverage::default(),
        }
    }

    /// The fetch of a word; its flags act.
    pub(crate) fn fetch(
        &mut self,
        nxt: bool,
        opd: bool,
        table: &JumpTable,
        system: &mut SystemDevice,
    ) -> Option<Dispatch> {
        self.count_late_exception();
        let byte = self.jbc[self.address as usize % self.jbc.len()];
        let high = if opd {
            self.operand & 0xff
        } else {
            self.operand >> 8
        };
        self.operand = high << 8 | u32::from(byte);
        let entry = nxt.then(|| self.entry(byte, table, system));
        if nxt {
            self.bytecode = byte;
            self.start = self.jpc;
        }
        if nxt || opd {
            self.jpc = self.wrapped(self.jpc + 1);
        }
        self.address = self.jpc;
        let fetched = Fetched {
            byte,
            operand: self.operand,
            bytecode: self.bytecode,
            start: self.start,
        };
        self.history = [fetched, self.history[0], self.history[1]];
        entry.map(|entry| Dispatch {
            bytecode: byte,
            entry,
            jpc: self.jpc,
        })
    }

    /// Exception before interrupt before bytecode; both are acknowledged when both are pending.
    fn entry(&mut self, byte: u8, table: &JumpTable, system: &mut SystemDevice) -> u16 {
        let interrupt = self.int_pend && system.enabled;
        let exception = self.exc_pend;
        if interrupt {
            self.int_pend = false;
            system.acknowledge_interrupt();
        }
        if exception {
            self.exc_pend = false;
            system.acknowledge_exception();
        }
        let (case, entry) = match (exception, interrupt) {
            (true, true) => (Case::InterruptAndException, table.exception),
            (true, false) => (Case::Exception, table.exception),
            (false, true) => (Case::Interrupt, table.interrupt),
            (false, false) => return table.entry(byte),
        };
        self.coverage.meet(case);
        entry
    }

    /// The Java PC has one bit more than an address of the bytecode RAM.
    fn wrapped(&self, jpc: u32) -> u32 {
        jpc & (2 * self.jbc.len() as u32 - 1)
    }

    /// `stjpc` reaches the Java PC behind the flags of the second word after it.
    pub(crate) fn load_deferred_jpc(&mut self) {
        if let Some(value) = self.deferred_jpc.take() {
            self.jpc = self.wrapped(value);
        }
    }

    /// The operand that an instruction in IR uses: without the bytes of its own word and the next.
    pub(crate) fn operand_in_ir(&self) -> u32 {
        self.history[2].operand
    }

    /// Whether a Java branch is taken; the type is that of the bytecode dispatched last.
    pub(crate) fn branches(&self, flags: Flags) -> bool {
        let Flags {
            zero,
            negative,
            equal,
            less,
        } = flags;
        let kind = match self.history[2].bytecode {
            op::IF_ACMPEQ => 0b1111,
            op::IF_ACMPNE => 0b0000,
            op::IFNULL => 0b1001,
            op::IFNONNULL => 0b1010,
            other => other & 15,
        };
        match kind {
            0b1001 => zero,
            0b1010 => !zero,
            0b1011 => negative,
            0b1100 => !negative,
            0b1101 => !zero && !negative,
            0b1110 => zero || negative,
            0b1111 => equal,
            0b0000 => !equal,
            0b0001 => less,
            0b0010 => !less,
            0b0011 => !equal && !less,
            0b0100 => equal || less,
            0b0111 => true,
            _ => false,
        }
    }

    /// Takes a Java branch: the high byte of the offset was seen by the word before, the low byte by its own.
    pub(crate) fn branch(&mut self) {
        let [_, own, before] = self.history;
        let offset = u32::from(before.byte) << 8 | u32::from(own.byte);
        self.jpc = self.wrapped(before.start + offset);
        self.address = self.jpc;
    }

    /// A bounds error of a load that comes late. The word behind the waits is fetched already; the fetch after it
    /// still comes too early.
    pub(crate) fn raise_late(&mut self) {
        self.late_exception = Some(1);
    }

    fn count_late_exception(&mut self) {
        match self.late_exception {
            Some(0) => {
                self.late_exception = None;
                self.exc_pend = true;
            }
            Some(fetches) => self.late_exception = Some(fetches - 1),
            None => {}
        }
    }
}

//! Bytecode put together by hand.

use isa::op;

/// Registers of the devices (spec 06), as `bipush` names them.
pub(crate) mod device {
    pub(crate) const INTERRUPT_ENABLE: i8 = -128;
    pub(crate) const COUNTER: i8 = -128;
    pub(crate) const SOFTWARE_INTERRUPT: i8 = -126;
    pub(crate) const WATCHDOG: i8 = -125;
    pub(crate) const EXCEPTION: i8 = -124;
    pub(crate) const INTERRUPT_MASK: i8 = -120;
    /// Of no device in hardware: ends a program on the machine.
    pub(crate) const EXIT: i8 = -113;
    pub(crate) const UART_STATUS: i8 = -112;
    pub(crate) const UART_DATA: i8 = -111;
}

/// Bytes of one method.
#[derive(Debug, Clone, Default)]
pub(crate) struct Code(pub(crate) Vec<u8>);

impl Code {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Appends bytecodes.
    pub(crate) fn run(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend_from_slice(bytes);
        self
    }

    /// Offset of the next bytecode.
    pub(crate) fn here(&self) -> u32 {
        self.0.len() as u32
    }

    /// A branch to an offset that is known already.
    pub(crate) fn branch_back(&mut self, opcode: u8, target: u32) -> &mut Self {
        let distance = i64::from(target) - self.0.len() as i64;
        let [high, low] = (distance as i16).to_be_bytes();
        self.run(&[opcode, high, low])
    }

    /// Pushes a register of a device.
    pub(crate) fn push_byte(&mut self, value: i8) -> &mut Self {
        self.run(&[op::BIPUSH, value.to_be_bytes()[0]])
    }

    /// Writes a small number to a register of a device.
    pub(crate) fn write_device(&mut self, register: i8, value: i8) -> &mut Self {
        self.push_byte(value)
            .push_byte(register)
            .run(&[op::JOPSYS_WR])
    }

    /// Zeros after the code up to a length in words.
    pub(crate) fn fill_to(&mut self, words: usize) -> &mut Self {
        let bytes = self.0.len().max(4 * words);
        self.0.resize(bytes, op::NOP);
        self
    }
}

//! Bytecode put together by hand.

/// Opcodes that the frame of a benchmark uses.
pub(crate) mod op {
    pub(crate) const NOP: u8 = 0;
    pub(crate) const ICONST_1: u8 = 4;
    pub(crate) const BIPUSH: u8 = 16;
    pub(crate) const LDC_W: u8 = 19;
    pub(crate) const ILOAD_0: u8 = 26;
    pub(crate) const ALOAD_0: u8 = 42;
    pub(crate) const ILOAD_1: u8 = 27;
    pub(crate) const ILOAD_2: u8 = 28;
    pub(crate) const ISTORE_0: u8 = 59;
    pub(crate) const ISTORE_1: u8 = 60;
    pub(crate) const ISTORE_2: u8 = 61;
    pub(crate) const POP: u8 = 87;
    pub(crate) const IADD: u8 = 96;
    pub(crate) const ISUB: u8 = 100;
    pub(crate) const IUSHR: u8 = 124;
    pub(crate) const IAND: u8 = 126;
    pub(crate) const IINC: u8 = 132;
    pub(crate) const IFEQ: u8 = 153;
    pub(crate) const IFGE: u8 = 156;
    pub(crate) const IFGT: u8 = 157;
    pub(crate) const IF_ICMPLT: u8 = 161;
    pub(crate) const GOTO: u8 = 167;
    pub(crate) const IRETURN: u8 = 172;
    pub(crate) const RETURN: u8 = 177;
    pub(crate) const GETSTATIC: u8 = 178;
    pub(crate) const PUTSTATIC: u8 = 179;
    pub(crate) const INVOKEVIRTUAL: u8 = 182;
    pub(crate) const INVOKESPECIAL: u8 = 183;
    pub(crate) const INVOKESTATIC: u8 = 184;
    pub(crate) const INVOKEINTERFACE: u8 = 185;
    pub(crate) const READ: u8 = 209;
    pub(crate) const WRITE: u8 = 210;
    pub(crate) const INVOKE: u8 = 222;
    pub(crate) const INVOKESUPER: u8 = 236;
}

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
        self.push_byte(value).push_byte(register).run(&[op::WRITE])
    }

    /// Zeros behind the code up to a length in words.
    pub(crate) fn fill_to(&mut self, words: usize) -> &mut Self {
        let bytes = self.0.len().max(4 * words);
        self.0.resize(bytes, op::NOP);
        self
    }
}

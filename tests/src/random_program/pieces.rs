//! Code of a method from random pieces: each does one thing and leaves the operand stack empty.

use isa::address::{system, uart};
use isa::op;

use super::image::{ARGUMENTS, BUFFER_WORDS, LOCALS, STATIC_WORDS, STATICS, World};

/// The first register of a device that there is none of.
const ABSENT_DEVICE: u32 = uart::STATUS + 16;
/// Bytecodes without effect on the stack.
const NOTHING: [u8; 4] = [op::NOP, op::JOPSYS_NOP, op::JOPSYS_INVAL, op::JOPSYS_NOP];

/// One piece of a program: what to do, and with what.
pub type Piece = (u8, u32, u32);

/// Code of one method, with its constants.
pub(crate) struct Writer<'a> {
    pub(crate) code: Vec<u8>,
    pub(crate) constants: &'a mut Vec<u32>,
    /// Words from local 0 to the last one of an empty operand stack.
    pub(crate) frame: u32,
    pub(crate) world: &'a World,
}

impl Writer<'_> {
    fn constant(&mut self, value: u32) -> [u8; 2] {
        let known = self
            .constants
            .iter()
            .skip(1)
            .position(|word| *word == value);
        let index = known.map_or(self.constants.len(), |index| index + 1);
        if index == self.constants.len() {
            self.constants.push(value);
        }
        (index as u16).to_be_bytes()
    }

    pub(crate) fn op(&mut self, bytes: &[u8]) {
        self.code.extend_from_slice(bytes);
    }

    fn push(&mut self, value: u32) {
        match value as i32 {
            -1..=5 => self.op(&[(value as i32 + i32::from(op::ICONST_0)) as u8]),
            -128..=127 => self.op(&[op::BIPUSH, value as u8]),
            -32768..=32767 => self.op(&[op::SIPUSH, (value >> 8) as u8, value as u8]),
            _ => {
                let [high, low] = self.constant(value);
                if high == 0 && value & 1 == 0 {
                    self.op(&[op::LDC, low]);
                } else {
                    self.op(&[op::LDC_W, high, low]);
                }
            }
        }
    }

    fn reference(&mut self, n: u32) {
        let references = &self.world.references;
        let reference = references[n as usize % references.len()];
        self.push(reference);
    }

    pub(crate) fn write_io(&mut self, register: u32, value: u32) {
        self.push(value);
        self.push(register);
        self.op(&[op::JOPSYS_WR]);
    }

    pub(crate) fn piece(&mut self, piece: Piece) {
        let (kind, a, b) = piece;
        match kind % 24 {
            0..=3 => self.computation(a, b),
            4 => self.locals(a, b),
            5 => self.statics(a, b),
            6 | 7 => self.field(a, b),
            8..=10 => self.array(a, b),
            11 => self.devices(a, b),
            12 => self.timer(a, b),
            13 => self.stack_ram(a, b),
            14 => self.monitors(a),
            15 => self.branch(a, b),
            16 | 17 => self.call(a, b),
            18 => self.java(a, b),
            19 => self.copies(a, b),
            20 => self.native_field(a, b),
            21 => self.device_access(a, b),
            22 => self.shuffle(a, b),
            _ => self.op(&[NOTHING[a as usize % 4]]),
        }
        if matches!(kind % 24, 6..=10 | 16..=21) {
            self.empty_stack();
        }
    }

    /// Sets the stack pointer to where the operand stack is empty: an exception may leave more words there, or fewer.
    pub(crate) fn empty_stack(&mut self) {
        self.op(&[op::JOPSYS_GETVP]);
        self.push(self.frame);
        self.op(&[op::IADD, op::JOPSYS_SETSP]);
    }

    fn computation(&mut self, a: u32, b: u32) {
        const INTEGER: [u8; 12] = [
            op::IADD,
            op::ISUB,
            op::IMUL,
            op::ISHL,
            op::ISHR,
            op::IUSHR,
            op::IAND,
            op::IOR,
            op::IXOR,
            op::INEG,
            op::I2C,
            op::L2I,
        ];
        const LONG: [u8; 10] = [
            op::LADD,
            op::LSUB,
            op::LAND,
            op::LOR,
            op::LXOR,
            op::LNEG,
            op::LSHL,
            op::LSHR,
            op::LUSHR,
            op::LCMP,
        ];
        self.push(a);
        self.push(b);
        if a & 1 == 0 {
            self.op(&[INTEGER[(a >> 1) as usize % 12], op::POP]);
            return;
        }
        let opcode = LONG[(a >> 1) as usize % 10];
        let equal = b.is_multiple_of(5);
        self.push(if equal { a } else { b.rotate_left(7) });
        self.push(if equal { b } else { a.rotate_left(9) });
        if matches!(opcode, op::LSHL | op::LSHR | op::LUSHR) {
            self.push(b % 70);
        }
        self.op(&[opcode, op::I2L, op::POP2, op::POP]);
    }

    fn locals(&mut self, a: u32, b: u32) {
        let n = (a % (ARGUMENTS + LOCALS - 1)) as u8;
        self.push(b);
        match a >> 8 & 7 {
            0 => self.op(&[op::ISTORE, n, op::ILOAD, n, op::POP]),
            1 => self.op(&[op::ISTORE_0 + n % 4, op::ILOAD_0 + n % 4, op::POP]),
            2 => self.op(&[op::IINC, n, b as u8, op::POP]),
            3 => self.op(&[op::DUP, op::LSTORE, n, op::LLOAD, n, op::POP2]),
            4 => self.op(&[
                op::DUP,
                op::LSTORE_0 + n % 4 % 3,
                op::LLOAD_0 + n % 4 % 3,
                op::POP2,
            ]),
            5 => self.op(&[op::DUP, op::LSTORE_3, op::LLOAD_3, op::POP2]),
            6 => self.op(&[op::I2L, op::DUP, op::POP2, op::POP]),
            _ => self.op(&[
                op::POP,
                op::LCONST_0,
                op::LCONST_1,
                op::LDC2_W,
                0,
                1,
                op::POP2,
                op::POP2,
                op::POP2,
            ]),
        }
    }

    fn statics(&mut self, a: u32, b: u32) {
        let address = (STATICS + a % (STATIC_WORDS - 1)) as u8;
        self.push(b);
        match a >> 8 & 3 {
            0 => self.op(&[
                op::PUTSTATIC,
                0,
                address,
                op::GETSTATIC,
                0,
                address,
                op::POP,
            ]),
            1 => self.op(&[
                op::DUP,
                op::PUTSTATIC_LONG,
                0,
                address,
                op::GETSTATIC_LONG,
                0,
                address,
                op::POP2,
            ]),
            2 => self.op(&[op::POP, op::GETSTATIC_REF, 0, address, op::POP]),
            _ => {
                self.push(address.into());
                self.op(&[op::JOPSYS_PUTSTATIC]);
                self.push(address.into());
                self.op(&[op::JOPSYS_GETSTATIC, op::POP]);
            }
        }
    }

    fn field(&mut self, a: u32, b: u32) {
        let index = (b % 10) as u8;
        self.reference(a);
        match a >> 8 & 7 {
            0..=2 => self.op(&[op::GETFIELD, 0, index, op::POP]),
            3 => self.op(&[op::GETFIELD_REF, 0, index, op::POP]),
            4 | 5 => {
                self.push(b);
                self.op(&[op::PUTFIELD, 0, index]);
            }
            6 => self.op(&[op::GETFIELD_LONG, 0, index, op::POP2]),
            _ => {
                self.push(a);
                self.push(b);
                self.op(&[op::PUTFIELD_LONG, 0, index]);
            }
        }
    }

    fn array(&mut self, a: u32, b: u32) {
        const HIGH: [u32; 6] = [u32::MAX, 1 << 21, 1 << 22, 1 << 23, 0x80_0001, 0x8000_0000];
        let index = match b % 16 {
            n @ 0..=9 => n,
            n => HIGH[n as usize - 10],
        };
        // Elements in devices or scratchpad are met with small indices: what a high one costs there no table tells.
        self.reference(if index < 10 { a } else { a % 6 });
        match a >> 8 & 7 {
            0 => self.op(&[op::ARRAYLENGTH, op::POP]),
            1..=3 => {
                self.push(index);
                self.op(&[op::IALOAD, op::POP]);
            }
            4 | 5 => {
                self.push(index);
                self.push(b);
                self.op(&[op::IASTORE]);
            }
            6 => {
                self.push(index);
                self.op(&[op::LALOAD, op::POP2]);
            }
            _ => {
                self.push(index);
                self.push(a);
                self.push(b);
                self.op(&[op::LASTORE]);
            }
        }
    }

    fn devices(&mut self, a: u32, b: u32) {
        const READ: [u32; 8] = [
            system::CYCLE_COUNTER,
            system::MICROSECOND_COUNTER,
            system::INTERRUPT_NUMBER,
            system::WATCHDOG,
            system::EXCEPTION,
            uart::STATUS,
            uart::DATA,
            ABSENT_DEVICE,
        ];
        match a % 8 {
            0..=3 => {
                self.push(READ[b as usize % 8]);
                // The value goes where the comparison sees it.
                self.op(&[
                    op::JOPSYS_RD,
                    op::PUTSTATIC,
                    0,
                    (STATICS + b % STATIC_WORDS) as u8,
                ]);
            }
            4 if b % 5 == 3 => self.write_io(uart::STATUS, b / 5 % 4),
            4 => self.write_io(uart::DATA, b),
            5 => self.write_io(system::EXCEPTION, b % 9),
            6 => {
                self.push(system::CYCLE_COUNTER);
                self.op(&[op::JOPSYS_RD]);
                self.push(b % 60 + 10);
                self.op(&[op::IADD]);
                self.push(system::DELAY);
                self.op(&[op::JOPSYS_WR]);
            }
            _ => self.write_io(system::DIAGNOSTIC_TEXT, b),
        }
    }

    fn timer(&mut self, a: u32, b: u32) {
        match a % 6 {
            0 => self.write_io(system::INTERRUPT_ENABLE, b & 1),
            1 => self.write_io(system::INTERRUPT_MASK, b & 7),
            2 => self.write_io(system::CLEAR_INTERRUPTS, 1),
            3 => self.write_io(system::SOFTWARE_INTERRUPT, b % 3),
            _ => {
                self.push(system::MICROSECOND_COUNTER);
                self.op(&[op::JOPSYS_RD]);
                self.push(b % 4);
                self.op(&[op::IADD]);
                self.push(system::TIMER);
                self.op(&[op::JOPSYS_WR]);
                self.write_io(system::INTERRUPT_MASK, 1);
                self.write_io(system::INTERRUPT_ENABLE, 1);
            }
        }
    }

    fn stack_ram(&mut self, a: u32, b: u32) {
        match a % 6 {
            0 => {
                self.push(64 + b % 100);
                self.op(&[op::JOPSYS_RDINT, op::POP]);
            }
            1 => {
                self.push(b);
                self.push(30 + b % 2);
                self.op(&[op::JOPSYS_WRINT]);
            }
            2 => self.op(&[op::JOPSYS_GETSP, op::POP]),
            3 => self.op(&[op::JOPSYS_GETVP, op::JOPSYS_SETVP]),
            4 => {
                // What lies below must be in the RAM before the pointer is set.
                self.push(a);
                self.push(b);
                self.op(&[op::JOPSYS_GETSP, op::JOPSYS_SETSP, op::POP, op::POP]);
            }
            _ => {
                self.push(a);
                self.push(b);
                self.push(b & 1);
                self.op(&[op::JOPSYS_COND_MOVE, op::POP]);
            }
        }
    }

    fn monitors(&mut self, a: u32) {
        let depth = 1 + a as usize % 2;
        for _ in 0..depth {
            self.reference(a);
            self.op(&[op::MONITORENTER]);
        }
        for _ in 0..depth {
            self.reference(a);
            self.op(&[op::MONITOREXIT]);
        }
    }

    fn branch(&mut self, a: u32, b: u32) {
        let opcode = op::IFEQ + (a % 15) as u8;
        if opcode != op::GOTO {
            self.push(b);
            if opcode >= op::IF_ICMPEQ {
                self.push(if b & 4 == 0 { b } else { a });
            }
        }
        // Over a store to a static, which tells whether it was taken.
        self.op(&[
            opcode,
            0,
            7,
            op::ICONST_1,
            op::PUTSTATIC,
            0,
            (STATICS + a % STATIC_WORDS) as u8,
        ]);
        self.push(b & 1);
        self.op(&[op::IFNULL + (a & 1) as u8, 0, 3]);
    }

    /// Calls: the constants 3 to 6 are those of `image`.
    fn call(&mut self, a: u32, b: u32) {
        match a % 6 {
            0 | 1 => {
                self.push(a);
                self.push(b);
                self.op(&[op::INVOKESTATIC, 0, 3, op::POP]);
            }
            2 => {
                self.push(a);
                self.push(b);
                self.push(self.constants[3]);
                self.op(&[op::JOPSYS_INVOKE, op::POP]);
            }
            n => {
                self.reference(b % 3);
                self.push(b);
                match n {
                    3 => self.op(&[op::INVOKEVIRTUAL, 0, 4, op::POP]),
                    4 => self.op(&[op::INVOKEINTERFACE, 0, 5, 2, 0, op::POP]),
                    _ if a & 64 == 0 => self.op(&[op::INVOKESUPER, 0, 4, op::POP]),
                    _ => self.op(&[op::INVOKESPECIAL, 0, 3, op::POP]),
                }
            }
        }
    }

    fn java(&mut self, a: u32, b: u32) {
        match a % 5 {
            0 => self.op(&[op::NEW, 0, 1, op::POP]),
            1 => {
                self.push(b);
                self.op(&[op::NEWARRAY, b as u8, op::POP2]);
            }
            2 => self.op(&[op::PUTSTATIC_REF, 0, b as u8, op::POP]),
            3 => self.op(&[op::IDIV]),
            _ => self.op(&[op::INSTANCEOF, 0, 2, op::POP]),
        }
    }

    fn copies(&mut self, a: u32, b: u32) {
        let (buffer, count) = (self.world.buffer, 1 + b % 4);
        match a % 4 {
            0 => {
                self.push(64 + a % 20);
                self.push(buffer);
                self.push(count);
                self.op(&[op::JOPSYS_INT2EXT]);
            }
            1 => {
                self.push(buffer);
                self.push(200 + a % 20);
                self.push(count);
                self.op(&[op::JOPSYS_EXT2INT]);
            }
            _ => {
                let source = self.world.buffer - BUFFER_WORDS;
                for position in [0, 1, 2, u32::MAX] {
                    self.push(STATICS + 40);
                    self.push(source);
                    self.push(position);
                    self.op(&[op::JOPSYS_MEMCPY]);
                    if position < 2 && a & 4 != 0 {
                        self.push(b);
                        self.push(source + 1);
                        self.op(&[op::JOPSYS_WRMEM]);
                        self.push(source);
                        self.op(&[op::JOPSYS_RDMEM, op::POP]);
                    }
                }
            }
        }
    }

    fn native_field(&mut self, a: u32, b: u32) {
        self.reference(a);
        self.push(b % 10);
        if a & 64 == 0 {
            // An opcode from 8 on behind it: below, the object cache might answer by accident.
            self.op(&[op::JOPSYS_GETFIELD, op::POP]);
        } else {
            self.push(b);
            self.op(&[op::JOPSYS_PUTFIELD]);
        }
    }

    /// Fields of an object whose data lie in the devices or in the scratchpad.
    fn device_access(&mut self, a: u32, b: u32) {
        self.reference(6 + a % 2);
        let index = [0, 1, 2, 4, 6, 11][b as usize % 6];
        if a & 64 == 0 {
            self.op(&[
                op::GETFIELD,
                0,
                index,
                op::PUTSTATIC,
                0,
                (STATICS + b % STATIC_WORDS) as u8,
            ]);
        } else {
            self.push(b & 7);
            self.op(&[op::PUTFIELD, 0, if a & 128 == 0 { 4 } else { 9 }]);
        }
    }

    fn shuffle(&mut self, a: u32, b: u32) {
        for word in [a, b, a ^ b, 7] {
            self.push(word);
        }
        let opcode = op::DUP + (a % 7) as u8;
        let words = 4 + [1, 1, 1, 2, 2, 2, 0][a as usize % 7];
        self.op(&[opcode]);
        self.code.extend(std::iter::repeat_n(op::POP, words));
    }
}

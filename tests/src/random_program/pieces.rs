//! Code of a method from random pieces: each does one thing and leaves the operand stack empty.

use super::image::{ARGUMENTS, BUFFER_WORDS, LOCALS, STATIC_WORDS, STATICS, World};

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
            -1..=5 => self.op(&[(value as i32 + 3) as u8]),
            -128..=127 => self.op(&[16, value as u8]),
            -32768..=32767 => self.op(&[17, (value >> 8) as u8, value as u8]),
            _ => {
                let [high, low] = self.constant(value);
                if high == 0 && value & 1 == 0 {
                    self.op(&[18, low]);
                } else {
                    self.op(&[19, high, low]);
                }
            }
        }
    }

    fn reference(&mut self, n: u32) {
        let references = &self.world.references;
        let reference = references[n as usize % references.len()];
        self.push(reference);
    }

    pub(crate) fn write_io(&mut self, register: i32, value: u32) {
        self.push(value);
        self.push(register as u32);
        self.op(&[210]);
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
            _ => self.op(&[[0, 221, 204, 221][a as usize % 4]]),
        }
        if matches!(kind % 24, 6..=10 | 16..=21) {
            self.empty_stack();
        }
    }

    /// Sets the stack pointer to where the operand stack is empty: an exception may leave more words there, or fewer.
    pub(crate) fn empty_stack(&mut self) {
        self.op(&[217]);
        self.push(self.frame);
        self.op(&[96, 216]);
    }

    fn computation(&mut self, a: u32, b: u32) {
        const INTEGER: [u8; 12] = [96, 100, 104, 120, 122, 124, 126, 128, 130, 116, 146, 136];
        const LONG: [u8; 10] = [97, 101, 127, 129, 131, 117, 121, 123, 125, 148];
        self.push(a);
        self.push(b);
        if a & 1 == 0 {
            self.op(&[INTEGER[(a >> 1) as usize % 12], 87]);
            return;
        }
        let opcode = LONG[(a >> 1) as usize % 10];
        let equal = b.is_multiple_of(5);
        self.push(if equal { a } else { b.rotate_left(7) });
        self.push(if equal { b } else { a.rotate_left(9) });
        if (121..=125).contains(&opcode) {
            self.push(b % 70);
        }
        self.op(&[opcode, 133, 88, 87]);
    }

    fn locals(&mut self, a: u32, b: u32) {
        let n = (a % (ARGUMENTS + LOCALS - 1)) as u8;
        self.push(b);
        match a >> 8 & 7 {
            0 => self.op(&[54, n, 21, n, 87]),
            1 => self.op(&[59 + n % 4, 26 + n % 4, 87]),
            2 => self.op(&[132, n, b as u8, 87]),
            3 => self.op(&[89, 55, n, 22, n, 88]),
            4 => self.op(&[89, 63 + n % 4 % 3, 30 + n % 4 % 3, 88]),
            5 => self.op(&[89, 66, 33, 88]),
            6 => self.op(&[133, 89, 88, 87]),
            _ => self.op(&[87, 9, 10, 20, 0, 1, 88, 88, 88]),
        }
    }

    fn statics(&mut self, a: u32, b: u32) {
        let address = (STATICS + a % (STATIC_WORDS - 1)) as u8;
        self.push(b);
        match a >> 8 & 3 {
            0 => self.op(&[179, 0, address, 178, 0, address, 87]),
            1 => self.op(&[89, 229, 0, address, 228, 0, address, 88]),
            2 => self.op(&[87, 224, 0, address, 87]),
            _ => {
                self.push(address.into());
                self.op(&[239]);
                self.push(address.into());
                self.op(&[238, 87]);
            }
        }
    }

    fn field(&mut self, a: u32, b: u32) {
        let index = (b % 10) as u8;
        self.reference(a);
        match a >> 8 & 7 {
            0..=2 => self.op(&[180, 0, index, 87]),
            3 => self.op(&[226, 0, index, 87]),
            4 | 5 => {
                self.push(b);
                self.op(&[181, 0, index]);
            }
            6 => self.op(&[230, 0, index, 88]),
            _ => {
                self.push(a);
                self.push(b);
                self.op(&[231, 0, index]);
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
            0 => self.op(&[190, 87]),
            1..=3 => {
                self.push(index);
                self.op(&[46, 87]);
            }
            4 | 5 => {
                self.push(index);
                self.push(b);
                self.op(&[79]);
            }
            6 => {
                self.push(index);
                self.op(&[47, 88]);
            }
            _ => {
                self.push(index);
                self.push(a);
                self.push(b);
                self.op(&[80]);
            }
        }
    }

    fn devices(&mut self, a: u32, b: u32) {
        const READ: [i32; 8] = [-128, -127, -126, -125, -124, -112, -111, -96];
        match a % 8 {
            0..=3 => {
                self.push(READ[b as usize % 8] as u32);
                // The value goes where the comparison sees it.
                self.op(&[209, 179, 0, (STATICS + b % STATIC_WORDS) as u8]);
            }
            4 if b % 5 == 3 => self.write_io(-112, b / 5 % 4),
            4 => self.write_io(-111, b),
            5 => self.write_io(-124, b % 9),
            6 => {
                self.push(-128_i32 as u32);
                self.op(&[209]);
                self.push(b % 60 + 10);
                self.op(&[96]);
                self.push(-118_i32 as u32);
                self.op(&[210]);
            }
            _ => self.write_io(-114, b),
        }
    }

    fn timer(&mut self, a: u32, b: u32) {
        match a % 6 {
            0 => self.write_io(-128, b & 1),
            1 => self.write_io(-120, b & 7),
            2 => self.write_io(-119, 1),
            3 => self.write_io(-126, b % 3),
            _ => {
                self.push(-127_i32 as u32);
                self.op(&[209]);
                self.push(b % 4);
                self.op(&[96]);
                self.push(-127_i32 as u32);
                self.op(&[210]);
                self.write_io(-120, 1);
                self.write_io(-128, 1);
            }
        }
    }

    fn stack_ram(&mut self, a: u32, b: u32) {
        match a % 6 {
            0 => {
                self.push(64 + b % 100);
                self.op(&[213, 87]);
            }
            1 => {
                self.push(b);
                self.push(30 + b % 2);
                self.op(&[214]);
            }
            2 => self.op(&[215, 87]),
            3 => self.op(&[217, 218]),
            4 => {
                // What lies below must be in the RAM before the pointer is set.
                self.push(a);
                self.push(b);
                self.op(&[215, 216, 87, 87]);
            }
            _ => {
                self.push(a);
                self.push(b);
                self.push(b & 1);
                self.op(&[223, 87]);
            }
        }
    }

    fn monitors(&mut self, a: u32) {
        let depth = 1 + a as usize % 2;
        for _ in 0..depth {
            self.reference(a);
            self.op(&[194]);
        }
        for _ in 0..depth {
            self.reference(a);
            self.op(&[195]);
        }
    }

    fn branch(&mut self, a: u32, b: u32) {
        let opcode = 153 + (a % 15) as u8;
        if opcode != 167 {
            self.push(b);
            if opcode >= 159 {
                self.push(if b & 4 == 0 { b } else { a });
            }
        }
        // Over a store to a static, which tells whether it was taken.
        self.op(&[opcode, 0, 7, 4, 179, 0, (STATICS + a % STATIC_WORDS) as u8]);
        self.push(b & 1);
        self.op(&[198 + (a & 1) as u8, 0, 3]);
    }

    /// Calls: the constants 3 to 6 are those of `image`.
    fn call(&mut self, a: u32, b: u32) {
        match a % 6 {
            0 | 1 => {
                self.push(a);
                self.push(b);
                self.op(&[184, 0, 3, 87]);
            }
            2 => {
                self.push(a);
                self.push(b);
                self.push(self.constants[3]);
                self.op(&[222, 87]);
            }
            n => {
                self.reference(b % 3);
                self.push(b);
                match n {
                    3 => self.op(&[182, 0, 4, 87]),
                    4 => self.op(&[185, 0, 5, 2, 0, 87]),
                    _ if a & 64 == 0 => self.op(&[236, 0, 4, 87]),
                    _ => self.op(&[183, 0, 3, 87]),
                }
            }
        }
    }

    fn java(&mut self, a: u32, b: u32) {
        match a % 5 {
            0 => self.op(&[187, 0, 1, 87]),
            1 => {
                self.push(b);
                self.op(&[188, b as u8, 88]);
            }
            2 => self.op(&[225, 0, b as u8, 87]),
            3 => self.op(&[108]),
            _ => self.op(&[193, 0, 2, 87]),
        }
    }

    fn copies(&mut self, a: u32, b: u32) {
        let (buffer, count) = (self.world.buffer, 1 + b % 4);
        match a % 4 {
            0 => {
                self.push(64 + a % 20);
                self.push(buffer);
                self.push(count);
                self.op(&[219]);
            }
            1 => {
                self.push(buffer);
                self.push(200 + a % 20);
                self.push(count);
                self.op(&[220]);
            }
            _ => {
                let source = self.world.buffer - BUFFER_WORDS;
                for position in [0, 1, 2, u32::MAX] {
                    self.push(STATICS + 40);
                    self.push(source);
                    self.push(position);
                    self.op(&[232]);
                    if position < 2 && a & 4 != 0 {
                        self.push(b);
                        self.push(source + 1);
                        self.op(&[212]);
                        self.push(source);
                        self.op(&[211, 87]);
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
            self.op(&[233, 87]);
        } else {
            self.push(b);
            self.op(&[234]);
        }
    }

    /// Fields of an object whose data lie in the devices or in the scratchpad.
    fn device_access(&mut self, a: u32, b: u32) {
        self.reference(6 + a % 2);
        let index = [0, 1, 2, 4, 6, 11][b as usize % 6];
        if a & 64 == 0 {
            self.op(&[180, 0, index, 179, 0, (STATICS + b % STATIC_WORDS) as u8]);
        } else {
            self.push(b & 7);
            self.op(&[181, 0, if a & 128 == 0 { 4 } else { 9 }]);
        }
    }

    fn shuffle(&mut self, a: u32, b: u32) {
        for word in [a, b, a ^ b, 7] {
            self.push(word);
        }
        let opcode = 89 + (a % 7) as u8;
        let words = 4 + [1, 1, 1, 2, 2, 2, 0][a as usize % 7];
        self.op(&[opcode]);
        self.code.extend(std::iter::repeat_n(87, words));
    }
}

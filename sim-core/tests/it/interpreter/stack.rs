//! Stack, arithmetic and address registers (spec 02 sections 2 and 3, 03 section 4).

use isa::{MachineConfig, StackRamKind};

use crate::support::words::*;

/// Contents of stack RAM words that the initial image does not reach.
const FILLER: u32 = 0x1234_5678;

/// Registers as an instruction in IR may see them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Registers {
    pub(crate) a: u32,
    pub(crate) b: u32,
    /// Addresses of the locals 0 to 3. They are four registers, all 0 after reset.
    pub(crate) vp: [u32; 4],
    pub(crate) ar: u32,
}

/// What a Java branch decides on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flags {
    pub(crate) zero: bool,
    pub(crate) negative: bool,
    pub(crate) equal: bool,
    pub(crate) less: bool,
}

/// The stack.
pub(crate) struct Stack {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) sp: u32,
    /// Addresses of the locals 0 to 3.
    pub(crate) vp: [u32; 4],
    pub(crate) ar: u32,
    pub(crate) ram: Vec<u32>,
    product: u32,
    /// Registers at the begin of this step, the one before and the one before that.
    begins: [Registers; 3],
    /// Operand byte that an address from `vp` takes.
    operand: u32,
    previous_code: u16,
    code: u16,
    mask: u32,
    new_data: bool,
    conflict: bool,
}

impl Stack {
    pub(crate) fn new(config: &MachineConfig, image: &[u32]) -> Self {
        let words = 1 << config.ram_width;
        let mut ram = image.to_vec();
        ram.resize(words, FILLER);
        Self {
            a: 0,
            b: 0,
            sp: 128,
            vp: [0; 4],
            ar: 0,
            ram,
            product: 0,
            begins: [Registers::default(); 3],
            operand: 0,
            previous_code: NOP,
            code: NOP,
            mask: words as u32 - 1,
            new_data: config.stack_ram == StackRamKind::NewData,
            conflict: false,
        }
    }

    /// Begins a step; `operand` is the one an instruction in IR uses.
    pub(crate) fn begin(&mut self, operand: u32) {
        let now = Registers {
            a: self.a,
            b: self.b,
            vp: self.vp,
            ar: self.ar,
        };
        self.begins = [now, self.begins[0], self.begins[1]];
        self.operand = operand;
        self.previous_code = self.code;
    }

    /// Registers without the result of the word before: a branch, `stsp` and every address read them in IR.
    pub(crate) fn in_ir(&self) -> Registers {
        self.begins[1]
    }

    /// Flags of a Java branch. The adder subtracts unless the word before was `add`.
    pub(crate) fn flags(&self) -> Flags {
        let Registers { a, b, .. } = self.in_ir();
        let (wide_a, wide_b) = (i64::from(a as i32), i64::from(b as i32));
        let sum = if self.previous_added() {
            wide_b + wide_a
        } else {
            wide_b - wide_a
        };
        Flags {
            zero: a == 0,
            negative: (a as i32) < 0,
            equal: a == b,
            less: sum < 0,
        }
    }

    /// The word before was `add`.
    pub(crate) fn previous_added(&self) -> bool {
        self.previous_code == ADD
    }

    /// Third element: what a pop moves into B.
    pub(crate) fn third(&self) -> u32 {
        self.read(self.sp)
    }

    pub(crate) fn multiply(&mut self) {
        self.product = self.a.wrapping_mul(self.b);
    }

    /// The sticky overflow signal of the hardware would be set.
    pub(crate) fn met_limit(&self) -> bool {
        self.sp == self.mask + 1 - 17
    }

    /// Executes an instruction as far as the stack is concerned; `external` is what a push takes from elsewhere.
    /// Tells whether it read the stack RAM word that it wrote, with a difference.
    pub(crate) fn execute(&mut self, code: u16, external: u32) -> bool {
        self.conflict = false;
        match code >> 6 {
            0 | 1 | 6 | 7 => self.pop(code),
            2 | 3 => self.push(code, external),
            4 | 5 => self.keep(code),
            _ => {}
        }
        self.code = code;
        self.conflict
    }

    fn pop(&mut self, code: u16) {
        let (a, b) = (self.a, self.b);
        let write = self.store_address(code);
        let third = self.read_and_write(self.sp, write.map(|address| (address, a)));
        match code {
            STVP => self.vp = [0, 1, 2, 3].map(|i| a.wrapping_add(i) & self.mask),
            STAR => self.ar = a & self.mask,
            _ => {}
        }
        self.sp = match code {
            STSP => self.in_ir().a & self.mask,
            _ => self.sp.wrapping_sub(1) & self.mask,
        };
        self.a = match code {
            AND => b & a,
            OR => b | a,
            XOR => b ^ a,
            ADD => b.wrapping_add(a),
            SUB => b.wrapping_sub(a),
            USHR | 0x01f => b >> (a & 31),
            SHL => b << (a & 31),
            SHR => ((b as i32) >> (a & 31)) as u32,
            _ => b,
        };
        self.b = third;
    }

    fn push(&mut self, code: u16, external: u32) {
        let (a, b) = (self.a, self.b);
        let top = (self.sp + 1) & self.mask;
        let word = self.read_and_write(self.load_address(code), Some((top, b)));
        self.a = match code {
            0x0a0..=0x0df | LD0..=0x0ef => word,
            LDMUL => self.product,
            LDMRD | LDBCSTART..=0x0e7 | LDJPC | 0x0f3 => external,
            LDSP => top,
            LDVP => self.vp[0],
            LD_OPD_8U => self.operand & 0xff,
            LD_OPD_8S => self.operand as i8 as u32,
            LD_OPD_16U => self.operand,
            LD_OPD_16S => self.operand as i16 as u32,
            DUP => a,
            _ => b,
        };
        self.b = a;
        self.sp = top;
    }

    /// Instructions without a stack effect: all but the listed ones copy B into A.
    fn keep(&mut self, code: u16) {
        if !matches!(code, NOP | WAIT | JBR | STGS..=ATMEND) {
            self.a = self.b;
        }
    }

    fn store_address(&self, code: u16) -> Option<u32> {
        let address = match code {
            ST0..=ST3 => self.in_ir().vp[usize::from(code & 3)],
            ST => self.operand_address(),
            STMI => self.in_ir().ar,
            0x016 => self.sp + 1,
            0x017 => 0x17,
            0x020..=0x03f => u32::from(code & 31),
            _ => return None,
        };
        Some(address & self.mask)
    }

    fn load_address(&self, code: u16) -> u32 {
        let address = match code {
            0x0a0..=0x0bf => u32::from(code & 31),
            0x0c0..=0x0df => 32 + u32::from(code & 31),
            LD0..=LD3 => self.in_ir().vp[usize::from(code & 3)],
            LD => self.operand_address(),
            LDMI => self.in_ir().ar,
            0x0ef => 15,
            _ => self.sp,
        };
        address & self.mask
    }

    /// `vp` of one word earlier than other addresses, plus seven bits of operand.
    fn operand_address(&self) -> u32 {
        self.begins[2].vp[0] + (self.operand & 0x7f)
    }

    fn read(&self, address: u32) -> u32 {
        self.ram[address as usize]
    }

    /// One read and one write by one instruction; of the same word, the read has the old data or, in a RAM of the
    /// other kind, the new.
    fn read_and_write(&mut self, read: u32, write: Option<(u32, u32)>) -> u32 {
        let old = self.read(read);
        if let Some((address, data)) = write {
            self.ram[address as usize] = data;
        }
        let new = self.read(read);
        self.conflict = old != new;
        if self.new_data { new } else { old }
    }
}

//! The image of a benchmark: what a board boots, runs once and answers with one number.
//!
//! ```text
//! main:  set-up;  counter -> START;  what is measured;  counter - START -> RESULT;  report
//! ```
//!
//! The counter is the system device's clock counter. `report` writes RESULT to the UART as `0x`, eight hexadecimal digits
//! and a line end, ends the program where that is possible, and loops. Nothing else is needed on the board: the image
//! has its own methods in place of classes JVM and JVMHelp.

use isa::op;

use bytecode_timing::image::{Image, MethodStruct, STATICS, Shape};
use fast_engine::Place;

use crate::code::{Code, device};

/// Words for constants; the word in front names the class that `invokesuper` starts from.
const POOL_WORDS: usize = 200;
/// Static words.
const START: u8 = STATICS as u8;
const RESULT: u8 = START + 1;
/// Two static words that benchmarks read and write.
pub(crate) const STATIC: u8 = 8;
/// Locals of `main`; the last one counts passes.
const LOCALS: u32 = 8;
const PASSES: u8 = 7;
/// Method slots of class JVMHelp: the interrupt entry, two others, the exception entry.
const EXCEPTION_SLOT: u32 = 3;
/// Slot of the method that virtual calls reach; two lie before it.
const SLOT: u32 = 2;
/// Objects with new fields, so that an object cache has not seen them.
pub(crate) const OBJECTS: usize = 16;
/// Elements of the arrays.
const ELEMENTS: usize = 8;

/// Arguments of every method that benchmarks call: an object and a number.
pub(crate) const CALLED: Shape = Shape {
    arguments: 2,
    locals: 1,
};

/// A benchmark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Benchmark {
    /// Its name, which is also that of its file.
    pub name: String,
    /// The words of memory.
    pub image: Vec<u32>,
    /// The counter is read here first, at the last time that the program comes by; none: it counts from reset.
    pub(crate) start: Option<Place>,
    /// And here for the second time.
    pub(crate) end: Place,
    /// Bytecodes that are one atom where they follow each other in what is measured.
    pub(crate) sequence: Vec<u8>,
}

/// An image under construction.
#[derive(Debug, Clone)]
pub(crate) struct Board {
    pub(crate) image: Image,
    pool: u32,
    constants: Vec<u32>,
    java_methods: u32,
    help_methods: u32,
    report: u32,
    pub(crate) objects: Vec<u32>,
    /// Array of words, of longs; an object and array whose data are the devices' registers.
    pub(crate) array: u32,
    pub(crate) long_array: u32,
    pub(crate) hardware: u32,
    /// Words to copy from and to.
    pub(crate) source: u32,
    pub(crate) target: u32,
}

impl Board {
    pub(crate) fn new() -> Self {
        let mut image = Image::new();
        image.place(&[0]);
        let pool = image.place(&[0; POOL_WORDS]);
        let empty = Shape {
            arguments: 0,
            locals: 0,
        };
        let stop = image.code(&[op::GOTO, 0, 0], pool, empty);
        let java_methods = image.place(&[stop.code, stop.shape].repeat(256));
        let help_methods = image.place(&[stop.code, stop.shape].repeat(4));
        let objects = (0..OBJECTS)
            .map(|_| image.object(&[11, 12, 13, 14], 0))
            .collect();
        let mut board = Self {
            array: image.array(&[9; ELEMENTS], 1, 0),
            long_array: image.array(&[9; 2 * ELEMENTS], 2, 0),
            hardware: image.handle(i32::from(device::COUNTER).cast_unsigned(), 16, 10, 0),
            source: image.place(&[1, 2, 3, 4]),
            target: image.place(&[0; 4]),
            image,
            pool,
            constants: Vec::new(),
            java_methods,
            help_methods,
            report: 0,
            objects,
        };
        board.report = board.report_method();
        board
    }

    /// Index of a constant, as two operand bytes.
    pub(crate) fn constant(&mut self, value: u32) -> [u8; 2] {
        let known = self.constants.iter().position(|known| *known == value);
        let index = known.unwrap_or(self.constants.len()) as u16;
        if known.is_none() {
            self.constants.push(value);
            self.image.set(self.pool + u32::from(index), value);
        }
        index.to_be_bytes()
    }

    /// Bytecodes that push words, the last on top.
    pub(crate) fn push(&mut self, words: &[u32]) -> Vec<u8> {
        let mut code = Vec::new();
        for &word in words {
            match i8::try_from(word.cast_signed()) {
                Ok(small) => code.extend([op::BIPUSH, small.to_be_bytes()[0]]),
                Err(_) => {
                    let [high, low] = self.constant(word);
                    code.extend([op::LDC_W, high, low]);
                }
            }
        }
        code
    }

    /// Places a method.
    pub(crate) fn code(&mut self, code: &Code, shape: Shape) -> MethodStruct {
        self.image.code(&code.0, self.pool, shape)
    }

    /// Places a method that `invokestatic` and the like reach, and gives the address of its struct.
    pub(crate) fn method(&mut self, code: &Code, shape: Shape) -> u32 {
        let method = self.code(code, shape);
        self.image.method(method)
    }

    /// The method of class JVM that implements a bytecode.
    pub(crate) fn set_java_method(&mut self, opcode: u8, method: MethodStruct) {
        self.set_struct(self.java_methods + 2 * u32::from(opcode), method);
    }

    /// The method that an interrupt enters.
    pub(crate) fn set_interrupt_method(&mut self, method: MethodStruct) {
        self.set_struct(self.help_methods, method);
    }

    /// The method that an exception enters.
    pub(crate) fn set_exception_method(&mut self, method: MethodStruct) {
        self.set_struct(self.help_methods + 2 * EXCEPTION_SLOT, method);
    }

    fn set_struct(&mut self, address: u32, method: MethodStruct) {
        self.image.set(address, method.code);
        self.image.set(address + 1, method.shape);
    }

    /// A static call of the method whose struct is at `method`.
    pub(crate) fn call(&mut self, method: u32) -> [u8; 3] {
        let [high, low] = self.constant(method);
        [op::INVOKESTATIC, high, low]
    }

    /// Lets `opcode` reach the method of [`CALLED`] that `write` makes of the call, and gives object and call; the call takes
    /// the object and a number.
    pub(crate) fn reach(
        &mut self,
        opcode: u8,
        write: impl FnOnce(&mut Self, &[u8]) -> MethodStruct,
    ) -> (u32, Vec<u8>) {
        let arguments = CALLED.arguments - 1;
        let slot = match opcode {
            op::INVOKEVIRTUAL | op::INVOKESUPER => (2 * SLOT) << 8 | arguments,
            op::INVOKEINTERFACE => (2 * SLOT) << 8 | arguments,
            _ => self.image.place(&[0, 0]),
        };
        let [high, low] = self.constant(slot);
        let call = match opcode {
            op::JOPSYS_INVOKE => vec![op::LDC_W, high, low, opcode],
            op::INVOKEINTERFACE => vec![opcode, high, low, 1, 0],
            _ => vec![opcode, high, low],
        };
        let method = write(self, &call);
        let class = match opcode {
            op::INVOKEINTERFACE => {
                let address = self.image.method(method);
                let table = self.image.place(&[0, 0, 0, 0, address]);
                self.image.class(0, table, &[method])
            }
            op::INVOKEVIRTUAL | op::INVOKESUPER => {
                self.image.class(0, 0, &[method, method, method])
            }
            _ => {
                self.set_struct(slot, method);
                self.image.class(0, 0, &[])
            }
        };
        let own = self.image.class(class, 0, &[]);
        self.image.set(self.pool - 1, own);
        (self.image.object(&[1, 2], class), call)
    }

    /// Reads the counter; the value stays on the stack.
    pub(crate) fn read_counter(code: &mut Code) -> u32 {
        code.push_byte(device::COUNTER);
        let here = code.here();
        code.run(&[op::JOPSYS_RD]);
        here
    }

    /// Begins the measurement; gives the offset of the first read of the counter.
    pub(crate) fn begin(code: &mut Code) -> u32 {
        let here = Self::read_counter(code);
        code.run(&[op::PUTSTATIC, 0, START]);
        here
    }

    /// Makes the result of the second reading of the counter on top of the stack.
    pub(crate) fn conclude(code: &mut Code) {
        code.run(&[op::GETSTATIC, 0, START, op::ISUB, op::PUTSTATIC, 0, RESULT]);
    }

    /// Ends the measurement; gives the offset of the second read of the counter.
    pub(crate) fn end(code: &mut Code) -> u32 {
        let here = Self::read_counter(code);
        Self::conclude(code);
        here
    }

    /// Begins what runs twice, so that the second pass finds its methods in the cache.
    pub(crate) fn twice(code: &mut Code, passes: impl FnOnce(&mut Code)) {
        code.run(&[op::ICONST_2, op::ISTORE, PASSES]);
        let top = code.here();
        passes(code);
        code.run(&[op::IINC, PASSES, 0xff, op::ILOAD, PASSES]); // by -1
        code.branch_back(op::IFGT, top);
    }

    /// The finished image. `main` gets the report, padded with zeros up to `words`.
    pub(crate) fn finish(mut self, mut main: Code, words: usize) -> Finished {
        let report = self.call(self.report);
        main.run(&report);
        let end = main.here();
        main.branch_back(op::GOTO, end).fill_to(words);
        let shape = Shape {
            arguments: 0,
            locals: LOCALS,
        };
        let main = self.code(&main, shape);
        let main_struct = self.image.method(main);
        let special = [main_struct, self.java_methods, self.help_methods];
        let special = self.image.place(&special);
        self.image.set(1, special);
        Finished {
            words: self.image.into_words(),
            main: main.code >> 10,
            main_words: main.code & 0x3ff,
        }
    }

    fn report_method(&mut self) -> u32 {
        let argument = Shape {
            arguments: 1,
            locals: 0,
        };
        let mut put = Code::new();
        put.push_byte(device::UART_STATUS)
            .run(&[op::JOPSYS_RD, op::ICONST_1, op::IAND])
            .branch_back(op::IFEQ, 0)
            .run(&[op::ILOAD_0])
            .push_byte(device::UART_DATA)
            .run(&[op::JOPSYS_WR, op::RETURN]);
        let put = self.method(&put, argument);
        let put = self.call(put);
        let mut code = Code::new();
        for byte in *b"0x" {
            code.run(&[op::BIPUSH, byte]).run(&put);
        }
        code.run(&[op::GETSTATIC, 0, RESULT, op::ISTORE_0]);
        code.run(&[op::BIPUSH, 28, op::ISTORE_1]);
        let digit = code.here();
        code.run(&[op::ILOAD_0, op::ILOAD_1, op::IUSHR])
            .run(&[op::BIPUSH, 15, op::IAND, op::ISTORE_2])
            .run(&[op::ILOAD_2, op::BIPUSH, 10, op::IF_ICMPLT, 0, 6])
            .run(&[op::IINC, 2, b'a' - b'0' - 10])
            .run(&[op::ILOAD_2, op::BIPUSH, b'0', op::IADD])
            .run(&put)
            .run(&[op::IINC, 1, (-4_i8).to_be_bytes()[0], op::ILOAD_1])
            .branch_back(op::IFGE, digit)
            .run(&[op::BIPUSH, b'\n'])
            .run(&put)
            .write_device(device::EXIT, 0)
            .run(&[op::GOTO, 0, 0]);
        let shape = Shape {
            arguments: 0,
            locals: 3,
        };
        self.method(&code, shape)
    }
}

/// An image and where its `main` is.
pub(crate) struct Finished {
    pub(crate) words: Vec<u32>,
    /// Word address of the code of `main`.
    pub(crate) main: u32,
    /// Its length.
    pub(crate) main_words: u32,
}

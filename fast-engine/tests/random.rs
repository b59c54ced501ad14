//! Random programs on random machines: the engine does what the machine does, to the cycle and to the word.

mod support;

use cost_model::{Carrier, EvaluatedTable};
use fast_engine::{NoProbe, Stop};
use microcode::Build;
use proptest::prelude::*;
use sim_core::MachineConfig;
use sim_core::config::{MemoryKind, UartKind};

use method_cache::OrganisationKind;

/// Cycles after which a program that does not end is compared as it stands.
const LIMIT: u64 = 30_000;
const STATICS: u32 = 2;
const STATIC_WORDS: u32 = 62;
/// Words of an array that lies right in front of its handle.
const BUFFER_WORDS: u32 = 24;
const ARGUMENTS: u32 = 2;
const LOCALS: u32 = 4;

/// One piece of a program: what to do, and with what.
type Piece = (u8, u32, u32);

/// A memory image under construction.
struct Image {
    words: Vec<u32>,
}

impl Image {
    fn place(&mut self, words: &[u32]) -> u32 {
        let address = self.words.len() as u32;
        self.words.extend_from_slice(words);
        address
    }

    /// Places code; gives the first word of its struct.
    fn code(&mut self, code: &[u8]) -> u32 {
        let words: Vec<u32> = code
            .chunks(4)
            .map(|chunk| {
                let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
                byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3)
            })
            .collect();
        self.place(&words) << 10 | words.len() as u32
    }
}

/// What the pieces of a program refer to.
struct World {
    /// References: null, two objects, two arrays, an array of long, an object of the system device, an object in the scratchpad.
    references: Vec<u32>,
    buffer: u32,
}

/// Code of one method, with its constants.
struct Writer<'a> {
    code: Vec<u8>,
    constants: &'a mut Vec<u32>,
    /// Words from local 0 to the last one of an empty operand stack.
    frame: u32,
    world: &'a World,
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

    fn op(&mut self, bytes: &[u8]) {
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

    fn write_io(&mut self, register: i32, value: u32) {
        self.push(value);
        self.push(register as u32);
        self.op(&[210]);
    }

    fn piece(&mut self, piece: Piece) {
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
    fn empty_stack(&mut self) {
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

/// An image whose boot method runs one method of the pieces three times, which may call the other.
fn image(pieces: &[Piece]) -> Vec<u32> {
    let mut image = Image {
        words: vec![0; (STATICS + STATIC_WORDS) as usize],
    };
    let shape = |cp: u32, locals: u32, arguments: u32| cp << 10 | locals << 5 | arguments;
    let nothing = image.code(&[177]);
    // Enables interrupts again before it returns; the exception entry reads the number first.
    let interrupt = image.code(&[16, 130, 209, 179, 0, 63, 4, 16, 128, 210, 177]);
    let exception = image.code(&[16, 132, 209, 179, 0, 62, 177]);
    let empty = shape(0, 0, 0);
    let java = image.place(&[nothing, empty].repeat(256));
    let help = image.place(&[
        interrupt, empty, nothing, empty, nothing, empty, exception, empty,
    ]);

    let world = place_objects(&mut image);
    // Behind everything, once it is known where that is.
    let constants_at = 0;
    let (own, called) = pieces.split_at(pieces.len() / 2);
    let [class, superclass] = world.2;
    let callee_struct = class + 5 + 2;
    let mut constants = vec![0, 0x1234_5678, class, callee_struct, 2 << 8 | 1, 1 << 8 | 1];
    let (references, buffer) = (world.0, world.1);
    let world = World { references, buffer };

    let mut callee = Writer {
        code: Vec::new(),
        constants: &mut constants,
        frame: ARGUMENTS + LOCALS + 4,
        world: &world,
    };
    for piece in called
        .iter()
        .filter(|piece| !matches!(piece.0 % 24, 16 | 17))
    {
        callee.piece(*piece);
    }
    callee.empty_stack();
    callee.op(&[26, 27, 96, 172]);
    let callee = callee.code;
    let mut main = Writer {
        code: vec![3, 54, 5],
        constants: &mut constants,
        frame: ARGUMENTS + LOCALS + 4,
        world: &world,
    };
    for piece in own {
        main.piece(*piece);
    }
    let loop_start = 3;
    main.op(&[132, 5, 1, 21, 5, 6]);
    let offset = (loop_start - main.code.len() as i32) as i16;
    let [high, low] = offset.to_be_bytes();
    main.op(&[161, high, low]);
    main.write_io(-113, 0);
    main.op(&[177]);
    let main = main.code;

    let shape_of_callee = shape(constants_at, LOCALS, ARGUMENTS);
    let callee = image.code(&callee);
    for table in [class + 5, class + 7, superclass + 5, superclass + 7] {
        image.words[table as usize] = callee;
        image.words[table as usize + 1] = shape_of_callee;
    }
    let main = image.code(&main);
    let boot = image.place(&[main, shape(constants_at, ARGUMENTS + LOCALS, 0)]);
    let special = image.place(&[boot, java, help, 0, 0, 0, 0]);
    image.words[1] = special;
    image.place(&[class]);
    let constants_at = image.place(&constants);
    for word in [
        class + 6,
        class + 8,
        superclass + 6,
        superclass + 8,
        boot + 1,
    ] {
        image.words[word as usize] = image.words[word as usize] & 0x3FF | constants_at << 10;
    }
    image.words[0] = image.words.len() as u32;
    image.words
}

/// Objects and arrays of one class; gives their references, a buffer's handle and the class.
fn place_objects(image: &mut Image) -> (Vec<u32>, u32, [u32; 2]) {
    let superclass = image.place(&[0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let interfaces = image.place(&[0; 2]);
    let class = image.place(&[8, 0, 0, superclass, interfaces, 0, 0, 0, 0]);
    image.words[interfaces as usize] = class + 5;
    image.words[interfaces as usize + 1] = class + 7;
    let handle = |image: &mut Image, data: u32, second: u32, kind: u32| {
        image.place(&[data, second, 0, kind, 0, 0, 0, 0])
    };
    let mut references = vec![0];
    for _ in 0..2 {
        let data = image.place(&[11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
        references.push(handle(image, data, class + 5, 0));
    }
    for length in [3, 8, 4] {
        let data = image.place(&[5; 20]);
        references.push(handle(image, data, length, 10));
    }
    references.push(handle(image, -128_i32 as u32, class + 5, 0));
    references.push(handle(image, 0x40_0000, class + 5, 0));
    let data = image.place(&[0x77; BUFFER_WORDS as usize]);
    let buffer = handle(image, data, BUFFER_WORDS, 10);
    // The superclass's method table is the class's, for calls of it.
    image.words[superclass as usize + 4] = interfaces;
    (references, buffer, [class, superclass])
}

fn machines() -> impl Strategy<Value = MachineConfig> {
    let caches = prop_oneof![
        (Just(OrganisationKind::Fifo), 11_u8..=13, 2_u8..=5),
        (Just(OrganisationKind::OneBlock), 12_u8..=13, Just(4_u8)),
    ];
    let memory = prop_oneof![
        4 => (Just(MemoryKind::Sram32), 1_u8..=8),
        1 => (Just(MemoryKind::Sram16), 1_u8..=4),
        1 => (Just(MemoryKind::Ssram32), 2_u8..=4),
    ];
    (
        caches,
        memory,
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        8_u8..=9,
    )
        .prop_map(
            |(
                (method_cache, jpc_width, block_bits),
                (memory, ram_cnt),
                object_cache,
                timed,
                scratchpad,
                ram_width,
            )| {
                MachineConfig {
                    memory_words: 16_384,
                    clk_freq_hz: 4_000_000,
                    uart_baud: 400_000,
                    uart: if timed {
                        UartKind::Timed
                    } else {
                        UartKind::Instant
                    },
                    spm_width: if scratchpad { 8 } else { 0 },
                    method_cache,
                    jpc_width,
                    block_bits,
                    memory,
                    ram_cnt,
                    object_cache,
                    ram_width,
                    ..MachineConfig::default()
                }
            },
        )
}

/// `JOPLAB_RANDOM_PROGRAMS` sets another number than a quick one.
fn cases() -> u32 {
    let number = std::env::var("JOPLAB_RANDOM_PROGRAMS").ok();
    number.and_then(|number| number.parse().ok()).unwrap_or(100)
}

#[test]
fn a_delay_whose_time_has_passed_is_compared_without_waiting_for_its_end() {
    let config = MachineConfig {
        memory_words: 16_384,
        ..MachineConfig::default()
    };
    // Writes a time ten cycles after that of the read, which is over by then.
    let image = image(&[(11, 6, 0), (11, 6, 0)]);
    let mut engine = support::engine(&config, Build::Jop, &image);
    assert_eq!(engine.run(LIMIT, &mut NoProbe), Ok(Stop::Limit));
    assert!(engine.cycles() > 1 << 32);
    assert_eq!(
        support::difference(&config, Build::Jop, &image, LIMIT),
        None
    );
}

#[test]
fn a_copy_round_the_stack_ram_is_refused_before_it_begins() {
    let config = MachineConfig {
        memory_words: 16_384,
        ..MachineConfig::default()
    };
    // `iconst_1, jopsys_ext2int` becomes `iconst_m1, jopsys_ext2int`.
    let mut bytes: Vec<u8> = image(&[(19, 1, 0), (23, 0, 0)])
        .iter()
        .flat_map(|word| word.to_be_bytes())
        .collect();
    let mut pairs = bytes.windows(2);
    let place = pairs.position(|pair| pair == [4, 220]).expect("the copy");
    bytes[place] = 2;
    let words = bytes.chunks_exact(4);
    let image: Vec<u32> = words
        .map(|word| u32::from_be_bytes([word[0], word[1], word[2], word[3]]))
        .collect();
    let fault = support::engine(&config, Build::Jop, &image)
        .run(LIMIT, &mut NoProbe)
        .expect_err("a copy of 2^32 - 1 words");
    let text = fault.to_string();
    assert!(text.contains("a copy of 4294967295 words"), "{text}");
    assert!(text.contains("the stack RAM has 256 words"), "{text}");
}

/// A table with other cycles in every path, and with these bytecodes carried out in Java.
fn other_costs(mut costs: EvaluatedTable, seed: u32, in_java: &[u8]) -> EvaluatedTable {
    let mut state = seed;
    let mut next = |range: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % range
    };
    for row in &mut costs.bytecodes {
        let others = row.others.iter_mut().map(|(_, path)| path);
        for path in std::iter::once(&mut row.usual).chain(others) {
            path.cycles += next(8);
            if let Some(load) = &mut path.load {
                load.hidden += next(20);
            }
        }
    }
    for (opcode, method) in in_java.iter().zip(0..) {
        costs.bytecodes[usize::from(*opcode)].carrier = Carrier::Java;
        costs.bytecodes[usize::from(*opcode)].method = Some(method);
    }
    costs
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_random_program_does_on_the_engine_what_it_does_on_the_machine(
        pieces in prop::collection::vec((any::<u8>(), any::<u32>(), any::<u32>()), 1..40),
        config in machines(),
        strict in any::<bool>(),
    ) {
        let build = if strict { Build::Strict } else { Build::Jop };
        let image = image(&pieces);
        let difference = support::difference(&config, build, &image, LIMIT);
        // What the engine refuses, it says.
        let difference = difference.filter(|text| !text.contains("run it on the machine") && !text.contains("raise jpc_width"));
        prop_assert_eq!(difference, None);
    }
    #[test]
    fn a_random_table_gives_in_the_quick_loop_what_it_gives_in_exact_steps(
        pieces in prop::collection::vec((any::<u8>(), any::<u32>(), any::<u32>()), 1..40),
        config in machines(),
        strict in any::<bool>(),
        seed in any::<u32>(),
        in_java in prop::collection::vec(any::<u8>(), 0..3),
    ) {
        let build = if strict { Build::Strict } else { Build::Jop };
        let costs = other_costs(support::costs_of(&config, build), seed, &in_java);
        let engine = support::engine_with(&config, build, &image(&pieces), costs);
        prop_assert_eq!(support::difference_of_ways(&engine, LIMIT), None);
    }
}

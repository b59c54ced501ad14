//! An image around the methods of pieces: structs, classes, objects, tables of methods.

use isa::address::system;
use isa::op;

use super::pieces::{Piece, Writer};

pub(crate) const STATICS: u32 = 2;
pub(crate) const STATIC_WORDS: u32 = 62;
/// Words of an array that lies right in front of its handle.
pub(crate) const BUFFER_WORDS: u32 = 24;
pub(crate) const ARGUMENTS: u32 = 2;
pub(crate) const LOCALS: u32 = 4;

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
pub(crate) struct World {
    /// References: null, two objects, two arrays, an array of long, an object of the system device, an object in the scratchpad.
    pub(crate) references: Vec<u32>,
    pub(crate) buffer: u32,
}

/// An image whose boot method runs one method of the pieces three times, which may call the other.
pub fn image(pieces: &[Piece]) -> Vec<u32> {
    let mut image = Image {
        words: vec![0; (STATICS + STATIC_WORDS) as usize],
    };
    let shape = |cp: u32, locals: u32, arguments: u32| cp << 10 | locals << 5 | arguments;
    let nothing = image.code(&[op::RETURN]);
    // Enables interrupts again before it returns; the exception entry reads the number first.
    let interrupt = image.code(&[
        op::BIPUSH,
        130,
        op::JOPSYS_RD,
        op::PUTSTATIC,
        0,
        63,
        op::ICONST_1,
        op::BIPUSH,
        128,
        op::JOPSYS_WR,
        op::RETURN,
    ]);
    let exception = image.code(&[
        op::BIPUSH,
        132,
        op::JOPSYS_RD,
        op::PUTSTATIC,
        0,
        62,
        op::RETURN,
    ]);
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
    callee.op(&[op::ILOAD_0, op::ILOAD_1, op::IADD, op::IRETURN]);
    let callee = callee.code;
    let mut main = Writer {
        code: vec![op::ICONST_0, op::ISTORE, 5],
        constants: &mut constants,
        frame: ARGUMENTS + LOCALS + 4,
        world: &world,
    };
    for piece in own {
        main.piece(*piece);
    }
    let loop_start = 3;
    main.op(&[op::IINC, 5, 1, op::ILOAD, 5, op::ICONST_3]);
    let offset = (loop_start - main.code.len() as i32) as i16;
    let [high, low] = offset.to_be_bytes();
    main.op(&[op::IF_ICMPLT, high, low]);
    main.write_io(system::EXIT_STATUS, 0);
    main.op(&[op::RETURN]);
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

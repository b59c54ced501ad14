//! Benchmarks of transfers to methods: calls, returns, bytecodes implemented in Java, the two entries, the start.
//!
//! A method calls itself some times; the counter is read before and at the bottom for calls, at the bottom and behind for
//! returns, so that neither is seen with the other. All of it runs twice: the second pass finds the methods in the cache,
//! if there is one that can hold them.

use bytecode_timing::image::Shape;
use fast_engine::Place;
use isa::{Bytecode, Implementation, op};

use crate::board::{Benchmark, Board, CALLED, Finished};
use crate::code::{Code, device};

/// Depths of the recursion.
const DEPTHS: [u32; 2] = [3, 6];
/// Executions of a bytecode implemented in Java, and of an entry.
const REPETITIONS: [usize; 2] = [2, 5];
/// `nop`s in which an interrupt or exception comes.
const REST: usize = 8;

pub(crate) const CALLS: [u8; 6] = [
    op::INVOKEVIRTUAL,
    op::INVOKESPECIAL,
    op::INVOKESTATIC,
    op::INVOKEINTERFACE,
    op::JOPSYS_INVOKE,
    op::INVOKESUPER,
];
/// Returns, with the words that they hand over.
pub(crate) const RETURNS: [(u8, usize); 6] = [
    (op::IRETURN, 1),
    (op::LRETURN, 2),
    (op::FRETURN, 1),
    (op::DRETURN, 2),
    (op::ARETURN, 1),
    (op::RETURN, 0),
];
/// Fetched as bytecodes, these are the entries.
const ENTRIES: [u8; 2] = [op::SYS_INT, op::SYS_EXC];

/// Cause of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    Interrupt,
    Exception,
}

pub(crate) fn benchmarks() -> Vec<Benchmark> {
    let mut all = Vec::new();
    for depth in DEPTHS {
        all.extend(CALLS.map(|opcode| calls(opcode, depth)));
        all.extend(RETURNS.map(|(opcode, results)| returns(opcode, results, depth)));
    }
    for times in REPETITIONS {
        all.extend(in_java().map(|opcode| java(opcode, times)));
        all.extend([Entry::Interrupt, Entry::Exception].map(|entry| entries(entry, times)));
    }
    all
}

/// Bytecodes implemented by a method of class JVM (spec 12).
pub(crate) fn in_java() -> impl Iterator<Item = u8> {
    let carried = |code: &u8| is_in_java(*code) && !ENTRIES.contains(code);
    (0..=u8::MAX).filter(carried)
}

pub(crate) fn is_in_java(opcode: u8) -> bool {
    Bytecode::of(opcode).implementation() != Implementation::Microcode
}

/// A bytecode implemented in Java, and the number of words it passes to its method.
pub(crate) fn java_bytecode(board: &mut Board, opcode: u8) -> (Vec<u8>, u32) {
    let stub = Bytecode::of(opcode).implementation() == Implementation::Stub;
    match opcode {
        _ if !stub || opcode == op::SYS_NOIM => (vec![opcode], 0),
        op::NEWARRAY => (vec![opcode, 10], 1),
        _ => {
            let [high, low] = board.constant(77);
            (vec![opcode, high, low], 1)
        }
    }
}

/// `times` calls with nothing else on the way down but what tells the depth.
fn calls(opcode: u8, depth: u32) -> Benchmark {
    let mut board = Board::new();
    let mut bottom = 0;
    let (mut method, mut end) = (0, 0);
    let (object, call) = board.reach(opcode, |board, call| {
        let mut code = descend(call, op::IRETURN);
        bottom = Board::read_counter(&mut code);
        code.run(&[op::IRETURN]);
        let placed = board.code(&code, CALLED);
        (method, end) = (placed.code >> 10, bottom);
        placed
    });
    let operands = board.push(&[object, depth - 1]);
    let mut main = Code::new();
    let mut start = 0;
    Board::twice(&mut main, |main| {
        start = Board::begin(main);
        main.run(&operands).run(&call);
        Board::conclude(main);
    });
    let finished = board.finish(main, 0);
    let end = Place { method, pc: end };
    named(opcode, "calls", depth, finished, start, end)
}

/// From local 1 down to 0; then the code goes on.
fn descend(call: &[u8], back: u8) -> Code {
    let next = [op::ALOAD_0, op::ILOAD_1, op::ICONST_1, op::ISUB];
    let skipped = 3 + next.len() + call.len() + 1;
    let mut code = Code::new();
    code.run(&[op::ILOAD_1, op::IFEQ, 0, skipped as u8])
        .run(&next)
        .run(call)
        .run(&[back]);
    code
}

/// So many returns in a row.
fn returns(opcode: u8, results: usize, depth: u32) -> Benchmark {
    let mut board = Board::new();
    let (mut method, mut start) = (0, 0);
    let (object, call) = board.reach(op::INVOKESTATIC, |board, call| {
        let mut code = descend(call, opcode);
        code.run(&[op::ICONST_1].repeat(results));
        start = Board::begin(&mut code);
        code.run(&[opcode]);
        let placed = board.code(&code, CALLED);
        method = placed.code >> 10;
        placed
    });
    let operands = board.push(&[object, depth - 1]);
    let mut main = Code::new();
    let mut end = 0;
    Board::twice(&mut main, |main| {
        main.run(&operands).run(&call);
        end = Board::end(main);
        main.run(&[op::POP].repeat(results));
    });
    let finished = board.finish(main, 0);
    Benchmark {
        name: name(opcode, "returns", depth),
        start: Some(Place { method, pc: start }),
        end: Place {
            method: finished.main,
            pc: end,
        },
        image: finished.words,
        sequence: Vec::new(),
    }
}

/// A bytecode whose Java method does nothing but return.
fn java(opcode: u8, times: usize) -> Benchmark {
    let mut board = Board::new();
    let (bytecode, arguments) = java_bytecode(&mut board, opcode);
    let mut code = Code::new();
    code.run(&[op::RETURN]);
    let method = board.code(
        &code,
        Shape {
            arguments,
            locals: 0,
        },
    );
    board.set_java_method(opcode, method);
    let mut main = Code::new();
    main.run(&bytecode);
    let start = Board::begin(&mut main);
    main.run(&bytecode.repeat(times));
    let end = Board::end(&mut main);
    in_main(
        name(opcode, "java", times),
        board.finish(main, 0),
        start,
        end,
    )
}

/// Interrupts or exceptions, one in each rest. The handler returns at once.
fn entries(entry: Entry, times: usize) -> Benchmark {
    let mut board = Board::new();
    let mut code = Code::new();
    code.run(&[op::RETURN]);
    board.set_entry_method(entry, &code);
    let mut main = prepared(entry);
    provoke(entry, &mut main);
    let start = Board::begin(&mut main);
    for _ in 0..times {
        provoke(entry, &mut main);
    }
    let end = Board::end(&mut main);
    let name = format!("{}.{times}", entry.name());
    in_main(name, board.finish(main, 0), start, end)
}

/// Lets no interrupt but the software's come: that of the timer waits from reset on.
pub(crate) fn prepared(entry: Entry) -> Code {
    let mut main = Code::new();
    if entry == Entry::Interrupt {
        main.write_device(device::INTERRUPT_MASK, 2);
    }
    main
}

/// Makes an entry happen in the `nop`s after it.
pub(crate) fn provoke(entry: Entry, code: &mut Code) {
    match entry {
        Entry::Interrupt => code
            .write_device(device::INTERRUPT_ENABLE, 1)
            .write_device(device::SOFTWARE_INTERRUPT, 1),
        Entry::Exception => code.write_device(device::EXCEPTION, 2),
    };
    code.run(&[op::NOP; REST]);
}

impl Entry {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Interrupt => "interrupt",
            Self::Exception => "exception",
        }
    }
}

impl Board {
    /// The method that an entry goes to.
    pub(crate) fn set_entry_method(&mut self, entry: Entry, code: &Code) {
        let shape = Shape {
            arguments: 0,
            locals: 0,
        };
        let method = self.code(code, shape);
        match entry {
            Entry::Interrupt => self.set_interrupt_method(method),
            Entry::Exception => self.set_exception_method(method),
        }
    }
}

pub(crate) fn name(opcode: u8, what: &str, number: impl std::fmt::Display) -> String {
    format!("{}.{what}.{number}", Bytecode::of(opcode).name())
}

/// A benchmark that begins in `main`.
fn named(
    opcode: u8,
    what: &str,
    number: u32,
    finished: Finished,
    start: u32,
    end: Place,
) -> Benchmark {
    Benchmark {
        name: name(opcode, what, number),
        start: Some(Place {
            method: finished.main,
            pc: start,
        }),
        end,
        image: finished.words,
        sequence: Vec::new(),
    }
}

/// A benchmark that begins and ends in `main`.
pub(crate) fn in_main(name: String, finished: Finished, start: u32, end: u32) -> Benchmark {
    let at = |pc| Place {
        method: finished.main,
        pc,
    };
    Benchmark {
        name,
        start: Some(at(start)),
        end: at(end),
        image: finished.words,
        sequence: Vec::new(),
    }
}

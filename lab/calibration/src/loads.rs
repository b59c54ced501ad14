//! Benchmarks of loads into the method cache: methods of several lengths that no cache has yet, or has no more.

use isa::op;

use bytecode_timing::image::Shape;
use fast_engine::Place;

use crate::board::{Benchmark, Board, CALLED};
use crate::calls::{self, CALLS, Entry, RETURNS, in_java, java_bytecode};
use crate::code::Code;

/// Lengths of methods in words: loads that are hidden, in part or not, and longer ones for the slope.
const WORDS: [usize; 9] = [3, 4, 8, 12, 16, 20, 28, 40, 64];
/// For what takes the same path as others to the method cache.
const FEW_WORDS: [usize; 3] = [8, 40, 64];
/// Lengths of `main`, which is loaded at the start.
const MAIN_WORDS: [usize; 4] = [4, 24, 40, 64];
const EMPTY: Shape = Shape {
    arguments: 0,
    locals: 0,
};

/// Capacity of a machine's method cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CacheSize {
    /// Words of the whole cache.
    pub(crate) words: usize,
    /// Words of the longest method that runs.
    pub(crate) longest: usize,
}

pub(crate) fn benchmarks(cache: CacheSize) -> Vec<Benchmark> {
    let fits = |words: &usize| *words < cache.longest;
    let mut all = Vec::new();
    for words in WORDS.into_iter().filter(fits) {
        all.extend(CALLS.map(|opcode| on_call(opcode, words)));
        all.extend(RETURNS.map(|(opcode, results)| on_return(opcode, results, words, cache)));
    }
    for words in FEW_WORDS.into_iter().filter(fits) {
        all.extend(in_java().map(|opcode| on_java(opcode, words)));
        all.extend([Entry::Interrupt, Entry::Exception].map(|entry| on_entry(entry, words)));
    }
    all.extend(MAIN_WORDS.into_iter().filter(fits).map(on_reset));
    all
}

/// A method that reads the counter at once and returns it.
fn answer(words: usize) -> (Code, u32) {
    let mut code = Code::new();
    let end = Board::read_counter(&mut code);
    code.run(&[op::IRETURN]).fill_to(words);
    (code, end)
}

/// The first call of a method.
fn on_call(opcode: u8, words: usize) -> Benchmark {
    let mut board = Board::new();
    let (code, end) = answer(words);
    let mut method = 0;
    let (object, call) = board.reach(opcode, |board, _| {
        let placed = board.code(&code, CALLED);
        method = placed.code >> 10;
        placed
    });
    let operands = board.push(&[object, 0]);
    let mut main = Code::new();
    let start = Board::begin(&mut main);
    main.run(&operands).run(&call);
    Board::conclude(&mut main);
    let finished = board.finish(main, 0);
    Benchmark {
        end: Place { method, pc: end },
        ..calls::in_main(calls::name(opcode, "load", words), finished, start, 0)
    }
}

/// A return to a method of so many words, after methods that fill the cache.
fn on_return(opcode: u8, results: usize, words: usize, cache: CacheSize) -> Benchmark {
    let mut board = Board::new();
    let mut filler = Code::new();
    filler.run(&[op::RETURN]).fill_to(cache.longest);
    let mut callee = Code::new();
    for _ in 0..=cache.words / cache.longest {
        let filler = board.method(&filler, EMPTY);
        callee.run(&board.call(filler));
    }
    callee.run(&[op::ICONST_1].repeat(results));
    let start = Board::begin(&mut callee);
    callee.run(&[opcode]);
    let callee = board.code(&callee, EMPTY);
    let address = board.image.method(callee);
    let mut caller = Code::new();
    caller.run(&board.call(address));
    let end = Board::read_counter(&mut caller);
    // The stack of a method that returns has nothing but the result.
    caller
        .run(&[op::ISTORE_0])
        .run(&[op::POP].repeat(results))
        .run(&[op::ILOAD_0, op::IRETURN])
        .fill_to(words);
    let caller = board.code(
        &caller,
        Shape {
            arguments: 0,
            locals: 1,
        },
    );
    let address = board.image.method(caller);
    let mut main = Code::new();
    main.run(&board.call(address));
    Board::conclude(&mut main);
    Benchmark {
        name: calls::name(opcode, "load", words),
        start: Some(Place {
            method: callee.code >> 10,
            pc: start,
        }),
        end: Place {
            method: caller.code >> 10,
            pc: end,
        },
        image: board.finish(main, 0).words,
        sequence: Vec::new(),
    }
}

/// The first execution of a bytecode implemented in Java.
fn on_java(opcode: u8, words: usize) -> Benchmark {
    let mut board = Board::new();
    let (bytecode, arguments) = java_bytecode(&mut board, opcode);
    let (code, end) = answer(words);
    let shape = Shape {
        arguments,
        locals: 0,
    };
    let method = board.code(&code, shape);
    board.set_java_method(opcode, method);
    let mut main = Code::new();
    let start = Board::begin(&mut main);
    main.run(&bytecode);
    Board::conclude(&mut main);
    let finished = board.finish(main, 0);
    Benchmark {
        end: Place {
            method: method.code >> 10,
            pc: end,
        },
        ..calls::in_main(calls::name(opcode, "load", words), finished, start, 0)
    }
}

/// The first interrupt or exception.
fn on_entry(entry: Entry, words: usize) -> Benchmark {
    let mut board = Board::new();
    let mut code = Code::new();
    code.run(&[op::RETURN]).fill_to(words);
    board.set_entry_method(entry, &code);
    let mut main = calls::prepared(entry);
    let start = Board::begin(&mut main);
    calls::provoke(entry, &mut main);
    let end = Board::end(&mut main);
    let name = format!("{}.load.{words}", entry.name());
    calls::in_main(name, board.finish(main, 0), start, end)
}

/// The counter as `main` finds it: what the start takes, up to the cycle in which the counter is sampled.
fn on_reset(words: usize) -> Benchmark {
    let board = Board::new();
    let mut main = Code::new();
    let end = Board::read_counter(&mut main);
    Board::conclude(&mut main);
    let finished = board.finish(main, words);
    Benchmark {
        start: None,
        ..calls::in_main(format!("reset.{}", finished.main_words), finished, 0, end)
    }
}

//! Running scenes and looking at what they leave behind.

use std::sync::LazyLock;

use bytecode_timing::scene::{Event, FIRST_LOCAL, LOCALS, MARKER, Outcome, Scene};
use microcode::{Build, Program, jvm};

/// Operands below those of the tested bytecode.
pub(crate) const BELOW: [u32; 3] = [0xb10c_0001, 0xb10c_0002, 0xb10c_0003];
/// Contents of stack RAM words that nothing wrote (spec 10 section 8).
pub(crate) const UNTOUCHED: u32 = 0x1234_5678;
/// Number of a null pointer exception.
pub(crate) const NULL_POINTER: u32 = 2;
/// Number of an array bounds exception.
pub(crate) const BOUNDS: u32 = 3;
/// Bytecodes from the tested one to the end: six `nop`s and the marker.
const TO_THE_END: [u8; 7] = [0, 0, 0, 0, 0, 0, MARKER];

static JOP: LazyLock<Program> = LazyLock::new(|| jvm(Build::Jop));
static STRICT: LazyLock<Program> = LazyLock::new(|| jvm(Build::Strict));

/// Runs a scene.
pub(crate) fn run(scene: &Scene, build: Build, ram_cnt: u8) -> Outcome {
    let program = match build {
        Build::Jop => &JOP,
        Build::Strict => &STRICT,
    };
    let outcome = scene.clone().run(program, ram_cnt);
    outcome.unwrap_or_else(|error| panic!("{build:?}, ram_cnt {ram_cnt}: {error}"))
}

/// Both builds on a fast and on a slow memory.
pub(crate) fn every_machine() -> impl Iterator<Item = (Build, u8)> {
    [
        (Build::Jop, 1),
        (Build::Strict, 1),
        (Build::Jop, 2),
        (Build::Strict, 2),
        (Build::Jop, 6),
        (Build::Strict, 6),
    ]
    .into_iter()
}

/// Values of the locals before the tested bytecode.
pub(crate) fn local_values() -> Vec<u32> {
    (0..LOCALS).map(|local| 0x10ca_1000 + local).collect()
}

/// A scene with [`local_values`], [`BELOW`] and these operands.
pub(crate) fn with_operands(operands: &[u32]) -> Scene {
    let mut scene = Scene::new();
    for (local, value) in (0..).zip(local_values()) {
        scene.set_local(local, value);
    }
    scene.push_all(&BELOW).push_all(operands);
    scene
}

/// Asserts that the tested bytecode ended, nothing was thrown, and the operands above [`BELOW`] are these.
#[track_caller]
pub(crate) fn assert_result(outcome: &Outcome, expected: &[u32], context: &str) {
    let after: Vec<Event> = outcome.events[2..].iter().map(|event| event.1).collect();
    assert_eq!(after, TO_THE_END.map(Event::Bytecode), "{context}");
    assert_eq!(
        outcome.operands(),
        [&BELOW[..], expected].concat(),
        "{context}"
    );
    assert_frame(outcome, context);
}

/// Asserts that the registers are those of the test method.
#[track_caller]
pub(crate) fn assert_frame(outcome: &Outcome, context: &str) {
    assert_eq!(outcome.stack_ram(0), outcome.main_method, "mp, {context}");
    assert_eq!(outcome.stack_ram(1), outcome.constants, "cp, {context}");
    assert_eq!(outcome.vp(), FIRST_LOCAL, "vp, {context}");
}

/// Asserts that no local was written.
#[track_caller]
pub(crate) fn assert_locals_untouched(outcome: &Outcome, context: &str) {
    let after: Vec<u32> = (0..LOCALS).map(|local| outcome.local(local)).collect();
    assert_eq!(after, local_values(), "locals, {context}");
}

/// Asserts that this exception was taken right after the tested bytecode of `length` bytes.
#[track_caller]
pub(crate) fn assert_thrown(
    outcome: &Outcome,
    scene: &Scene,
    number: u32,
    length: u32,
    context: &str,
) {
    let entry = Event::Entry(sim_core::probe::Entry::Exception);
    assert_eq!(outcome.next_event(), entry, "{context}");
    assert_eq!(outcome.stack_ram(0), scene.exception_method(), "{context}");
    let (number_at, frame) = (outcome.top(), outcome.top() - 5);
    assert_eq!(
        outcome.stack_word(number_at),
        number,
        "exception number, {context}"
    );
    assert_eq!(
        outcome.stack_word(frame + 1),
        scene.marker_offset() + 1 + length,
        "saved pc, {context}"
    );
    assert_eq!(
        outcome.stack_word(frame + 2),
        FIRST_LOCAL,
        "saved vp, {context}"
    );
    assert_eq!(
        outcome.stack_word(frame + 3),
        outcome.constants,
        "saved cp, {context}"
    );
    assert_eq!(
        outcome.stack_word(frame + 4),
        outcome.main_method,
        "saved mp, {context}"
    );
}

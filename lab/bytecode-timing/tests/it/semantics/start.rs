//! From reset to the first method.

use isa::op;

use bytecode_timing::scene::{FIRST_LOCAL, LOCALS};

use super::stage::{UNTOUCHED, assert_frame, every_machine, run, with_operands};

const HEAP: usize = 2;
const JJP: usize = 3;
const JJHP: usize = 4;

#[test]
fn the_boot_method_runs_with_the_variables_that_java_relies_on() {
    let mut scene = with_operands(&[]);
    scene.test(&[op::NOP]);
    let (java_methods, help_methods) = (scene.java_method(0), scene.exception_method() - 6);
    for (build, ram_cnt) in every_machine() {
        let outcome = run(&scene, build, ram_cnt);
        assert_frame(&outcome, "boot");
        assert_eq!(outcome.stack_ram(HEAP), outcome.memory(0));
        assert_eq!(outcome.stack_ram(JJP), java_methods);
        assert_eq!(outcome.stack_ram(JJHP), help_methods);
        assert_eq!(outcome.stack_ram(30), UNTOUCHED);
        assert_eq!(outcome.stack_ram(31), UNTOUCHED);
    }
}

#[test]
fn the_first_frame_begins_at_the_bottom_of_the_stack() {
    let mut scene = with_operands(&[]);
    scene.test(&[op::NOP]);
    for (build, ram_cnt) in every_machine() {
        let outcome = run(&scene, build, ram_cnt);
        let frame = FIRST_LOCAL + LOCALS;
        assert_eq!(outcome.stack_word(frame), FIRST_LOCAL - 1, "caller's top");
        let special = outcome.memory(1);
        assert_eq!(
            outcome.stack_word(frame + 4),
            special,
            "mp before the first method"
        );
    }
}

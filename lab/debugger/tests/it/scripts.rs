//! Scripts of commands on an embedded program, with their answers as golden text.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use debugger::Session;
use jopizer::symbols::VariableSymbol;

use crate::it::support::{answers, session, session_of, session_with};

fn golden(name: &str, commands: &str) {
    let (text, failures) = answers(&mut session(), commands);
    assert_eq!(failures, 0, "{text}");
    insta::assert_snapshot!(name, text);
}

#[test]
fn breakpoints_steps_and_values() {
    golden(
        "forward",
        "break QuickSort.main\ncontinue\nwhere\nlocals\nnext\nnext 2\nstep\nwhere\nlist\ncode\nfinish\nbreaks\ndelete 1\nbreaks",
    );
}

#[test]
fn the_way_back_meets_what_the_way_forward_met() {
    golden(
        "back",
        "break QuickSort.main\ncontinue\nnext\nnext\nnext\nback-next\nback-next\nback-next\nback-bytecode 3\nbytecode 3\nback-micro 5\n\
         micro 5\nback-cycle 7\ncycle 7\nback-finish\nrestart\nback",
    );
}

#[test]
fn microcode_and_registers() {
    golden(
        "microcode",
        "break mc:iadd\ncontinue\nregisters\nmicrocode\nstack 4\nmicro 2\nmicrocode imul\ndelete\nbreak cycle:50_000\ncontinue\nstatistics",
    );
}

#[test]
fn assertions_of_values() {
    golden(
        "values",
        "break QuickSort.main\ncontinue\nassert $depth > 1\nassert l0.length == 1\nassert mem[0] > 1000\nprint l0[0]\nprint l0\narray l0\n\
         assert $cycle == 0 + $cycle\nprint 2 + 3 * 4 - (1 + 1)\nexpect 18\nassert stack[$vp] == l0",
    );
}

#[test]
fn a_watched_field_stops_where_it_changes() {
    golden(
        "watch",
        "watch Heap.free\ncontinue\ncontinue\nassert $cycle > 0\nback\nbreaks",
    );
}

#[test]
fn a_watched_element_of_doubles_is_two_words() {
    let commands = "break DoubleFft.transform\ncontinue\nwatch this.real[3]\nwatch this.real[3],1\nprint this.real\n\
                    print this.real[3]\nassert this.real[3] == mem[mem[this.real] + 6] * 0x10000 * 0x10000 + mem[mem[this.real] + 7]\n\
                    delete 3\nbreaks\ncontinue\nbreaks";
    let (text, failures) = answers(&mut session_of("double-fft", |_| {}), commands);
    assert_eq!(failures, 0, "{text}");
    insta::assert_snapshot!("watch_double", text);
}

#[test]
fn a_watch_of_what_has_no_place_in_memory_is_an_error() {
    let mut session = session_of("double-fft", |_| {});
    let (text, _) = answers(&mut session, "break DoubleFft.butterfly\ncontinue");
    assert!(text.contains("butterfly"), "{text}");
    let errors = [
        "watch l1",
        "watch this",
        "watch stack[4]",
        "watch this[0]",
        "watch this.real[256]",
        "watch this.real.level",
        "watch this.real[1][0]",
        "watch this.real[1].level",
        "watch 0x7fffffff[0]",
    ]
    .map(|command| match session.execute(command) {
        Ok(reply) => panic!("{command}: {}", reply.text),
        Err(error) => format!("{command}: {error}"),
    });
    insta::assert_snapshot!("watch_errors", errors.join("\n"));
    let commands = "watch mem[100]\nexpect 0x64\nwatch (this)\nwatch this + 1\nwatch this.real.length\nwatch 100,4";
    let (text, failures) = answers(&mut session, commands);
    assert_eq!(failures, 0, "{text}");
}

#[test]
fn a_watch_beyond_memory_is_an_error() {
    let mut session = session();
    for command in [
        "watch 4294967296",
        "watch -1",
        "watch 32768",
        "watch 0x7fffffff,4294967295",
        "watch 32767,2",
        "watch 0,0xffffffffffffffff",
    ] {
        let error = session.execute(command).expect_err(command).to_string();
        assert!(error.contains("32767"), "{command}: {error}");
    }
    let (text, failures) = answers(&mut session, "watch 32767\nwatch 32766,2\nwatch 0,32768");
    assert_eq!(failures, 0, "{text}");
}

#[test]
fn the_end_and_the_output_come_once() {
    let commands = "continue\nrestart\ncontinue\noutput\nexpect quick";
    let (text, failures) = answers(&mut session(), commands);
    assert_eq!(failures, 0, "{text}");
    insta::assert_snapshot!("end", text);
}

#[test]
fn what_does_not_hold_fails() {
    let commands = "assert 1 == 2\nexpect something\nassert 1 < 2";
    let (text, failures) = answers(&mut session(), commands);
    assert_eq!(failures, 2, "{text}");
    insta::assert_snapshot!("failures", text);
}

#[test]
fn commands_that_make_no_sense_say_so() {
    let mut session = session();
    let commands = [
        "fly",
        "st",
        "break Nowhere.method",
        "break QuickSort.java:1",
        "break mc:nowhere",
        "break mc:9999",
        "break *0x3ffff",
        "break cycle:x",
        "watch nothing",
        "watch 100,0",
        "delete 7",
        "goto",
        "step 0",
        "locals 9",
        "print l0",
        "print $x",
        "print 1 +",
        "print (1",
        "print 1 2",
        "print mem[",
        "array 0",
        "memory",
        "list Nowhere",
        "code Nowhere",
        "microcode nowhere",
        "input",
        "assert 1",
        "expect",
        "where 3",
    ];
    let errors = commands.map(|command| match session.execute(command) {
        Ok(reply) => panic!("{command}: {}", reply.text),
        Err(error) => {
            let error = error.to_string();
            assert!(!error.contains('\n'));
            format!("{command}: {error}")
        }
    });
    insta::assert_snapshot!("errors", errors.join("\n"));
}

#[test]
fn before_the_first_bytecode_the_source_is_that_of_main() {
    let (text, failures) = answers(&mut session(), "list");
    assert_eq!(failures, 0, "{text}");
    assert!(
        text.contains("public static void main(String[] args) {"),
        "{text}"
    );
}

#[test]
fn every_command_is_in_the_help() {
    let (text, _) = answers(&mut session(), "help\n?watch\nhelp values");
    insta::assert_snapshot!("help", text);
}

#[test]
fn a_variable_with_the_name_of_another_slot_is_the_variable() {
    let mut session = session_with(|symbols| {
        let mut methods = symbols.methods.iter_mut();
        let main = methods
            .find(|method| method.class.ends_with("QuickSort") && method.name == "main")
            .expect("the program has it");
        main.variables = vec![VariableSymbol {
            name: "l1".to_owned(),
            descriptor: "[Ljava/lang/String;".to_owned(),
            slot: 0,
            start: 0,
            end: u16::MAX,
        }];
    });
    let commands = "break QuickSort.main\ncontinue\nlocals\nassert l1 == stack[$vp]\nassert l01 == stack[$vp + 1]\n\
                    assert l1 != l01";
    let (text, failures) = answers(&mut session, commands);
    assert_eq!(failures, 0, "{text}");
    assert!(text.contains("\nl1 ") && text.contains("\nl01 "), "{text}");
}

#[test]
fn the_end_of_the_input_is_one_byte_for_programs_without_our_system_in() {
    let fed = |session: &mut Session| answers(session, "input a\\d\nexpect bytes fed");
    assert!(fed(&mut session()).0.contains("2 bytes fed"));
    let named = |name: &'static str| {
        session_with(move |symbols| {
            let method = &mut symbols.methods[0];
            (method.class, method.name) = ("com.jopdesign.sys.UartInput".into(), name.into());
        })
    };
    assert!(fed(&mut named("read")).0.contains("2 bytes fed"));
    assert!(fed(&mut named("received")).0.contains("3 bytes fed"));
}

//! What a session answers is the same whether it continues as superblocks or not.

use crate::it::support::session;

/// Breakpoints in code, at cycles and in microcode, watches, and ways in both directions.
const COMMANDS: &str = "\
break QuickSort.sort
continue
continue
where
registers
statistics
break cycle:60_000
continue
continue
delete 1
continue
cycle 3
step
next
finish
goto 123_456
back
goto 99_999
micro 20
break mc:iadd
continue
delete 3
watch Heap.free
continue
delete 4
delete 2
goto 200_001
where
registers
stack
continue
back 5000
where
";

#[test]
fn superblocks_answer_what_the_reference_answers() {
    let mut engine = session();
    let mut reference = session().on_reference();
    for line in COMMANDS.lines() {
        let [found, expected] = [&mut engine, &mut reference]
            .map(|session| session.execute(line).map(|reply| reply.text));
        let [found, expected] = [found, expected].map(|it| it.map_err(|error| error.to_string()));
        assert_eq!(found, expected, "{line}");
        let [found, expected] =
            [&engine, &reference].map(|session| &session.timeline().machine().state);
        assert!(found == expected, "{line}");
        assert_eq!(engine.position(), reference.position(), "{line}");
    }
    assert_eq!(reference.timeline().block_cycles(), 0);
    let cycles = engine.timeline().block_cycles();
    assert!(cycles > 100_000, "{cycles}");
}

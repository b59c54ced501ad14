//! Exit codes of the ends of runs.

use run::End;
use run::exit_code::*;

/// Every end, the code of a process that is the run, and that of one that looks at it.
const TABLE: [(End, u8, u8); 11] = [
    (End::Exit(0), 0, 0),
    (End::Exit(1), 1, 1),
    (End::Exit(7), 7, 1),
    (End::Exit(130), 130, 1),
    (End::Exit(255), 255, 1),
    (End::Exit(256), 0, 1),
    (End::Exit(u32::MAX), 255, 1),
    (End::ExitText, 0, 0),
    (End::Until, 0, 0),
    (End::Blocked, 1, 1),
    (End::MaxCycles, 3, 3),
];

#[test]
fn every_end_of_a_run_has_one_code_for_the_run_and_one_for_whoever_looks_at_it() {
    for (end, own, judged) in TABLE {
        assert_eq!((end.exit_code(), end.judged()), (own, judged), "{end:?}");
    }
    assert_eq!(End::Interrupted.exit_code(), 130);
    assert_eq!(End::Interrupted.judged(), 130);
}

#[test]
fn something_is_told_of_exactly_the_ends_whose_code_is_not_0() {
    for (end, _, judged) in TABLE {
        assert_eq!(end.remark().is_some(), judged != 0, "{end:?}");
        let failed = end.status().is_some() && judged != 0;
        assert_eq!(end.failed().is_some(), failed, "{end:?}");
    }
    let remark = End::Exit((-3_i32).cast_unsigned()).remark();
    assert_eq!(remark.as_deref(), Some("the program ended with status -3"));
}

#[test]
fn a_figure_of_the_whole_takes_the_ends_that_the_program_or_its_text_gives() {
    for (end, ..) in TABLE {
        match end.whole("p", 9) {
            Ok(same) => assert_eq!(same, end),
            Err(error) => {
                assert!(matches!(end, End::Blocked | End::MaxCycles), "{end:?}");
                assert_eq!(error.end(), end);
            }
        }
    }
    let limit = End::MaxCycles.whole("p", 9).map_err(|it| it.to_string());
    assert_eq!(
        limit,
        Err("p has not ended after 9 cycles; a figure of the whole needs its end".to_owned())
    );
    let stopped = End::Interrupted.whole("p", 9);
    assert_eq!(stopped, Err(Unfinished::Interrupted));
    assert_eq!(Unfinished::Interrupted.end(), End::Interrupted);
}

#[test]
fn of_several_codes_the_one_furthest_from_a_result_counts() {
    assert_eq!(worst([]), 0);
    assert_eq!(worst([0, 1, 0]), 1);
    assert_eq!(worst([1, 3, 0]), 3);
    assert_eq!(worst([3, 130, 2]), 130);
}

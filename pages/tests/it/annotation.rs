//! The page of annotated methods holds them as they were given.

use crate::support::decoded::Decoded;
use pages::{AnnotatedMethod, AnnotatedRow, PageError, annotation};
use serde_json::json;

fn method(cycles: u64) -> AnnotatedMethod {
    let row = |is_bytecode, line, figures| AnnotatedRow {
        is_bytecode,
        line,
        text: "return </script>;".to_owned(),
        figures,
    };
    AnnotatedMethod {
        name: "t.Main.main()V".to_owned(),
        file: None,
        calls: 1,
        cycles,
        causes: vec!["plain read"],
        rows: vec![
            row(false, Some(7), Some(vec![cycles, 1, 2])),
            row(true, None, None),
        ],
    }
}

#[test]
fn methods_stand_in_the_page_with_their_rows_and_no_markup_of_theirs() {
    let facts = [("machine", "small".to_owned())];
    let html = annotation("t", &facts, 9, &[method(5)]).expect("a page");
    assert!(!html.contains("return </script>"));
    let header = Decoded::of(&html).header;
    assert_eq!(header["facts"], json!([["machine", "small"]]));
    assert_eq!(header["cycles"], 9);
    let method = &header["methods"][0];
    assert_eq!(method["rows"][0]["figures"], json!([5, 1, 2]));
    assert_eq!(method["rows"][1]["figures"], json!(null));
    assert_eq!(method["file"], json!(null));
}

#[test]
fn a_page_without_methods_or_with_numbers_beyond_those_of_browsers_is_refused() {
    assert!(matches!(
        annotation("t", &[], 0, &[]),
        Err(PageError::Empty)
    ));
    let error = annotation("t", &[], 9, &[method(pages::MAX_EXACT + 1)]);
    assert!(matches!(error, Err(PageError::TooLarge(_, _))));
}

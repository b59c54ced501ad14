//! The cache page holds rows and misses as it was given them.

use crate::support::decoded::Decoded;
use pages::{CacheMethod, CacheRow, CacheRun, PageError, caches};
use serde_json::{Value, json};

fn rows(cycles: u64) -> Vec<CacheRow<Value>> {
    let row = json!({"organisation": "fifo", "cycles": cycles});
    vec![CacheRow { row, pareto: true }]
}

fn misses() -> CacheRun<Value, Value> {
    let misses = json!({"misses": {"first_use": 1, "capacity": 2, "conflict": 3}});
    CacheRun {
        name: "lift".to_owned(),
        cache: "fifo".to_owned(),
        words: 1024,
        methods: vec![CacheMethod {
            name: "t.Main.main()V".to_owned(),
            misses,
        }],
        pairs: vec![],
        window: 2,
        lookups: 9,
    }
}

#[test]
fn rows_and_misses_stand_in_the_page_with_their_marks_and_names() {
    let html = caches("lift", &[], &rows(7), &[misses()]).expect("a page");
    let header = Decoded::of(&html).header;
    let row = json!({"organisation": "fifo", "cycles": 7, "pareto": true});
    assert_eq!(header["rows"], json!([row]));
    let method = &header["runs"][0]["methods"][0];
    assert_eq!(method["name"], "t.Main.main()V");
    assert_eq!(method["misses"]["conflict"], 3);
}

#[test]
fn a_page_without_rows_or_with_numbers_beyond_those_of_browsers_is_refused() {
    let page = |rows: &[CacheRow<Value>]| caches("", &[], rows, &[misses()]);
    assert!(matches!(page(&[]), Err(PageError::Empty)));
    assert!(page(&rows(pages::MAX_EXACT)).is_ok());
    let error = page(&rows(pages::MAX_EXACT + 1));
    assert!(matches!(error, Err(PageError::TooLarge(ref name, _)) if name == "cycles"));
}

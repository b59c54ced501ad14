//! The evaluation page holds the parts that it was given.

use crate::support::decoded::Decoded;
use pages::{PageError, evaluation};
use serde_json::json;

#[test]
fn the_parts_stand_in_the_page_as_they_are() {
    let parts = json!({"times": [{"program": "lift", "seconds": 0.25}], "skipped": ["</script>"]});
    let html = evaluation(&parts).expect("a page");
    assert_eq!(html.matches("</script>").count(), 3);
    assert_eq!(Decoded::of(&html).header["parts"], parts);
}

#[test]
fn cycles_beyond_those_of_browsers_are_refused() {
    let error = evaluation(&json!({"truth": pages::MAX_EXACT + 1}));
    assert!(matches!(error, Err(PageError::TooLarge(..))));
}

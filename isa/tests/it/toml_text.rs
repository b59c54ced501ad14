//! Errors of TOML files in one line, with the key.

use std::collections::BTreeMap;

use isa::toml_text::{line_at, problem};

type Numbers = BTreeMap<String, BTreeMap<String, u8>>;

fn refused(text: &str) -> (usize, String) {
    problem(text, &toml::from_str::<Numbers>(text).unwrap_err())
}

#[test]
fn lines_count_from_one_and_end_with_the_text() {
    assert_eq!(
        [0, 1, 2, 99].map(|byte| line_at("a\nb", byte)),
        [1, 1, 2, 2]
    );
}

#[test]
fn a_duplicate_key_is_named_with_its_line() {
    let (line, message) = refused("[a]\nx = 1\ny = 2\n\"x\" = 3\n");
    assert_eq!(
        (line, message.as_str()),
        (4, "duplicate key `\"x\"`; leave one of the two out")
    );
    let (line, message) = refused("a = { x = 1, x = 2 }\n");
    assert_eq!(
        (line, message.as_str()),
        (1, "duplicate key `x`; leave one of the two out")
    );
    let (line, message) = refused("[a]\nx = 1\n[b]\n[a]\n");
    assert_eq!(
        (line, message.as_str()),
        (4, "duplicate key `a`; leave one of the two out")
    );
}

#[test]
fn a_value_of_a_wrong_type_is_named_by_its_key() {
    for text in [
        "[a]\nx = 1\ny = \"2\"\n",
        "[a]\n\nb = {  y = '2' }\n",
        "\n\na = { x = 1,y='2' }\n",
    ] {
        let (line, message) = refused(text);
        assert_eq!(line, 3, "{message}");
        assert!(
            message.starts_with('`') && message.contains("invalid type"),
            "{message}"
        );
    }
    let (_, message) = refused("[a]\ny = 2M\n");
    assert!(message.starts_with("`y`: "), "{message}");
}

//! Headers of documents.

use isa::document::*;

#[test]
fn the_rest_of_a_document_keeps_its_place() {
    for (text, rest) in [
        (
            "{\n \"schema\": \"joplab.run/1\",\n \"units\": {\"a\": \"}, \\\"x\"},\n \"b\": [1, 2],\n \"c\": 3\n}",
            "{\"b\":[1,2],\"c\":3}",
        ),
        (
            r#"{"b":"ä","schema":"joplab.run/1","units":{}}"#,
            r#"{"b":"ä"}"#,
        ),
        (
            r#"{"b":{"schema":1},"units":{},"c":2}"#,
            r#"{"b":{"schema":1},"c":2}"#,
        ),
        (r#"{"units":{},"b":1,"c""#, r#"{"b":1,"c""#),
        (r#"{"units":{}}"#, "{}"),
        ("{}", "{}"),
        (r#"["units","b"]"#, r#"["units","b"]"#),
        ("no object", "noobject"),
    ] {
        let found = without_header(text, RUN).unwrap();
        assert_eq!(found.split_whitespace().collect::<String>(), rest, "{text}");
        let places = |text: &str| -> Vec<usize> {
            text.match_indices(['\n', 'b', 'c'])
                .map(|it| it.0)
                .collect()
        };
        assert_eq!(found.len(), text.len(), "{text}");
        let found = places(&found);
        assert!(
            found.iter().all(|place| places(text).contains(place)),
            "{text}"
        );
    }
}

#[test]
fn another_schema_is_named() {
    let error = without_header(r#"{"a": 1, "schema": "joplab.run/2"}"#, RUN).unwrap_err();
    assert_eq!(
        error.to_string(),
        "its schema is joplab.run/2, and joplab.run/1 belongs here"
    );
}

//! Units of other tools' values, and entries of one context: what is no cycle is refused by name, and nothing is added unseen.

use profile_import as import;

/// Cycles of a file, or why it is refused.
pub(crate) fn read(bytes: &[u8]) -> Result<u64, String> {
    match import::read(bytes) {
        Ok((profile, _)) => Ok(profile.total_cycles()),
        Err(error) => Err(error.to_string()),
    }
}

fn speedscope(name: &str, exporter: &str, unit: &str) -> Result<u64, String> {
    let text = format!(
        r#"{{"name": "{name}", "exporter": "{exporter}", "shared": {{"frames": [{{"name": "a"}}]}}, "$schema":
        "https://www.speedscope.app/file-format-schema.json",
        "profiles": [{{"type": "sampled", "name": "t", "unit": "{unit}", "samples": [[0]], "weights": [7]}}]}}"#
    );
    read(text.as_bytes())
}

#[test]
fn a_speedscope_file_of_another_unit_is_refused_by_its_name() {
    assert_eq!(speedscope("lift (cycles)", "joplab 0.1", "none"), Ok(7));
    assert_eq!(speedscope("lift (calls)", "another", "none"), Ok(7));
    for unit in ["nanoseconds", "milliseconds", "bytes"] {
        let refused = speedscope("lift", "another", unit).unwrap_err();
        let expected = format!("speedscope: its values are {unit}, and a profile has cycles");
        assert!(refused.starts_with(&expected), "{refused}");
    }
    for metric in ["bytecodes", "calls", "cycles of memory-read"] {
        let refused = speedscope(&format!("lift ({metric})"), "joplab 0.1", "none").unwrap_err();
        assert!(refused.contains(metric), "{refused}");
    }
    let evented = r#"{"$schema": "x", "shared": {"frames": [{"name": "a"}]}, "profiles": [
        {"type": "evented", "name": "t", "unit": "seconds", "startValue": 0, "endValue": 2, "events": []}]}"#;
    let refused = read(evented.as_bytes()).unwrap_err();
    assert!(refused.contains("seconds"), "{refused}");
}

fn firefox(product: &str, weight_type: &str) -> Result<u64, String> {
    let text = format!(
        r#"{{"meta": {{"product": "{product}"}}, "threads": [{{"name": "t",
        "samples": {{"stack": [0], "weight": [7], "weightType": {weight_type}}},
        "stackTable": {{"prefix": [null], "frame": [0]}}, "frameTable": {{"func": [0]}},
        "funcTable": {{"name": [0]}}, "stringArray": ["a"]}}]}}"#
    );
    read(text.as_bytes())
}

#[test]
fn a_firefox_profile_has_cycles_where_its_title_says_so() {
    assert_eq!(firefox("lift (cycles)", "\"samples\""), Ok(7));
    for (product, weight_type, unit) in [
        ("lift (calls)", "\"samples\"", "calls"),
        (
            "lift (cycles of execute)",
            "\"samples\"",
            "cycles of execute",
        ),
        ("Firefox", "\"tracing-ms\"", "tracing-ms"),
        ("Firefox", "\"samples\"", "samples"),
        ("Firefox", "null", "samples"),
    ] {
        let refused = firefox(product, weight_type).unwrap_err();
        let expected = format!("Firefox profile: its values are {unit}, and a profile has cycles");
        assert!(refused.starts_with(&expected), "{refused}");
    }
}

#[test]
fn the_event_cycles_of_a_callgrind_profile_counts_wherever_it_stands() {
    let of = |events: &str| read(format!("events: {events}\nfn=a\n1 2 7\n").as_bytes());
    assert_eq!(of("Cycles Bytecodes"), Ok(2));
    assert_eq!(of("Ir cycles"), Ok(7));
    let refused = of("Ir Dr").unwrap_err();
    assert!(
        refused.starts_with("callgrind: its values are Ir Dr, and a profile has cycles"),
        "{refused}"
    );
    let nameless = read(b"fn=a\n1 2\n").unwrap_err();
    assert_eq!(nameless, "line 2: cost before `events:`, which names it");
}

#[test]
fn collapsed_stacks_have_cycles_unless_they_say_something_else() {
    assert_eq!(read(b"a;b 7\n"), Ok(7));
    assert_eq!(read(b"# unit: cycles\na;b 7\n"), Ok(7));
    let refused = read(b"# unit: calls\na;b 7\n").unwrap_err();
    assert!(
        refused.starts_with("collapsed stacks: its values are calls, and a profile has cycles"),
        "{refused}"
    );
}

#[test]
fn two_rows_of_one_context_are_refused_with_both_lines() {
    let twice = "context,calls,cycles\na,1,5\na;b,1,7\na,1,5\n";
    let expected = Err("line 4: the context of line 2 again; give each context one row".to_owned());
    assert_eq!(read(twice.as_bytes()), expected);
    let methods = read(b"method,cycles\na,5\nb,7\na,5\n");
    assert_eq!(methods, expected);
    let numbered = "thread,id,parent,method,cycles\nmain,0,,a,5\nmain,1,0,b,7\nmain,0,,c,5\n";
    assert_eq!(read(numbered.as_bytes()), expected);
    let json = read(br#"[{"context": ["a", "b"], "cycles": 5}, {"context": "a;b", "cycles": 7}]"#);
    let json = json.unwrap_err();
    assert!(
        json.starts_with("context 2: the same as context 1"),
        "{json}"
    );
}

#[test]
fn rows_of_other_threads_services_or_numbers_are_other_contexts() {
    for text in [
        "thread,context,cycles\nmain,a,5\nother,a,7\n",
        "service,context,cycles\nprogram,a,5\ninterrupt,a,7\n",
        // Of a table with fewer rows the callers' services are not known.
        "thread,id,parent,method,context,cycles\nmain,3,1,b,a;b,5\nmain,4,2,b,a;b,7\n",
    ] {
        assert_eq!(read(text.as_bytes()), Ok(12), "{text}");
    }
}

#[test]
fn samples_of_one_context_are_added() {
    assert_eq!(read(b"a;b 5\na;b 7\n"), Ok(12));
    assert_eq!(
        read(b"events: Cycles\nfn=a\n1 5\n2 7\nfn=b\n1 1\nfn=a\n1 1\n"),
        Ok(14)
    );
}

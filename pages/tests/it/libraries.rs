//! Code of others is once in the templates, and at most once in a page.

use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;

use crate::support::kinds::{WITH_CHARTS, pages};

/// Texts that only the code of ECharts has, once each: of its charts, and of its canvas library.
const OF_ECHARTS: [&str; 2] = ["_echarts_instance_", "data-zr-dom-id"];

/// A text that only the code of CodeMirror has.
const OF_CODEMIRROR: &str = "Unrecognized extension value";

/// Names and texts of the templates, unpacked.
fn templates() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let entries = fs::read_dir(folder).expect("the templates");
    let texts = entries.map(|entry| {
        let path = entry.expect("an entry").path();
        let bytes = fs::read(&path).expect("a template");
        let text = if path.extension().is_some_and(|it| it == "gz") {
            let mut text = String::new();
            let read = GzDecoder::new(&*bytes).read_to_string(&mut text);
            read.expect("a packed text");
            text
        } else {
            String::from_utf8(bytes).expect("a text")
        };
        let name = path.file_name().expect("a name").to_string_lossy();
        (name.into_owned(), text)
    });
    let mut texts: Vec<_> = texts.collect();
    texts.sort();
    texts
}

#[test]
fn the_templates_hold_each_library_once() {
    let templates = templates();
    let holders = |sign: &str| -> Vec<&str> {
        let with = templates.iter().filter(|(_, text)| text.contains(sign));
        with.map(|(name, _)| &**name).collect()
    };
    assert_eq!(templates.len(), 10);
    for sign in OF_ECHARTS {
        assert_eq!(holders(sign), ["echarts.js.gz"], "{sign}");
    }
    assert_eq!(holders(OF_CODEMIRROR), ["codemirror.js.gz"]);
}

#[test]
fn a_page_holds_echarts_once_if_it_has_charts_and_else_not_at_all() {
    for (name, page) in pages() {
        let expected = usize::from(WITH_CHARTS.contains(&name));
        let [chart, canvas] = OF_ECHARTS;
        for sign in ["var ECharts=", "Apache ECharts\nCopyright", chart, canvas] {
            assert_eq!(page.matches(sign).count(), expected, "{name}: {sign}");
        }
    }
}

#[test]
fn the_editor_is_in_the_page_of_the_machine_alone() {
    for (name, page) in pages() {
        let expected = usize::from(name == "machine");
        assert_eq!(page.matches("var CodeMirror=").count(), expected, "{name}");
        assert_eq!(page.contains(OF_CODEMIRROR), name == "machine", "{name}");
    }
}

#[test]
fn the_same_data_gives_the_same_bytes_and_no_mark_stays() {
    for ((name, page), (_, again)) in pages().into_iter().zip(pages()) {
        assert!(page == again, "{name}");
        for mark in ["@TITLE@", "@DATA@", "@ECHARTS@", "@CODEMIRROR@", "@MODULE@"] {
            assert!(!page.contains(mark), "{name}: {mark}");
        }
    }
}

//! `jop view`: pages with files inside, and what is refused before there is a page.

use tempfile::tempdir;

use crate::common::{data, run, stderr, within};

#[test]
fn a_page_has_the_machine_and_is_small() {
    let folder = tempdir().unwrap();
    let page = within(&folder, "lift.html");
    let output = run(&["view", "--program", "lift", "--cycle", "7", "-o", &page]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("<title>lift</title>"));
    assert!(!html.contains("@MODULE@") && !html.contains("@DATA@"));
    assert!(
        (1_000_000..6_000_000).contains(&html.len()),
        "{}",
        html.len()
    );
}

#[test]
fn a_class_with_its_source_is_in_the_page() {
    let folder = tempdir().unwrap();
    let [bare, own] = ["bare.html", "own.html"].map(|name| within(&folder, name));
    let class = data("tests/programs/Echo.class");
    for (words, page) in [(vec!["view"], &bare), (vec!["view", class.as_str()], &own)] {
        let words = [words, vec!["-o", page.as_str()]].concat();
        let output = run(&words);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    let size = |page| std::fs::metadata(page).unwrap().len();
    assert!(size(&own) > size(&bare) + 10_000);
}

#[test]
fn what_is_no_trace_and_no_checkpoint_is_refused_without_a_page() {
    let folder = tempdir().unwrap();
    let page = within(&folder, "page.html");
    for (name, reason) in [("a.csv", "no trace"), ("a.jopcheck", "checkpoint")] {
        let file = within(&folder, name);
        std::fs::write(&file, "cycle,nothing\n1,2\n").unwrap();
        let output = run(&["view", &file, "-o", &page]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let text = stderr(&output);
        assert!(text.contains(&file) && text.contains(reason), "{text}");
        assert_eq!(text.trim_end().lines().count(), 1, "{text}");
        assert!(!std::path::Path::new(&page).exists());
    }
}

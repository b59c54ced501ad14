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

/// Makes a page of a file that is not to be opened; gives the one line that says why.
fn refusal(words: &[&str], page: &str) -> String {
    let output = run(&[&["view", "-o", page], words].concat());
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {text}");
    assert_eq!(text.trim_end().lines().count(), 1, "{text}");
    assert!(!std::path::Path::new(page).exists(), "{words:?}");
    text
}

#[test]
fn a_trace_without_cycles_or_with_a_cut_row_is_refused_with_its_place() {
    let folder = tempdir().unwrap();
    let [page, file] = ["page.html", "a.csv"].map(|name| within(&folder, name));
    std::fs::write(&file, "cycle,pc,a,mem_state\n").unwrap();
    assert!(refusal(&[&file], &page).contains("a trace without a cycle"));
    std::fs::write(&file, "cycle,pc,a,mem_state\n7,1,2,idl\n8,1\n").unwrap();
    let text = refusal(&[&file], &page);
    assert!(text.contains("a.csv:3: 2 of 4 columns"), "{text}");
}

#[test]
fn a_recording_is_told_to_be_one() {
    let folder = tempdir().unwrap();
    let [page, file] = ["page.html", "a.jrec"].map(|name| within(&folder, name));
    let output = run(&["run", "-q", "--program", "lift", "-o", &file, "--", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = refusal(&[&file], &page);
    assert!(
        text.contains("a.jrec: a recording") && text.contains("jop show"),
        "{text}"
    );
}

#[test]
fn machine_and_arguments_beside_a_checkpoint_or_a_trace_are_refused() {
    let folder = tempdir().unwrap();
    let [page, file, config] =
        ["page.html", "a.csv", "slow.toml"].map(|name| within(&folder, name));
    std::fs::write(&file, "cycle,pc,a,mem_state\n7,1,2,idl\n").unwrap();
    std::fs::write(&config, "ram_cnt = 5\n").unwrap();
    let checkpoint = data("../run/tests/golden/format-3.jopcheck");
    for file in [&file, &checkpoint] {
        assert!(refusal(&[file, "--config", &config], &page).contains("leave out --config"));
        assert!(refusal(&[file, "--", "3"], &page).contains("leave out arguments"));
    }
    for file in [&file, &checkpoint] {
        let output = run(&["view", file, "-o", &page]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        std::fs::remove_file(&page).unwrap();
    }
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

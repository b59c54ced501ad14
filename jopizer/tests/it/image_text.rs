//! The `.jop` text form: what is read, what is refused, what is written.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::link_minimal;
use jopizer::{Image, Symbols, SymbolsError};
use proptest::prelude::*;

fn error(text: &str) -> String {
    Image::parse(text).unwrap_err().to_string()
}

#[test]
fn numbers_commas_blanks_and_comments_are_read() {
    let text =
        "// 99, not a number\n6, 2,3 // \"4\", 5\n\t-1,\n/* 7,\n 8 */ 9 /* 10 */, -2147483648,\n";
    assert_eq!(
        Image::parse(text).unwrap().words,
        [6, 2, 3, u32::MAX, 9, 0x8000_0000]
    );
}

#[test]
fn commas_may_be_missing() {
    assert_eq!(Image::parse("3 1\n2").unwrap().words, [3, 1, 2]);
}

#[test]
fn windows_line_ends_are_read() {
    assert_eq!(Image::parse("2,\r\n7,\r\n").unwrap().words, [2, 7]);
}

#[test]
fn an_empty_image_is_refused() {
    for text in ["", "\n", "// only a comment\n"] {
        assert_eq!(error(text), "the image is empty");
    }
}

#[test]
fn a_cut_off_image_is_refused() {
    assert_eq!(
        error("4, 1, 2,"),
        "the image is cut off: word 0 announces 4 words, the file has 3"
    );
}

#[test]
fn an_image_with_words_to_spare_is_refused() {
    assert_eq!(
        error("2, 1, 2,"),
        "the image is too long: word 0 announces 2 words, the file has 3"
    );
}

#[test]
fn what_is_no_number_is_refused_with_its_line() {
    assert_eq!(error("2,\nabc, 1"), "line 2: `abc` is not a number");
    assert_eq!(error("2, 0x10"), "line 1: `0x10` is not a number");
    assert_eq!(error("2, -"), "line 1: `-` is not a number");
    assert_eq!(error("2, 1.5"), "line 1: `1.5` is not a number");
}

#[test]
fn numbers_of_more_than_32_bits_are_refused() {
    assert_eq!(
        error("2,\n2147483648"),
        "line 2: 2147483648 is not between -2147483648 and 2147483647"
    );
    assert_eq!(
        error("2, -99999999999999999999"),
        "line 1: -99999999999999999999 is not between -2147483648 and 2147483647"
    );
}

#[test]
fn a_block_comment_without_end_is_refused_with_its_line() {
    assert_eq!(
        error("1,\n/* open\n"),
        "line 2: the comment that starts here has no end"
    );
}

#[test]
fn a_file_error_names_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("cut.jop");
    std::fs::write(&path, "2, ").unwrap();
    assert_eq!(
        Image::read(&path).unwrap_err().to_string(),
        format!(
            "{}: the image is cut off: word 0 announces 2 words, the file has 1",
            path.display()
        )
    );
}

#[test]
fn comments_say_what_lies_where_and_change_nothing() {
    let linked = link_minimal("t.Ex");
    let text = linked.image.to_text(Some(&linked.symbols));
    assert_eq!(Image::parse(&text).unwrap(), linked.image);
    for line in [
        "// 2: t.Ex.total I",
        "// 20: t.Ex.add(II)I",
        "// 32: \"Hi\"",
        "// 23: ---- special pointers, 9 words ----",
    ] {
        assert!(
            text.lines().any(|found| found == line),
            "{line} is missing in\n{text}"
        );
    }
}

#[test]
fn image_and_symbols_come_back_from_their_files() {
    let linked = link_minimal("t.Ex");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("app.jop");
    linked.image.write(&path, Some(&linked.symbols)).unwrap();
    let symbols = Symbols::path_beside(&path);
    assert_eq!(symbols.file_name().unwrap(), "app.jop.sym.json");
    linked.symbols.write(&symbols).unwrap();
    assert_eq!(Image::read(&path).unwrap(), linked.image);
    assert_eq!(Symbols::read(&symbols).unwrap(), linked.symbols);
    assert_eq!(
        std::fs::read_dir(directory.path()).unwrap().count(),
        2,
        "nothing else is left"
    );
}

#[test]
fn a_file_that_cannot_be_written_leaves_nothing_behind() {
    let linked = link_minimal("t.Ex");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("taken");
    std::fs::create_dir(&path).unwrap();
    assert!(linked.image.write(&path, None).is_err());
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[test]
fn symbols_of_another_image_do_not_fit() {
    let (one, other) = (link_minimal("t.Ex"), link_minimal("t.Constants"));
    assert!(one.symbols.fits(&one.image));
    assert!(!one.symbols.fits(&other.image));
    let mut changed = one.image.clone();
    changed.words[20] ^= 1;
    assert!(!one.symbols.fits(&changed));
}

#[test]
fn symbols_of_another_format_are_refused() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "{\"format\": 7, \"words\": 3}").unwrap();
    let error = Symbols::read(file.path()).unwrap_err();
    assert!(
        matches!(error, SymbolsError::Format { found: 7, .. }),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .ends_with("symbol format 7 instead of 1; link the program again")
    );
}

proptest! {
    #[test]
    fn every_image_comes_back_from_its_text(mut words in prop::collection::vec(any::<u32>(), 1..200)) {
        words[0] = words.len() as u32;
        let image = Image { words };
        prop_assert_eq!(Image::parse(&image.to_text(None)).unwrap(), image);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[-0-9a-z, /*\n]{0,60}") {
        let _ = Image::parse(&text);
    }

    #[test]
    fn no_symbol_file_makes_the_reader_panic(text in "\\PC{0,60}") {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        prop_assert!(Symbols::read(file.path()).is_err());
    }
}

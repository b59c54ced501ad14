//! Cells of tables in CSV that other programs write.

use isa::cells::{
    count, delimiter, header_line, line_after_comments, line_after_empty_ones, number,
};

#[test]
fn the_delimiter_is_what_occurs_most_in_the_header_outside_quotes() {
    assert_eq!(delimiter("method,cycles"), b',');
    assert_eq!(delimiter("method;cycles"), b';');
    assert_eq!(delimiter("method\tcycles"), b'\t');
    assert_eq!(delimiter("\"a,b,c\";cycles"), b';');
    assert_eq!(delimiter("cycles"), b',');
}

#[test]
fn numbers_of_all_languages_become_digits_with_a_point() {
    for (text, delimiter, expected) in [
        ("1234", b',', "1234"),
        ("1,234", b',', "1234"),
        ("1234.567", b',', "1234.567"),
        ("1,234,567.5", b',', "1234567.5"),
        ("1.234.567,25", b';', "1234567.25"),
        ("1.234.567", b';', "1234567"),
        ("12,5", b';', "12.5"),
        ("12.5", b'\t', "12.5"),
        ("1234,500", b';', "1234.500"),
        ("0,125", b';', "0.125"),
        ("1'234", b';', "1234"),
        ("1\u{202f}234,50", b';', "1234.50"),
        (" 7 ", b',', "7"),
        ("7.", b',', "7"),
    ] {
        assert_eq!(number(text, delimiter).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn a_mark_that_can_be_either_is_refused_where_the_table_does_not_decide() {
    let error = number("1.234", b';').unwrap_err();
    assert_eq!(
        error.to_string(),
        "`1.234` can be 1234 or 1.234; write 1234 or 1.2340"
    );
    assert!(number("1,234", b'\t').is_err());
    assert!(number("1.234", b',').is_err());
}

#[test]
fn what_is_no_number_is_refused() {
    for text in [
        "", "x", "-1", "1.5E+06", "12 34", "1,23,4", "1.2.3", ".", ",5", "1,,234",
    ] {
        assert!(
            number(text, b',').is_err(),
            "{text}: {:?}",
            number(text, b',')
        );
    }
}

#[test]
fn counts_are_whole() {
    assert_eq!(count("12.0", b','), Ok(12));
    assert_eq!(count("1,234.000", b','), Ok(1234));
    assert_eq!(count("18446744073709551615", b','), Ok(u64::MAX));
    assert!(count("18446744073709551616", b',').is_err());
    for (text, delimiter) in [("12.4", b','), ("12,5", b';'), ("1234.567", b',')] {
        let problem = count(text, delimiter).unwrap_err().to_string();
        assert_eq!(problem, format!("`{text}` is no whole number; round it"));
    }
}

#[test]
fn a_count_with_a_point_before_three_digits_is_ambiguous() {
    for text in ["1.234", "1.000"] {
        let problem = count(text, b',').unwrap_err().to_string();
        assert!(problem.contains("can be 1"), "{problem}");
    }
    assert_eq!(count("0.000", b','), Ok(0));
}

#[test]
fn comments_are_neither_header_nor_record() {
    let text = "# ours, of today\na;b\n\n# more\n1;2\n";
    assert_eq!(header_line(text), "a;b");
    assert_eq!(line_after_comments(text, 1), 2);
    assert_eq!(line_after_comments(text, 3), 5);
    assert_eq!(line_after_comments(text, 9), 9);
}

#[test]
fn a_record_is_on_its_own_line_and_not_on_the_empty_one_before() {
    let text = "a,b\n1,2\n\r\n\n3,4\n";
    assert_eq!(line_after_empty_ones(text, 4, 2), 2);
    assert_eq!(line_after_empty_ones(text, 8, 3), 5);
    assert_eq!(line_after_empty_ones(text, 99, 7), 7);
}

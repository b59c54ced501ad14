//! Formulas of cycles, from their text.

use bytecode_timing::formula::*;

fn cycles(text: &str, ram_cnt: u8) -> i64 {
    match Formula::parse(text) {
        Ok(formula) => formula.cycles(WaitStates::of_sram(ram_cnt)),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn products_need_no_sign() {
    assert_eq!(cycles("98 + 2r + 4 m(r)", 4), 98 + 6 + 12);
    assert_eq!(cycles("2(w - 1)*3", 4), 18);
}

#[test]
fn differences_associate_to_the_left() {
    assert_eq!(cycles("10 - 3 - 2", 1), 5);
}

#[test]
fn m_is_at_least_one() {
    assert_eq!(cycles("m(r)", 1), 1);
    assert_eq!(cycles("m(r)", 5), 4);
}

#[test]
fn an_error_shows_the_text_and_what_is_left() {
    let error = Formula::parse("7 + x").map_err(|error| error.to_string());
    assert_eq!(
            error,
            Err(
                "cannot read the formula `7 + x` at ``: use numbers, r, w, max(a, b), m(a), +, -, * and brackets"
                    .to_owned()
            )
        );
}

#[test]
fn words_after_the_formula_are_refused() {
    assert!(Formula::parse("22 (outermost), 15 (nested)").is_err());
}

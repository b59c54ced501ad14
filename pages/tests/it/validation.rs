//! The validation page holds what the comparisons hold.

use crate::support::decoded::Decoded;
use cross_profile::{Comparison, Profile, import};
use pages::{PageError, ValidationCase, ValidationPrediction, validation};

fn profile(stacks: &str) -> Profile {
    import::collapsed(stacks.as_bytes()).expect("a profile")
}

fn page(comparison: &Comparison) -> Result<String, PageError> {
    let case = ValidationCase {
        program: "</script>",
        machine: "the machine",
        cycles: comparison.total.truth,
        facts: vec![("image", "abc".to_owned())],
        predictions: vec![ValidationPrediction {
            name: "theirs",
            comparison,
        }],
    };
    validation("a title", &[case], &["nop"; 256])
}

#[test]
fn every_method_has_its_true_and_predicted_cycles() {
    let comparison = Comparison::new(&profile("a;b 30\na 5\n"), &profile("a;b 40\nc 1\n"));
    let html = page(&comparison).expect("a page");
    assert_eq!(html.matches("</script>").count(), 2);
    let header = Decoded::of(&html).header;
    let prediction = &header["cases"][0]["predictions"][0];
    assert_eq!(prediction["name"], "theirs");
    let methods = prediction["by_method"].as_array().expect("methods");
    let rows: Vec<(&str, u64, u64)> = methods
        .iter()
        .map(|row| {
            let number = |key: &str| row[key].as_u64().expect("a number");
            (
                row["what"].as_str().expect("a name"),
                number("truth"),
                number("predicted"),
            )
        })
        .collect();
    assert_eq!(rows, [("b", 30, 40), ("a", 5, 0), ("c", 0, 1)]);
}

#[test]
fn cycles_that_a_browser_could_not_hold_are_refused() {
    let page = |cycles: u64| {
        let predicted = profile(&format!("a {cycles}\n"));
        page(&Comparison::new(&profile("a 1\n"), &predicted))
    };
    assert!(page(pages::MAX_EXACT).is_ok());
    assert!(matches!(
        page(pages::MAX_EXACT + 1),
        Err(PageError::TooLarge(..))
    ));
}

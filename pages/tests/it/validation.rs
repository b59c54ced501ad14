//! The validation page holds what the comparisons hold.

use crate::support::decoded::Decoded;
use cross_profile::decomposition::{Carried, Decomposition, Parts};
use cross_profile::{Comparison, Fold, Profile};
use pages::{PageError, ValidationCase, ValidationPrediction, validation};
use profile_import as import;

fn profile(stacks: &str) -> Profile {
    import::collapsed(stacks.as_bytes()).expect("a profile")
}

fn page(truth: &Profile, predicted: &Profile) -> Result<String, PageError> {
    let comparison = &Comparison::new(truth, predicted);
    let carried = Carried::of(predicted);
    let decomposition = &Decomposition::new(truth, predicted, Fold::None, carried);
    let case = ValidationCase {
        program: "</script>",
        machine: "the machine",
        cycles: comparison.total.truth,
        facts: vec![("image", "abc".to_owned())],
        predictions: vec![ValidationPrediction {
            name: "theirs",
            comparison,
            decomposition,
        }],
    };
    validation("a title", &[case], &["nop"; 256])
}

#[test]
fn every_method_has_its_true_and_predicted_cycles() {
    let html = page(&profile("a;b 30\na 5\n"), &profile("a;b 40\nc 1\n")).expect("a page");
    assert_eq!(html.matches("</script>").count(), 3);
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
fn every_part_of_an_error_is_there_by_method_and_adds_up_to_the_total() {
    let (truth, predicted) = (profile("a;b 30\na 5\nm 7\n"), profile("a;b 20\na 5\nc 1\n"));
    let header = Decoded::of(&page(&truth, &predicted).expect("a page")).header;
    assert_eq!(header["parts"], serde_json::json!(Parts::NAMES));
    let decomposition = &header["cases"][0]["predictions"][0]["decomposition"];
    let figure = |parts: &serde_json::Value, name: &str| parts[name].as_i64().expect("a number");
    let total = &decomposition["total"];
    assert_eq!(figure(total, "uncounted"), -10);
    assert_eq!(figure(total, "missing"), -7);
    assert_eq!(figure(total, "foreign"), 1);
    let methods = decomposition["by_method"].as_array().expect("methods");
    for name in Parts::NAMES {
        let sum: i64 = methods.iter().map(|row| figure(&row["parts"], name)).sum();
        assert_eq!(sum, figure(total, name), "{name}");
    }
}

#[test]
fn cycles_that_a_browser_could_not_hold_are_refused() {
    let page = |cycles: u64| {
        let predicted = profile(&format!("a {cycles}\n"));
        page(&profile("a 1\n"), &predicted)
    };
    assert!(page(pages::MAX_EXACT).is_ok());
    assert!(matches!(
        page(pages::MAX_EXACT + 1),
        Err(PageError::TooLarge(..))
    ));
}

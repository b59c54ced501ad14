//! Random tests draw the same cases in every ordinary run.

use std::fs;
use std::path::PathBuf;

use proptest::test_runner::{Config, RngSeed};
use tests::draw::Draw;

#[test]
fn property_tests_draw_from_the_seed_that_cargo_sets() {
    let file = tests::path("../.cargo/config.toml");
    let text = fs::read_to_string(file).expect("the configuration of cargo");
    let config: toml::Table = text.parse().expect("TOML");
    let seed = config["env"]["PROPTEST_RNG_SEED"].as_str().expect("a text");
    assert!(seed.parse::<u64>().is_ok(), "{seed}");
    let drawn = Config::default().rng_seed;
    assert!(matches!(drawn, RngSeed::Fixed(_)), "{drawn}");
}

#[test]
fn no_test_takes_a_seed_from_the_system() {
    let sources = [
        ["RngSeed::", "Random"],
        ["TestRunner::", "default()"],
        ["Rng::", "new()"],
        ["from_os", "_rng"],
        ["thread", "_rng"],
    ]
    .map(|it| it.concat());
    let mut open = vec![tests::path("..")];
    let mut found: Vec<PathBuf> = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default();
            if path.is_dir() && name != "target" && name != ".git" {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let text = fs::read_to_string(&path).expect("a source");
                if sources.iter().any(|source| text.contains(source)) {
                    found.push(path);
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn random_tests_draw_new_cases_only_when_they_are_asked_to() {
    let of = |all, set: &[(&str, &str)]| {
        let variable = |name: &str| {
            let found = set.iter().find(|(it, _)| *it == name)?;
            Some(found.1.to_owned())
        };
        Draw::of(all, variable, 10, 1000)
    };
    let ordinary = Draw { seed: 1, cases: 10 };
    assert_eq!(of(false, &[]), ordinary);
    assert_eq!(
        of(false, &[("JOPLAB_SEED", "7"), ("JOPLAB_CASES", "3")]),
        Draw { seed: 7, cases: 3 }
    );
    let all = of(true, &[]);
    assert_eq!(all.cases, 1000);
    assert_ne!(all.seed, ordinary.seed);
}

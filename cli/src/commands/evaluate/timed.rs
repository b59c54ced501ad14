//! Variants of the cross-profiler whose time is measured. A new one is one more line of a list.

/// Options of `jop cross run` whose time is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TimedVariant {
    /// Its name in results.
    pub(super) name: &'static str,
    pub(super) options: &'static [&'static str],
    /// Measured twice in the same way, which tells how far times can be trusted.
    pub(super) is_twice: bool,
}

const fn timed(
    name: &'static str,
    options: &'static [&'static str],
    is_twice: bool,
) -> TimedVariant {
    TimedVariant {
        name,
        options,
        is_twice,
    }
}

pub(super) const CLOSED_HITS: &str = "closed, all hits";
pub(super) const CLOSED_CACHE: &str = "closed, cache simulated";
pub(super) const APP_HITS: &str = "application, all hits";
pub(super) const APP_CACHE: &str = "application, cache simulated";
pub(super) const JDK_HITS: &str = "JDK covered, all hits";
pub(super) const JDK_CACHE: &str = "JDK covered, cache simulated";

/// Of embedded programs, which are linked as a whole.
pub(super) const CLOSED: &[TimedVariant] = &[
    timed(CLOSED_HITS, &closed("hits"), true),
    timed(CLOSED_CACHE, &closed("simulated"), false),
];

/// Of big programs; the harness adds `--routines constant`.
pub(super) const BIG: &[TimedVariant] = &[
    timed(
        APP_HITS,
        &["--library", "host", "--cover", "app", "--lookups", "hits"],
        true,
    ),
    timed(
        APP_CACHE,
        &[
            "--library",
            "host",
            "--cover",
            "app",
            "--lookups",
            "simulated",
        ],
        false,
    ),
    timed(JDK_HITS, &["--cover", "jdk", "--lookups", "hits"], false),
    timed(
        JDK_CACHE,
        &["--cover", "jdk", "--lookups", "simulated"],
        false,
    ),
];

/// As published cross-profilers have it: a constant for each bytecode in Java.
const fn closed(lookups: &'static str) -> [&'static str; 8] {
    [
        "--library",
        "target",
        "--threads",
        "host",
        "--routines",
        "constant",
        "--lookups",
        lookups,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_timed_variant_has_a_name_and_options_of_its_own() {
        for list in [CLOSED, BIG] {
            let others = |one: &TimedVariant| {
                let same = |it: &&TimedVariant| it.name == one.name || it.options == one.options;
                list.iter().filter(same).count()
            };
            assert!(list.iter().all(|one| others(one) == 1));
            assert_eq!(list.iter().filter(|one| one.is_twice).count(), 1);
        }
    }
}

//! To which part a test belongs: a test that begins with `parts::long!();` runs with `JOPLAB_ALL=1` alone, all others always.
//!
//! [`all`] is for tests of both parts, which try more with the switch. [`has_jdk`] and [`has_python`] are for those
//! that need these.
//! This crate depends on nothing, so that each crate can have it for its tests.

use std::process::Command;
use std::sync::OnceLock;

/// The variable that asks for all tests.
pub const SWITCH: &str = "JOPLAB_ALL";

/// Whether all tests run, and each with all that it can try.
#[must_use]
pub fn all() -> bool {
    is_on(std::env::var(SWITCH).ok().as_deref())
}

fn is_on(value: Option<&str>) -> bool {
    !matches!(value, None | Some("" | "0"))
}

/// Leaves a test that belongs to the long part, unless all tests run.
#[macro_export]
macro_rules! long {
    () => {
        if !$crate::all() {
            println!("long: {}=1 runs this test", $crate::SWITCH);
            return;
        }
    };
}

/// The JVM that runs programs in tests: the one on the path, or that of `JOPLAB_JAVA`.
#[must_use]
pub fn java_command() -> String {
    std::env::var("JOPLAB_JAVA").unwrap_or_else(|_| "java".to_owned())
}

/// Whether there is a JDK: [`java_command`] and `javac` run. Says so if not.
///
/// # Panics
/// If there is none, and `JOPLAB_REQUIRE_JDK` is 1: for tests that must not be skipped.
#[must_use]
pub fn has_jdk() -> bool {
    // Each test asks; one answer is enough.
    static MISSING: OnceLock<Option<String>> = OnceLock::new();
    let commands = || missing([java_command(), "javac".to_owned()], "-version");
    has("JDK", "JOPLAB_REQUIRE_JDK", MISSING.get_or_init(commands))
}

/// Whether there is a `python3`. Says so if not.
///
/// # Panics
/// If there is none, and `JOPLAB_REQUIRE_PYTHON` is 1: for tests that must not be skipped.
#[must_use]
pub fn has_python() -> bool {
    static MISSING: OnceLock<Option<String>> = OnceLock::new();
    let commands = || missing(["python3".to_owned()], "--version");
    has(
        "Python",
        "JOPLAB_REQUIRE_PYTHON",
        MISSING.get_or_init(commands),
    )
}

/// Whether no command is missing; says so if one is, or fails if it must not be.
fn has(what: &str, switch: &str, missing: &Option<String>) -> bool {
    let Some(missing) = missing else {
        return true;
    };
    let is_required = std::env::var(switch).is_ok_and(|value| value == "1");
    assert!(!is_required, "{switch} is 1, but `{missing}` does not run");
    println!("skipped: no {what}, `{missing}` does not run");
    false
}

/// The first command that does not run.
fn missing<const N: usize>(commands: [String; N], version: &str) -> Option<String> {
    let runs = |command: &String| {
        let output = Command::new(command).arg(version).output();
        output.is_ok_and(|output| output.status.success())
    };
    commands.into_iter().find(|command| !runs(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_and_zero_leave_the_long_part_out() {
        assert_eq!(
            [None, Some(""), Some("0"), Some("1")].map(is_on),
            [false, false, false, true]
        );
    }

    #[test]
    fn a_long_test_runs_with_the_switch_alone() {
        let run = || {
            let ran = std::cell::Cell::new(false);
            let test = || {
                long!();
                ran.set(true);
            };
            test();
            ran.get()
        };
        assert_eq!(run(), all());
    }

    #[test]
    fn a_missing_command_skips_a_test_that_nobody_requires() {
        let missing = Some("no-such-command".to_owned());
        assert!(!has("command", "JOPLAB_REQUIRE_NOTHING", &missing));
        assert!(has("command", "JOPLAB_REQUIRE_NOTHING", &None));
    }

    #[test]
    fn a_command_that_does_not_run_is_missing() {
        let commands = ["true", "no-such-command"].map(str::to_owned);
        assert_eq!(
            missing(commands, "-version").as_deref(),
            Some("no-such-command")
        );
    }
}

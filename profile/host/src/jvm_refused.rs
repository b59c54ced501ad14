//! Options of a JVM with which the agent cannot run.

use crate::jvm_room::options;

/// One line about the first option that rules the agent out, of a `java` command without its first word or of the environment.
#[must_use]
pub fn refused_option(words: &[String], environment: &str) -> Option<String> {
    let (options, _) = words.split_at(options(words));
    let options = options.iter().map(String::as_str);
    let all: Vec<&str> = options.chain(environment.split_whitespace()).collect();
    all.iter().enumerate().find_map(|(at, option)| {
        let value = all.get(at + 1).copied().unwrap_or_default();
        let reason = reason(option, value)?;
        Some(format!("{option}: {reason}; leave the option out"))
    })
}

/// Why an option is refused; `value` is the word behind it.
fn reason(option: &str, value: &str) -> Option<&'static str> {
    let manager = option.strip_prefix("-Djava.security.manager");
    let patched = match option {
        "--patch-module" => Some(value),
        _ => option.strip_prefix("--patch-module="),
    };
    if option == "-Xshare:on" {
        Some("a shared archive has classes that the agent did not patch")
    } else if patched.is_some_and(|module| module.starts_with("java.base=")) {
        Some("the agent patches java.base itself, and java takes one patch of a module")
    } else if matches!(manager, Some(name) if name.is_empty() || name.starts_with('=') && !["=allow", "=disallow"].contains(&name))
    {
        Some("a security manager keeps the agent from its files")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(options: &str, environment: &str) -> bool {
        let words: Vec<String> = options.split(' ').map(str::to_owned).collect();
        refused_option(&words, environment).is_some()
    }

    #[test]
    fn what_the_agent_cannot_run_with_is_refused() {
        for options in [
            "-Djava.security.manager Main",
            "-cp . -Djava.security.manager=my.Manager Main",
            "--patch-module java.base=classes Main",
            "--patch-module=java.base=classes Main",
            "-Xshare:on Main",
        ] {
            assert!(refused(options, ""), "{options}");
        }
        assert!(refused("Main", "-Xmx1g -Xshare:on"));
    }

    #[test]
    fn other_options_and_what_belongs_to_the_program_are_not() {
        for options in [
            "-Djava.security.manager=allow Main",
            "-Djava.security.managers Main",
            "--patch-module my.module=classes Main",
            "-Xshare:auto Main",
            "Main -Xshare:on",
            "-jar app.jar -Djava.security.manager",
        ] {
            assert!(!refused(options, ""), "{options}");
        }
    }
}

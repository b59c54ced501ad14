//! Command lines that are not understood: one line with place and remedy, like every other error.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

use crate::args::named::nearest;
use crate::args::other_names;

/// Errors of parsing numbers, and what is told instead.
const NUMBERS: [(&str, &str); 5] = [
    ("invalid digit found in string", "expected a whole number"),
    (
        "cannot parse integer from empty string",
        "expected a whole number",
    ),
    (
        "number too large to fit in target type",
        "the number is too large",
    ),
    ("invalid float literal", "expected a number"),
    ("cannot parse float from empty string", "expected a number"),
];

/// The line; none of what is no error but was asked for, as `--help`.
pub(crate) fn message(error: &Error, whole: &Command) -> Option<String> {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return None;
    }
    let text = error.render().to_string();
    let (path, command) = subject(&text, whole);
    let given = |kind| match error.get(kind) {
        Some(ContextValue::String(given)) => Some(given.as_str()),
        _ => None,
    };
    let help = format!("`{path} --help`");
    if let Some(name) = given(ContextKind::InvalidSubcommand) {
        #[cfg(not(feature = "whole"))]
        if let Some(message) = crate::output::missing::message(name) {
            return Some(message);
        }
        if let Some(remedy) = other_names::of_command(name).filter(|_| path == "jop") {
            return Some(format!("no command `{name}`; {remedy}"));
        }
        let names = command.get_subcommands().map(Command::get_name);
        let remedy = match nearest(name, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("{help} lists all"),
        };
        return Some(format!("no command `{name}`; {remedy}"));
    }
    if let (ErrorKind::UnknownArgument, Some(found)) =
        (error.kind(), given(ContextKind::InvalidArg))
    {
        if found.parse::<f64>().is_ok() && found.starts_with('-') {
            return Some(format!(
                "unexpected argument '{found}': no number is negative here"
            ));
        }
        if let Some(remedy) = other_names::of_option(found) {
            return Some(format!("unexpected argument '{found}': {remedy}"));
        }
        let takes_more = command.get_arguments().any(clap::Arg::is_last_set);
        if takes_more && !found.starts_with('-') {
            return Some(format!(
                "unexpected argument '{found}'; arguments of the program follow `--`: -- {found}"
            ));
        }
    }
    if error.kind() == ErrorKind::ArgumentConflict
        && text.contains("'--program <NAME>'")
        && text.contains("'[PROGRAM]'")
    {
        return Some(format!(
            "a program beside --program, which names one; its arguments follow `--`: {path} --program NAME -- ARGS"
        ));
    }
    let line = joined(&text);
    Some(match error.kind() {
        ErrorKind::MissingRequiredArgument | ErrorKind::MissingSubcommand => {
            format!("{line}; {help} lists all")
        }
        ErrorKind::UnknownArgument if !line.contains("; ") => format!("{line}; {help} lists all"),
        _ => line,
    })
}

/// The command that the usage in a message is of, and how it is called.
fn subject<'a>(text: &str, whole: &'a Command) -> (String, &'a Command) {
    let mut path = whole.get_name().to_owned();
    let mut command = whole;
    let usage = text.split_once("Usage: ").map_or("", |(_, usage)| usage);
    for word in usage.split_whitespace().skip(1) {
        let Some(below) = command.find_subcommand(word) else {
            break;
        };
        command = below;
        path = format!("{path} {word}");
    }
    (path, command)
}

/// The lines of a message as one, without usage.
fn joined(text: &str) -> String {
    let lines = text.lines().map(str::trim);
    let lines = lines.take_while(|line| {
        !line.starts_with("Usage: ") && !line.starts_with("For more information")
    });
    let mut whole = String::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let values = line.strip_prefix("[possible values: ");
        let values = values.and_then(|values| values.strip_suffix(']'));
        let line = match (line.strip_prefix("tip: "), values) {
            (Some(tip), _) => tip.to_owned(),
            (None, Some(values)) => format!("one of {values}"),
            (None, None) => line.trim_start_matches("error: ").to_owned(),
        };
        if whole.ends_with(':') {
            whole += " ";
        } else if whole.contains("not provided: ") {
            whole += ", ";
        } else if !whole.is_empty() {
            whole += "; ";
        }
        whole += &line;
    }
    for (theirs, ours) in NUMBERS {
        whole = whole.replace(theirs, ours);
    }
    whole
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use crate::command_line::Cli;

    fn told(line: &str) -> Option<String> {
        let words = line.split(' ');
        let whole = Cli::command();
        let error = whole.clone().try_get_matches_from(words).unwrap_err();
        super::message(&error, &whole)
    }

    #[test]
    fn what_is_misspelt_is_suggested_and_what_is_missing_named_in_one_line() {
        let cases = [
            ("jop rnu", "no command `rnu`; did you mean `run`?"),
            ("jop stone", "no command `stone`; `jop --help` lists all"),
            ("jop cost shwo", "no command `shwo`; did you mean `show`?"),
            (
                "jop sweep",
                "no command `sweep`; it is `jop explore --caches`",
            ),
            (
                "jop run Main.class --stdin",
                "unexpected argument '--stdin': leave it out: standard input is the program's input unless it is a terminal",
            ),
            (
                "jop run --program lift 500",
                "a program beside --program, which names one; its arguments follow `--`: jop run --program NAME -- ARGS",
            ),
            (
                "jop show a.jrec --top -1",
                "unexpected argument '-1': no number is negative here",
            ),
            (
                "jop show a.jrec --top abc",
                "invalid value 'abc' for '--top <N>': expected a whole number",
            ),
            (
                "jop run Main.class extra",
                "unexpected argument 'extra'; arguments of the program follow `--`: -- extra",
            ),
            (
                "jop explore --tasks 2",
                "the following required arguments were not provided: --cluster <ENGINE>, <PROGRAMS>...; `jop explore --help` lists all",
            ),
            (
                "jop run --program litf",
                "invalid value 'litf' for '--program <NAME>': did you mean `lift`?",
            ),
        ];
        for (line, wanted) in cases {
            assert_eq!(told(line).as_deref(), Some(wanted), "{line}");
        }
    }

    #[test]
    fn help_is_no_error() {
        for line in ["jop --help", "jop run --help", "jop --version", "jop"] {
            assert_eq!(told(line), None, "{line}");
        }
    }
}

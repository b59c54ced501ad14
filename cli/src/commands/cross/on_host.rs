//! A profile of the host's library: what of it rests on code that JOP would not execute, and how far off such profiles were.

use host_profile::{Cover, Outcome, errors_of_shares};

use super::target::Unlinkable;

/// Lines for the summary, each with its line break before it.
pub(super) fn render(outcome: &Outcome, cover: Cover, reason: Option<&Unlinkable>) -> String {
    let mut text = String::new();
    if let Some(reason) = reason {
        text += &format!("\n  on the host's library, as {reason}");
    }
    let share = outcome.percent_on_host_code(cover);
    text += &match cover {
        Cover::Jdk => format!(
            "\n  {share:.2} % of the cycles are of the JDK's methods, which JOP would not execute; the evaluation has no such profiles"
        ),
        Cover::Application => {
            let known = errors_of_shares(share);
            format!(
                "\n  {share:.2} % of the cycles are of methods that call the host's library, whose cycles are missing: programs with {} were off by {:.1} to {:.1} % in the evaluation",
                known.shares, known.least, known.most
            )
        }
    };
    text
}

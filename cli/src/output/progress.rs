//! A bar on standard error for work of several parts; on a terminal only.

use crate::output::console::Console;

#[cfg(feature = "whole")]
pub(crate) use indicatif::ProgressBar;

/// A bar that counts so many `what`.
#[cfg(feature = "whole")]
pub(crate) fn bar(what: &str, length: usize, console: Console) -> ProgressBar {
    use indicatif::ProgressStyle;

    if console.quiet || length < 2 {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {what}  {{elapsed}}"));
    let bar = ProgressBar::new(length as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.tick();
    bar
}

/// A counter of cycles, of which nobody knows how many there will be.
#[cfg(feature = "whole")]
pub(crate) fn cycles(console: Console) -> ProgressBar {
    use indicatif::ProgressStyle;

    if console.quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {human_pos} cycles  {elapsed}");
    ProgressBar::no_length().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// The bar of a build whose commands are over in seconds: it shows nothing.
#[cfg(not(feature = "whole"))]
#[derive(Debug, Clone)]
pub(crate) struct ProgressBar;

#[cfg(not(feature = "whole"))]
impl ProgressBar {
    /// Counts a part.
    pub(crate) fn inc(&self, _: u64) {}

    /// There are so many more parts.
    pub(crate) fn inc_length(&self, _: u64) {}

    /// Shows how far it is.
    pub(crate) fn set_position(&self, _: u64) {}

    /// Takes the bar off the terminal.
    pub(crate) fn finish_and_clear(&self) {}
}

/// No counter.
#[cfg(not(feature = "whole"))]
pub(crate) fn cycles(_: Console) -> ProgressBar {
    ProgressBar
}

/// No bar.
#[cfg(not(feature = "whole"))]
pub(crate) fn bar(_: &str, _: usize, _: Console) -> ProgressBar {
    ProgressBar
}

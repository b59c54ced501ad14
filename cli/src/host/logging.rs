//! Diagnostics of the tool itself (`-v`), on standard error; off by default.

use tracing_subscriber::filter::LevelFilter;

/// Starts logging: once `-v` for the steps taken, twice for details, three times for everything.
pub(crate) fn start(verbosity: u8) {
    let level = match verbosity {
        0 => return,
        1 => LevelFilter::INFO,
        2 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(anstream::stderr)
        .without_time()
        .with_target(false)
        .init();
}

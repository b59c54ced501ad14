//! A `jop` that knows the cache: in `--org`, and as `method_cache = "pinned-first"` in machine files.

use std::process::ExitCode;

fn main() -> ExitCode {
    method_cache::replay::add(&own_cache::PinnedFirst);
    cli::main()
}

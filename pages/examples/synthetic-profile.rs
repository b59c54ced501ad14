//! Writes a profile of any size, to try out what large trees do: `synthetic-profile CONTEXTS SEED FILE`.

#[path = "../tests/it/support/synthetic.rs"]
mod synthetic;

use std::error::Error;
use std::fs::File;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [contexts, seed, file] = arguments.as_slice() else {
        return Err("usage: synthetic-profile CONTEXTS SEED FILE".into());
    };
    let profile = synthetic::profile(contexts.parse()?, seed.parse()?);
    cross_profile::file::write(&profile, File::create(file)?)?;
    Ok(())
}

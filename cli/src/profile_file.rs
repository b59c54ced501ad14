//! Reading of profiles of every format.

use std::path::Path;

use cross_profile::observer::{UNNAMED, region_name};
use cross_profile::{Profile, import};

use crate::errors::Error;

/// Reads a profile; its contents tell the format.
pub(crate) fn read(path: &Path) -> Result<Profile, Error> {
    let bytes = std::fs::read(path).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    let (profile, format) = import::read(&bytes).map_err(Error::at(path.display()))?;
    tracing::info!("read {}: {format}", path.display());
    Ok(profile)
}

/// The part of a profile in a region that the program has marked.
pub(crate) fn region(profile: &Profile, path: &Path, name: &str) -> Result<Profile, Error> {
    profile.below(&region_name(name)).ok_or_else(|| {
        let (before, behind) = ("(region ", ")");
        // Of one thread, the names of the others' regions are there, too.
        let mut is_there = vec![false; profile.methods.len()];
        for thread in &profile.threads {
            for context in thread.tree.contexts() {
                is_there[context.method.0 as usize] = true;
            }
        }
        let there = profile.methods.iter().zip(is_there);
        let marked = there.filter_map(|(method, is_there)| {
            let name = method.strip_prefix(before)?.strip_suffix(behind)?;
            is_there.then(|| format!("`{name}`"))
        });
        let marked: Vec<String> = marked.collect();
        let there = match marked.len() {
            0 if profile.methods.iter().any(|name| name.starts_with(UNNAMED)) => {
                "its image has no symbols; link it with `jop build`".to_owned()
            }
            0 => "it marks none with joplab.Region".to_owned(),
            _ => format!("it marks {}", marked.join(", ")),
        };
        Error::Input(format!("{}: no region `{name}`: {there}", path.display()))
    })
}

//! The part of a profile that is shown.

use std::path::Path;

use cross_profile::Profile;
use cross_profile::{CallingContextTree, ThreadProfile};

use crate::args::profile_file;
use crate::output::errors::Error;

/// The part of a profile that is shown.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct PartArguments {
    /// Take only this thread
    #[arg(long, value_name = "NAME")]
    pub(crate) thread: Option<String>,
    /// Take only this region, which the program marks with joplab.Region
    #[arg(long, value_name = "NAME")]
    pub(crate) region: Option<String>,
}

#[cfg(not(feature = "whole"))]
impl PartArguments {
    /// The options, and which are given.
    pub(crate) fn given(&self) -> [(&'static str, bool); 2] {
        [
            ("--thread", self.thread.is_some()),
            ("--region", self.region.is_some()),
        ]
    }
}

/// The part of a profile that is asked for.
pub(super) fn take_part(
    mut profile: Profile,
    path: &Path,
    part: &PartArguments,
) -> Result<Profile, Error> {
    if let Some(name) = &part.thread {
        take_thread(&mut profile, name, path)?;
    }
    match &part.region {
        Some(name) => profile_file::region(&profile, path, name),
        None => Ok(profile),
    }
}

/// Leaves one thread in a profile.
pub(super) fn take_thread(profile: &mut Profile, name: &str, file: &Path) -> Result<(), Error> {
    // Their own names are not in a profile; the method that one begins with tells which it is.
    let threads = profile.threads.iter().enumerate();
    let names = threads.map(
        |(place, thread)| match (place, begins_with(profile, thread)) {
            (1.., Some(method)) => format!("{} ({method})", thread.name),
            _ => thread.name.clone(),
        },
    );
    let names: Vec<String> = names.collect();
    profile.threads.retain(|thread| thread.name == name);
    if profile.threads.is_empty() {
        return Err(Error::Input(format!(
            "{}: no thread `{name}`: there is {}",
            file.display(),
            names.join(", ")
        )));
    }
    Ok(())
}

/// The method with the most cycles right below the root of a thread.
pub(crate) fn begins_with(profile: &Profile, thread: &ThreadProfile) -> Option<String> {
    let (tree, inclusive) = (&thread.tree, thread.tree.inclusive_cycles());
    let below = tree.ids().skip(1);
    let outermost = below.filter(|id| tree.context(*id).parent == CallingContextTree::ROOT);
    let hottest = outermost.max_by_key(|id| inclusive[id.0 as usize])?;
    let name = profile.name(tree.context(hottest).method);
    Some(name.split('(').next().unwrap_or(name).to_owned())
}

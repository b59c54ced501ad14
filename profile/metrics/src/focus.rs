//! Foci: parts of a program that are looked at over time, as the user names them.

use std::str::FromStr;

use cross_profile::context_names::region_name;
use cross_profile::{CallingContextTree, ContextId, Profile};
use jopizer::Symbols;
use record::{Limits, LimitsError, Pattern};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a focus covers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The whole run.
    Run,
    /// A thread: `main`, `thread 1`, ...
    Thread(String),
    /// Methods in themselves: those of a pattern, as in `jop run --only`.
    Only(Pattern),
    /// Methods and all that they call.
    Below(Pattern),
    /// A region that the program marks, and all that runs in it.
    Region(String),
}

/// A part of a program with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Focus {
    /// Its name in tables.
    pub name: String,
    /// What it covers.
    pub kind: Kind,
}

/// A focus that means nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FocusError {
    /// Not written as one.
    #[error(
        "`{0}` is no focus: give run, only:PATTERN, below:PATTERN, thread:NAME or region:NAME, with NAME= in front to name it"
    )]
    Unreadable(String),
    /// Two with one name.
    #[error("two foci are called `{0}`; name one of them in another way, as in NAME=below:PATTERN")]
    Twice(String),
    /// A pattern without methods.
    #[error(transparent)]
    Limits(#[from] LimitsError),
    /// A thread that never ran.
    #[error("focus `{0}`: no recorded thread is called so; they are {1}")]
    NoThread(String, String),
    /// A region that the recording does not have.
    #[error("focus `{0}`: nothing was recorded of this region")]
    NoRegion(String),
    /// A file that lists none.
    #[error(
        "the file lists no focus; write [[focus]] with a name and one of only, below, thread or region"
    )]
    Empty,
    /// A focus of a file with no part, or several.
    #[error("focus `{0}` needs exactly one of only, below, thread and region")]
    Parts(String),
    /// Not TOML, or other names.
    #[error("{0}")]
    Toml(String),
}

impl FromStr for Focus {
    type Err = FocusError;

    /// `run`, `lift.Door`, `only:lift.Door`, `below:udpip.Ip`, `thread:main`, `region:filter`, `ip=below:udpip.Ip`.
    fn from_str(text: &str) -> Result<Self, FocusError> {
        let (name, rest) = match text.split_once('=') {
            Some((name, rest)) => (name.trim(), rest.trim()),
            None => (text.trim(), text.trim()),
        };
        let kind = match rest.split_once(':') {
            None if rest == "run" => Kind::Run,
            None => Kind::Only(Pattern(rest.to_owned())),
            Some(("only", pattern)) => Kind::Only(Pattern(pattern.to_owned())),
            Some(("below", pattern)) => Kind::Below(Pattern(pattern.to_owned())),
            Some(("thread", thread)) => Kind::Thread(thread.to_owned()),
            Some(("region", region)) => Kind::Region(region.to_owned()),
            Some(_) => return Err(FocusError::Unreadable(text.to_owned())),
        };
        if name.is_empty() || rest.ends_with(':') || rest.is_empty() {
            return Err(FocusError::Unreadable(text.to_owned()));
        }
        Ok(Self {
            name: name.to_owned(),
            kind,
        })
    }
}

/// Foci of a recording, each with a name of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foci(Vec<Focus>);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FociFile {
    #[serde(default)]
    focus: Vec<FocusEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FocusEntry {
    name: String,
    only: Option<Pattern>,
    below: Option<Pattern>,
    thread: Option<String>,
    region: Option<String>,
}

impl FocusEntry {
    fn focus(self) -> Result<Focus, FocusError> {
        let kinds = [
            self.only.map(Kind::Only),
            self.below.map(Kind::Below),
            self.thread.map(Kind::Thread),
            self.region.map(Kind::Region),
        ];
        let mut kinds = kinds.into_iter().flatten();
        match (kinds.next(), kinds.next()) {
            (Some(kind), None) => Ok(Focus {
                name: self.name,
                kind,
            }),
            _ => Err(FocusError::Parts(self.name)),
        }
    }
}

impl Foci {
    /// These foci; the whole run if there are none.
    ///
    /// # Errors
    /// When two have the same name.
    pub fn new(foci: Vec<Focus>) -> Result<Self, FocusError> {
        let run = Focus {
            name: "run".to_owned(),
            kind: Kind::Run,
        };
        let foci = if foci.is_empty() { vec![run] } else { foci };
        Self::check_names(&foci)?;
        Ok(Self(foci))
    }

    /// Checks that each has a name of its own.
    ///
    /// # Errors
    /// When two have the same name.
    pub fn check_names(foci: &[Focus]) -> Result<(), FocusError> {
        for (place, focus) in foci.iter().enumerate() {
            if foci[..place].iter().any(|other| other.name == focus.name) {
                return Err(FocusError::Twice(focus.name.clone()));
            }
        }
        Ok(())
    }

    /// The foci of a file: a `[[focus]]` in TOML for each, with a `name` and one of `only`, `below`, `thread`, `region`.
    ///
    /// # Errors
    /// When the text is something else.
    pub fn read(text: &str) -> Result<Vec<Focus>, FocusError> {
        let file: FociFile = toml::from_str(text)
            .map_err(|error| FocusError::Toml(error.to_string().trim_end().replace('\n', " ")))?;
        if file.focus.is_empty() {
            return Err(FocusError::Empty);
        }
        file.focus.into_iter().map(FocusEntry::focus).collect()
    }

    /// The foci.
    #[must_use]
    pub fn list(&self) -> &[Focus] {
        &self.0
    }

    /// Their shares of a profile.
    ///
    /// # Errors
    /// When the profile has nothing that one of them covers.
    pub fn shares(&self, profile: &Profile) -> Result<Vec<Share>, FocusError> {
        self.0.iter().map(|focus| focus.share(profile)).collect()
    }
}

/// The contexts of a focus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share(Vec<Vec<bool>>);

impl Share {
    /// True if the focus covers the context of the thread at this place.
    #[must_use]
    #[inline]
    pub fn has(&self, thread: u32, context: ContextId) -> bool {
        self.0[thread as usize][context.0 as usize]
    }

    /// Its cycles in the profile that it is of.
    #[must_use]
    pub fn cycles(&self, profile: &Profile) -> u64 {
        let threads = profile.threads.iter().zip(&self.0);
        threads
            .flat_map(|(thread, own)| thread.tree.contexts().iter().zip(own))
            .filter(|(_, is_own)| **is_own)
            .map(|(context, _)| context.self_cycles())
            .sum()
    }
}

impl Focus {
    /// Checks that an image with these symbols can have what it covers; threads and regions appear while it runs.
    ///
    /// # Errors
    /// When it has not.
    pub fn check(&self, symbols: Option<&Symbols>) -> Result<(), FocusError> {
        match &self.kind {
            Kind::Run | Kind::Thread(_) => Ok(()),
            Kind::Only(pattern) | Kind::Below(pattern) => {
                Ok(pattern.addresses(symbols).map(|_| ())?)
            }
            Kind::Region(name) => Ok(Limits::of_region(name).check(symbols)?),
        }
    }

    /// Its contexts in a profile.
    ///
    /// # Errors
    /// When the profile has none.
    pub fn share(&self, profile: &Profile) -> Result<Share, FocusError> {
        match &self.kind {
            Kind::Run => Ok(of_threads(profile, |_| true)),
            Kind::Thread(name) => {
                let mut names = profile.threads.iter().map(|thread| &*thread.name);
                if !names.any(|thread| thread == name) {
                    let names: Vec<&str> = profile.threads.iter().map(|it| &*it.name).collect();
                    return Err(FocusError::NoThread(self.name.clone(), names.join(", ")));
                }
                Ok(of_threads(profile, |thread| thread == name))
            }
            Kind::Only(pattern) => {
                let chosen = Pattern::choose(std::slice::from_ref(pattern), &profile.methods)?;
                Ok(of_contexts(profile, |tree, id, _| {
                    chosen[tree.context(id).method.0 as usize]
                }))
            }
            Kind::Below(pattern) => {
                let chosen = Pattern::choose(std::slice::from_ref(pattern), &profile.methods)?;
                Ok(below(profile, &chosen))
            }
            Kind::Region(name) => {
                let wanted = region_name(name);
                let chosen: Vec<bool> = profile.methods.iter().map(|it| *it == wanted).collect();
                if !chosen.contains(&true) {
                    return Err(FocusError::NoRegion(self.name.clone()));
                }
                Ok(below(profile, &chosen))
            }
        }
    }
}

fn of_threads(profile: &Profile, is_meant: impl Fn(&str) -> bool) -> Share {
    let threads = profile.threads.iter();
    Share(
        threads
            .map(|thread| vec![is_meant(&thread.name); thread.tree.contexts().len()])
            .collect(),
    )
}

fn below(profile: &Profile, chosen: &[bool]) -> Share {
    of_contexts(profile, |tree, id, above| {
        above || chosen[tree.context(id).method.0 as usize]
    })
}

/// `is_meant` is given whether the caller's context is.
fn of_contexts(
    profile: &Profile,
    is_meant: impl Fn(&CallingContextTree, ContextId, bool) -> bool,
) -> Share {
    let threads = profile.threads.iter().map(|thread| {
        let tree = &thread.tree;
        let mut meant = Vec::with_capacity(tree.contexts().len());
        for id in tree.ids() {
            let above = id != CallingContextTree::ROOT && meant[tree.context(id).parent.0 as usize];
            meant.push(is_meant(tree, id, above));
        }
        meant
    });
    Share(threads.collect())
}

//! What every command says of a region that is not there.

use crate::context_names::{UNNAMED, region_name};
use crate::profile::Profile;

/// Similarity from which on a name is suggested.
const SIMILAR: f64 = 0.85;

/// A region that a program does not mark.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no region `{name}`{remedy}")]
pub struct NoRegion {
    name: String,
    remedy: String,
}

impl NoRegion {
    /// Of a run that marked these.
    fn of_run(name: &str, marked: &[&str], has_symbols: bool) -> Self {
        let listed = || marked.iter().map(|name| format!("`{name}`"));
        Self::new(name, marked.iter().copied(), || match marked {
            [] if !has_symbols => "its image has no symbols; link it with `jop build`".to_owned(),
            [] => "it marks none with joplab.Region".to_owned(),
            _ => format!("it marks {}", listed().collect::<Vec<_>>().join(", ")),
        })
    }

    /// Of a program that has not run, with these string literals; none if it does not use `joplab.Region`.
    #[must_use]
    pub fn of_program<'a>(name: &str, literals: Option<impl Iterator<Item = &'a str>>) -> Self {
        let marks = literals.is_some();
        Self::new(name, literals.into_iter().flatten(), || {
            let what = if marks { "none of that name" } else { "none" };
            format!("it marks {what} with joplab.Region")
        })
    }

    fn new<'a>(
        name: &str,
        known: impl Iterator<Item = &'a str>,
        otherwise: impl FnOnce() -> String,
    ) -> Self {
        let similar = known
            .map(|known| (strsim::jaro_winkler(name, known), known))
            .filter(|(similarity, known)| *similarity > SIMILAR && *known != name)
            .max_by(|(left, _), (right, _)| left.total_cmp(right));
        Self {
            remedy: match similar {
                Some((_, known)) => format!("; did you mean `{known}`?"),
                None => format!(": {}", otherwise()),
            },
            name: name.to_owned(),
        }
    }
}

impl Profile {
    /// The part in a region that the program has marked.
    ///
    /// # Errors
    /// When it has marked none of this name.
    pub fn region(&self, name: &str) -> Result<Self, NoRegion> {
        self.below(&region_name(name)).ok_or_else(|| {
            let has_symbols = !self.methods.iter().any(|name| name.starts_with(UNNAMED));
            NoRegion::of_run(name, &self.regions(), has_symbols)
        })
    }

    /// Names of the regions that it has contexts of.
    fn regions(&self) -> Vec<&str> {
        // Of one thread, the names of the others' regions are there, too.
        let mut is_there = vec![false; self.methods.len()];
        for thread in &self.threads {
            for context in thread.tree.contexts() {
                is_there[context.method.0 as usize] = true;
            }
        }
        let there = self.methods.iter().zip(is_there);
        let there = there.filter(|(_, is_there)| *is_there);
        there.filter_map(|(name, _)| region_of(name)).collect()
    }
}

/// The region whose context has this name.
#[must_use]
pub fn region_of(context: &str) -> Option<&str> {
    context.strip_prefix("(region ")?.strip_suffix(')')
}

//! Names of another tool's profile brought to those of the truth.
//!
//! Two names are of one method if a form of one is a form of the other (`MethodName` has the forms): descriptors may be
//! missing on either side, and of single methods. A name that is less exact stands for all methods of its form, which
//! are then one on both sides. A method of the library that a tool has in another package is known by class and method; any
//! other by class and method, without its package, if only one method of the truth has these. A method alone is none: every
//! program has a `main`.

use std::collections::{BTreeSet, HashMap, HashSet};

use thiserror::Error;

use crate::context_names::{ROOT_NAME, START};
use crate::method_name::{MethodName, means};
use crate::origin::Origin;
use crate::profile::Profile;

/// Names that an error quotes.
const QUOTED: usize = 3;

/// No method of the profile is one of the truth.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("none of its {count} methods is one of the program ({names}); names are like `{example}`")]
pub struct NoMatch {
    /// Methods of the profile.
    pub count: usize,
    /// Some of them.
    pub names: String,
    /// A name of the truth.
    pub example: String,
}

/// Result of matching.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matched {
    /// Methods of the profile.
    pub methods: usize,
    /// Entries that the truth lacks, by name.
    pub unknown: Vec<String>,
    /// Methods of the library known by class and method: their names, and those in the truth.
    pub moved: Vec<(String, String)>,
}

/// Puts `to` in place of `from` at the start of the names of methods: a package, a class or a method.
pub fn rename(profile: &mut Profile, from: &str, to: &str) {
    for name in &mut profile.methods {
        let path = name.find('(').unwrap_or(name.len());
        let dotted = name[..path].replace('/', ".");
        let rest = dotted.strip_prefix(from);
        if let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with(['.', '$'])) {
            *name = format!("{to}{rest}{}", &name[path..]);
        }
    }
}

/// Renames methods on both sides so that the same ones have the same name.
///
/// # Errors
///
/// [`NoMatch`] if none does.
pub fn align(truth: &mut Profile, prediction: &mut Profile) -> Result<Matched, NoMatch> {
    let mut names = Names::default();
    names.add(&truth.methods, TRUTH);
    names.add(&prediction.methods, PREDICTION);
    names.join_forms();
    let moved = names.join_library();
    names.join_short();
    let known = names.known();
    let methods: BTreeSet<&String> = prediction
        .methods
        .iter()
        .filter(|name| is_method(name))
        .collect();
    let unknown = methods
        .iter()
        .filter(|name| !known.contains(&names.group(name)));
    let unknown: Vec<String> = unknown.map(|name| (*name).clone()).collect();
    if unknown.len() >= methods.len() {
        return Err(NoMatch {
            count: methods.len(),
            names: quoted(&unknown),
            example: hottest(truth).unwrap_or_else(|| START.to_owned()),
        });
    }
    let matched = Matched {
        methods: methods.len(),
        unknown,
        moved,
    };
    let titles = names.titles();
    for name in truth.methods.iter_mut().chain(&mut prediction.methods) {
        if is_method(name) {
            titles[names.group(name)].clone_into(name);
        }
    }
    Ok(matched)
}

/// Sides of a comparison.
const TRUTH: usize = 0;
const PREDICTION: usize = 1;

/// The names of both sides, in groups of those that are one method.
#[derive(Default)]
struct Names {
    places: HashMap<String, usize>,
    names: Vec<MethodName>,
    texts: Vec<String>,
    /// Sides that have it.
    sides: Vec<[bool; 2]>,
    /// A name of the same group with a lower number, or the name itself.
    parents: Vec<usize>,
}

impl Names {
    fn add(&mut self, methods: &[String], side: usize) {
        for text in methods.iter().filter(|name| is_method(name)) {
            let next = self.names.len();
            let place = *self.places.entry(text.clone()).or_insert(next);
            if place == next {
                self.names.push(MethodName::of(text));
                self.texts.push(text.clone());
                self.sides.push([false; 2]);
                self.parents.push(place);
            }
            self.sides[place][side] = true;
        }
    }

    fn root(&self, mut place: usize) -> usize {
        while self.parents[place] != place {
            place = self.parents[place];
        }
        place
    }

    fn group(&self, name: &str) -> usize {
        self.places.get(name).map_or(0, |place| self.root(*place))
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// Joins each name with those of the other side that have its form.
    fn join_forms(&mut self) {
        for side in [TRUTH, PREDICTION] {
            let mut forms: HashMap<String, Vec<usize>> = HashMap::new();
            for (place, name) in self.names.iter().enumerate() {
                if self.sides[place][side] {
                    for form in name.forms() {
                        forms.entry(form).or_default().push(place);
                    }
                }
            }
            for place in 0..self.names.len() {
                if !self.sides[place][1 - side] {
                    continue;
                }
                // Types with packages first: without them they may be several.
                let name = &self.names[place];
                let exact = forms.get(&name.exact());
                let brief = || forms.get(&name.brief()).filter(|_| !name.has_result());
                let found = exact.or_else(brief);
                for other in found.cloned().unwrap_or_default() {
                    self.join(place, other);
                }
            }
        }
    }

    /// Joins methods of the library that only one side has, where class and method are those of one of the other side.
    fn join_library(&mut self) -> Vec<(String, String)> {
        let known = self.sides_of_groups();
        let alone = |place: &usize, side: usize| {
            let group = self.root(*place);
            known[group] == [side == TRUTH, side == PREDICTION]
                && matches!(
                    Origin::of(&self.names[*place].path),
                    Origin::Library | Origin::Runtime
                )
        };
        let places = 0..self.names.len();
        let mut ours: HashMap<&str, Vec<usize>> = HashMap::new();
        for place in places.clone().filter(|place| alone(place, TRUTH)) {
            if let Some(simple) = self.names[place].simple() {
                ours.entry(simple).or_default().push(place);
            }
        }
        let mut pairs = Vec::new();
        for place in places.filter(|place| alone(place, PREDICTION)) {
            let name = &self.names[place];
            let found = name.simple().and_then(|simple| ours.get(simple));
            let found = found.filter(|found| {
                let paths: HashSet<&str> = found
                    .iter()
                    .map(|place| &*self.names[*place].path)
                    .collect();
                paths.len() == 1
            });
            for other in found.into_iter().flatten() {
                let sides = [name, &self.names[*other]].map(MethodName::brief_arguments);
                if sides[0] == sides[1] || sides.contains(&None) {
                    pairs.push((place, *other));
                }
            }
        }
        let moved = pairs
            .iter()
            .map(|(place, other)| (self.texts[*place].clone(), self.texts[*other].clone()));
        let moved = moved.collect();
        for (place, other) in pairs {
            self.join(place, other);
        }
        moved
    }

    /// Joins names without package with the one method of the truth that they mean.
    fn join_short(&mut self) {
        let sides = self.sides_of_groups();
        let last = |place: usize| self.names[place].path.rsplit('.').next();
        let mut ours: HashMap<Option<&str>, Vec<usize>> = HashMap::new();
        let mut short = Vec::new();
        for place in 0..self.names.len() {
            match sides[self.root(place)] {
                [true, false] => ours.entry(last(place)).or_default().push(place),
                [false, true] if self.names[place].path.contains('.') => short.push(place),
                _ => {}
            }
        }
        let mut pairs = Vec::new();
        for place in short {
            let named = ours.get(&last(place)).into_iter().flatten();
            let meant = named.filter(|other| means(&self.texts[**other], &self.texts[place]));
            let meant: Vec<usize> = meant.copied().collect();
            let path = |other: &usize| &self.names[*other].path;
            if meant.windows(2).all(|two| path(&two[0]) == path(&two[1])) {
                pairs.extend(meant.into_iter().map(|other| (place, other)));
            }
        }
        for (place, other) in pairs {
            self.join(place, other);
        }
    }

    /// Sides that have a name of each group, by the group's number.
    fn sides_of_groups(&self) -> Vec<[bool; 2]> {
        let mut groups = vec![[false; 2]; self.names.len()];
        for (place, sides) in self.sides.iter().enumerate() {
            let group = self.root(place);
            for (all, own) in groups[group].iter_mut().zip(sides) {
                *all |= own;
            }
        }
        groups
    }

    /// Groups that the truth has.
    fn known(&self) -> HashSet<usize> {
        let groups = self.sides_of_groups().into_iter().enumerate();
        groups
            .filter(|(_, sides)| sides[TRUTH])
            .map(|(group, _)| group)
            .collect()
    }

    /// Name of each group: that of the truth, without descriptor if it has several.
    fn titles(&self) -> Vec<String> {
        let mut titles: Vec<Option<(usize, String)>> = vec![None; self.names.len()];
        let rank = |place: usize| usize::from(!self.sides[place][TRUTH]);
        for (place, text) in self.texts.iter().enumerate() {
            let own = (rank(place), dotted(text));
            let title = &mut titles[self.root(place)];
            *title = Some(match title.take() {
                None => own,
                Some(before) if before.0 < own.0 => before,
                Some(before) if before.0 > own.0 || before.1 == own.1 => own,
                Some((rank, _)) => (rank, self.names[place].path.clone()),
            });
        }
        titles
            .into_iter()
            .map(|title| title.map(|(_, text)| text).unwrap_or_default())
            .collect()
    }
}

/// A name with `.` for `/` before its descriptor.
fn dotted(name: &str) -> String {
    let (path, rest) = name.split_at(name.find('(').unwrap_or(name.len()));
    path.replace('/', ".") + rest
}

/// Neither the context above all others nor the one before the first call.
fn is_method(name: &str) -> bool {
    name != ROOT_NAME && name != START
}

fn hottest(profile: &Profile) -> Option<String> {
    let methods = profile.methods.iter().zip(profile.by_method());
    let named = methods.filter(|(name, _)| is_method(name));
    let hottest = named.max_by_key(|(name, figures)| {
        (Origin::of(name) == Origin::Application, figures.self_cycles)
    });
    hottest.map(|(name, _)| name.clone())
}

fn quoted(names: &[String]) -> String {
    let mut text: Vec<String> = names
        .iter()
        .take(QUOTED)
        .map(|name| format!("`{}`", name.escape_debug()))
        .collect();
    if names.len() > QUOTED {
        text.push("...".to_owned());
    }
    text.join(", ")
}

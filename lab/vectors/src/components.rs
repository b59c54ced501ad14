//! Components: methods, classes, packages and regions that a run is divided into.
//!
//! ```text
//! main ── Plant.step ── Door.move ── Math.max       Plant=Plant  Door=Door
//! (rest)    Plant          Door         Door        with callees: the innermost chosen one on the chain of calls
//! (rest)    Plant          Door        (rest)       alone: only its own bytecodes
//! ```
//!
//! A component is a name and a pattern: a package, a class or a method, with or without descriptor, or `region NAME`. A context
//! is in one component only. What an interrupt or exception runs was not called by the program and is in [`REST`].

use cross_profile::context_names::region_name;
use cross_profile::method_name::means;
use cross_profile::{CallingContextTree, ContextId, MethodId, Origin, Service, ThreadId};

use rustc_hash::FxHashMap;

use crate::record::Atoms;

/// The component of everything that no other has.
pub const REST: &str = "(rest)";

/// Part of the calls below a component that belongs to it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Scope {
    /// All that is called, up to other components.
    #[default]
    WithCallees,
    /// Only the chosen methods.
    Alone,
}

/// A component that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Its name.
    pub name: String,
    /// Package, class, method or `region NAME`.
    pub pattern: String,
    /// Callees.
    pub scope: Scope,
}

/// A component that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoComponent {
    /// Nothing of that name ran.
    #[error(
        "component {name}: nothing that ran is in `{pattern}`; give a package, a class, a method or `region NAME`"
    )]
    Nothing {
        /// Its name.
        name: String,
        /// Its pattern.
        pattern: String,
    },
    /// Two have one name.
    #[error("component {0}: given twice; give each its own name")]
    Twice(String),
    /// The name is that of the rest.
    #[error("component {REST}: that is the rest of the run; choose another name")]
    Rest,
}

impl Component {
    /// Returns true if a context with this name of its method is chosen: it has the name, or is in the class or package of it.
    #[must_use]
    pub fn has(&self, method: &str) -> bool {
        if let Some(region) = self.pattern.strip_prefix("region ") {
            return method == region_name(region);
        }
        let rest = method.strip_prefix(self.path());
        rest.is_some_and(ends_name)
    }

    /// The same for a name without its package, or a method in any of the forms that [`means`] knows.
    fn means(&self, method: &str) -> bool {
        let path = self.path();
        let class = method.split('(').next().unwrap_or_default();
        let mut found = class.match_indices(path);
        let is_class =
            |at: usize| class[..at].ends_with('.') && ends_name(&class[at + path.len()..]);
        found.any(|(at, _)| is_class(at)) || means(method, path)
    }

    fn path(&self) -> &str {
        self.pattern.trim_end_matches(".*")
    }
}

/// Returns true if a name ends where this begins.
fn ends_name(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(['.', '$', '('])
}

/// Components, and how their patterns are meant among the methods of a program.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    components: Vec<Component>,
    /// By component: a method is written just so, with its package.
    is_whole: Vec<bool>,
}

impl Chosen {
    pub(crate) fn among<S: AsRef<str>>(components: &[Component], names: &[S]) -> Self {
        let has = |component: &Component, name: &S| component.has(name.as_ref());
        let is_whole = |component: &Component| names.iter().any(|name| has(component, name));
        Self {
            components: components.to_vec(),
            is_whole: components.iter().map(is_whole).collect(),
        }
    }

    /// The first component that has a method.
    pub(crate) fn of(&self, method: &str) -> Option<Part> {
        let mut all = self.components.iter().zip(&self.is_whole);
        all.position(|(it, is_whole)| it.has(method) || !is_whole && it.means(method))
    }
}

/// Checks names of components.
pub(crate) fn check(components: &[Component]) -> Result<(), NoComponent> {
    for (place, component) in components.iter().enumerate() {
        if component.name == REST {
            return Err(NoComponent::Rest);
        }
        let before = &components[..place];
        if before.iter().any(|other| other.name == component.name) {
            return Err(NoComponent::Twice(component.name.clone()));
        }
    }
    Ok(())
}

/// Checks that patterns are of linked methods; nothing is known of regions, and of images without symbols.
pub(crate) fn check_linked(components: &[Component], names: &[String]) -> Result<(), NoComponent> {
    let is_linked = |it: &&Component| names.iter().any(|name| it.has(name) || it.means(name));
    let mut methods = components
        .iter()
        .filter(|it| !names.is_empty() && !it.pattern.starts_with("region "));
    match methods.find(|it| !is_linked(it)) {
        Some(missing) => Err(NoComponent::Nothing {
            name: missing.name.clone(),
            pattern: missing.pattern.clone(),
        }),
        None => Ok(()),
    }
}

/// Component of a context, by its number; the number after the last is the rest.
pub(crate) type Part = usize;

/// Counting of a context's bytecodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counting {
    /// As themselves.
    Own,
    /// Not at all: they are part of a routine or of a library method, whose call counts once, in the caller.
    Inside,
    /// The method that the call of a folded one begins with.
    Outermost,
}

/// What is known of a context.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// Its component.
    pub(crate) part: Part,
    /// The component of callees that are not chosen themselves.
    inherited: Part,
    pub(crate) counting: Counting,
    /// The outermost context of the call of the component that this is in.
    pub(crate) entry: Option<ContextId>,
}

/// Places of contexts, in trees that may still grow.
#[derive(Debug, Clone)]
pub(crate) struct Places {
    chosen: Chosen,
    atoms: Atoms,
    /// Components by method, as far as they were asked for.
    by_method: FxHashMap<MethodId, Option<Part>>,
    /// By thread and context.
    places: Vec<Vec<Place>>,
}

impl Places {
    pub(crate) fn new(chosen: Chosen, atoms: Atoms) -> Self {
        Self {
            chosen,
            atoms,
            by_method: FxHashMap::default(),
            places: Vec::new(),
        }
    }

    /// The context that has a context's bytecodes: itself, or the caller of the folded method that it is part of.
    pub(crate) fn payer<'a>(
        &mut self,
        tree: &CallingContextTree,
        name: impl Fn(MethodId) -> &'a str,
        thread: ThreadId,
        context: ContextId,
    ) -> (ContextId, Place) {
        let mut place = self.of(tree, name, thread, context);
        let mut payer = context;
        while place.counting != Counting::Own {
            payer = tree.context(payer).parent;
            place = self.places[thread.0 as usize][payer.0 as usize];
        }
        (payer, place)
    }

    /// The place of a context.
    pub(crate) fn of<'a>(
        &mut self,
        tree: &CallingContextTree,
        name: impl Fn(MethodId) -> &'a str,
        thread: ThreadId,
        context: ContextId,
    ) -> Place {
        let thread = thread.0 as usize;
        if self.places.len() <= thread {
            self.places.resize(thread + 1, Vec::new());
        }
        // Callers come before their callees.
        while self.places[thread].len() <= context.0 as usize {
            let id = ContextId(self.places[thread].len() as u32);
            let method = tree.context(id).method;
            let chosen = &self.chosen;
            let part = self.by_method.entry(method);
            let part = *part.or_insert_with(|| chosen.of(name(method)));
            let place = self.next(tree, &name, (id, part), &self.places[thread]);
            self.places[thread].push(place);
        }
        self.places[thread][context.0 as usize]
    }

    fn next<'a>(
        &self,
        tree: &CallingContextTree,
        name: &impl Fn(MethodId) -> &'a str,
        (id, chosen): (ContextId, Option<Part>),
        known: &[Place],
    ) -> Place {
        let rest = self.chosen.components.len();
        let context = tree.context(id);
        let method = name(context.method);
        let caller = known.get(context.parent.0 as usize).filter(|_| id.0 != 0);
        let is_new = caller.is_none() || begins_anew(tree, id);
        let above = caller.filter(|_| !is_new);
        let inherited = above.map_or(rest, |caller| caller.inherited);
        let scope = chosen.map(|part| self.chosen.components[part].scope);
        let part = chosen.unwrap_or(inherited);
        let counting = match above {
            Some(caller) => self.counting(
                caller.counting,
                name(tree.context(context.parent).method),
                method,
            ),
            None => Counting::Own,
        };
        let entry = match above {
            _ if part == rest => None,
            Some(caller) if caller.part == part => caller.entry,
            _ => Some(id),
        };
        Place {
            part,
            inherited: if scope == Some(Scope::WithCallees) {
                part
            } else {
                inherited
            },
            counting,
            entry,
        }
    }

    fn counting(&self, caller: Counting, caller_name: &str, method: &str) -> Counting {
        let origin = Origin::of(method);
        if caller != Counting::Own {
            let goes_out =
                origin == Origin::Application && Origin::of(caller_name) != Origin::Routine;
            return if goes_out {
                Counting::Own
            } else {
                Counting::Inside
            };
        }
        let from_application = Origin::of(caller_name) == Origin::Application;
        let is_folded = match origin {
            Origin::Routine => self.atoms.routines && method.starts_with(ROUTINE),
            Origin::Library | Origin::Runtime => self.atoms.library && from_application,
            Origin::Application => false,
        };
        if is_folded {
            Counting::Outermost
        } else {
            Counting::Own
        }
    }
}

/// Beginning of the names of methods that implement bytecodes.
pub(crate) const ROUTINE: &str = "com.jopdesign.sys.JVM.f_";

/// Returns true if no bytecode of the caller asked for this call.
fn begins_anew(tree: &CallingContextTree, id: ContextId) -> bool {
    let context = tree.context(id);
    matches!(context.service, Service::Interrupt | Service::Exception)
        && context.service != tree.context(context.parent).service
}

#[cfg(test)]
mod tests {
    use super::*;

    fn component(pattern: &str) -> Component {
        Component {
            name: "it".to_owned(),
            pattern: pattern.to_owned(),
            scope: Scope::WithCallees,
        }
    }

    #[test]
    fn a_pattern_ends_where_a_name_ends() {
        let method = "lift.Door.move(I)V";
        for pattern in ["lift", "lift.*", "lift.Door", "lift.Door.move", method] {
            assert!(component(pattern).has(method), "{pattern}");
        }
        for pattern in [
            "lif",
            "lift.Do",
            "Door",
            "lift.Door.move(J)V",
            "region lift",
        ] {
            assert!(!component(pattern).has(method), "{pattern}");
        }
        assert!(component("lift.Door").has("lift.Door$1.run()V"));
        assert!(component("region rx").has("(region rx)"));
    }

    #[test]
    fn a_name_without_its_package_is_meant_where_no_other_has_it() {
        let of = |pattern: &str, names: &[&str], method: &str| {
            let chosen = Chosen::among(&[component(pattern)], names);
            chosen.of(method).is_some()
        };
        let (door, other) = ("lift.Door.move(I)V", "Door.move(I)V");
        for pattern in ["Door", "Door.move", "move", "Door.move(int)"] {
            assert!(of(pattern, &[door], door), "{pattern}");
        }
        assert!(!of("Door", &[door, other], door));
        assert!(of("Door", &[door, other], other));
        assert!(!of("oor", &[door], door));
    }

    #[test]
    fn names_are_given_once() {
        let named = |name: &str| Component {
            name: name.to_owned(),
            ..component("a")
        };
        assert_eq!(check(&[named("a"), named("b")]), Ok(()));
        assert_eq!(
            check(&[named("a"), named("a")]),
            Err(NoComponent::Twice("a".to_owned()))
        );
        assert_eq!(check(&[named(REST)]), Err(NoComponent::Rest));
    }
}

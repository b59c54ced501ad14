//! Limits of a recording, as the user writes them, and resolved for one image.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use cross_profile::NoRegion;
use cross_profile::method_name::Meaning;
use isa::Bytecode;
use jopizer::Symbols;
use serde::{Deserialize, Serialize};

use crate::contexts::region_mark;

/// Names of methods as [`Meaning`] understands them: `lift.Door.open`, `open`, with types for one overload; or with `*` for any
/// characters: `lift.*`, `*.hashCode`. Without a `*`, a class or package stands for all in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pattern(pub String);

impl Pattern {
    /// For each of these methods, true if one of the patterns is of it.
    ///
    /// # Errors
    /// [`LimitsError::NoMethod`] names the first pattern that is of none.
    pub fn choose(patterns: &[Self], methods: &[String]) -> Result<Vec<bool>, LimitsError> {
        let mut chosen = vec![false; methods.len()];
        for pattern in patterns {
            let meaning = Meaning::among(&pattern.0, methods.iter().map(String::as_str));
            let mut any = false;
            for (method, chosen) in methods.iter().zip(&mut chosen) {
                let is_it = pattern.matches(method, &meaning);
                (*chosen, any) = (*chosen | is_it, any | is_it);
            }
            if !any {
                return Err(LimitsError::NoMethod(pattern.0.clone()));
            }
        }
        Ok(chosen)
    }

    /// The methods that it is of, by word address of code.
    ///
    /// # Errors
    /// When it is of none, or names are unknown.
    pub fn addresses(&self, symbols: Option<&Symbols>) -> Result<Vec<bool>, LimitsError> {
        addresses(std::slice::from_ref(self), symbols)
    }

    /// Returns true if it stands for the method, which is written `package.Class.method(descriptor)result`; `meaning` is that of
    /// the pattern among all methods.
    #[must_use]
    pub fn matches(&self, method: &str, meaning: &Meaning) -> bool {
        if self.0.contains('*') {
            let name = method.split('(').next().unwrap_or(method);
            let whole = if self.0.contains('(') { method } else { name };
            return matches_stars(&self.0, whole);
        }
        let rest = method.strip_prefix(&*self.0);
        rest.is_some_and(|rest| rest.starts_with(['.', '$'])) || meaning.is(method)
    }
}

/// Returns true if a text matches a pattern with stars: the parts between the stars in their order, the first at the start,
/// the last at the end.
fn matches_stars(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(text) = text.strip_prefix(first) else {
        return false;
    };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    let Some(mut text) = text.strip_suffix(last) else {
        return false;
    };
    middle.split('*').all(|part| match text.find(part) {
        Some(place) => {
            text = &text[place + part.len()..];
            true
        }
        None => false,
    })
}

/// A moment of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// A clock cycle since reset.
    Cycle(u64),
    /// A call of a method.
    Call {
        /// The method.
        method: Pattern,
        /// Number of the call, from 1.
        number: u64,
    },
    /// The end of a bytecode's execution.
    Bytecode {
        /// Its name.
        name: String,
        /// Number of the execution, from 1.
        number: u64,
    },
}

impl FromStr for Moment {
    type Err = LimitsError;

    /// `12000`, `1_200_000`, `lift.Plant.step` (its first call), `lift.Plant.step#5`, `bytecode:getfield#100`.
    fn from_str(text: &str) -> Result<Self, LimitsError> {
        let wrong = || LimitsError::Moment(text.to_owned());
        let number = |digits: &str| digits.replace('_', "").parse().map_err(|_| wrong());
        if text.starts_with(|first: char| first.is_ascii_digit()) {
            return Ok(Self::Cycle(number(text)?));
        }
        let (method, call) = text.rsplit_once('#').unwrap_or((text, "1"));
        let call = number(call)?;
        if method.is_empty() || call == 0 {
            return Err(wrong());
        }
        if let Some(name) = method.strip_prefix("bytecode:") {
            Bytecode::named(name).ok_or_else(|| LimitsError::NoBytecode(name.to_owned()))?;
            return Ok(Self::Bytecode {
                name: name.to_owned(),
                number: call,
            });
        }
        Ok(Self::Call {
            method: Pattern(method.to_owned()),
            number: call,
        })
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cycle(cycle) => write!(f, "cycle {cycle}"),
            Self::Call { method, number } => write!(f, "call {number} of {}", method.0),
            Self::Bytecode { name, number } => write!(f, "execution {number} of {name}"),
        }
    }
}

impl Moment {
    /// Which of several calls or executions it is, from 1.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        match self {
            Self::Cycle(_) => None,
            Self::Call { number, .. } | Self::Bytecode { number, .. } => Some(*number),
        }
    }
}

/// A moment that never came in a run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{option}: {moment} never came: there were {seen}")]
pub struct Unmet {
    /// The option that names it.
    pub option: &'static str,
    /// The moment.
    pub moment: Moment,
    /// Calls or executions that there were, of the end those from the begin on.
    pub seen: u64,
}

/// Limits of the recording. The default is everything.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Only these methods, without what they call.
    pub only: Vec<Pattern>,
    /// Only these methods and all that they call.
    pub below: Vec<Pattern>,
    /// Only regions that the program marks with these names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<String>,
    /// Of the calls of `below` the first and then every n-th.
    pub every: u64,
    /// Only these threads: `main`, `thread 1`, ...
    pub threads: Vec<String>,
    /// From this moment on.
    pub from: Option<Moment>,
    /// Up to this moment.
    pub to: Option<Moment>,
}

/// Limits that mean nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LimitsError {
    /// A moment that is none.
    #[error(
        "`{0}` is no moment: give a cycle, as in 250_000, a method and its call, as in lift.Plant.step#5, or bytecode:getfield#100"
    )]
    Moment(String),
    /// A bytecode that there is not.
    #[error("no bytecode is called `{0}`; `jop isa --bytecodes` lists them")]
    NoBytecode(String),
    /// A pattern without methods.
    #[error("no linked method is called `{0}`; `jop inspect` lists them")]
    NoMethod(String),
    /// Windows of calls of no method.
    #[error(
        "`{0}` is no window, as no method has this name: give cycles (10_000, 10k), a method and its calls in a window (lift.Plant.step#10), regions or fitting"
    )]
    NoWindow(String),
    /// A region that the program does not mark.
    #[error(transparent)]
    NoRegion(#[from] NoRegion),
    /// Names, or regions, without symbols.
    #[error(
        "methods and regions are chosen by their names, and the image has no symbols; link it with `jop build`"
    )]
    NoSymbols,
    /// A thread name that no thread has.
    #[error(
        "`{0}` is no thread: they are called `main`, `thread 1`, `thread 2`, ... in the order of their first run"
    )]
    Thread(String),
    /// Every n-th call of nothing.
    #[error("every n-th call needs methods that are recorded with their callees")]
    EveryOfNothing,
}

/// Limits for one image.
#[derive(Debug, Clone, Default)]
pub(crate) struct Resolved {
    /// By word address of code; empty for all.
    pub(crate) only: Vec<bool>,
    /// By word address of code; empty for all.
    pub(crate) below: Vec<bool>,
    /// Handles of the names of regions; empty for all.
    pub(crate) regions: HashSet<u32>,
    pub(crate) every: u64,
    /// Numbers of threads; empty for all.
    pub(crate) threads: HashSet<u32>,
    pub(crate) from: Bound,
    pub(crate) to: Bound,
}

impl Resolved {
    /// Methods whose calls or returns change what is recorded, by word address of code.
    pub(crate) fn watched(&self) -> Vec<bool> {
        let counted = [&self.from, &self.to].into_iter();
        let counted = counted.filter_map(|bound| match bound {
            Bound::Call { methods, .. } => Some(methods),
            Bound::Open | Bound::Cycle(_) | Bound::Bytecode { .. } => None,
        });
        let chosen: Vec<_> = [&self.only, &self.below]
            .into_iter()
            .chain(counted)
            .collect();
        let words = chosen.iter().map(|methods| methods.len()).max();
        let is_chosen = |address| chosen.iter().any(|it| it.get(address) == Some(&true));
        (0..words.unwrap_or(0)).map(is_chosen).collect()
    }
}

/// A moment for one image.
#[derive(Debug, Clone, Default)]
pub(crate) enum Bound {
    /// None was asked for.
    #[default]
    Open,
    Cycle(u64),
    /// Calls of these that are still to come, the one meant included.
    Call {
        methods: Vec<bool>,
        left: u64,
    },
    /// Executions of this bytecode that are still to come, the one meant included.
    Bytecode {
        opcode: u8,
        left: u64,
    },
}

impl Limits {
    /// Returns true if everything is recorded.
    #[must_use]
    pub fn is_all(&self) -> bool {
        *self
            == Self {
                every: self.every,
                ..Self::default()
            }
    }

    /// The limits that are given, as options.
    #[must_use]
    pub fn options(&self) -> String {
        let patterns = |option: &str, patterns: &[Pattern]| -> Vec<String> {
            let names = patterns.iter().map(|pattern| &pattern.0);
            names.map(|name| format!("{option} {name}")).collect()
        };
        let names = |option: &str, names: &[String]| -> Vec<String> {
            names
                .iter()
                .map(|name| format!("{option} {name}"))
                .collect()
        };
        let moment = |option: &str, moment: &Option<Moment>| -> Vec<String> {
            let given = moment.iter();
            given.map(|moment| format!("{option} {moment}")).collect()
        };
        let given = [
            patterns("--only", &self.only),
            patterns("--below", &self.below),
            names("--region", &self.regions),
            names("--thread", &self.threads),
            moment("--from", &self.from),
            moment("--to", &self.to),
        ];
        given.concat().join(", ")
    }

    /// Checks that they mean something in an image with these symbols.
    ///
    /// # Errors
    /// When they do not.
    pub fn check(&self, symbols: Option<&Symbols>) -> Result<(), LimitsError> {
        self.resolve(symbols).map(|_| ())
    }

    /// Only this region.
    #[must_use]
    pub fn of_region(name: &str) -> Self {
        Self {
            regions: vec![name.to_owned()],
            ..Self::default()
        }
    }

    pub(crate) fn resolve(&self, symbols: Option<&Symbols>) -> Result<Resolved, LimitsError> {
        if self.every > 1 && self.below.is_empty() {
            return Err(LimitsError::EveryOfNothing);
        }
        let threads = self.threads.iter().map(|name| thread_number(name));
        Ok(Resolved {
            only: addresses(&self.only, symbols)?,
            below: addresses(&self.below, symbols)?,
            regions: handles(&self.regions, symbols)?,
            every: self.every.max(1),
            threads: threads.collect::<Result<_, _>>()?,
            from: bound(self.from.as_ref(), symbols)?,
            to: bound(self.to.as_ref(), symbols)?,
        })
    }
}

fn thread_number(name: &str) -> Result<u32, LimitsError> {
    let number = match name {
        "main" => Some(0),
        _ => name
            .strip_prefix("thread ")
            .and_then(|number| number.parse().ok()),
    };
    number.ok_or_else(|| LimitsError::Thread(name.to_owned()))
}

fn bound(moment: Option<&Moment>, symbols: Option<&Symbols>) -> Result<Bound, LimitsError> {
    Ok(match moment {
        None => Bound::Open,
        Some(Moment::Cycle(cycle)) => Bound::Cycle(*cycle),
        Some(Moment::Call { method, number }) => Bound::Call {
            methods: addresses(std::slice::from_ref(method), symbols)?,
            left: *number,
        },
        Some(Moment::Bytecode { name, number }) => Bound::Bytecode {
            opcode: Bytecode::named(name)
                .ok_or_else(|| LimitsError::NoBytecode(name.clone()))?
                .code(),
            left: *number,
        },
    })
}

/// Handles of string literals.
fn handles(texts: &[String], symbols: Option<&Symbols>) -> Result<HashSet<u32>, LimitsError> {
    if texts.is_empty() {
        return Ok(HashSet::new());
    }
    let literals = &symbols.ok_or(LimitsError::NoSymbols)?.strings;
    let known = region_mark(symbols).map(|_| literals.iter());
    let handle = |text: &String| {
        let mut marks = known.clone().into_iter().flatten();
        let found = marks.find(|literal| literal.text == *text);
        let handle = found.map(|literal| literal.address);
        // A name that is no literal is known by its address.
        let computed = || known.as_ref().and(text.strip_prefix("at ")?.parse().ok());
        handle.or_else(computed).ok_or_else(|| {
            let names = known.clone().map(|known| known.map(|it| &*it.text));
            NoRegion::of_program(text, names).into()
        })
    };
    texts.iter().map(handle).collect()
}

fn addresses(patterns: &[Pattern], symbols: Option<&Symbols>) -> Result<Vec<bool>, LimitsError> {
    if patterns.is_empty() {
        return Ok(Vec::new());
    }
    let methods = &symbols.ok_or(LimitsError::NoSymbols)?.methods;
    let words = methods.iter().map(|it| it.address as usize + 1).max();
    let mut chosen = vec![false; words.unwrap_or(0)];
    let names: Vec<String> = methods.iter().map(ToString::to_string).collect();
    for (method, is_chosen) in methods.iter().zip(Pattern::choose(patterns, &names)?) {
        chosen[method.address as usize] |= is_chosen;
    }
    Ok(chosen)
}

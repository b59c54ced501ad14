//! What people assume of one call of a method as a whole: how often it calls another one, how often a loop is repeated, what excludes each other.
//!
//! ```toml
//! [calls]
//! "motor.Node.step -> motor.Node.answer" = 1                   # in one call of step, answer is called once at most
//! [repetitions]
//! "motor.Node.step -> motor.Receiver.poll:24" = 11             # repetitions of that loop in one call of step, all entries together
//! [excludes]
//! "lift.Door.step" = ["lift.Door.dwell", "lift.Door.close:77"] # of these, one at most in a call of step, and that once
//! [modes]
//! "control.Tank.step" = [                                      # a call is in one mode; what stands in it happens in no other one
//!     { "control.Tank.fill" = 1, "control.Valve.open" = 3 },   # and so often at most
//!     { "control.Tank.drain" = 1 },
//! ]
//! ```
//!
//! All that happens in the call counts, also in callees of callees. A line stands for its first bytecode.

use std::sync::Arc;

use super::key::{Entry, Named, split_key};
use crate::bound_source::BoundSource;
use crate::error::WcetError;
use crate::flow::Flow;
use crate::premise::{Premise, Subject};
use crate::program::{Method, Program};

/// Something that happens in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LimitEvent {
    /// A call of a method, by the address of its code.
    Call(u32),
    /// An execution of the bytecode of a method at a byte offset.
    Bytecode(u32, u32),
    /// A repetition of the loop of a method whose first bytecode is at a byte offset.
    Repetition(u32, u32),
}

impl LimitEvent {
    /// The method in which it is, or that is called.
    #[must_use]
    pub fn method(self) -> u32 {
        match self {
            Self::Call(method) | Self::Bytecode(method, _) | Self::Repetition(method, _) => method,
        }
    }
}

/// A limit of what happens in one call of a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallLimit {
    /// Address of the method's code.
    pub method: u32,
    /// What counts.
    pub events: Vec<LimitEvent>,
    /// Most of these together; of modes, how many a call is in.
    pub most: u64,
    /// What happens in one mode of the call only, with the most of each, by mode.
    pub modes: Vec<Vec<(LimitEvent, u64)>>,
}

/// A limit as it is given.
#[derive(Debug, Clone)]
pub(super) struct Limit {
    /// Method in one call of which it holds.
    within: Entry<()>,
    /// What counts, as it is written.
    events: Vec<Entry<()>>,
    subject: Subject,
    most: u64,
    /// The mode of each event, and the most of it; none for other limits.
    modes: Vec<(usize, u64)>,
    /// What it means, once it is looked up; none if it is not linked.
    pub(super) meant: Option<CallLimit>,
}

impl Limit {
    /// Reads an entry of one of the three tables.
    pub(super) fn new(
        section: &str,
        key: &str,
        value: &toml::Value,
        (at, source): (&str, BoundSource),
    ) -> Result<Self, String> {
        let entry = |text: &str| {
            let (method, line) = split_key(text)?;
            let entry = Entry::new((), method, source, at);
            Ok::<_, String>(Entry { line, ..entry })
        };
        let mut of_modes = Vec::new();
        let (within, events, subject, most) = match section {
            "excludes" => (key, members(value)?, Subject::Excludes, 1),
            "modes" => {
                let all = modes(value)?;
                of_modes = all.iter().map(|(mode, _, most)| (*mode, *most)).collect();
                let events = all.into_iter().map(|(_, event, _)| event);
                (key, events.collect(), Subject::Modes, 1)
            }
            _ => {
                let (within, event) = key.split_once(" -> ").ok_or(
                    "write the method of the call, ` -> `, and what counts, as in \"motor.Node.step -> motor.Node.answer\"",
                )?;
                let subject = match section {
                    "calls" => Subject::Calls,
                    _ => Subject::Repetitions,
                };
                (within.trim(), vec![event.trim()], subject, number(value)?)
            }
        };
        let within = entry(within)?;
        if within.line.is_some() {
            return Err("a call is one of a method; leave out its line".to_owned());
        }
        let events: Vec<Entry<()>> = events
            .iter()
            .map(|it| entry(it))
            .collect::<Result<_, _>>()?;
        if subject == Subject::Calls && events.iter().any(|it| it.line.is_some()) {
            return Err("calls are counted by method; leave out the line".to_owned());
        }
        Ok(Self {
            within,
            events,
            subject,
            most,
            modes: of_modes,
            meant: None,
        })
    }

    /// Looks up the methods, lines and loops that it means.
    pub(super) fn look_up(&mut self, program: &Program<'_>) -> Result<(), WcetError> {
        let Some(within) = one(&mut self.within, program)? else {
            return Ok(());
        };
        let method = within.symbol.address;
        let mut events = Vec::new();
        let mut modes: Vec<Vec<(LimitEvent, u64)>> = Vec::new();
        for (number, entry) in self.events.iter_mut().enumerate() {
            let Some(named) = one(entry, program)? else {
                continue;
            };
            events.push(match (self.subject, entry.line) {
                (Subject::Repetitions, line) => repetition(entry, program, named, line)?,
                (_, Some(line)) => {
                    let pcs = named.instructions.iter().map(|it| it.pc as u32);
                    let mut on_line = pcs.filter(|pc| named.symbol.line(*pc) == Some(line));
                    let pc = on_line.next().ok_or_else(|| {
                        entry.problem(
                            "the method has no code on that line; name a line of its source",
                        )
                    })?;
                    LimitEvent::Bytecode(named.symbol.address, pc)
                }
                (_, None) => LimitEvent::Call(named.symbol.address),
            });
            if let (Some((mode, most)), Some((event, before))) =
                (self.modes.get(number), events.split_last())
            {
                if before.contains(event) {
                    return Err(entry.problem(
                        "it is in two modes; limit what happens in both in [calls] or [repetitions]",
                    ));
                }
                modes.resize_with(modes.len().max(mode + 1), Vec::new);
                modes[*mode].push((*event, *most));
            }
        }
        let most = self.most;
        self.meant = (!events.is_empty()).then_some(CallLimit {
            method,
            events,
            most,
            modes,
        });
        Ok(())
    }

    /// What a bound assumes that takes it.
    pub(super) fn premise(&self, program: &Program<'_>, number: usize) -> Option<Premise> {
        let meant = self.meant.as_ref()?;
        let name = |it: &Entry<()>| match it.line {
            Some(line) => format!("{}:{line}", it.method),
            None => it.method.clone(),
        };
        let mut of: Vec<String> = self.events.iter().map(name).collect();
        if !self.modes.is_empty() {
            of = by_mode(&of, &self.modes);
        }
        Some(Premise {
            subject: self.subject,
            method: program.method(meant.method).ok()?.symbol.to_string(),
            line: None,
            offset: None,
            number: self.most,
            least: None,
            of,
            source: self.within.source,
            from: Some(self.within.at.to_string()),
            proven: None,
            address: meant.method,
            is_constant: true,
            limit: Some(number),
        })
    }
}

/// Members of an exclusion.
fn members(value: &toml::Value) -> Result<Vec<&str>, String> {
    let all = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let texts: Option<Vec<&str>> = all.iter().map(toml::Value::as_str).collect();
    texts.filter(|it| it.len() > 1).ok_or_else(|| {
        "a list of two or more methods or lines is expected, as in [\"lift.Door.dwell\", \"lift.Door.close:77\"]"
            .to_owned()
    })
}

/// Events of modes, each with the place of its mode and the most of it.
fn modes(value: &toml::Value) -> Result<Vec<(usize, &str, u64)>, String> {
    let expected = || {
        "a list of two or more modes is expected, each with what happens in it only and how often at most, as in [{ \"control.Tank.fill\" = 1 }, { \
         \"control.Tank.drain\" = 1 }]"
            .to_owned()
    };
    let all = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let tables: Option<Vec<&toml::Table>> = all.iter().map(toml::Value::as_table).collect();
    let tables = tables.filter(|it| it.len() > 1 && it.iter().all(|it| !it.is_empty()));
    let tables = tables.ok_or_else(expected)?;
    let events = tables.into_iter().enumerate();
    let events = events.flat_map(|(mode, it)| it.iter().map(move |(key, most)| (mode, key, most)));
    events
        .map(|(mode, key, most)| Ok((mode, key.as_str(), number(most)?)))
        .collect()
}

/// What happens in each mode, as text.
fn by_mode(events: &[String], modes: &[(usize, u64)]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (event, (mode, most)) in events.iter().zip(modes) {
        let times = if *most == 1 {
            "once"
        } else {
            &format!("{most} times")
        };
        let text = format!("{event} {times}");
        match all.get_mut(*mode) {
            Some(of) => *of = format!("{of} and {text}"),
            None => all.push(text),
        }
    }
    all
}

fn number(value: &toml::Value) -> Result<u64, String> {
    let number = value.as_integer().and_then(|it| u64::try_from(it).ok());
    let number = number.filter(|it| u32::try_from(*it).is_ok());
    number.ok_or_else(|| format!("`{value}` is no limit; write a number from 0 on"))
}

/// The one method that an entry means; one of the runtime need not be linked.
fn one<'p>(
    entry: &mut Entry<()>,
    program: &'p Program<'_>,
) -> Result<Option<&'p Method<'p>>, WcetError> {
    let named = entry.named(program)?;
    entry.take(&named)?;
    Ok(named.first().copied())
}

/// The loop on a line, or the only loop of a method.
fn repetition(
    entry: &Entry<()>,
    program: &Program<'_>,
    method: &Method<'_>,
    line: Option<u16>,
) -> Result<LimitEvent, WcetError> {
    let loops = Named::of(method, &Flow::of(program, method)?);
    let meant = loops.iter().filter(|it| line.is_none() || it.line == line);
    match meant.collect::<Vec<_>>()[..] {
        [it] => Ok(LimitEvent::Repetition(method.symbol.address, it.offset)),
        [] => Err(entry.problem("no loop begins there; name the line of a loop")),
        _ => Err(entry
            .problem("several loops begin there; name the line of one, if it has one of its own")),
    }
}

/// Limits that an analysis takes, with what each assumes.
#[derive(Debug, Default)]
pub(crate) struct Limits(Vec<(CallLimit, Premise)>);

impl Limits {
    /// Those of methods that are linked.
    pub(super) fn of(limits: &[Limit], program: &Program<'_>) -> Self {
        let all = limits.iter().enumerate();
        let all =
            all.filter_map(|(number, it)| Some((it.meant.clone()?, it.premise(program, number)?)));
        Self(all.collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those of one call of a method.
    pub(crate) fn of_method(&self, method: u32) -> impl Iterator<Item = &CallLimit> {
        let all = self.0.iter().map(|(limit, _)| limit);
        all.filter(move |limit| limit.method == method)
    }

    /// What a call assumes that reaches some methods.
    pub(crate) fn premises(&self, reach: &std::collections::BTreeSet<u32>) -> Vec<Premise> {
        let all = self.0.iter().filter(|(limit, _)| {
            let mut events = limit.events.iter();
            reach.contains(&limit.method) && events.any(|it| reach.contains(&it.method()))
        });
        all.map(|(_, premise)| premise.clone()).collect()
    }

    /// Who gives the limits of a method.
    pub(crate) fn from(&self, method: u32) -> Arc<str> {
        let own = self.0.iter().filter(|(limit, _)| limit.method == method);
        let from = own.filter_map(|(_, premise)| premise.from.clone());
        from.collect::<Vec<_>>().join(", ").into()
    }
}

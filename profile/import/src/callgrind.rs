//! Callgrind's profile format: the cost of each `fn=` section, calls from `calls=` lines.
//!
//! Names may be compressed (`fn=(1) main`, later `fn=(1)`). The line after `calls=` holds inclusive cost and
//! is the callee's, so it is skipped. Events named as `jop show contexts` names them are bytecodes and cycles by cause.

use std::collections::HashMap;
use std::io::BufRead;

use super::ImportError;
use super::builder::{Builder, Figures};
use super::table::{charges, has_causes};
use super::unit::{is_cycles, refuse_other};
use cross_profile::cause::{Cause, Charge, Service};
use cross_profile::profile::Profile;

/// Name in messages.
const NAME: &str = "callgrind";

#[derive(Default)]
struct Names(HashMap<String, String>);

impl Names {
    /// The name denoted by `(id) name`, `(id)` or `name`.
    fn resolve(&mut self, text: &str) -> Option<String> {
        let Some((id, name)) = text.strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
            return Some(text.to_owned());
        };
        let name = name.trim();
        if name.is_empty() {
            return self.0.get(id).cloned();
        }
        self.0.insert(id.to_owned(), name.to_owned());
        Some(name.to_owned())
    }
}

/// Places of the known events among the costs of a line.
struct Events {
    cycles: usize,
    bytecodes: Option<usize>,
    causes: Option<[Option<usize>; Cause::COUNT]>,
}

impl Events {
    /// The events of this line; none if cycles are not among them.
    fn of(line: &str) -> Option<Self> {
        let names: Vec<&str> = line.split_whitespace().collect();
        let place = |wanted: &str| names.iter().position(|name| *name == wanted);
        let causes = Cause::ALL.map(|cause| place(&event_name(cause)));
        Some(Self {
            cycles: names.iter().position(|name| is_cycles(name))?,
            bytecodes: place("Bytecodes"),
            causes: has_causes(&causes).then_some(causes),
        })
    }
}

/// `MemoryRead` for `memory-read`.
fn event_name(cause: Cause) -> String {
    let words = cause.name().split('-').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    words.collect()
}

/// Reads a callgrind profile; its event `Cycles` counts.
///
/// # Errors
///
/// [`ImportError`] names the line.
pub fn callgrind(from: impl BufRead) -> Result<Profile, ImportError> {
    let mut reader = Reader {
        builder: Builder::new(),
        names: Names::default(),
        events: None,
        positions: 1,
        function: None,
        callee: None,
        is_call_cost: false,
    };
    for (number, line) in (1..).zip(from.lines()) {
        let line = line.map_err(|error| ImportError::line(number, error.to_string()))?;
        if let Some(names) = line.trim().strip_prefix("events:") {
            reader.events = Events::of(names);
            if reader.events.is_none() {
                refuse_other(NAME, names.trim(), "the event `Cycles` is read")?;
            }
        }
        reader
            .line(line.trim())
            .map_err(|what| ImportError::line(number, what))?;
    }
    reader.builder.finish(NAME, true)
}

struct Reader {
    builder: Builder,
    names: Names,
    events: Option<Events>,
    positions: usize,
    function: Option<String>,
    callee: Option<String>,
    is_call_cost: bool,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), &'static str> {
        let unknown = "this name number has not been given a name";
        if let Some(text) = line.strip_prefix("positions:") {
            self.positions = text.split_whitespace().count().max(1);
        } else if let Some(text) = line.strip_prefix("fn=") {
            self.function = Some(self.names.resolve(text).ok_or(unknown)?);
        } else if let Some(text) = line.strip_prefix("cfn=") {
            self.callee = Some(self.names.resolve(text).ok_or(unknown)?);
        } else if let Some(text) = line.strip_prefix("calls=") {
            self.calls(text)?;
        } else if line.starts_with(|c: char| c.is_ascii_digit() || "+-*".contains(c))
            && !std::mem::take(&mut self.is_call_cost)
        {
            self.cost(line)?;
        }
        Ok(())
    }

    fn calls(&mut self, text: &str) -> Result<(), &'static str> {
        let calls = text.split_whitespace().next().and_then(|n| n.parse().ok());
        let calls = calls.ok_or("expected a number of calls")?;
        let callee = self.callee.take();
        let callee = callee.ok_or("`calls=` without `cfn=` before it")?;
        self.is_call_cost = true;
        let added = self
            .builder
            .add([callee.as_str()], &Figures::of_cycles(calls, 0));
        added.ok_or("more than 2^64 calls")
    }

    fn cost(&mut self, line: &str) -> Result<(), &'static str> {
        let costs = line.split_whitespace().skip(self.positions);
        let costs: Result<Vec<u64>, _> = costs.map(str::parse).collect();
        let costs = costs.map_err(|_| "expected a whole number of cycles")?;
        let cost = |place: usize| costs.get(place).copied().unwrap_or(0);
        let function = self.function.as_deref();
        let function = function.ok_or("cost without `fn=` before it")?;
        let events = self.events.as_ref();
        let events = events.ok_or("cost before `events:`, which names it")?;
        let (cycles, bytecodes) = (cost(events.cycles), events.bytecodes.map_or(0, cost));
        let by_cause = events
            .causes
            .map(|places| places.map(|place| place.map_or(0, cost)));
        let by_service = by_cause.and_then(|by_cause| by_service(&by_cause, cycles));
        let parts =
            by_service.unwrap_or_else(|| vec![(Service::Program, Figures::of_cycles(0, cycles))]);
        let root = self.builder.thread(super::ALL_THREADS);
        for (place, (service, mut figures)) in parts.into_iter().enumerate() {
            if place == 0 {
                figures.bytecodes = bytecodes;
            }
            let at = self.builder.callee(root, function, service);
            let added = self.builder.charge(at, &figures);
            added.ok_or("more than 2^64 cycles in all")?;
        }
        Ok(())
    }
}

/// The cycles of each service, the program's first; none if the causes do not add up to the cycles.
fn by_service(by_cause: &[u64; Cause::COUNT], cycles: u64) -> Option<Vec<(Service, Figures)>> {
    let mut left = cycles;
    let mut parts = Vec::new();
    for service in Service::ALL {
        let of_service = Cause::ALL.map(|cause| {
            let own = match service {
                Service::Program => is_of_program(cause),
                _ => !is_of_program(cause) && Cause::of(service, Charge::Execute) == cause,
            };
            if own { by_cause[cause as usize] } else { 0 }
        });
        let mut sum: u64 = 0;
        for cycles in of_service {
            sum = sum.checked_add(cycles)?;
        }
        left = left.checked_sub(sum)?;
        if sum != 0 || service == Service::Program {
            let figures = Figures {
                cycles: charges(service, &of_service, sum)?,
                ..Figures::default()
            };
            parts.push((service, figures));
        }
    }
    (left == 0).then_some(parts)
}

/// What the program's own bytecodes cause; monitors are also a service, and every service may wait, whose cycles cannot be told
/// apart from theirs.
fn is_of_program(cause: Cause) -> bool {
    cause.is_wait()
        || matches!(
            cause,
            Cause::Execute
                | Cause::MemoryRead
                | Cause::MemoryWrite
                | Cause::LoadOnInvoke
                | Cause::LoadOnReturn
                | Cause::Synchronisation
        )
}

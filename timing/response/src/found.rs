//! The threads that a program makes, where their priorities and times are proven.

use std::collections::BTreeSet;

use isa::{Bytecode, op};
use jopizer::symbols::MethodSymbol;
use jopizer::{Image, Symbols};
use wcet::{Analyser, Options};

use crate::ResponseError;
use crate::code::Linked;

/// What every thread extends, and what its constructors get: `this`, priority, period, offset.
const TASK: &str = "com.jopdesign.sys.PeriodicTask";
const CONSTRUCTOR: &str = "<init>";
/// What programs extend.
pub(crate) const THREAD: &str = "joplab.RtThread";
/// Name and type of what a thread does, and of what it does in each period.
const RUN: (&str, &str) = ("run", "()V");
const JOB: (&str, &str) = ("job", "()V");
/// Calls within each other by which a thread is made.
const DEEPEST: usize = 16;

/// A thread that a program makes. Unit of times: microseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its class.
    pub class: String,
    /// Address of the code of its job.
    pub job: u32,
    /// Larger numbers run first.
    pub priority: i32,
    /// From release to release.
    pub period: u32,
    /// Of the first release after the start.
    pub offset: u32,
}

/// Classes of threads that a program makes objects of.
#[must_use]
pub fn classes(image: &Image, symbols: &Symbols) -> Vec<String> {
    let linked = Linked { image, symbols };
    let mut names: Vec<String> = sites(linked).map(|site| site.class.to_owned()).collect();
    names.sort();
    names.dedup();
    names
}

/// The threads of a program.
///
/// # Errors
/// If it makes none, or if number, priority, period or offset of one are not proven.
pub fn found(
    of_image: (&Image, &Symbols),
    analyser: &Analyser<'_>,
    options: &Options<'_>,
) -> Result<Vec<Found>, ResponseError> {
    let each = found_each(of_image, analyser, options);
    match each.is_empty() {
        true => Err(ResponseError::NoThreads),
        false => each.into_iter().map(|(_, found)| found).collect(),
    }
}

/// Each class of threads that a program makes, with its thread, or why it is not known.
pub fn found_each(
    (image, symbols): (&Image, &Symbols),
    analyser: &Analyser<'_>,
    options: &Options<'_>,
) -> Vec<(String, Result<Found, ResponseError>)> {
    let linked = Linked { image, symbols };
    let sites: Vec<Site<'_>> = sites(linked).collect();
    let found = |site: &Site<'_>| {
        let several = sites.iter().filter(|it| it.class == site.class).count() > 1;
        if several || !is_once(linked, (site.method, site.pc), DEEPEST) {
            return Err(ResponseError::Several(site.class.to_owned()));
        }
        let [priority, period, offset] = times(linked, site.class, analyser, options)?;
        let unproven = || ResponseError::Unproven(site.class.to_owned());
        Ok(Found {
            class: site.class.to_owned(),
            job: code_of(linked, site.class)?.job.address,
            priority,
            period: u32::try_from(period).map_err(|_| unproven())?,
            offset: u32::try_from(offset).map_err(|_| unproven())?,
        })
    };
    let mut seen = BTreeSet::new();
    let first = sites.iter().filter(|site| seen.insert(site.class));
    first
        .map(|site| (site.class.to_owned(), found(site)))
        .collect()
}

/// The job of threads of a class.
///
/// # Errors
/// If they do anything but their job and the wait for the next period.
pub fn job_of((image, symbols): (&Image, &Symbols), class: &str) -> Result<u32, ResponseError> {
    let code = code_of(Linked { image, symbols }, class)?;
    Ok(code.job.address)
}

/// Where an object of a thread's class is made.
struct Site<'a> {
    class: &'a str,
    method: &'a MethodSymbol,
    pc: usize,
}

fn sites(linked: Linked<'_>) -> impl Iterator<Item = Site<'_>> {
    linked.symbols.methods.iter().flat_map(move |method| {
        let code = linked.code(method).into_iter();
        code.filter_map(move |it| {
            let class = &*linked.made(method, &it)?.name;
            let is_thread = linked.is_below(class, TASK);
            is_thread.then_some(Site {
                class,
                method,
                pc: it.pc,
            })
        })
    })
}

/// True if code is executed once at most: in `main`, or in what is called from one such place, and in no loop.
fn is_once(linked: Linked<'_>, (method, pc): (&MethodSymbol, usize), depth: usize) -> bool {
    let symbols = linked.symbols;
    if depth == 0 || linked.is_repeated(method, pc) {
        return false;
    }
    let is_initialiser = method.name == "<clinit>";
    let is_main = method.class == symbols.main_class && method.name == "main";
    let mut calls = symbols.methods.iter().flat_map(|caller| {
        let code = linked.code(caller).into_iter();
        let calls = code.filter(|it| {
            linked
                .called(caller, it)
                .is_some_and(|to| to.address == method.address)
        });
        calls.map(move |it| (caller, it.pc))
    });
    let (first, second) = (calls.next(), calls.next());
    if is_main || is_initialiser {
        return first.is_none();
    }
    let is_called_directly = method.is_static || method.name == CONSTRUCTOR;
    match (first, second) {
        (Some(call), None) if is_called_directly => is_once(linked, call, depth - 1),
        _ => false,
    }
}

/// What the constructors of a class pass on: priority, period, offset.
fn times(
    linked: Linked<'_>,
    class: &str,
    analyser: &Analyser<'_>,
    options: &Options<'_>,
) -> Result<[i32; 3], ResponseError> {
    let last = linked.find((TASK, CONSTRUCTOR))?.address;
    let methods = linked.symbols.methods.iter();
    let constructors = methods.filter(|it| it.class == class && it.name == CONSTRUCTOR);
    let mut passed = BTreeSet::new();
    for constructor in constructors {
        passed.extend(analyser.passed(constructor.address, last, options)?);
    }
    let unproven = || ResponseError::Unproven(class.to_owned());
    let mut passed = passed.iter();
    match (passed.next().map(|it| &it[..]), passed.next()) {
        (Some(&[_, Some(priority), Some(period), Some(offset)]), None) => {
            Ok([priority, period, offset])
        }
        _ => Err(unproven()),
    }
}

/// What a thread executes.
pub(crate) struct Code<'a> {
    pub(crate) run: &'a MethodSymbol,
    pub(crate) job: &'a MethodSymbol,
}

/// What threads of a class execute.
///
/// # Errors
/// If they do anything but their job and the wait for the next period.
pub(crate) fn code_of<'a>(linked: Linked<'a>, class: &str) -> Result<Code<'a>, ResponseError> {
    let find = |(name, descriptor)| {
        let found = linked.inherited(class, name, descriptor);
        found.ok_or_else(|| ResponseError::NoMethod(format!("{class}.{name}")))
    };
    if !linked.is_below(class, TASK) {
        return Err(ResponseError::NoThread(class.to_owned()));
    }
    let code = Code {
        run: find(RUN)?,
        job: find(JOB)?,
    };
    match is_plain(linked, code.run) {
        true => Ok(code),
        false => Err(ResponseError::OwnLoop(code.run.to_string())),
    }
}

/// True if a method is a loop that calls a job, and waits for the next period.
fn is_plain(linked: Linked<'_>, run: &MethodSymbol) -> bool {
    let code = linked.code(run);
    let calls = code.iter().filter(|it| Bytecode::of(it.opcode).is_invoke());
    let calls = calls.map(|it| linked.named(run, it).unwrap_or_default());
    let calls: Vec<&str> = calls.collect();
    let mut branches = code.iter().filter(|it| {
        let bytecode = Bytecode::of(it.opcode);
        bytecode.is_branch() || matches!(it.opcode, op::TABLESWITCH | op::LOOKUPSWITCH)
    });
    let (first, second) = (branches.next(), branches.next());
    let is_one_loop = second.is_none() && first.is_some_and(|it| it.opcode == op::GOTO);
    is_one_loop && calls == ["job()V", "waitForNextPeriod()Z"]
}

//! The Firefox Profiler's processed profile: samples with weights, which are cycles if the product says so.

use serde::Deserialize;

use super::EXPORT_CYCLES;
use super::ImportError;
use super::builder::{At, Builder, Figures};
use super::unit::{of_title, refuse_other};
use cross_profile::cause::Service;
use cross_profile::profile::Profile;

/// Name in messages.
const NAME: &str = "Firefox profile";

#[derive(Deserialize)]
struct File {
    meta: Meta,
    threads: Vec<Thread>,
}

#[derive(Deserialize)]
struct Meta {
    #[serde(default)]
    product: String,
    #[serde(default)]
    categories: Vec<Category>,
}

#[derive(Deserialize)]
struct Category {
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Thread {
    name: String,
    samples: Samples,
    stack_table: Stacks,
    frame_table: Frames,
    func_table: Functions,
    string_array: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Samples {
    stack: Vec<Option<usize>>,
    weight: Vec<u64>,
    #[serde(default)]
    weight_type: Option<String>,
}

#[derive(Deserialize)]
struct Stacks {
    prefix: Vec<Option<usize>>,
    frame: Vec<usize>,
}

#[derive(Deserialize)]
struct Frames {
    func: Vec<usize>,
    #[serde(default)]
    category: Vec<Option<usize>>,
}

#[derive(Deserialize)]
struct Functions {
    name: Vec<usize>,
}

/// Reads the threads of a file.
///
/// # Errors
///
/// [`ImportError`] tells what is wrong.
pub fn firefox(bytes: &[u8]) -> Result<Profile, ImportError> {
    let file: File = serde_json::from_slice(bytes).map_err(wrong)?;
    check_unit(&file)?;
    let mut builder = Builder::new();
    for thread in &file.threads {
        add(&mut builder, &file.meta, thread)?;
    }
    builder.finish(NAME, false)
}

/// The format has no unit for cycles, so its title tells them.
fn check_unit(file: &File) -> Result<(), ImportError> {
    if let Some(metric) = of_title(&file.meta.product) {
        return refuse_other(NAME, metric, EXPORT_CYCLES);
    }
    let mut types = file.threads.iter().map(|it| &it.samples.weight_type);
    let unit = types.find_map(Option::as_deref).unwrap_or("samples");
    refuse_other(
        NAME,
        unit,
        "where they are cycles, let `meta.product` end in ` (cycles)`",
    )
}

fn add(builder: &mut Builder, meta: &Meta, thread: &Thread) -> Result<(), ImportError> {
    let root = builder.thread(&thread.name);
    let mut stacks: Vec<At> = Vec::with_capacity(thread.stack_table.frame.len());
    let table = &thread.stack_table;
    for (prefix, frame) in table.prefix.iter().zip(&table.frame) {
        let caller = match prefix {
            None => root,
            Some(prefix) => *stacks
                .get(*prefix)
                .ok_or_else(|| wrong("a stack is before its caller"))?,
        };
        let (name, service) =
            method(meta, thread, *frame).ok_or_else(|| wrong("a frame without name"))?;
        stacks.push(builder.callee(caller, name, service));
    }
    for (stack, weight) in thread.samples.stack.iter().zip(&thread.samples.weight) {
        let at = match stack {
            None => root,
            Some(stack) => *stacks
                .get(*stack)
                .ok_or_else(|| wrong("a sample without stack"))?,
        };
        let added = builder.charge(at, &Figures::of_cycles(0, *weight));
        added.ok_or_else(|| wrong("more than 2^64 cycles in all"))?;
    }
    Ok(())
}

/// Name of a frame's method, and its service, which our exports have as its category.
fn method<'a>(meta: &Meta, thread: &'a Thread, frame: usize) -> Option<(&'a str, Service)> {
    let function = *thread.frame_table.func.get(frame)?;
    let name = *thread.func_table.name.get(function)?;
    let category = thread.frame_table.category.get(frame).copied().flatten();
    let category = category.and_then(|place| meta.categories.get(place));
    let service = category.and_then(|category| {
        let mut all = Service::ALL.into_iter();
        all.find(|service| service.name() == category.name)
    });
    Some((thread.string_array.get(name)?, service.unwrap_or_default()))
}

fn wrong(what: impl Into<super::error::Reason>) -> ImportError {
    ImportError::form(NAME, what)
}

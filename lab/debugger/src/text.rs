//! Answers of commands as text. Panes of the terminal show the same lines.

use std::fmt::Write;

use jopizer::symbols::{MethodSymbol, VariableSymbol};

use crate::arrays;
use crate::breakpoints::number;
use crate::commands::Action;
use crate::error::CommandError;
use crate::expression::{fields_of, is_wide};
use crate::frames::{top, word};
use crate::names::short;
use crate::session::Session;

/// Lines around the present one.
const AROUND: usize = 5;
/// Rows of long lists at most.
const MOST_ROWS: usize = 200;

/// Elements of an array that are shown if no number is given.
const ELEMENTS: u32 = 16;

/// The answer to a command that only shows.
pub(crate) fn show(
    session: &Session,
    action: Action,
    arguments: &str,
) -> Result<String, CommandError> {
    Ok(match action {
        Action::Where => calls(session).join("\n"),
        Action::Locals => locals(session, count(arguments, session.selected())?)?.join("\n"),
        Action::Stack => stack(session, count(arguments, 8)?).join("\n"),
        Action::Registers => registers(session).join("\n"),
        Action::Print => print(session, arguments)?,
        Action::Array => array(session, arguments)?,
        Action::Memory => memory(session, arguments)?,
        Action::Caches => caches(session).join("\n"),
        Action::Statistics => statistics(session).join("\n"),
        Action::Source => listed(
            &source_of(session, arguments)?,
            AROUND,
            !arguments.is_empty(),
        ),
        Action::Code => listed(&code_of(session, arguments)?, AROUND, !arguments.is_empty()),
        Action::Microcode => listed(&microcode_of(session, arguments)?, AROUND, false),
        Action::Methods => methods(session, arguments),
        Action::Statics => statics(session, arguments),
        Action::Output => String::from_utf8_lossy(&session.printed())
            .trim_end()
            .to_owned(),
        _ => String::new(),
    })
}

fn count(text: &str, default: usize) -> Result<usize, CommandError> {
    if text.is_empty() {
        Ok(default)
    } else {
        Ok(usize::try_from(number(text)?).unwrap_or(usize::MAX))
    }
}

/// Lines of a text, and which one is the present one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listed {
    /// Title of the list.
    pub title: String,
    /// The lines.
    pub lines: Vec<String>,
    /// Index of the present line.
    pub current: Option<usize>,
}

impl Listed {
    /// The part of so many lines around the present one, and its place there.
    #[must_use]
    pub fn around(&self, rows: usize) -> (&[String], Option<usize>) {
        let current = self.current.unwrap_or(0);
        let last = self.lines.len().saturating_sub(rows);
        let first = current.saturating_sub(rows / 2).min(last);
        let end = self.lines.len().min(first + rows);
        (
            &self.lines[first..end],
            self.current.map(|current| current - first),
        )
    }
}

fn listed(listed: &Listed, around: usize, whole: bool) -> String {
    let rows = if whole {
        listed.lines.len()
    } else {
        2 * around + 1
    };
    let (lines, current) = listed.around(rows);
    let mut text = listed.title.clone();
    for (index, line) in lines.iter().enumerate() {
        let mark = if current == Some(index) { '>' } else { ' ' };
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{mark} {}", line.trim_end());
    }
    text
}

/// Position of the machine, on one line, with the source line on a second one.
pub(crate) fn place(session: &Session) -> String {
    let position = session.position();
    let cycle = session.timeline.cycle();
    let mut text = format!("cycle {cycle}");
    if session.timeline.cores() > 1 {
        let _ = write!(text, "  core {}", session.timeline.core());
    }
    match (position.bytecode, position.entry) {
        (None, None) => text.push_str("  before the first bytecode"),
        (None, Some(entry)) => {
            let _ = write!(text, "  {entry:?} entry");
        }
        (Some(code), _) => {
            let _ = write!(text, "  {}", session.names.method_name(position.method));
            let line = session.names.line(position.method, position.pc);
            if let Some((file, line)) = &line {
                let _ = write!(text, " ({file}:{line})");
            }
            let _ = write!(text, "  {}: {}", position.pc, instruction(session, code));
            if !position.begins(cycle) {
                let _ = write!(text, ", {} cycles in", cycle - position.since - 1);
            }
            let source = session.names.source(position.method);
            if let (Some(source), Some((_, number))) = (source, line)
                && let Some(line) = source.line(number)
            {
                let _ = write!(text, "\n{number:5}  {}", line.trim_end());
            }
        }
    }
    text
}

fn instruction(session: &Session, code: u8) -> String {
    let position = session.position();
    let listing = session.names.listing(position.method);
    let found = listing.and_then(|listing| {
        let found = listing
            .instructions
            .into_iter()
            .find(|it| it.pc == position.pc)?;
        Some(instruction_text(&found))
    });
    found.unwrap_or_else(|| isa::Bytecode::of(code).name().to_owned())
}

fn instruction_text(found: &jopizer::disassemble::LinkedInstruction) -> String {
    let name = isa::Bytecode::of(found.opcode).name();
    let meaning = if found.meaning.is_empty() {
        String::new()
    } else {
        format!("  {}", found.meaning)
    };
    format!("{name} {}{meaning}", found.operands)
        .trim_end()
        .to_owned()
}

/// The calls that lead here.
#[must_use]
pub fn calls(session: &Session) -> Vec<String> {
    let frames = session.frames();
    if frames.is_empty() {
        return vec!["no method is running yet".to_owned()];
    }
    let lines = frames.iter().enumerate().map(|(depth, frame)| {
        let name = session.names.method_name(frame.method);
        let line = session.names.line(frame.method, frame.pc);
        let line = line.map_or(String::new(), |(file, line)| format!(" ({file}:{line})"));
        format!("#{depth} {name}{line}")
    });
    lines.collect()
}

/// Arguments and locals of a frame.
///
/// # Errors
/// When there is no such frame.
pub fn locals(session: &Session, depth: usize) -> Result<Vec<String>, CommandError> {
    let frames = session.frames();
    let Some(frame) = frames.get(depth) else {
        return Err(CommandError::new(format!(
            "no frame {depth}, there are {}; `where` lists them",
            frames.len()
        )));
    };
    let method = session.names.method(frame.method);
    let arguments = method.map_or(frame.locals, |method| method.arguments);
    let has_this = method.is_some_and(|method| !method.is_static);
    let state = &session.view();
    let names = method.into_iter().flat_map(|method| &method.variables);
    let is_named = names.clone().next().is_some();
    let width = names.map(|it| it.name.len() + 2).max().unwrap_or(0).max(5);
    let lines = (0..frame.locals).map(|index| {
        let variable = method.and_then(|method| method.variable(index, frame.pc));
        let name = match (index, has_this) {
            (0, true) => "this".to_owned(),
            _ => match variable {
                Some(variable) => local_name(variable, index),
                None => slot_name(method, index, frame.pc),
            },
        };
        let kind = if index < arguments {
            "argument"
        } else {
            "local"
        };
        let value = word(state, frame.vp + index);
        let array = variable.and_then(|it| arrays::title(session, value, &it.descriptor));
        let what = match (array, variable) {
            (Some(array), _) => format!(" {array}"),
            // No variable is there: whatever it holds is of one that has ended, or has no value yet.
            (None, None) if is_named && name != "this" => "  free".to_owned(),
            _ => String::new(),
        };
        format!(
            "{name:width$} {kind:8}  {}{what}",
            value_text(session, value)
        )
    });
    Ok(lines.collect())
}

/// The name of a variable's word; the second word of a long or double has `+1`.
fn local_name(variable: &VariableSymbol, index: u32) -> String {
    match index - u32::from(variable.slot) {
        0 => variable.name.clone(),
        word => format!("{}+{word}", variable.name),
    }
}

/// The name of a slot without a variable: `l1`, or `l01` and so on where a variable has that name.
fn slot_name(method: Option<&MethodSymbol>, index: u32, pc: u32) -> String {
    let is_variable = |name: &str| method.is_some_and(|method| method.slot_of(name, pc).is_some());
    let mut name = format!("l{index}");
    while is_variable(&name) {
        name.insert(1, '0');
    }
    name
}

/// A word of the stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackWord {
    /// Its address in the stack RAM, also of the two words that are in registers.
    pub address: u32,
    /// The word.
    pub value: u32,
    /// `operand`, `frame` or the name of a local of the running method, else empty.
    pub role: String,
}

/// The top words of the stack, the top one first.
#[must_use]
pub fn stack(session: &Session, words: usize) -> Vec<String> {
    let lines = stack_words(session, words).into_iter().map(|it| {
        let value = value_text(session, it.value);
        format!("{:3}  {value:24} {}", it.address, it.role)
            .trim_end()
            .to_owned()
    });
    lines.collect()
}

/// The same as data.
#[must_use]
pub fn stack_words(session: &Session, words: usize) -> Vec<StackWord> {
    let state = &session.view();
    let top = top(state);
    let frame = session.frames().first().copied();
    let lines = (0..=top).rev().take(words).map(|address| {
        let role = match frame {
            Some(frame) if address >= frame.operands() => "operand".to_owned(),
            Some(frame) if address >= frame.vp + frame.locals => "frame".to_owned(),
            Some(frame) if address >= frame.vp => {
                let index = address - frame.vp;
                let method = session.names.method(frame.method);
                match method.and_then(|method| method.variable(index, frame.pc)) {
                    Some(variable) => local_name(variable, index),
                    None => slot_name(method, index, frame.pc),
                }
            }
            _ => String::new(),
        };
        StackWord {
            address,
            value: word(state, address),
            role,
        }
    });
    lines.collect()
}

/// A word as number, and what it leads to.
pub(crate) fn value_text(session: &Session, value: u32) -> String {
    let mut text = format!("{} ({value:#x})", value.cast_signed());
    if let Some(object) = object_name(session, value) {
        let _ = write!(text, " {object}");
    }
    text
}

fn object_name(session: &Session, handle: u32) -> Option<String> {
    let memory = &session.timeline.machine().state.memory_system.memory.words;
    if handle == 0 || handle as usize + 1 >= memory.as_slice().len() {
        return None;
    }
    let class = session.names.class_of_table(memory.read(handle + 1))?;
    if class.name == "java.lang.String" {
        return string(session, handle).map(|text| format!("{text:?}"));
    }
    let name = class.name.rsplit('.').next().unwrap_or(&class.name);
    Some(name.to_owned())
}

/// The characters of a String.
fn string(session: &Session, handle: u32) -> Option<String> {
    let memory = &session.timeline.machine().state.memory_system.memory.words;
    let fields = fields_of(&session.names, memory.read(handle + 1));
    let (_, offset, _) = fields.iter().find(|(name, ..)| name == "value")?;
    let array = memory.read(memory.read(handle).wrapping_add(*offset));
    let length = memory.read(array.wrapping_add(1)).min(80);
    let data = memory.read(array);
    let units = (0..length).map(|index| memory.read(data.wrapping_add(index)) as u16);
    Some(
        char::decode_utf16(units)
            .map(|unit| unit.unwrap_or('\u{fffd}'))
            .collect(),
    )
}

fn print(session: &Session, text: &str) -> Result<String, CommandError> {
    let value = session.value(text)?;
    let kind = value.kind.as_deref().unwrap_or_default();
    if is_wide(kind) {
        return Ok(arrays::wide_text(value.number, kind));
    }
    let handle = value.number as u32;
    let mut out = format!("{} ({handle:#x})", value.number);
    if let Some(title) = arrays::title(session, handle, kind) {
        let _ = write!(out, " {title}");
        for line in arrays::elements(session, handle, kind, ELEMENTS) {
            let _ = write!(out, "\n{line}");
        }
        return Ok(out);
    }
    let Some(object) = object_name(session, handle) else {
        return Ok(out);
    };
    let _ = write!(out, " {object}");
    let memory = &session.timeline.machine().state.memory_system.memory.words;
    let data = memory.read(handle);
    for (name, offset, descriptor) in fields_of(&session.names, memory.read(handle + 1)) {
        let value = value_text(session, memory.read(data.wrapping_add(offset)));
        let _ = write!(out, "\n  {name:16} {value}  {descriptor}");
    }
    Ok(out)
}

fn array(session: &Session, arguments: &str) -> Result<String, CommandError> {
    let (value, count) = with_count(arguments, ELEMENTS)?;
    let found = session.value(value)?;
    let handle = found.number as u32;
    let memory = &session.timeline.machine().state.memory_system.memory.words;
    if handle == 0 {
        return Err(CommandError::new(format!("`{value}` is null")));
    }
    let kind = found.kind.as_deref().unwrap_or_default();
    let length = memory.read(handle.wrapping_add(1));
    let mut out = format!("{length} elements");
    for index in 0..length.min(count) {
        let element = arrays::element(session, handle, kind, index);
        let _ = write!(out, "\n{element}");
    }
    Ok(out)
}

/// A value, and after a space a number of rows.
fn with_count(arguments: &str, default: u32) -> Result<(&str, u32), CommandError> {
    match arguments.rsplit_once(' ') {
        Some((value, rows)) if rows.starts_with(|it: char| it.is_ascii_digit()) => {
            let rows = number(rows)?.min(MOST_ROWS as u64);
            Ok((value.trim_end_matches([' ', ',']), rows as u32))
        }
        _ => Ok((arguments, default)),
    }
}

fn memory(session: &Session, arguments: &str) -> Result<String, CommandError> {
    let (value, words) = with_count(arguments, 8)?;
    let start = session.value(value)?.number as u32;
    let memory = &session.timeline.machine().state.memory_system.memory.words;
    let lines = (0..words).map(|offset| {
        let address = start.wrapping_add(offset);
        let name = session.names.static_at(address);
        let name = name.map_or(String::new(), |it| format!("  {}.{}", it.class, it.name));
        format!(
            "{address:#08x}  {}{name}",
            value_text(session, memory.read(address))
        )
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// Registers of the machine.
#[must_use]
pub fn registers(session: &Session) -> Vec<String> {
    let state = &session.timeline.machine().state;
    let (stack, fetch) = (&state.stack, &state.bytecode_fetch);
    let controller = &state.memory_system.controller;
    vec![
        format!("a  {:#010x}   b  {:#010x}", stack.a, stack.b),
        format!(
            "sp {:3}  vp {:3}  ar {:3}",
            stack.sp(),
            stack.vp(),
            stack.ar()
        ),
        format!(
            "jpc {:#06x}  jinstr {:#04x}  jopd {:#06x}",
            fetch.jpc, fetch.jinstr, fetch.jopd
        ),
        format!(
            "pc {:04}  ir {:#05x}",
            state.microcode_fetch.pc, state.microcode_fetch.ir
        ),
        format!(
            "memory {}  {}",
            controller.state.name(),
            if state.memory_system.is_busy() {
                "busy"
            } else {
                "ready"
            }
        ),
        format!(
            "interrupts {}  pending {}  exception {}",
            if state.memory_system.io.system.interrupt_enable() {
                "on"
            } else {
                "off"
            },
            if fetch.int_pend { "yes" } else { "no" },
            if fetch.exc_pend { "yes" } else { "no" }
        ),
    ]
}

/// Contents of the method cache, and of the object cache where there is one.
#[must_use]
pub fn caches(session: &Session) -> Vec<String> {
    use method_cache::Organisation;
    let system = &session.timeline.machine().state.memory_system;
    let mut lines = match &system.method_cache {
        Organisation::Fifo(cache) => {
            let mut lines = vec![format!("method cache, {} blocks", cache.tags().len())];
            let held = cache
                .tags()
                .iter()
                .enumerate()
                .filter(|(_, tag)| **tag != 0);
            lines.extend(held.map(|(block, tag)| {
                format!(
                    "  block {block:3}  {tag:#07x}  {}",
                    session.names.method_name(*tag)
                )
            }));
            lines
        }
        Organisation::Studied(cache) => vec![format!("method cache {}", cache.name())],
        other => vec![format!("method cache: {other:?}")],
    };
    let statistics = &session.timeline.probe().0;
    lines.push(format!(
        "  {} lookups, {} hits",
        statistics.method_lookups, statistics.method_hits
    ));
    if system.object_cache.is_enabled() {
        lines.push("object cache".to_owned());
        let valid = system.object_cache.lines().filter(|line| line.valid != 0);
        lines.extend(valid.map(|line| {
            format!(
                "  {:#08x}  fields {:08b}  {:x?}",
                line.handle, line.valid, line.words
            )
        }));
    }
    lines
}

/// Counts so far.
#[must_use]
pub fn statistics(session: &Session) -> Vec<String> {
    let counted = &session.timeline.probe().0;
    let mut lines = vec![
        format!("cycles             {}", counted.cycles),
        format!("microinstructions  {}", counted.microinstructions),
        format!("bytecodes          {}", counted.bytecodes),
        format!(
            "method cache       {} lookups, {} hits",
            counted.method_lookups, counted.method_hits
        ),
        format!(
            "main memory        {} reads, {} writes",
            counted.memory_reads, counted.memory_writes
        ),
        format!(
            "taken              {} interrupts, {} exceptions",
            counted.interrupts, counted.exceptions
        ),
        format!("stalls             {}", counted.stalls.total()),
    ];
    let causes = counted
        .stalls
        .by_cause()
        .into_iter()
        .filter(|(_, cycles)| *cycles > 0);
    lines.extend(causes.map(|(cause, cycles)| format!("  {cause:16} {cycles}")));
    lines
}

fn method_address(session: &Session, name: &str) -> Result<u32, CommandError> {
    let methods = session.names.methods_named(name);
    let found = methods.first().map(|method| method.address);
    found.ok_or_else(|| CommandError::new(session.names.no_method(name)))
}

fn source_of(session: &Session, name: &str) -> Result<Listed, CommandError> {
    if name.is_empty() {
        let here = source(session).or_else(|| main_source(session));
        return here.ok_or_else(|| {
            CommandError::new("no source is known here; use `--source DIR` to name its folder")
        });
    }
    let address = method_address(session, name)?;
    source_of_method(session, address).ok_or_else(|| {
        CommandError::new(format!(
            "no source of `{name}`; use `--source DIR` to name its folder"
        ))
    })
}

/// The source of `main`, which is what there is to see before the first bytecode.
fn main_source(session: &Session) -> Option<Listed> {
    if session.position().bytecode.is_some() {
        return None;
    }
    let structure = session.names.symbols()?.pointers.main;
    let main = session.names.method_of_struct(structure)?;
    source_of_method(session, main.address)
}

fn source_of_method(session: &Session, address: u32) -> Option<Listed> {
    let method = session.names.method(address)?;
    let source = session.names.source(address)?;
    let numbers = method.lines.iter().map(|(_, line)| usize::from(*line));
    let first = numbers.clone().min().unwrap_or(1).saturating_sub(2);
    let last = numbers.max().unwrap_or(1) + 1;
    let lines = numbered(&source.text);
    Some(Listed {
        title: source.path.clone(),
        lines: lines.into_iter().take(last).skip(first).collect(),
        current: None,
    })
}

fn numbered(text: &str) -> Vec<String> {
    let lines = text.lines().enumerate();
    lines
        .map(|(index, line)| format!("{:4}  {}", index + 1, line.replace('\t', "    ")))
        .collect()
}

/// Method and byte of the frame that is looked at; none before the first bytecode.
fn here(session: &Session) -> Option<(u32, u32)> {
    let position = session.position();
    position.bytecode?;
    let frame = session.looked_at();
    Some(frame.map_or((position.method, position.pc), |it| (it.method, it.pc)))
}

/// The source of the method that is looked at.
#[must_use]
pub fn source(session: &Session) -> Option<Listed> {
    let (method, pc) = here(session)?;
    let source = session.names.source(method)?;
    let line = session.names.line(method, pc);
    Some(Listed {
        lines: numbered(&source.text),
        current: line.map(|(_, line)| usize::from(line).saturating_sub(1)),
        title: source.path,
    })
}

fn code_of(session: &Session, name: &str) -> Result<Listed, CommandError> {
    let running = session.position().method;
    let (address, current) = if name.is_empty() {
        here(session).map_or((running, None), |(method, pc)| (method, Some(pc)))
    } else {
        (method_address(session, name)?, None)
    };
    code(session, address, current)
        .ok_or_else(|| CommandError::new("no method is known here; `code METHOD` names one"))
}

/// The bytecodes of a method, of which the one at `pc` is the present one.
#[must_use]
pub fn code(session: &Session, address: u32, pc: Option<u32>) -> Option<Listed> {
    let listing = session.names.listing(address)?;
    let lines = listing.instructions.iter();
    Some(Listed {
        title: short(&listing.method) + &listing.method.descriptor,
        lines: lines
            .clone()
            .map(|it| format!("{:4}  {}", it.pc, instruction_text(it)))
            .collect(),
        // A caller is inside of its invoke.
        current: pc.and_then(|pc| lines.clone().rposition(|it| it.pc <= pc)),
    })
}

/// The running method's bytecodes.
#[must_use]
pub fn running_code(session: &Session) -> Option<Listed> {
    let position = session.position();
    code(
        session,
        position.method,
        position.bytecode.map(|_| position.pc),
    )
}

fn microcode_of(session: &Session, place: &str) -> Result<Listed, CommandError> {
    if place.is_empty() {
        return Ok(microcode(session));
    }
    let address = match session.names.label(place) {
        Some(address) => address,
        None => u16::try_from(number(place)?).unwrap_or(u16::MAX),
    };
    let mut listed = microcode(session);
    let lines = session.names.microcode();
    listed.current = lines.iter().position(|line| line.address == Some(address));
    if listed.current.is_none() {
        return Err(CommandError::new(format!(
            "no microcode at `{place}`; give a label or an address"
        )));
    }
    Ok(listed)
}

/// The microcode with the word on the ROM's output as the present line.
#[must_use]
pub fn microcode(session: &Session) -> Listed {
    let lines = session.names.microcode();
    let address = session.timeline.machine().state.microcode_fetch.pc;
    let place = session.names.nearest_label(address);
    Listed {
        title: place.map_or(String::new(), |(label, distance)| {
            format!("{label}+{distance}")
        }),
        lines: lines.iter().map(|line| line.text.clone()).collect(),
        current: lines.iter().position(|line| line.address == Some(address)),
    }
}

fn methods(session: &Session, text: &str) -> String {
    let methods = session
        .names
        .symbols()
        .into_iter()
        .flat_map(|symbols| &symbols.methods);
    let named = methods.map(|method| (method.address, method.to_string()));
    let found = named.filter(|(_, name)| name.contains(text));
    rows(
        found.map(|(address, name)| format!("{address:#07x}  {name}")),
        "no such method",
    )
}

fn statics(session: &Session, text: &str) -> String {
    let memory = &session.timeline.machine().state.memory_system.memory.words;
    let fields = session
        .names
        .symbols()
        .into_iter()
        .flat_map(|symbols| &symbols.statics);
    let named = fields.map(|field| (field.address, format!("{}.{}", field.class, field.name)));
    let found = named.filter(|(_, name)| name.contains(text));
    rows(
        found.map(|(address, name)| {
            format!(
                "{address:#07x}  {name} = {}",
                value_text(session, memory.read(address))
            )
        }),
        "no such static field",
    )
}

fn rows(mut lines: impl Iterator<Item = String>, nothing: &str) -> String {
    let shown: Vec<_> = lines.by_ref().take(MOST_ROWS).collect();
    let more = lines.count();
    if shown.is_empty() {
        return nothing.to_owned();
    }
    let note = if more > 0 {
        format!("\n... and {more} more")
    } else {
        String::new()
    };
    shown.join("\n") + &note
}

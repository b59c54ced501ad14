//! A method with its counts: by bytecode, and by source line.

use jopizer::disassemble::{LinkedInstruction, disassemble};
use jopizer::symbols::MethodSymbol;
use jopizer::{Image, Symbols};
use runtime::sources::Source;

use crate::counts::Counts;
use crate::profile::InstructionProfile;
use crate::vertical::dispatch_text;

/// Lines above the first line of code among which the declaration of a method is looked for.
const DECLARATION: u16 = 8;

/// A bytecode with its counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// The bytecode.
    pub code: LinkedInstruction,
    /// Its source line, if it is known.
    pub line: Option<u16>,
    /// Its cost.
    pub counts: Counts,
}

/// A source line with its counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Number in its file; none for code without lines.
    pub number: Option<u16>,
    /// Its text; none if the source was not found.
    pub text: Option<String>,
    /// True if code of the method belongs to it.
    pub has_code: bool,
    /// Cost of its bytecodes. Executions are those of its most executed bytecode.
    pub counts: Counts,
    /// Its bytecodes, places in [`Annotation::instructions`].
    pub instructions: Vec<usize>,
}

/// A method with its counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// The method.
    pub method: MethodSymbol,
    /// Its source file as one would write it, if it is known.
    pub file: Option<String>,
    /// What the virtual machine took to call it, by what it was called for: `(dispatch of idiv)`.
    pub dispatches: Vec<(String, Counts)>,
    /// All its bytecodes.
    pub instructions: Vec<Instruction>,
    /// Its lines, the ones between them included where the source was found.
    pub lines: Vec<Line>,
    /// Total cost, its dispatches and its bytecodes; executions are its calls.
    pub counts: Counts,
}

impl Annotation {
    /// Puts counts beside the code of a method.
    #[must_use]
    pub fn new(
        profile: &InstructionProfile,
        image: &Image,
        symbols: &Symbols,
        method: &MethodSymbol,
        source: Option<&Source>,
    ) -> Self {
        let listing = disassemble(image, symbols, method);
        let code = listing.instructions.into_iter();
        let mut instructions: Vec<Instruction> = code
            .map(|code| Instruction {
                line: method.line(code.pc),
                code,
                counts: Counts::default(),
            })
            .collect();
        let mut counts = Counts::default();
        for (offset, own) in profile.of_method(method.address) {
            let after = instructions.partition_point(|known| known.code.pc <= offset);
            if let Some(instruction) = instructions[..after].last_mut() {
                instruction.counts.add(own);
            }
            counts.add(own);
        }
        let mut dispatches = Vec::new();
        for (opcode, own) in profile.dispatches_of(method.address) {
            dispatches.push((dispatch_text(opcode), own.clone()));
            counts.add(own);
        }
        counts.executions = profile.calls.get(&method.address).copied().unwrap_or(0);
        Self {
            dispatches,
            file: source.map(|source| source.path.clone()),
            lines: lines(&instructions, method, source),
            method: method.clone(),
            instructions,
            counts,
        }
    }
}

fn lines(
    instructions: &[Instruction],
    method: &MethodSymbol,
    source: Option<&Source>,
) -> Vec<Line> {
    let text = |number: u16| Some(source?.line(number)?.to_owned());
    let line = |number: Option<u16>| Line {
        number,
        text: number.and_then(text),
        has_code: false,
        counts: Counts::default(),
        instructions: Vec::new(),
    };
    let numbers = || instructions.iter().filter_map(|known| known.line);
    let mut lines: Vec<Line> = Vec::new();
    if instructions.iter().any(|known| known.line.is_none()) {
        lines.push(line(None));
    }
    if let (Some(first), Some(last)) = (numbers().min(), numbers().max()) {
        let first = declaration(method, first, source);
        let is_used = |number: &u16| source.is_some() || numbers().any(|used| used == *number);
        let range = (first..=last).filter(is_used);
        lines.extend(range.map(|number| line(Some(number))));
    }
    for (place, instruction) in instructions.iter().enumerate() {
        let Some(line) = lines
            .iter_mut()
            .find(|line| line.number == instruction.line)
        else {
            continue;
        };
        let executions = line.counts.executions.max(instruction.counts.executions);
        line.counts.add(&instruction.counts);
        line.counts.executions = executions;
        line.has_code = true;
        line.instructions.push(place);
    }
    lines
}

/// The line of the method's declaration, if its name is shortly above its code.
fn declaration(method: &MethodSymbol, first: u16, source: Option<&Source>) -> u16 {
    let name = match method.name.as_str() {
        "<init>" => method.class.rsplit(['.', '$']).next().unwrap_or_default(),
        "<clinit>" => "static",
        name => name,
    };
    let above = (first.saturating_sub(DECLARATION)..=first).rev();
    let declares = |number: &u16| {
        let text = source.and_then(|source| source.line(*number));
        text.is_some_and(|text| declares(text, name))
    };
    above.into_iter().find(declares).unwrap_or(first)
}

/// Returns true if a line begins the declaration of a method: its name before a parenthesis, and not a call of it.
fn declares(text: &str, name: &str) -> bool {
    let Some((before, after)) = text.split_once(name) else {
        return false;
    };
    let is_whole = before.chars().last().is_none_or(char::is_whitespace);
    let opens = after.trim_start().starts_with(['(', '{']);
    let before = before.trim();
    is_whole
        && opens
        && !text.trim_end().ends_with(';')
        && !before.ends_with(['=', ',', '('])
        && before != "return"
        && before != "new"
}

//! A method with its counts: by bytecode, and by source line.

use isa::Bytecode;
use runtime::sources::Source;

use crate::rows::{Code, Figures};
use crate::vertical::{BytecodeText, MethodText, Vertical, dispatch_text};

/// Lines above the first line of code among which the declaration of a method is looked for.
const DECLARATION: u16 = 8;

/// A bytecode with its counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// The bytecode.
    pub code: BytecodeText,
    /// Its cost.
    pub figures: Figures,
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
    pub figures: Figures,
    /// Its bytecodes, places in [`Annotation::instructions`].
    pub instructions: Vec<usize>,
}

/// A method with its counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// The method.
    pub method: MethodText,
    /// Its source file as one would write it, if it is known.
    pub file: Option<String>,
    /// What the virtual machine took to call it, by what it was called for: `(dispatch of idiv)`.
    pub dispatches: Vec<(String, Figures)>,
    /// All its bytecodes.
    pub instructions: Vec<Instruction>,
    /// Its lines, the ones between them included where the source was found.
    pub lines: Vec<Line>,
    /// Total cost, its dispatches and its bytecodes; executions are its calls.
    pub figures: Figures,
}

impl Annotation {
    /// Puts figures beside the code of the method at a word address; none if it did not run.
    #[must_use]
    pub fn new(vertical: &Vertical, address: u32, source: Option<&Source>) -> Option<Self> {
        let method = vertical.texts.methods.get(&address)?.clone();
        let code = method.bytecodes.iter().cloned();
        let mut instructions: Vec<Instruction> = code
            .map(|code| Instruction {
                code,
                figures: Figures::default(),
            })
            .collect();
        let (mut figures, mut dispatches) = (Figures::default(), Vec::new());
        for row in vertical.rows_of(address) {
            figures.add(&row.figures);
            match row.code {
                Code::Dispatch { opcode, .. } => {
                    dispatches.push((dispatch_text(opcode), row.figures));
                }
                Code::Bytecode { offset, .. } => {
                    let after = instructions.partition_point(|known| known.code.0 <= offset);
                    if let Some(instruction) = instructions[..after].last_mut() {
                        instruction.figures.add(&row.figures);
                    }
                }
                Code::Start => {}
            }
        }
        figures.executions = vertical.calls(address);
        Some(Self {
            dispatches,
            file: source.map(|source| source.path.clone()),
            lines: lines(&instructions, &method, source),
            method,
            instructions,
            figures,
        })
    }
}

impl Instruction {
    /// As in a listing: byte offset, name, operands, their meaning.
    #[must_use]
    pub fn listed(&self) -> String {
        let BytecodeText(pc, opcode, operands, meaning, _) = &self.code;
        let text = format!("{pc:5}  {:16} {operands}", Bytecode::of(*opcode).name());
        match meaning.is_empty() {
            true => text.trim_end().to_owned(),
            false => format!("{text:32}  {meaning}"),
        }
    }
}

fn lines(instructions: &[Instruction], method: &MethodText, source: Option<&Source>) -> Vec<Line> {
    let text = |number: u16| Some(source?.line(number)?.to_owned());
    let line = |number: Option<u16>| Line {
        number,
        text: number.and_then(text),
        has_code: false,
        figures: Figures::default(),
        instructions: Vec::new(),
    };
    let numbers = || instructions.iter().filter_map(|known| known.code.4);
    let mut lines: Vec<Line> = Vec::new();
    if instructions.iter().any(|known| known.code.4.is_none()) {
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
            .find(|line| line.number == instruction.code.4)
        else {
            continue;
        };
        let executions = line.figures.executions.max(instruction.figures.executions);
        line.figures.add(&instruction.figures);
        line.figures.executions = executions;
        line.has_code = true;
        line.instructions.push(place);
    }
    lines
}

/// The line of the method's declaration, if its name is shortly above its code.
fn declaration(method: &MethodText, first: u16, source: Option<&Source>) -> u16 {
    let name = match method.simple_name() {
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

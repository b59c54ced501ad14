//! Macros of the preprocessor and their expansion, on the names that C would see.
//!
//! A word of the assembler such as `a.b-c` holds three names, each of which may be a macro. Names are case-sensitive
//! here, unlike those of the assembler. A macro is not expanded inside its own expansion. The arguments of a
//! function-like macro must be on the line of its name; `#` and `##` have no meaning.

use std::collections::HashMap;

use crate::errors::ErrorKind;
use crate::lines::Line;
use crate::source::{Chr, Span};

/// Characters to which one line may grow.
const EXPANSION_LIMIT: usize = 1 << 16;
/// Macros and arguments that may be in expansion within each other.
const NESTING_LIMIT: usize = 100;

/// A macro that cannot be expanded, and the place of its use.
pub(crate) type Failure = (Span, ErrorKind);

/// One macro.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Macro {
    /// Place of the definition of its name.
    pub(crate) defined: Span,
    /// Parameter names of a function-like macro.
    pub(crate) parameters: Option<Vec<String>>,
    /// The text that takes its place.
    pub(crate) body: String,
}

/// The macros defined at one point of the source.
pub(crate) type Macros = HashMap<String, Macro>;

/// Returns true if a name may start with this character.
pub(crate) fn starts_name(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// Returns true if a name may continue with this character.
pub(crate) fn continues_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// The name at the start of the characters; empty if there is none.
pub(crate) fn leading_name(chars: &[Chr]) -> String {
    if !chars.first().is_some_and(|chr| starts_name(chr.c)) {
        return String::new();
    }
    chars
        .iter()
        .map(|chr| chr.c)
        .take_while(|c| continues_name(*c))
        .collect()
}

/// Replaces all macros in a line. The characters of an expansion all have the place of the macro's use.
pub(crate) fn expand(line: &[Chr], macros: &Macros) -> Result<Line, Failure> {
    if macros.is_empty() {
        return Ok(line.to_vec());
    }
    let mut expansion = Expansion {
        macros,
        active: Vec::new(),
        depth: 0,
        budget: EXPANSION_LIMIT,
    };
    expansion.expand(line)
}

struct Expansion<'a> {
    macros: &'a Macros,
    /// Macros being expanded, which are left alone inside.
    active: Vec<String>,
    /// Expansions and arguments within each other.
    depth: usize,
    /// Characters that may still be produced.
    budget: usize,
}

impl Expansion<'_> {
    fn expand(&mut self, input: &[Chr]) -> Result<Line, Failure> {
        let mut out = Vec::with_capacity(input.len());
        let mut rest = input;
        while let Some(first) = rest.first() {
            let name = leading_name(rest);
            if name.is_empty() {
                let (copied, behind) = rest.split_at(number_length(rest).max(1));
                out.extend_from_slice(copied);
                rest = behind;
                continue;
            }
            let (used, behind) = rest.split_at(name.chars().count());
            rest = behind;
            let span = used.iter().fold(first.span, |span, chr| span.to(chr.span));
            match self.expand_name(&name, span, &mut rest)? {
                Some(expanded) => out.extend(expanded),
                None => out.extend_from_slice(used),
            }
        }
        Ok(out)
    }

    /// The expansion of a name, or `None` if it stays; takes its arguments from `rest`.
    fn expand_name(
        &mut self,
        name: &str,
        span: Span,
        rest: &mut &[Chr],
    ) -> Result<Option<Line>, Failure> {
        let Some(definition) = self.macros.get(name) else {
            return Ok(None);
        };
        if self.active.iter().any(|active| active == name) {
            return Ok(None);
        }
        let body: Vec<_> = definition.body.chars().map(|c| Chr { c, span }).collect();
        let replaced = match &definition.parameters {
            None => body,
            Some(parameters) => {
                let blanks = rest.iter().take_while(|chr| chr.c.is_whitespace()).count();
                if rest.get(blanks).is_none_or(|chr| chr.c != '(') {
                    return Ok(None);
                }
                let (arguments, behind) =
                    self.arguments(name, span, parameters, &rest[blanks + 1..])?;
                *rest = behind;
                substitute(&body, parameters, &arguments)
            }
        };
        self.spend(replaced.len(), span)?;
        self.active.push(name.to_owned());
        let expanded = self.nested(&replaced, span)?;
        self.active.pop();
        Ok(Some(
            expanded
                .into_iter()
                .map(|chr| Chr { span, ..chr })
                .collect(),
        ))
    }

    fn nested(&mut self, input: &[Chr], span: Span) -> Result<Line, Failure> {
        if self.depth == NESTING_LIMIT {
            return Err((span, ErrorKind::ExpansionTooLong));
        }
        self.depth += 1;
        let expanded = self.expand(input);
        self.depth -= 1;
        expanded
    }

    fn spend(&mut self, characters: usize, span: Span) -> Result<(), Failure> {
        let left = self.budget.checked_sub(characters);
        self.budget = left.ok_or((span, ErrorKind::ExpansionTooLong))?;
        Ok(())
    }

    /// The expanded arguments after `(`, and the text after `)`.
    fn arguments<'b>(
        &mut self,
        name: &str,
        span: Span,
        parameters: &[String],
        rest: &'b [Chr],
    ) -> Result<(Vec<Line>, &'b [Chr]), Failure> {
        let wrong = |found| {
            let (name, expected) = (name.to_owned(), parameters.len());
            (
                span,
                ErrorKind::MacroArguments {
                    name,
                    expected,
                    found,
                },
            )
        };
        let (arguments, behind) = split_arguments(rest).ok_or_else(|| wrong(None))?;
        let blank = arguments
            .iter()
            .all(|argument| argument.iter().all(|chr| chr.c.is_whitespace()));
        let found = if blank && parameters.is_empty() {
            0
        } else {
            arguments.len()
        };
        if found != parameters.len() {
            return Err(wrong(Some(found)));
        }
        let expanded = arguments
            .into_iter()
            .map(|argument| self.nested(trim(argument), span));
        Ok((expanded.collect::<Result<_, _>>()?, behind))
    }
}

/// Splits at the commas outside of parentheses up to the closing one.
fn split_arguments(rest: &[Chr]) -> Option<(Vec<&[Chr]>, &[Chr])> {
    let mut arguments = Vec::new();
    let mut depth = 0;
    let mut start = 0;
    for (place, chr) in rest.iter().enumerate() {
        match chr.c {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            ')' => {
                arguments.push(&rest[start..place]);
                return Some((arguments, &rest[place + 1..]));
            }
            ',' if depth == 0 => {
                arguments.push(&rest[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    None
}

fn substitute(body: &[Chr], parameters: &[String], arguments: &[Line]) -> Vec<Chr> {
    let mut out = Vec::new();
    let mut rest = body;
    while !rest.is_empty() {
        let name = leading_name(rest);
        let length = name.chars().count().max(number_length(rest)).max(1);
        let (copied, behind) = rest.split_at(length);
        match parameters.iter().position(|parameter| *parameter == name) {
            Some(place) if !name.is_empty() => out.extend_from_slice(&arguments[place]),
            _ => out.extend_from_slice(copied),
        }
        rest = behind;
    }
    out
}

/// Length of a number with the letters that stick to it, in which no macro is looked for.
fn number_length(chars: &[Chr]) -> usize {
    if !chars.first().is_some_and(|chr| chr.c.is_ascii_digit()) {
        return 0;
    }
    chars
        .iter()
        .take_while(|chr| continues_name(chr.c) || chr.c == '.')
        .count()
}

/// The characters without blanks at both ends.
pub(crate) fn trim(chars: &[Chr]) -> &[Chr] {
    let Some(first) = chars.iter().position(|chr| !chr.c.is_whitespace()) else {
        return &[];
    };
    let last = chars
        .iter()
        .rposition(|chr| !chr.c.is_whitespace())
        .unwrap_or(first);
    &chars[first..=last]
}

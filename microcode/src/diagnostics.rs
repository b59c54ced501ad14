//! Errors and warnings as data, and their rendering with the source line, carets and a remedy.
//!
//! An [`AsmError`] owns the sources it refers to, so it can be rendered anywhere. The library never prints.

use std::fmt;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::errors::ErrorKind;
use crate::explain::Explain;
use crate::source::{Location, Sources, Span};
use crate::warnings::WarningKind;

/// Errors rendered in full; junk read as source would yield thousands.
const RENDERED_AT_MOST: usize = 20;

/// One error or warning at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic<K> {
    /// The error.
    pub kind: K,
    /// Where; none if it concerns the assembly as a whole.
    pub span: Option<Span>,
    /// A second place that explains the first, with its text.
    pub related: Option<(Span, String)>,
}

impl<K> Diagnostic<K> {
    pub(crate) fn at(span: Span, kind: K) -> Self {
        Self {
            kind,
            span: Some(span),
            related: None,
        }
    }

    pub(crate) fn general(kind: K) -> Self {
        Self {
            kind,
            span: None,
            related: None,
        }
    }

    pub(crate) fn with_related(mut self, span: Span, text: &str) -> Self {
        self.related = Some((span, text.to_owned()));
        self
    }
}

/// An error with its place.
pub(crate) type Error = Diagnostic<ErrorKind>;

/// A warning with its place.
pub(crate) type Warning = Diagnostic<WarningKind>;

/// Failed assembly: all errors found, and the sources to show them in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AsmError {
    errors: Vec<Error>,
    sources: Sources,
}

impl AsmError {
    pub(crate) fn new(mut errors: Vec<Error>, sources: Sources) -> Self {
        errors.sort_by_key(|error| (error.span.is_none(), error.span));
        Self { errors, sources }
    }

    /// The errors, in order of their places; at least one.
    pub fn errors(&self) -> &[Diagnostic<ErrorKind>] {
        &self.errors
    }

    /// Place of an error of this list.
    pub fn location(&self, error: &Diagnostic<ErrorKind>) -> Option<Location> {
        error.span.map(|span| self.sources.locate(span))
    }

    /// Number of characters that the carets of an error of this list cover: at least one.
    pub fn width(&self, error: &Diagnostic<ErrorKind>) -> usize {
        error.span.map_or(1, |span| self.sources.width(span))
    }

    /// Text at the carets of an error, and the way out if there is one.
    pub fn explanation(&self, error: &Diagnostic<ErrorKind>) -> (String, Option<String>) {
        (error.kind.label(), error.kind.help())
    }

    /// The text to show to people, with colours if `colour` is set.
    pub fn render(&self, colour: bool) -> String {
        let shown = self.errors.iter().take(RENDERED_AT_MOST);
        let mut texts: Vec<_> = shown
            .map(|error| render(&Level::ERROR, error, &self.sources, colour))
            .collect();
        if let Some(hidden) = self
            .errors
            .len()
            .checked_sub(RENDERED_AT_MOST)
            .filter(|n| *n > 0)
        {
            texts.push(format!("and {hidden} more"));
        }
        texts.join("\n\n")
    }
}

impl fmt::Display for AsmError {
    /// The rendered text without colours.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for AsmError {}

/// Renders warnings as [`AsmError::render`] renders errors.
pub(crate) fn render_warnings(warnings: &[Warning], sources: &Sources, colour: bool) -> String {
    let texts: Vec<_> = warnings
        .iter()
        .map(|warning| render(&Level::WARNING, warning, sources, colour))
        .collect();
    texts.join("\n\n")
}

fn render<K: Explain>(
    level: &Level<'_>,
    diagnostic: &Diagnostic<K>,
    sources: &Sources,
    colour: bool,
) -> String {
    let title = level.clone().primary_title(diagnostic.kind.to_string());
    let mut group = Group::with_title(title);
    group = match diagnostic.span {
        Some(span) => group.elements(snippets(diagnostic, span, sources)),
        None => group.element(Origin::path(sources.main_path.as_str())),
    };
    let help = diagnostic.kind.help();
    let help = help.map(|text| Group::with_title(Level::HELP.secondary_title(text)));
    let report: Vec<_> = std::iter::once(group).chain(help).collect();
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    renderer.render(&report)
}

fn snippets<'a, K: Explain>(
    diagnostic: &Diagnostic<K>,
    span: Span,
    sources: &'a Sources,
) -> Vec<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    let primary = AnnotationKind::Primary
        .span(range(span))
        .label(diagnostic.kind.label());
    let mut snippet = excerpt(sources, span).annotation(primary);
    let mut elsewhere = None;
    if let Some((related, text)) = &diagnostic.related {
        let annotation = AnnotationKind::Context
            .span(range(*related))
            .label(text.clone());
        if related.file == span.file {
            snippet = snippet.annotation(annotation);
        } else {
            elsewhere = Some(excerpt(sources, *related).annotation(annotation));
        }
    }
    std::iter::once(snippet).chain(elsewhere).collect()
}

fn excerpt<'a>(sources: &'a Sources, span: Span) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let file = sources.file(span.file);
    Snippet::source(file.text.as_str()).path(file.path.as_str())
}

fn range(span: Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}

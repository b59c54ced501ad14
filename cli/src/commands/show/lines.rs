//! Source and bytecode of methods with their costs.

mod html;
mod report;
mod rows;
mod text;

use std::cmp::Reverse;

use cross_profile::Profile;
use record::{Annotation, MethodText, Vertical};
use run::End;
use runtime::sources::SourcePath;

use self::report::{Report, View};
use super::Arguments;
use super::found::Found;
use super::subject::Subject;
use crate::args::method_names;
use crate::output::atomic_file;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::rows::RowsFormat;
use crate::output::table::{Format, thousands};

/// Methods that are shown, if none is named.
const TOP: usize = 3;

/// Shows the view; gives the exit code.
pub(super) fn show(
    arguments: &Arguments,
    subject: &Subject<'_>,
    found: &Found,
) -> Result<u8, Error> {
    let read;
    let (vertical, end) = match found {
        Found::Run(recorded, _, end) => (recorded.lines.as_ref(), Some(*end)),
        Found::File(recording) => {
            let path = subject.path()?;
            read = record::file::of(recording).map_err(Error::at(path.display()))?;
            (Some(&read), None)
        }
    };
    let Some(vertical) = vertical else {
        return Ok(found.code());
    };
    let report = report(arguments, subject, vertical)?;
    subject.console.note(&ending(&report, end));
    match arguments.page() {
        Some(page) => atomic_file::write(page, html::page(&report)?.as_bytes())?,
        None => arguments.rows.print(&rendered(&report, arguments)?)?,
    }
    Ok(found.code())
}

fn report<'a>(
    arguments: &Arguments,
    subject: &Subject<'_>,
    vertical: &'a Vertical,
) -> Result<Report<'a>, Error> {
    let is_for_programs =
        arguments.page().is_none() && arguments.rows.format()? != RowsFormat::Table;
    let top = if is_for_programs {
        0
    } else {
        arguments.top(TOP)
    };
    let named = named(vertical, &arguments.method, &subject.name()?)?;
    let (methods, left_out) = if arguments.method.is_empty() {
        let mut methods = hottest(vertical);
        let all = methods.len();
        methods.truncate(if top == 0 { all } else { top });
        let left_out = all - methods.len();
        (methods, left_out)
    } else {
        (named, 0)
    };
    let sources = subject
        .program
        .sources(&subject.path()?.to_string_lossy(), &arguments.whole.source);
    let annotations = methods.into_iter().filter_map(|address| {
        let source = source(vertical.texts.methods.get(&address)?, &sources);
        Annotation::new(vertical, address, source.as_ref())
    });
    Ok(Report {
        annotations: annotations.collect(),
        is_whole: arguments.method.is_empty() && top == 0,
        left_out,
        region: match &vertical.recorded.limits.regions[..] {
            [] => None,
            names => Some(names.join(", ")),
        },
        program: program_name(&vertical.profile, subject)?,
        vertical,
    })
}

fn program_name(profile: &Profile, subject: &Subject<'_>) -> Result<String, Error> {
    match profile.provenance.program.as_str() {
        "" => subject.name(),
        name => Ok(name.to_owned()),
    }
}

fn source(method: &MethodText, sources: &SourcePath) -> Option<runtime::sources::Source> {
    sources.find(&method.class, method.source.as_deref()?)
}

fn rendered(report: &Report<'_>, arguments: &Arguments) -> Result<String, Error> {
    let view = match (arguments.whole.bytecode, arguments.whole.interleaved) {
        (true, _) => View::Bytecode,
        (false, true) => View::Interleaved,
        (false, false) => View::Source,
    };
    match arguments.rows.table_format()? {
        Format::Table => Ok(text::render(report, view)),
        format => rows::table(report, view).render(format, Document::Annotate),
    }
}

/// The methods of these names; each name has to be that of one or more that ran.
fn named(vertical: &Vertical, names: &[String], subject: &str) -> Result<Vec<u32>, Error> {
    let methods = &vertical.texts.methods;
    let known: Vec<String> = methods.values().map(|method| method.name.clone()).collect();
    let addresses: Vec<u32> = methods.keys().copied().collect();
    let mut found = Vec::new();
    for name in names {
        let list = format!("jop show lines {subject} --top 0");
        let places = method_names::named(&known, name, &list)
            .map_err(|error| Error::Input(error.to_string()))?;
        for place in places {
            if !found.contains(&addresses[place]) {
                found.push(addresses[place]);
            }
        }
    }
    Ok(found)
}

fn hottest(vertical: &Vertical) -> Vec<u32> {
    let mut methods: Vec<(u64, u32)> = vertical
        .by_method()
        .into_iter()
        .filter_map(|(address, figures)| Some((figures.cycles, address?)))
        .filter(|(_, address)| vertical.texts.methods.contains_key(address))
        .collect();
    methods.sort_by_key(|(cycles, address)| (Reverse(*cycles), *address));
    methods.into_iter().map(|(_, address)| address).collect()
}

fn ending(report: &Report<'_>, end: Option<End>) -> String {
    let how = match end.unwrap_or(End::ExitText) {
        End::Exit(0) => String::new(),
        End::Exit(status) => format!(", ended with status {}", status.cast_signed()),
        End::ExitText | End::Until => String::new(),
        End::MaxCycles => ", stopped by --max-cycles".to_owned(),
        End::Blocked => ", every thread waits for ever".to_owned(),
        End::Interrupted => ", interrupted".to_owned(),
    };
    let part = match &report.region {
        Some(region) => format!(" in region {region}"),
        None => String::new(),
    };
    let cycles = thousands(report.vertical.recorded_cycles());
    format!("jop: {}: {cycles} cycles{part}{how}", report.program)
}

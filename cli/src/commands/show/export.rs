//! A profile in the formats of other tools.

use std::path::Path;

use clap::ValueEnum;
use cross_profile::Profile;
use export::dot::Thresholds;
use export::flame_graph::Style;
use export::{
    ExportError, Metric, callgrind, collapsed, dot, firefox, flame_graph, parquet, pprof, rows,
    speedscope,
};
use isa::MachineConfig;
use jopizer::Symbols;
use profile_import::unit::CYCLES;

use super::View;
use super::arguments::{Arguments, Words};
use super::part::take_part;
use super::subject::{self, Subject};
use crate::args::program_source::load_embedded;
use crate::args::{image_file, recording_file};
use crate::output::atomic_file::PendingFile;
use crate::output::errors::Error;
use crate::output::rows::RowsFormat;
use crate::output::{exit_code, stdout};

/// A format, as `--as` takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Flame graph as SVG
    Flamegraph,
    /// Collapsed stacks
    Collapsed,
    /// JSON of speedscope
    Speedscope,
    /// Processed profile of the Firefox Profiler
    Firefox,
    /// profile.proto, gzipped
    Pprof,
    /// Callgrind's profile format
    Callgrind,
    /// Call graph for Graphviz
    Dot,
    /// Contexts as rows, comma-separated
    Csv,
    /// Contexts as rows, Apache Parquet
    Parquet,
}

/// Formats by the ends of file names.
const ENDINGS: [(&str, ExportFormat); 13] = [
    (".svg", ExportFormat::Flamegraph),
    (".folded", ExportFormat::Collapsed),
    (".collapsed", ExportFormat::Collapsed),
    (".speedscope.json", ExportFormat::Speedscope),
    (".firefox.json", ExportFormat::Firefox),
    (".pb.gz", ExportFormat::Pprof),
    (".pprof", ExportFormat::Pprof),
    (".callgrind", ExportFormat::Callgrind),
    (".dot", ExportFormat::Dot),
    (".gv", ExportFormat::Dot),
    (".csv", ExportFormat::Csv),
    (".parquet", ExportFormat::Parquet),
    (".collapsedstack.txt", ExportFormat::Collapsed),
];

/// Writes the profile; gives the exit code.
pub(super) fn execute(
    arguments: &Arguments,
    words: &Words,
    subject: &Subject<'_>,
) -> Result<u8, Error> {
    let format = format(arguments, words.view)?;
    let comparable = [ExportFormat::Flamegraph, ExportFormat::Collapsed].contains(&format);
    if words.view == View::Diff && !comparable {
        return Err(Error::Input(format!(
            "`jop show diff` writes pages, flame graphs and collapsed stacks; {} shows one profile",
            name(format)
        )));
    }
    let file = arguments.rows.output.as_deref().map(PendingFile::create);
    let file = file.transpose()?;
    let Some((input, code)) = Input::read(arguments, words, subject)? else {
        return Ok(exit_code::INTERRUPTED);
    };
    let contents = input.export(format, arguments)?;
    match file {
        Some(file) => file.finish(&contents)?,
        None => stdout::write(&contents)?,
    }
    Ok(code)
}

/// The file or the format is one of other tools.
pub(super) fn is_meant(arguments: &Arguments) -> bool {
    let file = arguments.rows.output.as_deref();
    let is_table = |it: &ExportFormat| matches!(it, ExportFormat::Csv);
    arguments.whole.exported.is_some()
        || file
            .and_then(of_name)
            .is_some_and(|format| !is_table(&format))
}

/// The format of the output.
fn format(arguments: &Arguments, view: View) -> Result<ExportFormat, Error> {
    let file = arguments.rows.output.as_deref();
    let of_contexts = match arguments.rows.format {
        Some(RowsFormat::Csv) => Some(ExportFormat::Csv),
        Some(RowsFormat::Parquet) => Some(ExportFormat::Parquet),
        None if view == View::Contexts && file.is_none() => Some(ExportFormat::Csv),
        _ => None,
    };
    let found = arguments
        .whole
        .exported
        .or(of_contexts)
        .or_else(|| of_name(file?));
    found.ok_or_else(|| {
        Error::Input(match file {
            Some(file) => format!(
                "{}: the name has no known format; give --as, or a name that `jop show --help` lists",
                file.display()
            ),
            None => "the format is missing; give -o FILE, or --as FORMAT for standard output".to_owned(),
        })
    })
}

fn of_name(file: &Path) -> Option<ExportFormat> {
    let called = file.file_name()?.to_string_lossy().into_owned();
    if called.starts_with("callgrind.") {
        return Some(ExportFormat::Callgrind);
    }
    let found = ENDINGS.iter().find(|(end, _)| called.ends_with(end));
    found.map(|(_, format)| *format)
}

fn name(format: ExportFormat) -> String {
    let value = format.to_possible_value();
    value
        .map(|value| value.get_name().to_owned())
        .unwrap_or_default()
}

/// Exported data.
struct Input {
    name: String,
    profile: Profile,
    base: Option<Profile>,
    symbols: Option<Symbols>,
    /// Unit of the values, if it is another than cycles.
    unit: Option<String>,
}

impl Input {
    /// The profile with its base, and the exit code of a program's end; none after Ctrl-C.
    fn read(
        arguments: &Arguments,
        words: &Words,
        subject: &Subject<'_>,
    ) -> Result<Option<(Self, u8)>, Error> {
        let (path, part) = (subject.path()?, arguments.part());
        let (profile, unit, code) = if subject.is_program()? {
            match subject.profile(&part)? {
                Some((profile, code)) => (profile, CYCLES.to_owned(), code),
                None => return Ok(None),
            }
        } else {
            subject.program.refuse_for_files(path, "a recording")?;
            let (profile, unit) = recording_file::profile(path, subject.console)?;
            (take_part(profile, path, &part)?, unit, exit_code::DONE)
        };
        let (profile, base) = match words.view {
            View::Diff => {
                let path = subject::other(words)?;
                let (other, other_unit) = recording_file::profile(path, subject.console)?;
                if other_unit != unit {
                    return Err(Error::Input(format!(
                        "{}: its values are {other_unit}, and those of {} are {unit}",
                        path.display(),
                        subject.name()?
                    )));
                }
                (take_part(other, path, &part)?, Some(profile))
            }
            _ => (profile, None),
        };
        let symbols = symbols(arguments, subject)?;
        if let Some(symbols) = &symbols {
            check_symbols(symbols, &profile, path)?;
        }
        let input = Self {
            name: subject.name()?,
            base,
            profile,
            symbols,
            unit: (unit != CYCLES).then_some(unit),
        };
        Ok(Some((input, code)))
    }

    fn export(&self, format: ExportFormat, arguments: &Arguments) -> Result<Vec<u8>, Error> {
        let keeps_unit = [ExportFormat::Flamegraph, ExportFormat::Collapsed].contains(&format);
        if let (Some(unit), false) = (&self.unit, keeps_unit) {
            return Err(Error::Input(format!(
                "{}: its values are {unit}, which only flamegraph and collapsed can show; {} has cycles",
                self.name,
                name(format)
            )));
        }
        let metric = metric(arguments)?;
        let contents = self.contents(format, metric, arguments);
        contents.map_err(Error::at(&self.name))
    }

    fn contents(
        &self,
        format: ExportFormat,
        metric: Metric,
        arguments: &Arguments,
    ) -> Result<Vec<u8>, ExportError> {
        let (profile, symbols) = (&self.profile, self.symbols.as_ref());
        let share = |usual: f64| arguments.whole.min_share.unwrap_or(usual);
        match (format, &self.base) {
            (ExportFormat::Flamegraph, base) => {
                let style = Style {
                    title: self.title(arguments, metric),
                    unit: self.unit.clone(),
                    min_width: share(0.1),
                };
                match base {
                    Some(base) => flame_graph::difference(base, profile, metric, &style),
                    None => flame_graph::svg(profile, metric, &style),
                }
            }
            (ExportFormat::Collapsed, Some(base)) => {
                collapsed::difference(base, profile, metric, &self.unit(metric))
                    .map(String::into_bytes)
            }
            (ExportFormat::Collapsed, None) => {
                collapsed::of_unit(profile, metric, &self.unit(metric)).map(String::into_bytes)
            }
            (ExportFormat::Speedscope, _) => speedscope::json(profile, metric, symbols),
            (ExportFormat::Firefox, _) => firefox::json(profile, metric),
            (ExportFormat::Pprof, _) => pprof::gzip(profile, metric, symbols),
            (ExportFormat::Callgrind, _) => Ok(callgrind::text(profile, symbols).into_bytes()),
            (ExportFormat::Dot, _) => {
                let thresholds = Thresholds {
                    node: share(0.5) / 100.0,
                    edge: arguments.whole.min_arc.unwrap_or(0.1) / 100.0,
                };
                dot::text(profile, metric, thresholds).map(String::into_bytes)
            }
            (ExportFormat::Csv, _) => rows::csv(profile),
            (ExportFormat::Parquet, _) => parquet::bytes(profile),
        }
    }

    /// What the values of an export are.
    fn unit(&self, metric: Metric) -> String {
        self.unit.clone().unwrap_or_else(|| metric.to_string())
    }

    fn title(&self, arguments: &Arguments, metric: Metric) -> String {
        let program = &self.profile.provenance.program;
        let values = self.unit(metric);
        match (&arguments.whole.title, &self.base) {
            (Some(title), _) => title.clone(),
            (None, None) => format!("{program}: {values}"),
            (None, Some(base)) => format!(
                "{program}: {values}, compared with {}",
                base.provenance.program
            ),
        }
    }
}

fn symbols(arguments: &Arguments, subject: &Subject<'_>) -> Result<Option<Symbols>, Error> {
    if let Some(program) = arguments.whole.symbols_of {
        let memory = MachineConfig::default().memory_words;
        return Ok(load_embedded(program, &[], memory)?.symbols);
    }
    let Some(path) = &arguments.whole.symbols else {
        return Ok(None);
    };
    let (_, symbols) = image_file::read(path, subject.console)?;
    symbols.map(Some).ok_or_else(|| {
        Error::Input(format!(
            "{}: no symbols are beside this image; link it with `jop build`",
            path.display()
        ))
    })
}

fn check_symbols(symbols: &Symbols, profile: &Profile, path: &Path) -> Result<(), Error> {
    let main = symbols.methods.iter().map(ToString::to_string);
    let fits = main
        .into_iter()
        .any(|name| name.starts_with(&symbols.main_class) && profile.methods.contains(&name));
    if fits {
        return Ok(());
    }
    Err(Error::Input(format!(
        "{}: it has no method of {}; the symbols are another program's",
        path.display(),
        symbols.main_class
    )))
}

fn metric(arguments: &Arguments) -> Result<Metric, Error> {
    let text = arguments.whole.metric.as_deref().unwrap_or("cycles");
    text.parse()
        .map_err(|reason: String| Error::Input(format!("--metric {text}: {reason}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_tells_its_format() {
        for (name, format) in [
            ("a.svg", ExportFormat::Flamegraph),
            ("callgrind.out.7", ExportFormat::Callgrind),
            ("a.speedscope.json", ExportFormat::Speedscope),
            ("a.b.pb.gz", ExportFormat::Pprof),
        ] {
            assert_eq!(of_name(Path::new(name)), Some(format));
        }
        assert_eq!(of_name(Path::new("a.json")), None);
    }
}

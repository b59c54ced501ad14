//! `jop export`: a recorded profile in the formats of other tools.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use cross_profile::Profile;
use cross_profile::import::unit::CYCLES;
use export::dot::Thresholds;
use export::flame_graph::Style;
use export::{
    ExportError, Metric, callgrind, collapsed, dot, firefox, flame_graph, parquet, pprof, rows,
    speedscope,
};
use isa::MachineConfig;
use jopizer::Symbols;
use runtime::programs::EmbeddedProgram;

use super::report;
use crate::atomic_file::{PendingFile, once_on_standard_output};
use crate::console::Console;
use crate::embedded_programs::PROGRAM;
use crate::errors::Error;
use crate::program_source::load_embedded;
use crate::{exit_code, image_file, output, profile_file};

/// Write a profile in the formats of other tools: flame graph, speedscope, pprof, callgrind, ...
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Write a profile that `jop run --profile` recorded in the formats of other tools. All but flamegraph and dot can be read back by \
`jop validate`, `report`, `diff`, `ring` and `export` itself.

--as or the file name chooses the format:
  flamegraph  .svg                  flame graph for a browser; with --base the changes
  collapsed   .folded .collapsed    stacks for flame-graph tools; with --base two weights
  speedscope  .speedscope.json      https://www.speedscope.app, a profile for each thread
  firefox     .firefox.json         https://profiler.firefox.com, a thread for each thread
  pprof       .pb.gz .pprof         `go tool pprof`, all figures at once
  callgrind   callgrind.* .callgrind  callgrind_annotate and KCachegrind, all figures at once
  dot         .dot .gv              the call graph for Graphviz
  csv         .csv                  contexts as rows with all figures
  parquet     .parquet              the same for data frames

Sums equal those of the profile. Formats with one weight use --metric. Files and lines of methods come from the symbols \
of the image, if given.")]
#[command(after_help = "\
Examples:
  jop run --program lift --profile lift.jprof
  jop export lift.jprof -o lift.svg                     a flame graph
  jop export lift.jprof -o lift.svg --metric load-on-invoke
  jop export new.jprof --base old.jprof -o change.svg   growth is red, shrinkage is blue
  jop export lift.jprof --program lift -o callgrind.out.lift -o lift.pb.gz
  jop export app.jprof --symbols app.jop -o app.speedscope.json
  jop export lift.jprof --as dot --min-share 2 | dot -Tsvg > lift-calls.svg")]
pub(crate) struct Arguments {
    /// The profile
    profile: PathBuf,
    /// The format; by default chosen by the file name
    #[arg(long = "as", value_enum, ignore_case = true, value_name = "FORMAT")]
    format: Option<ExportFormat>,
    /// Write to this file; repeat for several formats. Default: standard output
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Compare with this earlier profile: flamegraph and collapsed
    #[arg(long, value_name = "OLD")]
    base: Option<PathBuf>,
    /// Weight: cycles, bytecodes, calls, or a cause as `jop report --causes` names it
    #[arg(long, value_name = "METRIC", default_value = "cycles", value_parser = metric)]
    metric: Metric,
    /// Take only this thread
    #[arg(long, value_name = "NAME")]
    thread: Option<String>,
    /// Take only this region, which the program marks with joplab.Region
    #[arg(long, value_name = "NAME")]
    region: Option<String>,
    /// Take files and lines from the symbols of this image
    #[arg(long, value_name = "FILE.jop", conflicts_with = "program")]
    symbols: Option<PathBuf>,
    /// Take files and lines from this embedded program
    #[arg(long, value_name = "NAME", hide_possible_values = true, value_parser = PROGRAM)]
    program: Option<&'static EmbeddedProgram>,
    /// Hide entries with a smaller share of the total, in percent: frames of flame graphs (default 0.1), methods of dot (0.5)
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    min_share: Option<f64>,
    /// Hide arcs of dot with a smaller share of the total, in percent
    #[arg(long, value_name = "PERCENT", default_value = "0.1", value_parser = percent)]
    min_arc: f64,
    /// Heading of flame graphs
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// A format, as `--as` takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
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

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let formats = formats(arguments)?;
    once_on_standard_output(&arguments.output)?;
    let input = Input::read(arguments, console)?;
    if arguments.output.is_empty() {
        let [format] = formats[..] else {
            return Err(Error::Input("--as or -o says the format".to_owned()));
        };
        output::write(&input.export(format, arguments)?)?;
        return Ok(exit_code::DONE);
    }
    let files = arguments
        .output
        .iter()
        .map(|path| PendingFile::create(path));
    let files = files.collect::<Result<Vec<_>, _>>()?;
    let contents = formats
        .iter()
        .map(|format| input.export(*format, arguments));
    let contents = contents.collect::<Result<Vec<_>, _>>()?;
    for (file, contents) in files.into_iter().zip(contents) {
        file.finish(&contents)?;
    }
    Ok(exit_code::DONE)
}

/// The format of each output.
fn formats(arguments: &Arguments) -> Result<Vec<ExportFormat>, Error> {
    let formats = match (arguments.format, &arguments.output[..]) {
        (Some(format), []) => vec![format],
        (Some(format), files) => vec![format; files.len()],
        (None, []) => {
            return Err(Error::Input(
                "the format is missing; give -o FILE, or --as FORMAT for standard output"
                    .to_owned(),
            ));
        }
        (None, files) => {
            let formats = files.iter().map(|file| format_of(file));
            formats.collect::<Result<Vec<_>, _>>()?
        }
    };
    let comparable = [ExportFormat::Flamegraph, ExportFormat::Collapsed];
    match formats.iter().find(|format| !comparable.contains(format)) {
        Some(format) if arguments.base.is_some() => Err(Error::Input(format!(
            "--base is for flamegraph and collapsed; {} shows one profile",
            name(*format)
        ))),
        _ => Ok(formats),
    }
}

fn format_of(file: &Path) -> Result<ExportFormat, Error> {
    let called = file.file_name().unwrap_or_default().to_string_lossy();
    if called.starts_with("callgrind.") {
        return Ok(ExportFormat::Callgrind);
    }
    let found = ENDINGS.iter().find(|(end, _)| called.ends_with(end));
    found.map(|(_, format)| *format).ok_or_else(|| {
        Error::Input(format!(
            "{}: the name has no known format; give --as, or a name that `jop export --help` lists",
            file.display()
        ))
    })
}

fn name(format: ExportFormat) -> String {
    let value = format.to_possible_value();
    value
        .map(|value| value.get_name().to_owned())
        .unwrap_or_default()
}

/// Exported data.
struct Input {
    profile: Profile,
    base: Option<Profile>,
    symbols: Option<Symbols>,
    /// Unit of the values, if it is another than cycles.
    unit: Option<String>,
}

impl Input {
    fn read(arguments: &Arguments, console: Console) -> Result<Self, Error> {
        let read = |path: &PathBuf| {
            let (mut profile, unit) = profile_file::read_weighted(path)?;
            if let Some(thread) = &arguments.thread {
                report::take_thread(&mut profile, thread, path)?;
            }
            if let Some(name) = &arguments.region {
                profile = profile_file::region(&profile, path, name)?;
            }
            Ok::<_, Error>((profile, unit))
        };
        let (profile, unit) = read(&arguments.profile)?;
        let base = match &arguments.base {
            None => None,
            Some(path) => {
                let (base, other) = read(path)?;
                if other != unit {
                    return Err(Error::Input(format!(
                        "{}: its values are {other}, and those of {} are {unit}",
                        path.display(),
                        arguments.profile.display()
                    )));
                }
                Some(base)
            }
        };
        let symbols = symbols(arguments, console)?;
        if let Some(symbols) = &symbols {
            check_symbols(symbols, &profile, &arguments.profile)?;
        }
        Ok(Self {
            base,
            profile,
            symbols,
            unit: (unit != CYCLES).then_some(unit),
        })
    }

    fn export(&self, format: ExportFormat, arguments: &Arguments) -> Result<Vec<u8>, Error> {
        let keeps_unit = [ExportFormat::Flamegraph, ExportFormat::Collapsed].contains(&format);
        if let (Some(unit), false) = (&self.unit, keeps_unit) {
            return Err(Error::Input(format!(
                "{}: its values are {unit}, which only flamegraph and collapsed can show; {} has cycles",
                arguments.profile.display(),
                name(format)
            )));
        }
        let contents = self.contents(format, arguments);
        contents.map_err(Error::at(arguments.profile.display()))
    }

    fn contents(
        &self,
        format: ExportFormat,
        arguments: &Arguments,
    ) -> Result<Vec<u8>, ExportError> {
        let (profile, metric, symbols) = (&self.profile, arguments.metric, self.symbols.as_ref());
        let share = |usual: f64| arguments.min_share.unwrap_or(usual);
        match (format, &self.base) {
            (ExportFormat::Flamegraph, base) => {
                let style = Style {
                    title: self.title(arguments),
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
                    edge: arguments.min_arc / 100.0,
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

    fn title(&self, arguments: &Arguments) -> String {
        let program = &self.profile.provenance.program;
        let values = self.unit(arguments.metric);
        match (&arguments.title, &self.base) {
            (Some(title), _) => title.clone(),
            (None, None) => format!("{program}: {values}"),
            (None, Some(base)) => format!(
                "{program}: {values}, compared with {}",
                base.provenance.program
            ),
        }
    }
}

fn symbols(arguments: &Arguments, console: Console) -> Result<Option<Symbols>, Error> {
    if let Some(program) = arguments.program {
        let memory = MachineConfig::default().memory_words;
        return Ok(load_embedded(program, &[], memory)?.symbols);
    }
    let Some(path) = &arguments.symbols else {
        return Ok(None);
    };
    let (_, symbols) = image_file::read(path, console)?;
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

fn metric(text: &str) -> Result<Metric, String> {
    text.parse()
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| "0 to 100".to_owned())
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
            assert_eq!(format_of(Path::new(name)).unwrap(), format);
        }
        assert!(format_of(Path::new("a.json")).is_err());
    }

    #[test]
    fn a_percentage_lies_between_0_and_100() {
        assert_eq!(percent("0.5"), Ok(0.5));
        for text in ["-1", "101", "NaN", "x"] {
            assert!(percent(text).is_err(), "{text}");
        }
    }
}

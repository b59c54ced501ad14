//! The manifest: programs, machines, engines, and the recorded figures of each run.
//!
//! ```toml
//! goldens = "timing"            # folder of the goldens, from the folder of this file; by default timing
//! tolerance = 0                 # cycles (words, times) by which a figure may differ; 0 if left out
//!
//! [configurations]              # machines: a file, or options of `jop config`; `default` is always there
//! small = "machines/small.toml"
//! fast-memory = { ram_cnt = 1 }
//!
//! [programs]                    # embedded programs need no line of their own
//! control = { class = "control.Main", class_path = ["classes"], arguments = ["500"] }
//! original = { image = "app.jop", until = "done", max_cycles = "10M" }   # until it prints this, or so many cycles are over
//! long-lift = { embedded = "lift", arguments = ["1000"] }
//! filter = { class = "control.Main", class_path = ["classes"], region = "filter" }     # what it marks with joplab.Region
//!
//! [[check]]                     # every program on every configuration
//! programs = ["control", "long-lift", "udpip"]
//! configurations = ["default", "small"]     # all, if left out
//! engine = "fast"                           # or "machine"
//! microcode = "jop"                         # or "strict", or a file.asm
//! record = ["total", "causes", "cache", "methods", "bytecodes"]   # total and methods, if left out
//! tolerance = 10
//! limits = [                                # what fails the check when it is passed, whatever a golden says
//!   { call = "Controller.step", deadline = "250 us", period = "1 ms", jitter = "10 us", bound = true },
//!   { figure = "memory.stack", max = "200 words" },
//! ]
//! bounds = ["Controller.step"]              # worst-case execution times of methods, as `jop wcet` finds them
//! loops = "lift.toml"                       # bounds of loops for these, where the analysis needs them
//! ```

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};

use isa::quantity;
pub use run::EngineKind;
use toml::Spanned;

use crate::check::amount::Amount;
use crate::check::error::{CheckError, Source};
use crate::check::figures::Section;
use crate::check::limit::Limit;
use crate::check::manifest_file::{CheckFile, ManifestFile, ProgramFile};
use crate::check::prediction::{MostError, Prediction};
use crate::check::record::Record;

/// Why the fast engine has no figures of memory.
pub(super) const NO_MEMORY: &str =
    "the fast engine does not see stack and heap; leave engine = \"fast\" out";
const REMEDY: &str = "`jop check --help` shows a manifest";

/// A manifest, checked: every case that it asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifest {
    /// Folder of the goldens.
    pub goldens: PathBuf,
    /// Programs on configurations, in the order of the manifest.
    pub cases: Vec<Case>,
}

/// One program on one configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Name of the program.
    pub program: String,
    /// Its source.
    pub source: ProgramChoice,
    /// Arguments of its `main`.
    pub arguments: Vec<String>,
    /// Conditions that end it besides the program.
    pub limits: Limits,
    /// The region that the program marks, if the figures are of that alone.
    pub region: Option<String>,
    /// Name of the configuration.
    pub configuration: String,
    /// Its source.
    pub machine: Configuration,
    /// Engine of the case.
    pub engine: EngineKind,
    /// On which microcode.
    pub microcode: MicrocodeChoice,
    /// Recorded figures.
    pub record: Vec<Record>,
    /// Methods whose worst-case execution times are recorded.
    pub bounds: Vec<String>,
    /// Bounds of loops for these.
    pub loops: Option<PathBuf>,
    /// What its calls and figures may be at most.
    pub most: Vec<Limit>,
    /// Whose cycles the figures are, if not those of the engine.
    pub prediction: Option<Prediction>,
    /// How far from the machine these may be.
    pub most_error: MostError,
    /// Largest difference of a figure that passes, in its own unit.
    pub tolerance: u64,
    /// File of its golden.
    pub golden: PathBuf,
    /// Line of the manifest that names the program.
    pub line: usize,
}

/// Source of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgramChoice {
    /// An embedded program.
    Embedded(String),
    /// A class to link.
    Class {
        /// Its name, or its file.
        name: String,
        /// Folders and jars.
        class_path: Vec<PathBuf>,
    },
    /// A linked image.
    Image(PathBuf),
}

/// Conditions that end a run besides the program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// Text whose appearance ends it.
    pub until: Option<String>,
    /// Cycles after which it ends; where none are given, a program that has not ended after [`Limits::USUAL`] fails.
    pub max_cycles: Option<u64>,
}

/// Source of a machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Configuration {
    /// The default machine.
    Default,
    /// A machine file.
    File(PathBuf),
    /// Options, as the text of a machine file, and their line.
    Options(String, usize),
}

/// Microcode of a case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum MicrocodeChoice {
    /// Ours, with the cycles of the hardware's.
    Jop,
    /// Ours, with exact checks.
    Strict,
    /// A source to assemble.
    File(PathBuf),
}

impl Limits {
    /// Default limit of a program's cycles.
    pub const USUAL: u64 = 100_000_000;

    /// Cycles after which the run stops.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.max_cycles.unwrap_or(Self::USUAL)
    }
}

impl Case {
    /// `lift on cache-1k`.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{} on {}", self.program, self.configuration)
    }

    /// The engine, or the prediction in its place.
    #[must_use]
    pub fn by(&self) -> String {
        let engine = || self.engine.name().to_owned();
        self.prediction
            .as_ref()
            .map_or_else(engine, Prediction::title)
    }

    /// Returns true if its figures are held against a golden; a prediction may have limits alone.
    #[must_use]
    pub fn has_golden(&self) -> bool {
        !self.record.is_empty()
    }

    /// Returns true if stack and heap are recorded or limited.
    #[must_use]
    pub fn needs_memory(&self) -> bool {
        let mut limits = self.most.iter();
        self.record.contains(&Record::Memory)
            || limits.any(|it| matches!(it, Limit::Figure(it) if it.section == Section::Memory))
    }

    /// Returns true if more than the run's counters is recorded, so that a profile is needed.
    #[must_use]
    pub fn needs_profile(&self) -> bool {
        let of_profile = [Record::Causes, Record::Methods, Record::Bytecodes];
        self.region.is_some()
            || !self.most.is_empty()
            || self.record.iter().any(|record| of_profile.contains(record))
    }
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    ///
    /// If it cannot be read or asks for what cannot be; with its line.
    pub fn read(path: &Path) -> Result<Self, CheckError> {
        let text = std::fs::read_to_string(path).map_err(|reason| CheckError::Read {
            path: path.to_owned(),
            reason,
            remedy: "write a manifest with `jop check --init FOLDER`, or name yours",
        })?;
        Self::parse(path, &text)
    }

    /// Reads the text of a manifest; paths in it are relative to the folder of `path`.
    ///
    /// # Errors
    ///
    /// If it asks for what cannot be; with its line.
    pub fn parse(path: &Path, text: &str) -> Result<Self, CheckError> {
        let source = Source { path, text };
        let file: ManifestFile =
            toml::from_str(text).map_err(|error| source.toml(&error, REMEDY))?;
        let resolver = Resolver {
            source,
            folder: path.parent().unwrap_or(Path::new("")),
            file: &file,
        };
        resolver.manifest()
    }
}

pub(super) struct Resolver<'a> {
    source: Source<'a>,
    pub(super) folder: &'a Path,
    file: &'a ManifestFile,
}

impl Resolver<'_> {
    fn manifest(&self) -> Result<Manifest, CheckError> {
        let names = self
            .file
            .programs
            .keys()
            .chain(self.file.configurations.keys());
        for name in names {
            self.check_name(name)?;
        }
        if self.file.check.is_empty() {
            let problem = format!("nothing is checked: [[check]] is missing; {REMEDY}");
            return Err(self.source.wrong(0, problem));
        }
        let configurations = self.configurations()?;
        let goldens = self.folder.join(&self.file.goldens);
        let mut cases = Vec::new();
        let mut lines: HashMap<PathBuf, usize> = HashMap::new();
        for check in &self.file.check {
            for case in self.cases(check, &configurations, &goldens)? {
                let first = match case.has_golden() {
                    true => lines.insert(case.golden.clone(), case.line),
                    false => None,
                };
                if let Some(first) = first {
                    let problem = format!(
                        "{} with this engine and microcode is checked in line {first} already; give the program another name in [programs]",
                        case.title()
                    );
                    return Err(self.at_line(case.line, problem));
                }
                cases.push(case);
            }
        }
        Ok(Manifest { goldens, cases })
    }

    fn cases(
        &self,
        check: &Spanned<CheckFile>,
        configurations: &BTreeMap<&str, Configuration>,
        goldens: &Path,
    ) -> Result<Vec<Case>, CheckError> {
        let span = check.span();
        let check = check.get_ref();
        let prediction = self.prediction(check)?;
        let most_error = self.most_error(check)?;
        let record = self.record(check)?;
        let loops = match &check.loops {
            Some(file) => Some(self.existing(&file.span(), file.get_ref())?),
            None => None,
        };
        let microcode = self.microcode(check)?;
        let most = self.limits(check)?;
        let tolerance = self.cycles(
            "tolerance",
            check.tolerance.as_ref().or(self.file.tolerance.as_ref()),
        )?;
        if check.programs.is_empty() {
            return Err(self.wrong(&span, "a check needs at least one program".to_owned()));
        }
        let chosen = self.chosen_configurations(check, configurations)?;
        let runs = check.programs.len() * chosen.len();
        self.check_profile(check, runs)?;
        let mut cases = Vec::new();
        for name in &check.programs {
            let (source, program) = self.program(name)?;
            let limits = self.ends(&program)?;
            match &prediction {
                None => self.check_region(&program, &record, &most)?,
                Some(prediction) => self.check_predicted(name, &program, prediction)?,
            }
            for (configuration, machine) in &chosen {
                let file = golden_name(
                    name.get_ref(),
                    configuration,
                    &by(check.engine(), prediction.as_ref()),
                    &microcode,
                );
                cases.push(Case {
                    program: name.get_ref().clone(),
                    source: source.clone(),
                    arguments: program.arguments.clone(),
                    limits: limits.clone(),
                    region: program.region.as_ref().map(|name| name.get_ref().clone()),
                    configuration: (*configuration).to_owned(),
                    machine: machine.clone(),
                    engine: check.engine(),
                    microcode: microcode.clone(),
                    record: record.clone(),
                    bounds: check.bounds.clone(),
                    loops: loops.clone(),
                    most: most.clone(),
                    prediction: prediction.clone(),
                    most_error,
                    tolerance: tolerance.unwrap_or(0),
                    golden: goldens.join(file),
                    line: self.source.line(name.span().start),
                });
            }
        }
        Ok(cases)
    }

    /// What ends a program besides itself.
    fn ends(&self, program: &ProgramFile) -> Result<Limits, CheckError> {
        let until = program.until.as_ref();
        if let Some(until) =
            until.filter(|it| Amount::read(it.get_ref()).is_ok_and(|it| it.is_time()))
        {
            let problem = format!(
                "`until` is a text that the program prints, and \"{}\" is a time; write max_cycles = \"3M\" to end after so many cycles, or more of the text",
                until.get_ref().escape_debug()
            );
            return Err(self.wrong(&until.span(), problem));
        }
        Ok(Limits {
            until: until.map(|it| it.get_ref().clone()),
            max_cycles: self.cycles("max_cycles", program.max_cycles.as_ref())?,
        })
    }

    /// A number of cycles: `3_000_000`, or a text as options take it.
    fn cycles(
        &self,
        key: &str,
        given: Option<&Spanned<toml::Value>>,
    ) -> Result<Option<u64>, CheckError> {
        let Some(given) = given else {
            return Ok(None);
        };
        let cycles = match given.get_ref() {
            toml::Value::Integer(number) => quantity::cycles(&number.to_string()),
            toml::Value::String(text) => quantity::cycles(text),
            other => quantity::cycles(&other.to_string()),
        };
        let problem = |wanted| {
            let problem = format!(
                "`{key}` is {}; write {wanted}, in quotes if it has a suffix",
                given.get_ref()
            );
            self.wrong(&given.span(), problem)
        };
        cycles.map(Some).map_err(problem)
    }

    /// Figures that are of the whole run are none of a region.
    fn check_region(
        &self,
        program: &ProgramFile,
        record: &[Record],
        most: &[Limit],
    ) -> Result<(), CheckError> {
        let whole = [Record::Cache, Record::Bytecodes, Record::Memory];
        match &program.region {
            Some(region) if !most.is_empty() => {
                let problem = "limits are of a whole run; leave region or limits out";
                Err(self.wrong(&region.span(), problem.to_owned()))
            }
            Some(region) if record.iter().any(|it| whole.contains(it)) => {
                let problem = "of a region total, causes and methods are known; leave cache, bytecodes and memory out of `record`";
                Err(self.wrong(&region.span(), problem.to_owned()))
            }
            _ => Ok(()),
        }
    }

    fn configurations(&self) -> Result<BTreeMap<&str, Configuration>, CheckError> {
        let mut all = BTreeMap::new();
        for (name, value) in &self.file.configurations {
            let configuration = match value.get_ref() {
                toml::Value::String(file) => {
                    Configuration::File(self.existing(&value.span(), file.as_ref())?)
                }
                toml::Value::Table(options) => Configuration::Options(
                    options.to_string(),
                    self.source.line(value.span().start),
                ),
                _ => {
                    let problem = format!(
                        "configuration {} is neither a file nor a table of options; {REMEDY}",
                        name.get_ref()
                    );
                    return Err(self.wrong(&value.span(), problem));
                }
            };
            all.insert(name.get_ref().as_str(), configuration);
        }
        Ok(all)
    }

    fn chosen_configurations<'b>(
        &self,
        check: &'b CheckFile,
        all: &BTreeMap<&'b str, Configuration>,
    ) -> Result<Vec<(&'b str, Configuration)>, CheckError> {
        if check.configurations.is_empty() && !all.is_empty() {
            return Ok(all
                .iter()
                .map(|(name, machine)| (*name, machine.clone()))
                .collect());
        }
        if check.configurations.is_empty() {
            return Ok(vec![("default", Configuration::Default)]);
        }
        let named = check.configurations.iter().map(|name| {
            let text = name.get_ref().as_str();
            match all.get(text) {
                Some(machine) => Ok((text, machine.clone())),
                None if text == "default" => Ok((text, Configuration::Default)),
                None => Err(self.wrong(
                    &name.span(),
                    format!("there is no configuration `{text}`; add it to [configurations]"),
                )),
            }
        });
        named.collect()
    }

    /// Source of a named program, and its entry.
    fn program(&self, name: &Spanned<String>) -> Result<(ProgramChoice, ProgramFile), CheckError> {
        let text = name.get_ref();
        let own = self
            .file
            .programs
            .iter()
            .find(|(own, _)| own.get_ref() == text);
        if let Some((_, entry)) = own {
            return Ok((self.source_of(entry)?, entry.get_ref().clone()));
        }
        let embedded = self.embedded(name).map_err(|_| {
            let problem = format!(
                "there is no program `{text}`; add it to [programs], or take one of `jop programs`"
            );
            self.wrong(&name.span(), problem)
        })?;
        Ok((
            embedded,
            ProgramFile {
                embedded: Some(name.clone()),
                class: None,
                image: None,
                class_path: Vec::new(),
                arguments: Vec::new(),
                until: None,
                max_cycles: None,
                region: None,
            },
        ))
    }

    fn source_of(&self, entry: &Spanned<ProgramFile>) -> Result<ProgramChoice, CheckError> {
        let program = entry.get_ref();
        if let (None, Some(path)) = (&program.class, program.class_path.first()) {
            let problem = "class_path belongs to a class; leave it out".to_owned();
            return Err(self.wrong(&path.span(), problem));
        }
        match (&program.embedded, &program.class, &program.image) {
            (Some(name), None, None) => self.embedded(name),
            (None, Some(name), None) => Ok(ProgramChoice::Class {
                name: self.class_name(name)?,
                class_path: self.class_path(program)?,
            }),
            (None, None, Some(image)) => Ok(ProgramChoice::Image(
                self.existing(&image.span(), image.get_ref())?,
            )),
            _ => {
                let problem =
                    format!("a program has one of `embedded`, `class` and `image`; {REMEDY}");
                Err(self.wrong(&entry.span(), problem))
            }
        }
    }

    fn embedded(&self, name: &Spanned<String>) -> Result<ProgramChoice, CheckError> {
        let text = name.get_ref();
        if runtime::programs::find(text).is_none() {
            let problem =
                format!("there is no embedded program `{text}`; `jop programs` lists them");
            return Err(self.wrong(&name.span(), problem));
        }
        Ok(ProgramChoice::Embedded(text.clone()))
    }

    /// A class file is looked for beside the manifest; the name of a class is left alone.
    fn class_name(&self, name: &Spanned<String>) -> Result<String, CheckError> {
        let text = name.get_ref();
        if !text.ends_with(".class") {
            return Ok(text.clone());
        }
        let path = self.existing(&name.span(), text.as_ref())?;
        Ok(path.to_string_lossy().into_owned())
    }

    fn class_path(&self, program: &ProgramFile) -> Result<Vec<PathBuf>, CheckError> {
        let entries = program.class_path.iter();
        let mut path: Vec<PathBuf> = entries
            .map(|entry| self.existing(&entry.span(), entry.get_ref()))
            .collect::<Result<_, _>>()?;
        if path.is_empty() {
            path.push(if self.folder.as_os_str().is_empty() {
                ".".into()
            } else {
                self.folder.to_owned()
            });
        }
        Ok(path)
    }

    pub(super) fn microcode(&self, check: &CheckFile) -> Result<MicrocodeChoice, CheckError> {
        let Some(name) = &check.microcode else {
            return Ok(MicrocodeChoice::Jop);
        };
        match name.get_ref().as_str() {
            "jop" => Ok(MicrocodeChoice::Jop),
            "strict" => Ok(MicrocodeChoice::Strict),
            _ if check.engine() == EngineKind::Fast => Err(self.wrong(
                &name.span(),
                "the fast engine executes bytecodes as our microcode does; take `jop` or `strict`, or engine = \"machine\"".to_owned(),
            )),
            file => Ok(MicrocodeChoice::File(self.existing(&name.span(), file.as_ref())?)),
        }
    }

    /// What is recorded; bounds are where methods are named for them.
    fn record(&self, check: &CheckFile) -> Result<Vec<Record>, CheckError> {
        let mut record = check.record.get_ref().clone();
        let bounds_calls = check.limits.iter().any(|it| it.get_ref().bound.is_some());
        let problem = match (check.bounds.is_empty(), &check.loops) {
            (true, _) if record.is_empty() && !has_limit(check) => {
                Some("nothing is recorded or limited; name at least \"total\"")
            }
            (true, _) if record.contains(&Record::Bounds) => {
                Some("no method is named whose bound is recorded; add bounds = [\"Main.step\"]")
            }
            (true, Some(_)) if !bounds_calls => {
                Some("loops belong to bounds of methods; add bounds = [\"Main.step\"]")
            }
            _ => None,
        };
        let is_fast = check.engine() == EngineKind::Fast;
        let problem =
            problem.or((is_fast && record.contains(&Record::Memory)).then_some(NO_MEMORY));
        if let Some(problem) = problem {
            return Err(self.wrong(&check.record.span(), problem.to_owned()));
        }
        if !check.bounds.is_empty() {
            record.push(Record::Bounds);
        }
        record.sort_unstable();
        record.dedup();
        Ok(record)
    }

    /// A path from the folder of the manifest.
    pub(super) fn existing(&self, span: &Range<usize>, path: &Path) -> Result<PathBuf, CheckError> {
        let full = self.folder.join(path);
        if full.exists() {
            return Ok(full);
        }
        let problem = format!(
            "there is no {}; paths are relative to the folder of the manifest",
            full.display()
        );
        Err(self.wrong(span, problem))
    }

    /// Names become names of files.
    fn check_name(&self, name: &Spanned<String>) -> Result<(), CheckError> {
        let text = name.get_ref();
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        if !text.is_empty() && !text.starts_with('.') && text.bytes().all(fits) {
            return Ok(());
        }
        let problem = format!(
            "`{}` cannot be part of a file name; use letters, digits, `-`, `_` and `.`",
            text.escape_debug()
        );
        Err(self.wrong(&name.span(), problem))
    }

    pub(super) fn wrong(&self, span: &Range<usize>, problem: String) -> CheckError {
        self.source.wrong(span.start, problem)
    }

    pub(super) fn line(&self, byte: usize) -> usize {
        self.source.line(byte)
    }

    fn at_line(&self, line: usize, problem: String) -> CheckError {
        CheckError::Content {
            path: self.source.path.to_owned(),
            line,
            problem,
        }
    }
}

/// `lift.cache-1k.fast.toml`; microcode is named where it is not the usual one.
fn golden_name(
    program: &str,
    configuration: &str,
    by: &str,
    microcode: &MicrocodeChoice,
) -> String {
    let microcode = match microcode {
        MicrocodeChoice::Jop => String::new(),
        MicrocodeChoice::Strict => ".strict".to_owned(),
        MicrocodeChoice::File(path) => format!(
            ".{}",
            path.file_stem().unwrap_or_default().to_string_lossy()
        ),
    };
    format!("{program}.{configuration}.{by}{microcode}.toml")
}

fn by(engine: EngineKind, prediction: Option<&Prediction>) -> String {
    let engine = || engine.name().to_owned();
    prediction.map_or_else(engine, Prediction::part_of_name)
}

/// A limit of errors alone is something to check.
fn has_limit(check: &CheckFile) -> bool {
    if !check.limits.is_empty() {
        return true;
    }
    let limits = [
        &check.max_error,
        &check.max_method_error,
        &check.max_bytecode_error,
    ];
    limits.into_iter().any(Option::is_some)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Manifest, String> {
        Manifest::parse(Path::new("timing.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn bounds_are_recorded_where_methods_are_named() {
        let check = |rest: &str| {
            parse(&format!(
                "goldens = 'g'\n[[check]]\nprograms = ['lift']\n{rest}\n"
            ))
        };
        let case = check("record = ['total']\nbounds = ['Door.step']").unwrap();
        let case = &case.cases[0];
        assert_eq!(case.record, [Record::Total, Record::Bounds]);
        assert_eq!(case.bounds, ["Door.step"]);
        let alone = check("record = []\nbounds = ['Door.step']").unwrap();
        assert_eq!(alone.cases[0].record, [Record::Bounds]);
        let refused = check("record = ['bounds']").unwrap_err();
        assert!(refused.contains("no method is named"), "{refused}");
        let refused = check("bounds = ['Door.step']\nloops = 'none.toml'").unwrap_err();
        assert!(refused.contains("there is no none.toml"), "{refused}");
    }

    #[test]
    fn cycles_are_numbers_or_texts_as_options_take_them() {
        let cases = |program: &str, tolerance: &str| {
            parse(&format!(
                "tolerance = {tolerance}\n[programs]\nlong = {{ embedded = 'lift', {program} }}\n\
                 [[check]]\nprograms = ['long']\n[[check]]\nprograms = ['lift']\ntolerance = '1.5k'\n"
            ))
        };
        for given in ["3_000_000", "'3M'", "'3_000k'", "'3e6'"] {
            let manifest = cases(&format!("max_cycles = {given}"), "'2k'").unwrap();
            assert_eq!(manifest.cases[0].limits.max_cycles, Some(3_000_000));
            let tolerances: Vec<_> = manifest.cases.iter().map(|it| it.tolerance).collect();
            assert_eq!(tolerances, [2_000, 1_500]);
        }
        for (given, tolerance, message) in [
            (
                "max_cycles = '3 ms'",
                "0",
                "timing.toml:3: `max_cycles` is \"3 ms\"; write a number of cycles",
            ),
            (
                "max_cycles = -3",
                "0",
                "timing.toml:3: `max_cycles` is -3; write a number of cycles",
            ),
            ("max_cycles = 3M", "0", "timing.toml:3: `max_cycles`: "),
            (
                "",
                "'3 us'",
                "timing.toml:1: `tolerance` is \"3 us\"; write a number of cycles",
            ),
        ] {
            let error = match given {
                "" => parse(&format!(
                    "tolerance = {tolerance}\n[[check]]\nprograms = ['lift']\n"
                ))
                .unwrap_err(),
                _ => cases(given, tolerance).unwrap_err(),
            };
            assert!(error.starts_with(message), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }

    #[test]
    fn until_is_a_text_and_no_time() {
        let until = |text: &str| {
            parse(&format!(
                "[programs]\nlift = {{ embedded = 'lift', until = '{text}' }}\n[[check]]\nprograms = ['lift']\n"
            ))
        };
        for time in ["3 ms", "3ms", "2000 cycles", "3M"] {
            let error = until(time).unwrap_err();
            let message = format!(
                "timing.toml:2: `until` is a text that the program prints, and \"{time}\" is a time; write max_cycles"
            );
            assert!(error.starts_with(&message), "{error}");
        }
        for text in ["done", "42", "took 3 ms", "1 KB"] {
            let manifest = until(text).unwrap();
            assert_eq!(manifest.cases[0].limits.until.as_deref(), Some(text));
        }
    }

    #[test]
    fn a_duplicate_key_is_named() {
        let error =
            parse("goldens = 'g'\n[[check]]\nprograms = ['lift']\nprograms = []\n").unwrap_err();
        assert!(
            error.starts_with("timing.toml:4: duplicate key `programs`; leave"),
            "{error}"
        );
    }

    #[test]
    fn every_program_meets_every_configuration() {
        let manifest = parse(
            "goldens = 'g'\ntolerance = 3\n[configurations]\nslow = { ram_cnt = 6 }\nsmall = { jpc_width = 10 }\n\
             [programs]\nshort = { embedded = 'lift', arguments = ['9'] }\n\
             [[check]]\nprograms = ['short', 'udpip']\nengine = 'fast'\n\
             [[check]]\nprograms = ['lift']\nconfigurations = ['default']\ntolerance = 1\nrecord = ['methods', 'total']\n",
        )
        .unwrap();
        let titles: Vec<_> = manifest.cases.iter().map(Case::title).collect();
        assert_eq!(
            titles,
            [
                "short on slow",
                "short on small",
                "udpip on slow",
                "udpip on small",
                "lift on default"
            ]
        );
        let goldens: Vec<_> = manifest
            .cases
            .iter()
            .map(|case| case.golden.to_str().unwrap())
            .collect();
        assert_eq!(goldens[0], "g/short.slow.fast.toml");
        assert_eq!(goldens[4], "g/lift.default.machine.toml");
        let tolerances: Vec<_> = manifest.cases.iter().map(|case| case.tolerance).collect();
        assert_eq!(tolerances, [3, 3, 3, 3, 1]);
        assert_eq!(manifest.cases[0].arguments, ["9"]);
        assert_eq!(manifest.cases[4].record, [Record::Total, Record::Methods]);
        assert_eq!(manifest.cases[4].machine, Configuration::Default);
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_line() {
        let check = "[[check]]\nprograms = ['lift']\n";
        for (text, message) in [
            (
                "goldens = 'g'\ntolerence = 1\n[[check]]\nprograms = []",
                "timing.toml:2: unknown field `tolerence`",
            ),
            (
                "goldens = 'g'\ncheck = []",
                "timing.toml:1: nothing is checked",
            ),
            (
                "goldens = 'g'\n[[check]]\nprograms = []",
                "timing.toml:2: a check needs at least one program",
            ),
            (
                "goldens = 'g'\n[[check]]\nprograms = ['lfit']",
                "timing.toml:3: there is no program `lfit`",
            ),
            (
                "goldens = 'g'\n[[check]]\nprograms = ['lift']\nconfigurations = ['x']",
                "timing.toml:4: there is no configuration `x`",
            ),
            (
                "goldens = 'g'\n[[check]]\nprograms = ['lift']\nmicrocode = 'mine.asm'\nengine = 'fast'",
                "timing.toml:4: the fast engine",
            ),
            (
                "goldens = 'g'\n[[check]]\nprograms = ['lift']\nrecord = []",
                "timing.toml:4: nothing is recorded",
            ),
            (
                "goldens = 'g'\n[[check]]\nprograms = ['lift',\n'lift']",
                "timing.toml:4: lift on default with this engine and microcode is checked in line 3 already",
            ),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
        for (text, message) in [
            (
                "[configurations]\na = 'none.toml'\n",
                "timing.toml:3: there is no none.toml",
            ),
            (
                "[configurations]\na = 7\n",
                "timing.toml:3: configuration a is neither",
            ),
            (
                "[configurations]\n'../a' = {}\n",
                "timing.toml:3: `../a` cannot be part of a file name",
            ),
            (
                "[programs]\nlift = { image = 'none.jop' }\n",
                "timing.toml:3: there is no none.jop",
            ),
            (
                "[programs]\nlift = { embedded = 'lfit' }\n",
                "timing.toml:3: there is no embedded program `lfit`",
            ),
            (
                "[programs]\nlift = { }\n",
                "timing.toml:3: a program has one of",
            ),
            (
                "[programs]\nlift = { embedded = 'lift', class_path = ['x'] }\n",
                "timing.toml:3: class_path belongs to a class",
            ),
        ] {
            let error = parse(&format!("goldens = 'g'\n{text}{check}")).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }
}

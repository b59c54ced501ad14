//! The program of a command: a class with its class path, or a linked image.

use std::path::{Path, PathBuf};

use isa::{LockUnitKind, Processors, System};
use jopizer::{ExecutableJar, LinkError, LinkOptions, LinkProgram, Linked, Needs, Needy, Symbols};
use profile_import::Format;
use runtime::programs::EmbeddedProgram;
use runtime::sources::SourcePath;

use crate::args::class_path::joined_class_path;
use crate::args::embedded_programs::PROGRAM;
use crate::args::image_file;
use crate::args::java_source::{self, Compiled};
use crate::args::named::nearest;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::file_name::{self, has_extension};

/// Options of linking.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct LinkArguments {
    /// Folders and jars with classes, separated as in PATH; also -cp. By default, classes are looked up in the current
    /// folder
    #[arg(long, value_name = "PATH", alias = "cp", alias = "classpath")]
    class_path: Option<String>,
    /// Link every method of every reached class, not only those that can run
    #[arg(long)]
    keep_all: bool,
    /// Let local variables share words and replace calls of trivial accessors, for deeper recursion and fewer cycles
    #[arg(long)]
    shrink_frames: bool,
}

/// What a program is linked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target {
    memory_words: u32,
    several_cores: bool,
}

impl From<u32> for Target {
    /// One core with a memory of so many words.
    fn from(memory_words: u32) -> Self {
        Self {
            memory_words,
            several_cores: false,
        }
    }
}

impl From<&System> for Target {
    /// All cores of a machine; without locks of objects the program keeps to core 0, as its boot on one core does.
    fn from(system: &System) -> Self {
        let locks = |processors: &Processors| processors.lock_unit == LockUnitKind::Ihlu;
        Self {
            memory_words: system.machine.memory_words,
            several_cores: system.processors.as_ref().is_some_and(locks),
        }
    }
}

impl Target {
    /// All cores of a machine with locks of objects and a memory of so many words.
    pub(crate) fn of_several_cores(memory_words: u32) -> Self {
        Self {
            memory_words,
            several_cores: true,
        }
    }

    /// Options of the linker for it.
    pub(crate) fn options(self, options: LinkOptions) -> LinkOptions {
        LinkOptions {
            memory_words: self.memory_words,
            several_cores: self.several_cores,
            ..options
        }
    }
}

/// A program: the user's, or an embedded one.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("other_source").multiple(true))]
pub(crate) struct ProgramArguments {
    /// FILE.jop, mem_main.dat, FILE.class, FILE.java, FILE.jar, or the name of a class on the class path
    #[arg(value_name = "PROGRAM", required_unless_present = "other_source")]
    own: Option<String>,
    /// An embedded program; `jop programs` lists them
    #[arg(long = "program", value_name = "NAME", group = "other_source", conflicts_with_all = ["own", "class_path"],
          hide_possible_values = true, value_parser = PROGRAM)]
    embedded: Option<&'static EmbeddedProgram>,
    /// Arguments passed to main
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
    #[command(flatten)]
    link: LinkArguments,
}

impl ProgramArguments {
    /// Checks if any option chooses or configures a program.
    pub(crate) fn is_given(&self) -> bool {
        let link = self.link.is_given();
        self.own.is_some() || self.embedded.is_some() || link || !self.arguments.is_empty()
    }

    /// Arguments are passed to main, or options of linking are given.
    pub(crate) fn is_configured(&self) -> bool {
        self.link.is_given() || !self.arguments.is_empty()
    }

    /// Returns true for an embedded program.
    pub(crate) fn is_embedded(&self) -> bool {
        self.embedded.is_some()
    }

    /// Loads an image, or links a class or an embedded program; notes of the linker go to the console.
    pub(crate) fn load(
        &self,
        target: impl Into<Target>,
        console: Console,
    ) -> Result<run::Program, Error> {
        let target = target.into();
        if self.embedded.is_none() {
            return self
                .link
                .load(self.name(), &self.arguments, target, console);
        }
        let linked = self.link(target, console)?;
        Ok(run::Program::linked(self.name(), linked))
    }

    /// Links a class or an embedded program.
    pub(crate) fn link(
        &self,
        target: impl Into<Target>,
        console: Console,
    ) -> Result<Linked, Error> {
        let target = target.into();
        match self.embedded {
            Some(program) => link_with_notes(
                &target.options(LinkOptions {
                    keep_all: self.link.keep_all,
                    shrink_frames: self.link.shrink_frames,
                    ..program.options(&self.arguments)
                }),
                console,
            ),
            None => self
                .link
                .link(self.name(), &self.arguments, target, console),
        }
    }

    /// What the program, or every class of the jar, needs and the library lacks.
    pub(crate) fn needs(&self, console: Console) -> Result<Needs, Error> {
        match self.embedded {
            Some(program) => Err(Error::Input(format!(
                "{}: an embedded program needs nothing that is missing; give a class or a jar",
                program.name
            ))),
            None => self.link.needs(self.name(), console),
        }
    }

    /// Where its Java sources are.
    pub(crate) fn sources(&self, folders: &[PathBuf]) -> SourcePath {
        match &self.own {
            Some(own) => self.link.sources(own, folders),
            None => SourcePath::new(folders.to_vec()),
        }
    }

    /// Arguments of `main`.
    pub(crate) fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// As the user named it.
    pub(crate) fn name(&self) -> &str {
        let embedded = self.embedded.map(|program| program.name);
        self.own.as_deref().or(embedded).unwrap_or_default()
    }
}

/// Links an embedded program; without arguments it gets its length.
pub(crate) fn load_embedded(
    program: &EmbeddedProgram,
    arguments: &[String],
    target: impl Into<Target>,
) -> Result<run::Program, Error> {
    let options = program.options(arguments);
    let linked = jopizer::link(&target.into().options(options))?;
    Ok(run::Program::linked(program.name, linked))
}

impl LinkArguments {
    /// Where Java sources are: a source that was given itself, then these folders, then those of the class path.
    pub(crate) fn sources(&self, own: &str, folders: &[PathBuf]) -> SourcePath {
        let mut folders = folders.to_vec();
        folders.extend(self.class_path());
        let is_file = |ending: &&str| has_extension(own, ending);
        if ["java", "class"].iter().any(is_file) {
            folders.push(folder_of(Path::new(own)));
        } else if self.class_path.is_none() {
            folders.push(PathBuf::from("."));
        }
        let path = SourcePath::new(folders);
        match has_extension(own, "java") {
            true => path.with_file(PathBuf::from(own)),
            false => path,
        }
    }

    /// Checks if any option of linking is given.
    pub(crate) fn is_given(&self) -> bool {
        self.class_path.is_some() || self.keep_all || self.shrink_frames
    }

    /// Linking from these folders and jars.
    pub(crate) fn with_class_path(entries: &[PathBuf]) -> Result<Self, Error> {
        Ok(Self {
            class_path: Some(joined_class_path(entries)?),
            keep_all: false,
            shrink_frames: false,
        })
    }

    /// Loads an image, or links a class; notes of the linker go to the console.
    pub(crate) fn load(
        &self,
        program: &str,
        arguments: &[String],
        target: impl Into<Target>,
        console: Console,
    ) -> Result<run::Program, Error> {
        if image_file::is_image(program) {
            self.refuse_for_images()?;
            return load_image(program, arguments, console);
        }
        let linked = self.link(program, arguments, target.into(), console)?;
        Ok(run::Program::linked(program, linked))
    }

    /// Links a class, given by its name or as a class file.
    fn link(
        &self,
        program: &str,
        arguments: &[String],
        target: Target,
        console: Console,
    ) -> Result<Linked, Error> {
        let Classes {
            main_class,
            class_path,
            compiled: _compiled,
        } = self.classes(program, console)?;
        tracing::info!("linking {main_class} from {class_path:?}");
        let options = target.options(LinkOptions {
            arguments: arguments.to_vec(),
            keep_all: self.keep_all,
            shrink_frames: self.shrink_frames,
            ..LinkOptions::new(main_class, class_path)
        });
        let linked = link_with_notes(&options, console);
        self.told_of_missing_entries(linked, program, console)
    }

    /// What a class and those that it mentions, or all classes of a jar, need and nobody has.
    fn needs(&self, program: &str, console: Console) -> Result<Needs, Error> {
        let (needy, class_path, _compiled) = if has_extension(program, "jar") {
            let jar = PathBuf::from(program);
            let others = match ExecutableJar::read(&jar) {
                Err(LinkError::NotExecutable { .. }) => Vec::new(),
                executable => executable?.class_path,
            };
            let mut class_path = [others, self.class_path()].concat();
            class_path.retain(|entry| entry.exists());
            (Needy::Entry(jar), class_path, None)
        } else {
            let classes = self.classes(program, console)?;
            let needy = Needy::Class(classes.main_class);
            (needy, classes.class_path, classes.compiled)
        };
        let found = jopizer::missing(&needy, &class_path).map_err(Error::from);
        self.told_of_missing_entries(found, program, console)
    }

    /// Checks if a name may be that of a program rather than of another file: by its ending, or as a class that is there.
    pub(crate) fn may_be_program(&self, name: &str) -> bool {
        let is_class = || {
            let class = format!("{}.class", name.replace('.', "/"));
            self.is_given() || Path::new(&class).is_file()
        };
        has_class_ending(name)
            || image_file::is_image(name)
            || (!Path::new(name).exists() && is_class())
    }

    /// Says what a name is, or which class was meant, where there is no main class of this name.
    fn explained(&self, error: Error, name: &str) -> Error {
        let Error::Link(missing @ LinkError::NoMainClass { .. }) = &error else {
            return error;
        };
        if has_class_ending(name) {
            return error;
        }
        let file = Path::new(name);
        let problem = if let Some(remedy) = misspelt_file(file) {
            format!("{name}: {remedy}")
        } else if file.is_dir() {
            format!("{name}: a folder; give it with -cp, and the name of the main class")
        } else if let Some(other) = other_file(file) {
            format!("{name}: {other}")
        } else if let Some(meant) = self.similar_class(name) {
            format!("{missing}; did you mean {meant}?")
        } else if let Ok(program) = PROGRAM.parse(name) {
            format!("{missing}; did you mean --program {}?", program.name)
        } else {
            return error;
        };
        Error::Input(problem)
    }

    /// Names an entry that is not there: as the error where the main class is not found, else in a note, as `java` ignores it.
    fn told_of_missing_entries<T>(
        &self,
        found: Result<T, Error>,
        program: &str,
        console: Console,
    ) -> Result<T, Error> {
        match (found, self.missing_entry()) {
            (Err(Error::Link(LinkError::NoMainClass { .. })), Some(problem)) => {
                Err(Error::Input(problem))
            }
            (found, missing) => {
                if let Some(problem) = missing {
                    console.note(&format!("jop: note: {problem}"));
                }
                found.map_err(|error| self.explained(error, program))
            }
        }
    }

    /// An entry that is not there, with the one that may be meant.
    fn missing_entry(&self) -> Option<String> {
        if let Some(entry) = self
            .given_entries()
            .find(|entry| all_jars(entry).is_some_and(|jars| jars.is_empty()))
        {
            let problem =
                "no jar of the class path is there; name the folder itself for its classes";
            return Some(format!("{}: {problem}", entry.display()));
        }
        let entries = self.class_path();
        let entry = entries.iter().find(|entry| !entry.exists())?;
        let remedy = file_name::neighbour(entry, |_| true).map_or_else(
            || "name folders and jars that are there".to_owned(),
            |meant| format!("did you mean {}?", meant.display()),
        );
        Some(format!(
            "{}: no such entry of the class path; {remedy}",
            entry.display()
        ))
    }

    /// A class of this name in another package, or of a similar name.
    fn similar_class(&self, name: &str) -> Option<String> {
        let names = match &self.class_path {
            Some(_) => jopizer::class_names(&self.class_path()).ok()?,
            None => classes_here(),
        };
        let wanted = name.replace('/', ".");
        let behind = format!(".{wanted}");
        let same = names.iter().find(|class| class.ends_with(&behind));
        let similar = || nearest(&wanted, names.iter().map(String::as_str));
        same.map(String::as_str).or_else(similar).map(str::to_owned)
    }

    /// The main class and where classes are looked up, for a program in any of the forms that it may have.
    fn classes(&self, program: &str, console: Console) -> Result<Classes, Error> {
        let file = Path::new(program);
        let mut class_path = self.class_path();
        let mut compiled = None;
        let main_class = if has_extension(program, "class") {
            let class = class_of(file)?;
            class_path.insert(0, class.root);
            class.name
        } else if has_extension(program, "java") {
            if self.class_path.is_none() {
                class_path.push(folder_of(file));
            }
            let classes = java_source::compile(file, &class_path, console)?;
            class_path.insert(0, classes.root());
            compiled.insert(classes).main_class.clone()
        } else if has_extension(program, "jar") {
            let jar = ExecutableJar::read(file)?;
            class_path.splice(0..0, jar.class_path);
            jar.main_class
        } else {
            if self.class_path.is_none() {
                class_path.push(PathBuf::from("."));
            }
            program.to_owned()
        };
        // As `java` ignores them; a note names them.
        class_path.retain(|entry| entry.exists());
        Ok(Classes {
            main_class,
            class_path,
            compiled,
        })
    }

    /// The entries; an empty one is the current folder, and `*` all jars of a folder, as for `java`.
    fn class_path(&self) -> Vec<PathBuf> {
        let entries = self.given_entries();
        entries
            .flat_map(|entry| all_jars(&entry).unwrap_or_else(|| vec![entry]))
            .map(|entry| match entry.as_os_str().is_empty() {
                true => ".".into(),
                false => entry,
            })
            .collect()
    }

    /// The entries as they are written.
    fn given_entries(&self) -> impl Iterator<Item = PathBuf> {
        self.class_path.iter().flat_map(std::env::split_paths)
    }

    /// Options of methods, for a program that has its own class path.
    pub(crate) fn of_methods(&self, options: LinkOptions) -> LinkOptions {
        LinkOptions {
            keep_all: self.keep_all,
            shrink_frames: self.shrink_frames,
            ..options
        }
    }

    /// Refuses a class path that no program of the command has.
    pub(crate) fn refuse_class_path(&self, why: &str) -> Result<(), Error> {
        match self.class_path {
            Some(_) => Err(Error::Input(format!(
                "--class-path has no meaning {why}; name one, or leave it out"
            ))),
            None => Ok(()),
        }
    }

    /// Refuses options of linking for images.
    pub(crate) fn refuse_for_images(&self) -> Result<(), Error> {
        let option = match (&self.class_path, self.keep_all, self.shrink_frames) {
            (Some(_), _, _) => "--class-path",
            (None, true, _) => "--keep-all",
            (None, false, true) => "--shrink-frames",
            (None, false, false) => return Ok(()),
        };
        Err(Error::Input(format!(
            "{option} has no meaning for an image, which is linked already; give the main class instead"
        )))
    }
}

pub(crate) fn link_with_notes(options: &LinkOptions, console: Console) -> Result<Linked, Error> {
    let linked = jopizer::link(options)?;
    for note in &linked.notes {
        console.note(&format!("jop: note: {note}"));
    }
    Ok(linked)
}

fn load_image(name: &str, arguments: &[String], console: Console) -> Result<run::Program, Error> {
    let path = Path::new(name);
    let (mut image, symbols) = image_file::read(path, console)?;
    if !arguments.is_empty() {
        let known = symbols
            .as_ref()
            .filter(|symbols| symbols.arguments.is_some());
        let Some(symbols) = known else {
            return Err(Error::Input(format!(
                "{name}: arguments need the symbols {} of this image; link it with `jop build`",
                Symbols::path_beside(path).display()
            )));
        };
        image = image
            .with_arguments(symbols, arguments)
            .map_err(Error::at(name))?;
    }
    Ok(run::Program::new(name, image, symbols))
}

/// The jars of a folder for the entry `folder/*`, sorted; none for another entry.
fn all_jars(entry: &Path) -> Option<Vec<PathBuf>> {
    if entry.file_name()? != "*" {
        return None;
    }
    let files = std::fs::read_dir(folder_of(entry)).into_iter().flatten();
    let files = files.flatten().map(|file| match entry.parent() {
        Some(folder) => folder.join(file.file_name()),
        None => file.path(),
    });
    let mut jars: Vec<PathBuf> = files
        .filter(|file| has_extension(&file.to_string_lossy(), "jar"))
        .collect();
    jars.sort();
    Some(jars)
}

/// What is said of a name that is no program's.
const NO_PROGRAM: &str =
    "no program; a program is FILE.jop, FILE.class, FILE.java, FILE.jar or a class";

/// Checks if a file's name says that it holds classes, or what becomes one.
fn has_class_ending(name: &str) -> bool {
    ["class", "java", "jar"]
        .iter()
        .any(|ending| has_extension(name, ending))
}

/// What to do about a name that looks like a file's and is none's: no such file, or an ending with an error.
fn misspelt_file(file: &Path) -> Option<String> {
    let ending = file.extension()?.to_str()?;
    // demo.Job is a class of a package.
    let mut letters = ending.chars();
    let is_class = letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some_and(char::is_lowercase);
    let is_near = !is_class && nearest(ending, ["java", "class", "jar", "jop"]).is_some();
    if file.exists() || !is_near {
        return None;
    }
    let is_program = |other: &Path| {
        let other = other.to_string_lossy();
        has_class_ending(&other) || image_file::is_image(&other)
    };
    Some(match file_name::neighbour(file, is_program) {
        Some(meant) => format!("no such file; did you mean {}?", meant.display()),
        None => format!("no such file, and {NO_PROGRAM}"),
    })
}

/// What a file is that is no program; none if there is no such file.
fn other_file(file: &Path) -> Option<&'static str> {
    let bytes = std::fs::read(file).ok()?;
    Some(match Format::of(&bytes) {
        Some(Format::Own) => "a recording, whose run is over; `jop show` shows it",
        _ => NO_PROGRAM,
    })
}

/// Classes of the current folder.
fn classes_here() -> Vec<String> {
    let files = std::fs::read_dir(".").into_iter().flatten().flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    names
        .filter_map(|name| Some(name.strip_suffix(".class")?.to_owned()))
        .collect()
}

/// Where the classes of a program are.
struct Classes {
    main_class: String,
    class_path: Vec<PathBuf>,
    /// Keeps the folder of a compiled program.
    compiled: Option<Compiled>,
}

/// The folder of a file, as it is named.
fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// A class file's class, and the class-path entry that holds it.
struct ClassLocation {
    name: String,
    root: PathBuf,
}

/// `out/t/Main.class` with class `t.Main` belongs to `out`; a file outside its package's folder is used alone.
fn class_of(file: &Path) -> Result<ClassLocation, Error> {
    let bytes = std::fs::read(file).map_err(|reason| Error::Read {
        path: file.to_owned(),
        reason,
    })?;
    let itself = |name| ClassLocation {
        name,
        root: file.to_owned(),
    };
    let Some(name) = class_name(&bytes) else {
        // The linker says what is wrong with it.
        return Ok(itself(stem(file)));
    };
    let mut root = file.with_extension("");
    for part in name.rsplit('/') {
        if root.file_name().is_none_or(|found| found != part) {
            return Ok(itself(name));
        }
        root.pop();
    }
    if root.as_os_str().is_empty() {
        root.push(".");
    }
    Ok(ClassLocation { name, root })
}

/// Internal name of the class in a class file.
fn class_name(bytes: &[u8]) -> Option<String> {
    let class = noak::reader::Class::new(bytes).ok()?;
    let this = class.pool().retrieve(class.this_class()).ok()?;
    Some(this.name.to_str()?.to_owned())
}

fn stem(file: &Path) -> String {
    file.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

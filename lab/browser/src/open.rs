//! What can be opened: images, checkpoints, classes.

use isa::MachineConfig;
use jopizer::symbols::Symbols;
use jopizer::{Archive, Bundle, Image, LinkOptions};
use run::Program;
use run::checkpoint::Checkpoint;
use run::program::has_our_runtime;
use runtime::sources::SourcePath;
use serde_json::{Value, json};

use crate::bench::{Bench, Opened, Refusal};
use crate::library::Library;
use debugger::Names;

/// Files that wait for others: classes for the one with `main`, symbols for their image.
#[derive(Debug, Default)]
pub(crate) struct Files {
    classes: Vec<(String, Vec<u8>)>,
    symbols: Option<Symbols>,
    sources: SourcePath,
}

/// A machine from its options; none are those of the usual one.
pub(crate) fn config(text: &str) -> Result<MachineConfig, Refusal> {
    let config = MachineConfig::from_toml(text).map_err(Refusal::of)?;
    method_cache::check(&config).map_err(Refusal::of)?;
    Ok(config)
}

impl Files {
    /// Java sources that were opened, then those of the library.
    pub(crate) fn sources(&self) -> SourcePath {
        self.sources.clone()
    }

    /// Looks for sources in this library.
    pub(crate) fn use_library(&mut self, library: &Library) {
        self.sources = self.sources().with_archive(library.sources);
    }

    /// Links the classes that were handed over.
    pub(crate) fn link(
        &self,
        library: &Library,
        main: &str,
        arguments: &[String],
        memory_words: u32,
    ) -> Result<Program, Refusal> {
        let bundle = Bundle::of(&self.classes).map_err(Refusal::of)?;
        let archive = Archive {
            name: "classes",
            // A page links a few times in its life, and archives are borrowed for ever.
            bytes: Box::leak(bundle.jar.into_boxed_slice()),
        };
        let options = LinkOptions {
            archives: vec![archive],
            arguments: arguments.to_vec(),
            memory_words,
            ..LinkOptions::new(main, [])
        };
        library.link(main, options)
    }
}

impl Bench {
    /// Opens a file by its ending.
    pub(crate) fn open_file(&mut self, name: &str, bytes: &[u8]) -> Result<Value, Refusal> {
        let lower = name.to_lowercase();
        let ends = |ending: &str| lower.ends_with(ending);
        if ends(".class") || ends(".jar") {
            self.add_classes(name, bytes)
        } else if ends(".sym.json") {
            let symbols = serde_json::from_slice(bytes);
            let symbols = symbols.map_err(|error| Refusal(format!("{name}: {error}")))?;
            self.files.symbols = Some(symbols);
            Ok(json!({ "kept": name }))
        } else if ends(".java") {
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.files.sources = self.files.sources().with_text(name, text);
            self.refresh_names();
            Ok(json!({ "kept": name }))
        } else if ends(".jop") || ends(".dat") {
            self.open_image(name, bytes)
        } else if ends(".jopcheck") {
            self.open_checkpoint(name, bytes)
        } else {
            Err(Refusal(format!(
                "{name}: no file that this page opens; it opens .class, .jar, .java, .jop with its .jop.sym.json, \
                 .jopcheck and traces as .csv"
            )))
        }
    }

    fn add_classes(&mut self, name: &str, bytes: &[u8]) -> Result<Value, Refusal> {
        let file = (name.to_owned(), bytes.to_vec());
        // The newest first: a class that was compiled again replaces the one before.
        let mut classes = vec![file];
        classes.extend(self.files.classes.iter().cloned());
        let bundle = Bundle::of(&classes).map_err(Refusal::of)?;
        self.files.classes = classes;
        Ok(json!({ "mains": bundle.main_classes }))
    }

    fn open_image(&mut self, name: &str, bytes: &[u8]) -> Result<Value, Refusal> {
        let text = String::from_utf8_lossy(bytes);
        let image = Image::parse(&text).map_err(|error| Refusal(format!("{name}: {error}")))?;
        let symbols = self.files.symbols.take();
        let symbols = symbols.filter(|symbols| symbols.fits(&image));
        self.start(Program::new(name, image, symbols))
    }

    fn open_checkpoint(&mut self, name: &str, bytes: &[u8]) -> Result<Value, Refusal> {
        let refused = |error: &dyn ToString| Refusal(format!("{name}: {}", error.to_string()));
        let checkpoint = Checkpoint::from_bytes(bytes).map_err(|error| refused(&error))?;
        let machine = checkpoint.machine().map_err(|error| refused(&error))?;
        let words = machine.state.memory_system.memory.words.as_slice();
        let image = words.get(..checkpoint.subject.program.words);
        let image = Image {
            words: image.unwrap_or(words).to_vec(),
        };
        let subject = checkpoint.subject;
        let exit_text = !has_our_runtime(subject.symbols.as_ref());
        let microcode = subject.microcode.program;
        let sources = self.files.sources();
        let names = Names::new(subject.symbols.clone(), sources, &image.words, &microcode);
        self.put(Opened {
            name: subject.program.name,
            session: self.session(machine, names, exit_text),
            image,
            symbols: subject.symbols,
            program: None,
            microcode,
        })
    }
}

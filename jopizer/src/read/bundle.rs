//! Class files and jars in memory, as one archive: what somebody hands over without a file system.

use std::io::{Cursor, Read, Write};

use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, ZipArchive};

use crate::class_file::ClassFile;
use crate::class_path::{LARGEST_CLASS_FILE, unreadable};
use crate::error::LinkError;
use crate::manifest;

/// Classes of several files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// A jar with all of them; where two have the same name, the first.
    pub jar: Vec<u8>,
    /// Classes with a `main`, in Java's spelling: what a manifest names first, then in the order of the files.
    pub main_classes: Vec<String>,
}

impl Bundle {
    /// Packs class files and jars, each with its name and bytes.
    ///
    /// # Errors
    /// If one of them is damaged, or the jar cannot be packed.
    pub fn of(files: &[(String, Vec<u8>)]) -> Result<Self, LinkError> {
        let mut packed = Packed {
            writer: ZipWriter::new(Cursor::new(Vec::new())),
            names: Vec::new(),
            main_classes: Vec::new(),
        };
        let mut first = None;
        for (name, bytes) in files {
            if bytes.starts_with(b"PK") {
                let named = packed.add_jar(name, bytes)?;
                first = first.or(named);
            } else {
                packed.add_class(name, bytes)?;
            }
        }
        let mut main_classes = packed.main_classes;
        if let Some(place) = main_classes
            .iter()
            .position(|it| Some(it) == first.as_ref())
        {
            main_classes[..=place].rotate_right(1);
        }
        let done = packed.writer.finish();
        let jar = done.map_err(|error| unreadable("jar".as_ref(), error))?;
        Ok(Self {
            jar: jar.into_inner(),
            main_classes,
        })
    }
}

struct Packed {
    writer: ZipWriter<Cursor<Vec<u8>>>,
    names: Vec<String>,
    main_classes: Vec<String>,
}

impl Packed {
    /// Adds the classes of a jar; gives the main class of its manifest.
    fn add_jar(&mut self, name: &str, bytes: &[u8]) -> Result<Option<String>, LinkError> {
        let broken = |error: &dyn std::fmt::Display| unreadable(name.as_ref(), error);
        let mut jar = ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
        for index in 0..jar.len() {
            let entry = jar.by_index(index).map_err(|error| broken(&error))?;
            let path = entry.name().map_err(|error| broken(&error))?.into_owned();
            if !path.ends_with(".class") || path.starts_with("META-INF/") {
                continue;
            }
            let mut class = Vec::new();
            let mut limited = entry.take(LARGEST_CLASS_FILE);
            limited
                .read_to_end(&mut class)
                .map_err(|error| broken(&error))?;
            if !path.ends_with("module-info.class") && !path.ends_with("package-info.class") {
                self.add_class(&format!("{name}!{path}"), &class)?;
            }
        }
        let text = manifest::text(&mut jar).map_err(|error| broken(&error))?;
        Ok(manifest::main_attribute(&text, "Main-Class"))
    }

    fn add_class(&mut self, file: &str, bytes: &[u8]) -> Result<(), LinkError> {
        let class = ClassFile::parse(bytes).map_err(|problem| LinkError::ClassFile {
            file: file.to_owned(),
            problem,
        })?;
        let name = class.name.to_string();
        if self.names.contains(&name) {
            return Ok(());
        }
        let mut methods = class.methods.iter();
        if methods.any(|method| method.id.is("main", "([Ljava/lang/String;)V")) {
            self.main_classes.push(name.replace('/', "."));
        }
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        let written = self.writer.start_file(format!("{name}.class"), stored);
        let written = written.map_err(std::io::Error::from);
        let written = written.and_then(|()| self.writer.write_all(bytes));
        written.map_err(|error| unreadable(file.as_ref(), error))?;
        self.names.push(name);
        Ok(())
    }
}

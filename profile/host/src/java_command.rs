//! A `java` command taken apart: options of the JVM, class path, main class, arguments.

use std::io::Read;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// What a `java` command runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JavaCommand {
    /// The JVM.
    pub java: String,
    /// Its options, without the class path.
    pub options: Vec<String>,
    /// Where classes are looked for.
    pub class_path: Vec<PathBuf>,
    /// The class whose main runs.
    pub main_class: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// Why a command cannot be taken apart.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum JavaCommandError {
    /// Not an option that leaves alone which classes run.
    #[error("{0}: cannot tell what this option does to the class path")]
    Option(String),
    /// An option without what belongs to it.
    #[error("{0}: its value is missing")]
    Value(String),
    /// Nothing to run.
    #[error("no main class and no jar")]
    NoMain,
    /// Not a class.
    #[error("{0}: a source file; compile it and name the class")]
    Source(String),
    /// No jar that can be run.
    #[error("{jar}: {reason}")]
    Jar {
        /// The file.
        jar: String,
        /// The error.
        reason: String,
    },
}

/// Options with a value of their own that may change which classes run.
const REFUSED: [&str; 9] = [
    "-m",
    "--module",
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--add-modules",
    "--patch-module",
    "-Xbootclasspath",
    "-javaagent",
];

/// Beginnings of options that do not matter for what runs.
const KEPT: [&str; 11] = [
    "-X",
    "-D",
    "-da",
    "-dsa",
    "-disableassertions",
    "-disablesystemassertions",
    "-verbose",
    "-server",
    "-client",
    "-showversion",
    "--enable-preview",
];

impl JavaCommand {
    /// Takes a command apart; `default_path` is the class path of one that names none.
    ///
    /// # Errors
    /// When an option is unknown, or there is nothing to run.
    pub fn parse(command: &[String], default_path: &str) -> Result<Self, JavaCommandError> {
        let mut words = command.iter();
        let java = words.next().ok_or(JavaCommandError::NoMain)?.clone();
        let mut options = Vec::new();
        let mut path = default_path.to_owned();
        while let Some(word) = words.next() {
            let mut value = || {
                words
                    .next()
                    .cloned()
                    .ok_or_else(|| JavaCommandError::Value(word.clone()))
            };
            match word.as_str() {
                "-cp" | "-classpath" | "--class-path" => path = value()?,
                "-jar" => {
                    let jar = value()?;
                    let main_class = main_class_of(&jar)?;
                    return Ok(Self {
                        java,
                        options,
                        class_path: vec![jar.into()],
                        main_class,
                        arguments: words.cloned().collect(),
                    });
                }
                option if option.starts_with("--class-path=") => {
                    path = option["--class-path=".len()..].to_owned();
                }
                option if option.starts_with('@') => {
                    return Err(JavaCommandError::Option(option.to_owned()));
                }
                option if option.starts_with('-') => options.push(kept(option)?),
                source if source.ends_with(".java") => {
                    return Err(JavaCommandError::Source(source.to_owned()));
                }
                main => {
                    return Ok(Self {
                        java,
                        options,
                        class_path: entries(&path),
                        main_class: main.to_owned(),
                        arguments: words.cloned().collect(),
                    });
                }
            }
        }
        Err(JavaCommandError::NoMain)
    }
}

fn kept(option: &str) -> Result<String, JavaCommandError> {
    let refused = REFUSED.iter().any(|start| option.starts_with(start));
    if !refused && KEPT.iter().any(|start| option.starts_with(start)) {
        Ok(option.to_owned())
    } else {
        Err(JavaCommandError::Option(option.to_owned()))
    }
}

/// The entries of a class path; an empty one is the current folder, and a star stands for the jars of a folder.
fn entries(path: &str) -> Vec<PathBuf> {
    let mut entries = Vec::new();
    for entry in std::env::split_paths(path) {
        if entry.as_os_str().is_empty() {
            entries.push(".".into());
        } else if entry.file_name().is_some_and(|name| name == "*") {
            entries.extend(jars(entry.parent().unwrap_or(Path::new("."))));
        } else if entry.exists() {
            // What is not there the JVM leaves out, too.
            entries.push(entry);
        }
    }
    entries
}

fn jars(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut jars: Vec<PathBuf> = files
        .map(|file| file.path())
        .filter(|file| {
            file.extension()
                .is_some_and(|end| end.eq_ignore_ascii_case("jar"))
        })
        .collect();
    jars.sort();
    jars
}

fn main_class_of(jar: &str) -> Result<String, JavaCommandError> {
    let error = |reason: String| JavaCommandError::Jar {
        jar: jar.to_owned(),
        reason,
    };
    let file = std::fs::File::open(jar).map_err(|reason| error(reason.to_string()))?;
    let mut archive = zip::ZipArchive::new(file).map_err(|reason| error(reason.to_string()))?;
    let mut manifest = String::new();
    archive
        .by_name("META-INF/MANIFEST.MF")
        .map_err(|_| error("it has no manifest".to_owned()))?
        .read_to_string(&mut manifest)
        .map_err(|reason| error(reason.to_string()))?;
    // A line that begins with a blank goes on with the one before.
    let manifest = manifest.replace("\r\n", "\n").replace("\n ", "");
    let value = |key: &str| {
        let mut lines = manifest.lines();
        lines.find_map(|line| line.strip_prefix(key).map(|value| value.trim().to_owned()))
    };
    if value("Class-Path:").is_some() {
        return Err(error(
            "its manifest names further jars; name all of them with -cp, and the main class"
                .to_owned(),
        ));
    }
    value("Main-Class:").ok_or_else(|| error("its manifest names no main class".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(command: &str) -> Result<JavaCommand, JavaCommandError> {
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        JavaCommand::parse(&words, ".")
    }

    #[test]
    fn options_of_the_jvm_stay_and_the_class_path_goes() {
        let command = parse("java -Xmx1g -cp src:.: -Dx=y t.Main -cp a").unwrap();
        assert_eq!(command.options, ["-Xmx1g", "-Dx=y"]);
        assert_eq!(
            command.class_path,
            [PathBuf::from("src"), ".".into(), ".".into()]
        );
        assert_eq!(command.main_class, "t.Main");
        assert_eq!(command.arguments, ["-cp", "a"]);
    }

    #[test]
    fn what_cannot_be_understood_is_refused() {
        let option = |text: &str| Err(JavaCommandError::Option(text.to_owned()));
        assert_eq!(parse("java -m a/b.C"), option("-m"));
        assert_eq!(parse("java @file"), option("@file"));
        assert_eq!(parse("java -ea Main"), option("-ea"));
        assert_eq!(
            parse("java -Xbootclasspath/a:x Main"),
            option("-Xbootclasspath/a:x")
        );
        assert_eq!(
            parse("java -cp"),
            Err(JavaCommandError::Value("-cp".to_owned()))
        );
        assert_eq!(parse("java -Xmx1g"), Err(JavaCommandError::NoMain));
        assert_eq!(
            parse("java Main.java"),
            Err(JavaCommandError::Source("Main.java".to_owned()))
        );
        assert!(matches!(
            parse("java -jar none.jar"),
            Err(JavaCommandError::Jar { .. })
        ));
    }
}

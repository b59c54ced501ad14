//! What classes need and neither they nor the runtime's library have: found from constant pools, without linking.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt;
use std::path::PathBuf;
use std::rc::Rc;

use crate::class_file::{ClassFile, Constant, MemberId, MemberRef};
use crate::class_path::ClassPath;
use crate::classes::{Classes, LoadError};
use crate::descriptor::object_class;
use crate::error::{LinkError, dotted};
use crate::first_use::first_use;
use crate::known_classes::OBJECT;
use crate::known_classes::is_bootstrap;
use crate::mentions::mentioned_classes;
use crate::spelling::spelled;

/// The classes to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Needy {
    /// Every class of a folder or jar.
    Entry(PathBuf),
    /// A class, as `t.Main` or `t/Main`, and those of the class path that it mentions, and so on.
    Class(String),
}

/// Something that is not there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Absent {
    /// A class: `java.util.Timer`.
    Class(String),
    /// A method: class, and name with parameters.
    Method(String, String),
    /// A field: class and name.
    Field(String, String),
    /// A native method of the classes themselves.
    Native(String, String),
}

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Absent::Class(class) => write!(f, "class {class}"),
            Absent::Method(class, method) => write!(f, "method {class}.{method}"),
            Absent::Field(class, field) => write!(f, "field {class}.{field}"),
            Absent::Native(class, method) => write!(f, "native method {class}.{method}"),
        }
    }
}

/// Who needs something that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    /// What is not there.
    pub absent: Absent,
    /// Number of classes that need it.
    pub users: usize,
    /// The first of them, with the place in its code if there is one: `t.Main.run (Main.java:5)`.
    pub first: String,
}

/// What some classes need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    /// Number of classes looked at.
    pub classes: usize,
    /// Number of those for which nothing is missing.
    pub complete: usize,
    /// What is missing: classes, then methods, fields and native methods, each by name.
    pub missing: Vec<Need>,
}

/// Finds what classes need and nobody has.
///
/// # Errors
/// If a class file is damaged, or a class path cannot be read.
pub fn missing(classes: &Needy, class_path: &[PathBuf]) -> Result<Needs, LinkError> {
    let mut library = ClassPath::new();
    library.add_embedded("runtime.jar", runtime::RUNTIME_JAR)?;
    let mut own = ClassPath::new();
    let roots = match classes {
        Needy::Entry(entry) => {
            own.add(entry)?;
            own.class_names()?
        }
        Needy::Class(name) => vec![name.replace('.', "/")],
    };
    for entry in class_path {
        own.add(entry)?;
    }
    let mut search = Search {
        library: Classes::new(library),
        own,
        files: HashMap::new(),
        work: VecDeque::new(),
        needs: BTreeMap::new(),
    };
    for root in roots {
        if !search.reach(&root.as_str().into())? {
            return Err(LinkError::NoMainClass {
                class: dotted(&root),
                path: search.own.to_string(),
            });
        }
    }
    search.run()
}

struct Search {
    library: Classes,
    own: ClassPath,
    /// The classes looked at, by name.
    files: HashMap<Rc<str>, Rc<ClassFile>>,
    work: VecDeque<Rc<str>>,
    needs: BTreeMap<Absent, Vec<Rc<str>>>,
}

/// Where a member was looked for.
enum Found {
    Yes,
    No,
    /// A supertype is missing, which is reported itself.
    Unknown,
}

impl Search {
    fn run(mut self) -> Result<Needs, LinkError> {
        let mut needy = HashSet::new();
        while let Some(name) = self.work.pop_front() {
            let file = Rc::clone(&self.files[&name]);
            let absent = self.needs_of(&file)?;
            if !absent.is_empty() {
                needy.insert(Rc::clone(&name));
            }
            for absent in absent {
                self.needs.entry(absent).or_default().push(Rc::clone(&name));
            }
        }
        let needs = self.needs.into_iter().map(|(absent, users)| Need {
            users: users.len(),
            first: users.iter().min().map_or_else(String::new, |name| {
                let place = first_use(&self.files[name], |constant| is_of(constant, &absent));
                place.map_or_else(|| dotted(name), |place| place.to_string())
            }),
            absent,
        });
        Ok(Needs {
            classes: self.files.len(),
            complete: self.files.len() - needy.len(),
            missing: needs.collect(),
        })
    }

    /// What one class names and nobody has.
    fn needs_of(&mut self, file: &ClassFile) -> Result<BTreeSet<Absent>, LinkError> {
        let mut absent = BTreeSet::new();
        for name in mentioned(file) {
            if !self.in_library(&name)? && !self.reach(&name)? {
                absent.insert(Absent::Class(dotted(&name)));
            }
        }
        for constant in file.constants.iter().flatten() {
            let (member, is_field) = match constant {
                Constant::Field(member) => (member, true),
                Constant::Method(member) | Constant::InterfaceMethod(member) => (member, false),
                _ => continue,
            };
            if is_bootstrap(&member.class) || member.class.starts_with('[') {
                continue;
            }
            if let Found::No = self.find(&member.class, &member.id, is_field)? {
                absent.insert(described(member, is_field));
            }
        }
        let natives = file.methods.iter().filter(|method| method.is_native());
        absent.extend(natives.map(|method| {
            let signature = spelled(&method.id);
            Absent::Native(dotted(&file.name), signature)
        }));
        Ok(absent)
    }

    fn in_library(&mut self, name: &Rc<str>) -> Result<bool, LinkError> {
        match self.library.load(name) {
            Ok(_) => Ok(true),
            Err(LoadError::Missing(_)) => Ok(false),
            Err(LoadError::Fatal(error)) => Err(error),
        }
    }

    /// Looks at a class of the class path later; false if it is not there.
    fn reach(&mut self, name: &Rc<str>) -> Result<bool, LinkError> {
        if self.files.contains_key(name) {
            return Ok(true);
        }
        let Some(found) = self.own.find(name)? else {
            return Ok(false);
        };
        let file = ClassFile::parse(&found.bytes).map_err(|problem| LinkError::ClassFile {
            file: found.file,
            problem,
        })?;
        self.files.insert(Rc::clone(name), Rc::new(file));
        self.work.push_back(Rc::clone(name));
        Ok(true)
    }

    /// Looks for a member in a class and its supertypes.
    fn find(&mut self, class: &Rc<str>, id: &MemberId, is_field: bool) -> Result<Found, LinkError> {
        match self.library.load(class) {
            Ok(class) => {
                let found = if is_field {
                    self.library.resolve_field(class, id).is_some()
                } else {
                    self.library.resolve_method(class, id).is_some()
                };
                return Ok(if found { Found::Yes } else { Found::No });
            }
            Err(LoadError::Missing(_)) => {}
            Err(LoadError::Fatal(error)) => return Err(error),
        }
        if !self.reach(class)? {
            return Ok(Found::Unknown);
        }
        let file = Rc::clone(&self.files[class]);
        let declared = if is_field {
            file.fields.iter().any(|field| field.id == *id)
        } else {
            file.methods.iter().any(|method| method.id == *id)
        };
        if declared {
            return Ok(Found::Yes);
        }
        let mut result = Found::No;
        for supertype in file.superclass.iter().chain(&file.interfaces) {
            match self.find(supertype, id, is_field)? {
                Found::Yes => return Ok(Found::Yes),
                Found::Unknown => result = Found::Unknown,
                Found::No => {}
            }
        }
        Ok(result)
    }
}

/// Checks if a constant names what is absent: the class itself, one of its members, or one in whose types it is.
fn is_of(constant: &Constant, absent: &Absent) -> bool {
    let (member, is_field) = match constant {
        Constant::Class(name) => {
            let name = name.trim_start_matches('[');
            let class = dotted(object_class(name).unwrap_or(name));
            return *absent == Absent::Class(class);
        }
        Constant::Field(member) => (member, true),
        Constant::Method(member) | Constant::InterfaceMethod(member) => (member, false),
        _ => return false,
    };
    let Absent::Class(class) = absent else {
        return described(member, is_field) == *absent;
    };
    let spelled = format!("L{};", class.replace('.', "/"));
    dotted(&member.class) == *class || member.id.descriptor.contains(&spelled)
}

/// The classes that a class file names, its supertypes included.
fn mentioned(file: &ClassFile) -> Vec<Rc<str>> {
    let mut names = mentioned_classes(file);
    names.extend(file.superclass.iter().chain(&file.interfaces).cloned());
    for constant in file.constants.iter().flatten() {
        if let Constant::Class(name) = constant
            && let Some(class) = object_class(name.trim_start_matches('['))
            && name.starts_with('[')
        {
            names.push(class.into());
        }
    }
    names.retain(|name| **name != *OBJECT && !is_bootstrap(name));
    names
}

fn described(member: &MemberRef, is_field: bool) -> Absent {
    let class = dotted(&member.class);
    if is_field {
        Absent::Field(class, member.id.name.to_string())
    } else {
        Absent::Method(class, spelled(&member.id))
    }
}

//! The runtime classes that the image format itself points to.

use crate::class_file::MemberId;
use crate::classes::{ClassId, Classes, LoadError, MethodKey};
use crate::error::{LinkError, dotted};
use crate::known_classes::{HELP, JVM, STARTUP};
use crate::known_classes::{OBJECT, STRING};

/// Methods of `JVMHelp` that the microcode enters by their place (spec 12 sections 6 and 7).
const HELP_ENTRIES: usize = 4;

/// The special classes and methods of one program.
#[derive(Debug)]
pub(crate) struct Special {
    pub(crate) object: ClassId,
    pub(crate) string: ClassId,
    pub(crate) startup: ClassId,
    pub(crate) boot: MethodKey,
    pub(crate) main: MethodKey,
    pub(crate) jvm: EntryClass,
    pub(crate) help: EntryClass,
}

/// A class whose methods the microcode enters by their place in the table.
#[derive(Debug)]
pub(crate) struct EntryClass {
    pub(crate) class: ClassId,
    /// The methods entered by place, in that order.
    pub(crate) entries: Vec<MethodKey>,
    /// Their number in the class.
    pub(crate) declared: usize,
}

impl Special {
    /// Loads the special classes and finds their methods.
    pub(crate) fn find(classes: &mut Classes, main_class: &str) -> Result<Self, LinkError> {
        let object = load(classes, OBJECT)?;
        let string = load(classes, STRING)?;
        let startup = load(classes, STARTUP)?;
        let boot = MemberId::new("boot", "()V");
        let boot = classes
            .declared(startup, &boot)
            .filter(|key| classes.method(*key).is_static());
        let boot = boot.ok_or_else(|| lacks(STARTUP, "has no method `static void boot()`"))?;
        let jvm = load(classes, JVM)?;
        let help = load(classes, HELP)?;
        Ok(Special {
            object,
            string,
            startup,
            boot,
            main: find_main(classes, main_class)?,
            jvm: EntryClass::new(classes, jvm, object, "f_nop", 256)?,
            help: EntryClass::new(classes, help, object, "interrupt", HELP_ENTRIES)?,
        })
    }
}

impl EntryClass {
    /// The methods of `class` that its table has and Object's has not, `limit` at most.
    fn new(
        classes: &Classes,
        class: ClassId,
        object: ClassId,
        first: &str,
        limit: usize,
    ) -> Result<Self, LinkError> {
        let methods = classes.methods(class).filter(|(_, method)| {
            !method.id.is_initialiser() && classes.declared(object, &method.id).is_none()
        });
        let mut entries: Vec<MethodKey> = methods.map(|(key, _)| key).collect();
        let declared = entries.len();
        if entries
            .first()
            .is_none_or(|key| *classes.method(*key).id.name != *first)
        {
            let name = &classes[class].file.name;
            return Err(lacks(
                name,
                &format!("must have `{first}` as its first method"),
            ));
        }
        entries.truncate(limit);
        Ok(EntryClass {
            class,
            entries,
            declared,
        })
    }
}

fn find_main(classes: &mut Classes, name: &str) -> Result<MethodKey, LinkError> {
    let internal = name.replace('.', "/");
    let class = classes
        .load(&internal.as_str().into())
        .map_err(|error| match error {
            LoadError::Missing(missing) if *missing.class == *internal => LinkError::NoMainClass {
                class: dotted(name),
                path: classes.path().to_string(),
            },
            LoadError::Missing(missing) => LinkError::Hierarchy {
                class: dotted(name),
                problem: format!("cannot be loaded: {missing}"),
            },
            LoadError::Fatal(error) => error,
        })?;
    let id = MemberId::new("main", "([Ljava/lang/String;)V");
    classes
        .resolve_method(class, &id)
        .filter(|key| classes.method(*key).is_static() && !classes.method(*key).is_native())
        .ok_or_else(|| LinkError::NoMainMethod {
            class: dotted(name),
            remark: remark_of_main(classes, class, &id),
        })
}

/// What a class has in place of its entry point.
fn remark_of_main(classes: &Classes, class: ClassId, id: &MemberId) -> &'static str {
    let file = &classes[class].file;
    let has = |id: &MemberId| file.find_method(id).is_some();
    if has(id) {
        "; its main is not static: declare it `static`"
    } else if has(&MemberId::new("main", "()V")) {
        "; its main takes no arguments: declare it `main(String[] args)`"
    } else if file.methods.iter().any(|method| &*method.id.name == "main") {
        "; its main takes or gives something else"
    } else {
        "; add one, or name the class that has it"
    }
}

/// Loads a class that the runtime must have.
pub(crate) fn load(classes: &mut Classes, name: &str) -> Result<ClassId, LinkError> {
    classes.load(&name.into()).map_err(|error| match error {
        LoadError::Missing(missing) => lacks(name, &format!("cannot be loaded: {missing}")),
        LoadError::Fatal(error) => error,
    })
}

pub(crate) fn lacks(class: &str, problem: &str) -> LinkError {
    LinkError::Runtime {
        class: dotted(class),
        problem: problem.to_owned(),
    }
}

//! The static fields of `com.jopdesign.sys.LinkInfo`, which the linker fills (`docs/image-runtime.md`, "LinkInfo").

use crate::class_file::MemberId;
use crate::classes::FieldKey;
use crate::error::{LinkError, dotted};
use crate::known_classes::LINK_INFO;
use crate::program::ProgramParts;

/// The fields that are declared, those of tables only if linked code reads them; all `None` if the class is not linked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct LinkInfo {
    pub(crate) arguments: Option<FieldKey>,
    pub(crate) class_table: Option<FieldKey>,
    pub(crate) method_table: Option<FieldKey>,
    pub(crate) primitive_arrays: Option<FieldKey>,
}

impl LinkInfo {
    pub(crate) fn find(program: &ProgramParts) -> Result<Self, LinkError> {
        let classes = &program.classes;
        let mut info = LinkInfo::default();
        let Some(class) = classes.get(LINK_INFO) else {
            return Ok(info);
        };
        if classes
            .declared(class, &MemberId::new("<clinit>", "()V"))
            .is_some()
        {
            return Err(unusable(
                "must have no static initialiser, it would undo what the linker fills in",
            ));
        }
        for (key, field) in classes.fields(class).filter(|(_, field)| field.is_static()) {
            let is_arguments = *field.id.name == *"arguments";
            let (slot, descriptor) = match &*field.id.name {
                "arguments" => (&mut info.arguments, "[Ljava/lang/String;"),
                "classTable" => (&mut info.class_table, "I"),
                "methodTable" => (&mut info.method_table, "I"),
                "primitiveArrays" => (&mut info.primitive_arrays, "I"),
                name => {
                    return Err(unusable(&format!(
                        "has field {name}, which the linker cannot fill; it knows arguments, classTable, methodTable, primitiveArrays"
                    )));
                }
            };
            if *field.id.descriptor != *descriptor {
                return Err(unusable(&format!(
                    "has field {} of another type than {descriptor}",
                    field.id.name
                )));
            }
            if is_arguments || program.statics.contains(&key) {
                *slot = Some(key);
            }
        }
        Ok(info)
    }

    /// Returns true if any table that names classes or methods is requested.
    pub(crate) fn wants_names(&self) -> bool {
        self.class_table.is_some() || self.method_table.is_some()
    }
}

fn unusable(problem: &str) -> LinkError {
    LinkError::Runtime {
        class: dotted(LINK_INFO),
        problem: problem.to_owned(),
    }
}

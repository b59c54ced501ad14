//! Linked programs as class files.

use jopizer::{LinkProgram, link_with_class_files};

use crate::class_file::{ClassFile, Constant};
use crate::class_path::ClassPath;

#[test]
fn class_files_of_a_linked_program_are_read_back_as_they_were() {
    let modern = runtime::programs::find("modern").unwrap();
    let (linked, files) = link_with_class_files(&modern.options(&[])).unwrap();
    let mut given = ClassPath::new();
    given
        .add_embedded("runtime.jar", runtime::RUNTIME_JAR)
        .unwrap();
    given
        .add_embedded("programs.jar", runtime::programs::PROGRAMS_JAR)
        .unwrap();
    let mut compared = 0;
    for (name, bytes) in &files.classes {
        let read = ClassFile::parse(bytes).unwrap();
        assert_eq!(&*read.name, name);
        let dotted = name.replace('/', ".");
        let methods = linked.symbols.methods.iter();
        let kept = methods.filter(|method| method.class == dotted).count();
        let code = read.methods.iter().filter(|method| method.code.is_some());
        assert_eq!(code.count(), kept, "{name}");
        // The linker made the others.
        let Some(given) = given.find(name).unwrap() else {
            continue;
        };
        let given = ClassFile::parse(&given.bytes).unwrap();
        compared += 1;
        for (index, constant) in given.constants.iter().enumerate() {
            let kept = constant.as_ref().filter(|constant| {
                !matches!(
                    constant,
                    Constant::MethodHandle(_)
                        | Constant::MethodType(_)
                        | Constant::Dynamic(_)
                        | Constant::InvokeDynamic(_)
                )
            });
            if let Some(kept) = kept {
                assert_eq!(read.constant(index as u16), Some(kept), "{name} {index}");
            }
        }
    }
    assert!(compared > 20, "{compared}");
    assert!(files.initialisers.contains(&"java/lang/System".to_owned()));
}

//! Sources are found where they lie, and folders come before what is embedded.

use jopizer::LinkProgram;
use runtime::sources::{SourcePath, path_of};

#[test]
fn every_class_of_an_embedded_program_has_its_source_and_its_lines_exist() {
    let linked = runtime::programs::find("lift")
        .unwrap()
        .link(1, 1 << 18)
        .unwrap();
    let sources = SourcePath::default();
    for method in linked.symbols.methods.iter().filter(|method| !method.made) {
        let Some(last) = method.lines.iter().map(|(_, line)| *line).max() else {
            continue;
        };
        let source = linked.symbols.source(method, &sources);
        let source = source.unwrap_or_else(|| panic!("{method}: no source"));
        assert!(
            source.line(last).is_some(),
            "{method}: line {last} of {}",
            source.path
        );
    }
}

#[test]
fn a_folder_comes_before_the_embedded_sources_and_may_be_flat() {
    let linked = runtime::programs::find("lift")
        .unwrap()
        .link(1, 1 << 18)
        .unwrap();
    let class = linked
        .symbols
        .classes
        .iter()
        .find(|class| class.name == "lift.Door")
        .unwrap();
    for place in ["lift/Door.java", "Door.java"] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(place);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, "package lift;\ntwo\n").unwrap();
        let sources = SourcePath::new(vec![folder.path().to_owned()]);
        let source = class.source(&sources).unwrap();
        assert_eq!(source.path, "lift/Door.java");
        assert_eq!(
            [0, 1, 2, 3].map(|line| source.line(line)),
            [None, Some("package lift;"), Some("two"), None]
        );
    }
}

#[test]
fn a_file_outside_of_its_packages_folder_is_the_source_of_its_own_package_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Main.java");
    let text = "/* a */ // package u;\npackage t ;\nclass Main {}";
    std::fs::write(&file, text).unwrap();
    let given = SourcePath::default().with_file(file);
    let flat = SourcePath::new(vec![folder.path().to_owned()]);
    for sources in [given, flat] {
        let found = sources.find("t.Main$Inner", "Main.java");
        assert_eq!(found.unwrap().text, text);
        for (class, file) in [
            ("u.Main", "Main.java"),
            ("Main", "Main.java"),
            ("t.Other", "Other.java"),
        ] {
            assert_eq!(sources.find(class, file), None, "{class}");
        }
    }
}

#[test]
fn a_nested_class_lies_in_the_file_of_its_outermost_class() {
    assert_eq!(path_of("t.u.Main$Inner", "Main.java"), "t/u/Main.java");
    assert_eq!(path_of("Main", "Main.java"), "Main.java");
}

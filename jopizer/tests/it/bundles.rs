//! Bundles of class files and jars.

use jopizer::{Archive, Bundle, LinkOptions, link};

fn programs() -> (String, Vec<u8>) {
    let jar = runtime::programs::PROGRAMS_JAR.to_vec();
    ("programs.jar".to_owned(), jar)
}

#[test]
fn a_bundle_of_a_jar_links_like_the_jar() {
    let bundle = Bundle::of(&[programs()]).expect("a jar");
    assert!(bundle.main_classes.contains(&"lift.Main".to_owned()));
    let image = |bytes: &'static [u8]| {
        let archive = Archive {
            name: "a.jar",
            bytes,
        };
        let options = LinkOptions {
            archives: vec![archive],
            arguments: vec!["3".to_owned()],
            ..LinkOptions::new("lift.Main", [])
        };
        link(&options).expect("it links").image
    };
    let bundled = image(Box::leak(bundle.jar.into_boxed_slice()));
    assert!(bundled == image(runtime::programs::PROGRAMS_JAR));
}

#[test]
fn what_is_no_class_file_is_named() {
    let files = [("Main.class".to_owned(), b"text".to_vec())];
    let error = Bundle::of(&files).expect_err("no class file");
    assert_eq!(error.to_string(), "Main.class: not a class file");
}

#[test]
fn a_class_that_comes_twice_is_packed_once() {
    let once = Bundle::of(&[programs()]).expect("a jar");
    let twice = Bundle::of(&[programs(), programs()]).expect("two jars");
    assert_eq!(once, twice);
}

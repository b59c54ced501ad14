//! The committed class files and expected outputs against the JDK of the host, where there is one.
//!
//! Without a JDK the tests say so and pass; with `JOPLAB_REQUIRE_JDK=1` they fail.

use std::path::Path;
use std::process::{Command, Output};

use isa::MachineConfig;
use jopizer::{LinkOptions, link};
use microcode::Build;
use parts::has_jdk;
use tests::{machine, path};

fn output(command: &mut Command) -> Output {
    command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Compiles a source as a user would.
fn compile(folder: &Path, name: &str, source: &str) {
    let file = folder.join(format!("{name}.java"));
    std::fs::write(&file, source).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let compiled = output(
        Command::new("javac")
            .args(["--release", "17", "-nowarn"])
            .arg(&file),
    );
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
}

#[test]
fn the_committed_programs_are_what_their_sources_compile_to() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    for script in ["programs/build.sh", "course/build.sh", "cores/build.sh"] {
        let check = output(Command::new("sh").arg(path(script)).arg("--check"));
        assert!(
            check.status.success(),
            "{}",
            String::from_utf8_lossy(&check.stderr)
        );
    }
}

#[test]
fn a_class_written_on_the_spot_prints_what_it_prints_on_the_host() {
    if !has_jdk() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    compile(
        folder.path(),
        "Main",
        r#"public class Main {
            interface Shape { int area(); }
            record Square(int side) implements Shape {
                public int area() { return side * side; }
            }
            public static void main(String[] args) {
                Shape[] shapes = { new Square(2), () -> 9 };
                int sum = 0;
                for (Shape shape : shapes) sum += shape.area();
                System.out.println("sum " + sum + " of " + args.length + " äöü " + shapes[0]);
                try {
                    System.out.println(shapes[2].area());
                } catch (ArrayIndexOutOfBoundsException e) {
                    System.out.println("caught");
                }
                throw new IllegalStateException("end");
            }
        }"#,
    );
    let host = output(
        Command::new("java")
            .args(["-Dfile.encoding=UTF-8", "-cp"])
            .arg(folder.path())
            .arg("Main"),
    );
    let linked = link(&LinkOptions::new("Main", [folder.path().to_owned()])).unwrap();
    let ours = machine::run(&linked, Build::Strict, &MachineConfig::default());
    assert_eq!(
        String::from_utf8_lossy(&ours.stdout),
        String::from_utf8_lossy(&host.stdout)
    );
    assert_eq!(
        String::from_utf8_lossy(&ours.stderr),
        String::from_utf8_lossy(&host.stderr)
    );
    assert_eq!(ours.status.map(u32::cast_signed), host.status.code());
}

#[test]
fn strict_math_is_that_of_the_host_bit_for_bit() {
    if !has_jdk() {
        return;
    }
    // For each of 46 functions: more than ten million operands in all, if there is time.
    let tries = if parts::all() { "250000" } else { "20000" };
    let bits = output(
        Command::new("sh")
            .arg(path("../runtime/ulps/ulps.sh"))
            .args(["--strict", tries]),
    );
    if bits.status.code() == Some(77) {
        eprintln!("{}", String::from_utf8_lossy(&bits.stderr));
        return;
    }
    let report = String::from_utf8_lossy(&bits.stdout);
    assert!(bits.status.success(), "{report}");
    assert_eq!(report.matches(": 0 of ").count(), 46, "{report}");
}

//! The method cache of the agent, held against the hardware's.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use isa::{Geometry, OrganisationKind};
use method_cache::{MethodCache, Organisation};

use crate::support::{Host, has_jdk};

const DRIVER: &str = r#"
public class Driver {
    public static void main(String[] kind) throws java.io.IOException {
        JopProfile.cacheKind = Integer.parseInt(kind[0]);
        JopProfile.cacheBlocks = Integer.parseInt(kind[1]);
        JopProfile.cacheBlockWords = Integer.parseInt(kind[2]);
        JopCache cache = new JopCache();
        java.util.Scanner in = new java.util.Scanner(System.in);
        StringBuilder answers = new StringBuilder();
        while (in.hasNextInt()) {
            answers.append(cache.find(in.nextInt(), in.nextInt()) ? '1' : '0');
        }
        System.out.print(answers);
    }
}
"#;

/// Lookups of methods that always have the same length, some in loops.
fn lookups(methods: usize, longest: u32) -> Vec<(u32, u32)> {
    let mut random = fastrand::Rng::with_seed(u64::from(longest) + methods as u64);
    let lengths: Vec<u32> = (0..methods).map(|_| random.u32(1..=longest)).collect();
    let mut lookups = Vec::new();
    while lookups.len() < 4000 {
        let few: Vec<usize> = (0..random.usize(1..6))
            .map(|_| random.usize(0..methods))
            .collect();
        for _ in 0..random.usize(1..8) {
            lookups.extend(few.iter().map(|method| (*method as u32, lengths[*method])));
        }
    }
    lookups
}

fn answers_of_hardware(
    kind: OrganisationKind,
    geometry: Geometry,
    lookups: &[(u32, u32)],
) -> String {
    let mut cache = Organisation::new(kind, geometry);
    // An address of 0 stands for an empty tag in the hardware.
    let answers = lookups
        .iter()
        .map(|(method, words)| cache.lookup(1000 + 16 * method, *words).hit);
    answers.map(|hit| if hit { '1' } else { '0' }).collect()
}

fn answers_of_agent(host: &Host, kind: [u32; 3], lookups: &[(u32, u32)]) -> String {
    let mut text = String::new();
    for (method, words) in lookups {
        writeln!(text, "{method} {words}").unwrap();
    }
    let mut java = Command::new("java")
        .arg("--patch-module")
        .arg(format!("java.base={}", host.path("patch").display()))
        .arg("-cp")
        .arg(host.path("classes"))
        .arg("Driver")
        .args(kind.map(|number| number.to_string()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    java.stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    String::from_utf8(java.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn every_lookup_hits_and_misses_as_in_the_hardware() {
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    std::fs::write(host.path("Driver.java"), DRIVER).unwrap();
    let compiled = Command::new("javac")
        .arg("--patch-module")
        .arg(format!("java.base={}", host.path("patch").display()))
        .arg("-d")
        .arg(host.path("classes"))
        .arg(host.path("Driver.java"))
        .output()
        .unwrap();
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    for (jpc_width, block_bits, methods, longest) in [
        (12, 4, 60, 200),
        (10, 3, 20, 120),
        (12, 6, 200, 64),
        (11, 0, 5, 300),
        (13, 5, 150, 500),
    ] {
        let geometry = Geometry::new(jpc_width, block_bits).unwrap();
        let lookups = lookups(methods, longest);
        let shape = [1, geometry.blocks(), geometry.words() / geometry.blocks()];
        let there = answers_of_hardware(OrganisationKind::Fifo, geometry, &lookups);
        assert!(there.contains("01"), "{geometry:?}");
        assert_eq!(
            answers_of_agent(&host, shape, &lookups),
            there,
            "{geometry:?}"
        );
    }
    let geometry = Geometry::new(10, 4).unwrap();
    for (kind, number) in [
        (OrganisationKind::OneBlock, 2),
        (OrganisationKind::TwoBlock, 3),
    ] {
        let lookups = lookups(6, 200);
        let there = answers_of_hardware(kind, geometry, &lookups);
        assert_eq!(
            answers_of_agent(&host, [number, 1, 1], &lookups),
            there,
            "{kind:?}"
        );
    }
}

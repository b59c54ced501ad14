//! The pages carry the licences of the npm packages that they contain, and of no others.

use crate::support::kinds::{self, WITH_CHARTS};

/// Pages with charts.
fn with_charts() -> Vec<String> {
    let pages = kinds::pages().into_iter();
    let with = pages.filter(|(name, _)| WITH_CHARTS.contains(name));
    with.map(|(_, page)| page).collect()
}

/// Text of the comment before the code.
fn notices(page: &str) -> &str {
    let (_, behind) = page.split_once("/*!\n").expect("a comment");
    let (comment, code) = behind.split_once("*/").expect("its end");
    assert!(code.len() > 100_000, "the code stands behind its notices");
    comment
}

/// Packages whose notices a comment has, with version and licence.
fn packages(notices: &str) -> Vec<&str> {
    let rule = "=".repeat(80);
    let mut lines = notices.lines();
    let mut titles = Vec::new();
    while let Some(line) = lines.next() {
        if line == rule {
            titles.extend(lines.next());
            assert_eq!(lines.next(), Some(&*rule));
        }
    }
    titles
}

#[test]
fn a_page_with_charts_has_the_licence_and_notice_of_echarts() {
    for page in &with_charts() {
        let notices = notices(page);
        for part in [
            "Apache License\n                           Version 2.0, January 2004",
            "END OF TERMS AND CONDITIONS",
            "--- NOTICE\n\nApache ECharts\nCopyright 2017-",
            "This product includes software developed at\nThe Apache Software Foundation",
        ] {
            assert!(notices.contains(part), "{part}");
        }
    }
}

#[test]
fn a_page_with_charts_has_the_licences_of_zrender_and_of_the_d3_code_in_echarts() {
    for page in &with_charts() {
        let notices = notices(page);
        for (part, copies) in [
            ("BSD 3-Clause License\n\nCopyright (c) 2017, Baidu Inc.", 1),
            (
                "--- licenses/LICENSE-d3\n\nCopyright 2010-2016 Mike Bostock",
                1,
            ),
            (
                "Redistributions in binary form must reproduce the above copyright notice",
                2,
            ),
        ] {
            assert_eq!(notices.matches(part).count(), copies, "{part}");
        }
    }
}

#[test]
fn every_package_is_named_once_with_its_version_and_licence() {
    for page in &with_charts() {
        let titles = packages(notices(page));
        let names = titles.iter().map(|title| {
            let (package, licence) = title.rsplit_once(" (").expect("a licence");
            assert!(licence.len() > 2 && licence.ends_with(')'), "{title}");
            let (name, version) = package.rsplit_once(' ').expect("a version");
            assert!(version.starts_with(|c: char| c.is_ascii_digit()), "{title}");
            name
        });
        assert_eq!(
            names.collect::<Vec<_>>(),
            ["echarts", "rolldown", "tslib", "zrender"]
        );
    }
}

#[test]
fn the_page_of_the_machine_has_the_licences_of_its_editor() {
    let page = kinds::machine();
    let titles = packages(notices(&page));
    let names = titles.iter().map(|title| {
        assert!(title.ends_with(" (MIT)"), "{title}");
        let (name, _) = title.rsplit_once(" (").expect("a licence");
        name.rsplit_once(' ').expect("a version").0
    });
    let names: Vec<_> = names.collect();
    for name in [
        "@codemirror/state",
        "@codemirror/view",
        "@lezer/common",
        "style-mod",
    ] {
        assert!(names.contains(&name), "{names:?}");
    }
}

#[test]
fn a_page_of_our_own_code_alone_claims_no_other_licence() {
    let lower = kinds::ring().to_lowercase();
    for word in [
        "/*!",
        "third-party",
        "apache",
        "echarts",
        "zrender",
        "license",
    ] {
        assert!(!lower.contains(word), "{word}");
    }
}

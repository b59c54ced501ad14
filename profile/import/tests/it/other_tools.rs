//! Profiles of other tools: which format it is, and which methods are meant.

use cross_profile::matching::align;
use cross_profile::{Comparison, Profile, file};
use profile_import::{self as import, Format};

fn collapsed(text: &str) -> Profile {
    import::collapsed(text.as_bytes()).expect("a profile")
}

fn format(text: &str) -> Format {
    import::read(text.as_bytes()).expect("a profile").1
}

#[test]
fn the_format_is_known_by_how_a_profile_begins() {
    assert_eq!(format("a;b 1\n"), Format::Collapsed);
    assert_eq!(format("context,calls,cycles\na,1,2\n"), Format::Csv);
    assert_eq!(format("\u{FEFF}Method,Cycles\na,2\n"), Format::Csv);
    assert_eq!(
        format("\"cycles\",\"context\",\"calls\"\n1,a,2\n"),
        Format::Csv
    );
    assert_eq!(
        format(" [{\"context\": \"a\", \"cycles\": 1}]"),
        Format::Json
    );
    assert_eq!(
        format("# callgrind format\nevents: Cycles\nfn=a\n1 2\n"),
        Format::Callgrind
    );
    let mut bytes = Vec::new();
    file::write(&collapsed("a 1\n"), &mut bytes).expect("memory takes it");
    assert_eq!(import::read(&bytes).expect("a profile").1, Format::Own);
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let error = import::read(&[0xFF, 0xFE, 0]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "neither a profile file nor text in UTF-8"
    );
}

#[test]
fn names_without_descriptors_stand_for_all_methods_of_the_name() {
    let mut truth = collapsed("p.A.f(I)V 10\np.A.f(J)V 20\np.A.g()V 5\n");
    let mut prediction = collapsed("p/A.f 33\n");
    let matched = align(&mut truth, &mut prediction).expect("a match");
    assert_eq!((matched.methods, matched.unknown.len()), (1, 0));
    let comparison = Comparison::new(&truth, &prediction);
    let of_f = comparison
        .by_method
        .iter()
        .find(|pair| pair.what == "p.A.f");
    let of_f = of_f.expect("the method");
    assert_eq!((of_f.truth, of_f.predicted), (30, 33));
}

#[test]
fn a_part_begins_with_the_outermost_calls_of_its_method() {
    let whole = collapsed(
        "boot 1\nboot;m(I)V 10\nboot;m(I)V;f 5\nboot;m(I)V;m(I)V 2\nother;m(I)V 20\nother 7\n",
    );
    let mut part = whole.below("m").expect("it is called");
    assert_eq!(part.total_cycles(), 37);
    let figures = part.by_method();
    let place = part
        .methods
        .iter()
        .position(|name| name == "m(I)V")
        .unwrap();
    assert_eq!(
        (figures[place].self_cycles, figures[place].inclusive_cycles),
        (32, 37)
    );
    let mut foreign = collapsed("m 30\nm;f 5\nm;m 2\n");
    align(&mut part, &mut foreign).expect("a match");
    assert!(Comparison::new(&part, &foreign).is_exact());
    assert!(whole.below("n").is_none());
}

#[test]
fn slashes_in_descriptors_stay() {
    let mut truth = collapsed("p.A.f(Ljava/lang/String;)V 10\n");
    let mut prediction = collapsed("p/A.f(Ljava/lang/String;)V 10\n");
    let matched = align(&mut truth, &mut prediction).expect("a match");
    assert_eq!(matched.unknown, [""; 0]);
    assert_eq!(
        Comparison::new(&truth, &prediction).total_error(),
        Some(0.0)
    );
}

#[test]
fn methods_that_the_program_does_not_have_are_named() {
    let mut truth = collapsed("p.A.f()V 10\np.A.g()V 20\n");
    let matched = align(&mut truth, &mut collapsed("p.A.f()V 10\nq.B.h()V 5\n"));
    assert_eq!(matched.expect("a match").unknown, ["q.B.h()V"]);
    let error = align(&mut truth, &mut collapsed("x 1\ny;z 2\nu 3\n")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "none of its 4 methods is one of the program (`u`, `x`, `y`, ...); names are like `p.A.g()V`"
    );
}

#[test]
fn semicolons_of_descriptors_do_not_divide_a_chain() {
    let text = "(start);t.A.f([Lt/B;I)[Lt/C;;t.A.g(IJ)V;t.A.h(Lt/B;)V;(x) 7\n";
    let names = collapsed(text).methods;
    assert_eq!(
        names,
        [
            "(start)",
            "t.A.f([Lt/B;I)[Lt/C;",
            "t.A.g(IJ)V",
            "t.A.h(Lt/B;)V",
            "(x)"
        ]
    );
}

#[test]
fn a_parenthesis_without_its_end_is_part_of_a_name() {
    let names = collapsed("a(b;c;d 1\n").methods;
    assert_eq!(names[1..], ["a(b", "c", "d"]);
}

#[test]
fn chains_that_begin_with_the_start_are_our_own() {
    let profile = collapsed("(start) 5\n(start);m()V 7\n");
    assert_eq!(profile.methods, ["(start)", "m()V"]);
    let root = profile.threads[0]
        .tree
        .context(cross_profile::CallingContextTree::ROOT);
    assert_eq!(root.self_cycles(), 5);
    assert_eq!(profile.outermost(), Some("m()V"));
}

#[test]
fn types_may_be_written_in_every_form() {
    for name in [
        "p.A.f(ILjava/lang/String;[[Lp/B;)V",
        "p/A.f(ILjava/lang/String;[[Lp/B;)V",
        "p.A.f(int, java.lang.String, p.B[][]): void",
        "p.A.f(int,java.lang.String,p.B[][])",
        "p.A.f(int, String, B[][])",
        "p.A.f",
    ] {
        let truths = "p.A.f(ILjava/lang/String;[[Lp/B;)V 10\np.A.g()V 5\np.A.g(I)V 5\n";
        let mut truth = collapsed(truths);
        let mut prediction = collapsed(&format!("{name} 11\n"));
        let matched = align(&mut truth, &mut prediction).expect("a match");
        assert_eq!(matched.unknown, [""; 0], "{name}");
        assert_eq!(
            prediction.methods[1], "p.A.f(ILjava/lang/String;[[Lp/B;)V",
            "{name}"
        );
        // The same from the other side.
        let (mut truth, mut prediction) = (collapsed(truths), collapsed(&format!("{name} 11\n")));
        let matched = align(&mut prediction, &mut truth).expect("a match");
        assert_eq!(matched.unknown.len(), 2, "{name}");
    }
}

#[test]
fn a_single_method_may_lack_its_descriptor() {
    let mut truth = collapsed("p.A.f(I)V 10\np.A.f(J)V 20\np.A.g(I)V 5\np.A.g(J)V 6\n");
    let mut prediction = collapsed("p.A.f 33\np.A.g(I)V 5\np.A.g(long) 7\n");
    let matched = align(&mut truth, &mut prediction).expect("a match");
    assert_eq!((matched.methods, matched.unknown.len()), (3, 0));
    let comparison = Comparison::new(&truth, &prediction);
    let mut pairs: Vec<_> = comparison
        .by_method
        .iter()
        .map(|pair| (pair.what.as_str(), pair.truth, pair.predicted))
        .collect();
    pairs.sort_unstable();
    assert_eq!(
        pairs,
        [("p.A.f", 30, 33), ("p.A.g(I)V", 5, 5), ("p.A.g(J)V", 6, 7)]
    );
}

#[test]
fn methods_of_other_parameters_are_other_methods() {
    let mut truth = collapsed("p.A.f(I)V 10\np.A.g()V 1\n");
    let mut prediction = collapsed("p.A.f(J)V 10\np.A.g()V 1\n");
    let matched = align(&mut truth, &mut prediction).expect("a match");
    assert_eq!(matched.unknown, ["p.A.f(J)V"]);
}

#[test]
fn a_method_of_the_library_in_another_package_is_known_by_class_and_method() {
    let mut truth = collapsed(
        "com.jopdesign.io.Printer.print(I)V 10\np.A.g()V 1\njava.util.A.f()V 3\njavax.B.A.f()V 4\n",
    );
    let mut prediction =
        collapsed("sun.io.Printer.print(int) 12\np.A.g()V 1\nq.Printer.print(I)V 2\njdk.A.f 7\n");
    let matched = align(&mut truth, &mut prediction).expect("a match");
    assert_eq!(
        matched.moved,
        [(
            "sun.io.Printer.print(int)".to_owned(),
            "com.jopdesign.io.Printer.print(I)V".to_owned()
        )]
    );
    // No method of an application, and none that could be of two packages.
    assert_eq!(matched.unknown, ["jdk.A.f", "q.Printer.print(I)V"]);
}

#[test]
fn a_class_may_lack_its_package_but_a_method_not_its_class() {
    let methods = "p.A.f(I)V 10\np.A.f(J)V 20\np.B.f()V 5\np.C.g()V 1\nq.C.g()V 2\n";
    let known = |name: &str| {
        let mut prediction = collapsed(&format!("{name} 7\np.B.f 5\n"));
        let matched = align(&mut collapsed(methods), &mut prediction).expect("a match");
        (matched.unknown.is_empty(), prediction)
    };
    for name in ["A.f", "A.f(int)", "A.f(J)"] {
        assert!(known(name).0, "{name}");
    }
    // Two classes, a method alone, other types, and one that has its whole name, too.
    for name in ["C.g", "g", "A.f(short)", "B.f"] {
        assert!(!known(name).0, "{name}");
    }
    let (_, prediction) = known("A.f");
    assert!(prediction.methods.contains(&"p.A.f".to_owned()));
}

#[test]
fn packages_classes_and_methods_can_be_renamed() {
    let mut profile = collapsed("a/b/C.f(La/b/D;)V 1\na.bc.C.f 2\na.b.C$1.g 3\n");
    cross_profile::matching::rename(&mut profile, "a.b", "x");
    assert_eq!(
        profile.methods[1..],
        ["x.C.f(La/b/D;)V", "a.bc.C.f", "x.C$1.g"]
    );
    cross_profile::matching::rename(&mut profile, "x.C.f", "y.E.h");
    assert_eq!(profile.methods[1], "y.E.h(La/b/D;)V");
    cross_profile::matching::rename(&mut profile, "x.C", "z.C");
    assert_eq!(profile.methods[3], "z.C$1.g");
}

#[test]
fn a_table_of_methods_has_no_contexts() {
    for text in [
        "method,cycles\np.A.f,5\np.A.g,7\n",
        "Self cycles,Share,METHOD\n12,1,p.A.f\n",
        "self cycles,share,method\n5,0.4,p.A.f\n7,0.6,p.A.g\n",
    ] {
        match import::csv(text.as_bytes()) {
            Ok(profile) => assert!(profile.flat && profile.total_cycles() == 12, "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }
    let json = r#"[{"method": "p.A.f", "self cycles": 5}]"#;
    assert!(import::json(json.as_bytes()).expect("a list").flat);
}

#[test]
fn what_is_wrong_in_a_table_is_said() {
    let error = |text: &str| import::csv(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        error("cycles,calls\n1,2\n"),
        "line 1: the header of a table needs `method` (or `context`) and `cycles`; found `cycles`, `calls`"
    );
    let read = |text: &str| import::read(text.as_bytes()).unwrap_err().to_string();
    for (header, found) in [
        ("name, time", "`name`, `time`"),
        ("methode;cycles", "`methode`, `cycles`"),
    ] {
        let wanted = format!(
            "line 1: the header of a table needs `method` (or `context`) and `cycles`; found {found}"
        );
        assert_eq!(read(&format!("{header}\na,1\n")), wanted);
    }
    assert_eq!(
        error("method,cycles\n,2\n"),
        "line 2: a row without the name of its method"
    );
    assert_eq!(
        error("method,cycles\n\na,2.5.5\n"),
        "line 3: column `cycles`: expected a whole number, found `2.5.5`"
    );
    assert_eq!(
        error("context,service,cycles\na,magic,2\n"),
        "line 2: no service `magic`"
    );
    assert_eq!(
        error(&format!("method,cycles\na,{0}\nb,{0}\n", u64::MAX)),
        "line 3: more than 2^64 in all"
    );
}

#[test]
fn drawings_and_broken_files_of_other_tools_are_refused() {
    let error = |bytes: &[u8]| import::read(bytes).unwrap_err().to_string();
    assert_eq!(
        error(b"<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"),
        "a drawing, which leaves contexts out; export the profile as csv instead"
    );
    assert!(error(b"digraph calls {\n}\n").starts_with("a drawing"));
    let speedscope = br#"{"shared": {"frames": []}, "profiles": [{"type": "sampled", "name": "t", "samples": [[3]], "weights": [1]}]}"#;
    assert_eq!(error(speedscope), "speedscope: a frame without name");
    let firefox = br#"{"meta": {}, "threads": 5}"#;
    assert!(error(firefox).starts_with("Firefox profile: "));
    if cfg!(feature = "packed") {
        assert!(error(b"PAR1 and no more").starts_with("Parquet: "));
    }
    assert!(error(br#"{"bytecode": 3}"#).contains("expected a list of objects"));
}

#[test]
fn time_between_events_is_taken_for_cycles() {
    let text = r#"{"$schema": "x", "shared": {"frames": [{"name": "a"}, {"name": "b"}]}, "profiles": [
        {"type": "evented", "name": "t", "unit": "none", "startValue": 2, "endValue": 20, "events": [
            {"type": "O", "frame": 0, "at": 2}, {"type": "O", "frame": 1, "at": 5},
            {"type": "C", "frame": 1, "at": 9}, {"type": "C", "frame": 0, "at": 20}]}]}"#;
    let (profile, format) = import::read(text.as_bytes()).expect("a profile");
    assert_eq!(format, Format::Speedscope);
    let cycles: Vec<u64> = profile
        .by_method()
        .iter()
        .map(|figures| figures.self_cycles)
        .collect();
    assert_eq!(cycles, [0, 3 + 11, 4]);
}

#[test]
fn stacks_with_two_weights_are_refused() {
    let refused = import::collapsed("(start) 1 2\na;b 3 4\n".as_bytes()).unwrap_err();
    assert!(refused.to_string().contains("two weights"), "{refused}");
    // A frame may end in a number.
    let one = import::collapsed("thread 1 5\na;b 3\n".as_bytes()).expect("a profile");
    assert_eq!(one.total_cycles(), 8);
}

//! Profiles of other tools: which format it is, and which methods are meant.

use cross_profile::import::{self, Format};
use cross_profile::matching::align;
use cross_profile::{Comparison, Profile, file};

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
        "none of its 4 methods is one of the program (`u`, `x`, `y`, ...); names are like `p.A.g`"
    );
}

#[test]
fn semicolons_of_descriptors_do_not_divide_a_chain() {
    let text = "(start);t.A.f([Lt/B;I)[Lt/C;;t.A.g(IJ)V;t.A.h(Lt/B;)V;(x) 7\n";
    let names = collapsed(text).methods;
    assert_eq!(
        names[1..],
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

//! Comparison of profiles, and profiles of other tools.

use cross_profile::{Comparison, Profile};
use profile_import as import;

fn collapsed(text: &str) -> Profile {
    import::collapsed(text.as_bytes()).expect("a profile")
}

#[test]
fn a_profile_agrees_with_itself() {
    let profile = collapsed("a 100\na;b 30\na;b;c 7\na;c 9\n");
    let comparison = Comparison::new(&profile, &profile);
    assert_eq!(comparison.total_error(), Some(0.0));
    assert_eq!(comparison.kendall_tau, Some(1.0));
    assert_eq!((comparison.top_overlap, comparison.top_of), (3, 3));
    let contexts = comparison.contexts.unwrap();
    assert_eq!((contexts.count, contexts.worst), (4, 0.0));
}

#[test]
fn errors_are_those_counted_by_hand() {
    let truth = collapsed("a 100\na;b 200\na;c 400\na;b;c 100\n");
    let prediction = collapsed("a 110\na;b 100\na;c 400\na;b;c 100\na;d 50\n");
    let comparison = Comparison::new(&truth, &prediction);
    assert_eq!(comparison.total_error(), Some(-0.05));
    let methods = comparison.methods.unwrap();
    // a +10 %, b -50 %, c 0 %; d has no truth.
    assert_eq!((methods.count, methods.without_truth), (3, 1));
    assert!((methods.bias - (0.1 - 0.5) / 3.0).abs() < 1e-12);
    assert!((methods.mape - 0.2).abs() < 1e-12);
    // 10 + 100 + 0 and the 50 of d, of 800 true cycles.
    assert!((methods.weighted - 0.2).abs() < 1e-12);
    assert!((methods.median - 0.1).abs() < 1e-12);
    assert_eq!((methods.worst, methods.worst_name.as_str()), (-0.5, "b"));
    assert_eq!(methods.p95, 0.5);
    let contexts = comparison.contexts.unwrap();
    assert_eq!((contexts.count, contexts.worst_name.as_str()), (4, "a;b"));
}

#[test]
fn causes_are_compared_only_where_both_sides_tell_them() {
    let mut truth = collapsed("a 100\n");
    let told = truth.clone();
    truth.threads[0]
        .tree
        .context_mut(cross_profile::ContextId(1))
        .cycles[cross_profile::Charge::MemoryRead as usize] = 20;
    let comparison = Comparison::new(&truth, &told);
    assert!(comparison.by_cause.is_empty());
    let comparison = Comparison::new(&truth, &truth);
    assert_eq!(comparison.by_cause[1].truth, 20);
    assert!(comparison.is_exact());
}

#[test]
fn a_method_that_the_prediction_lacks_has_all_its_cycles_as_error() {
    let truth = collapsed("a 100\nb 300\nc 200\nd 400\n");
    let prediction = collapsed("a 110\nb 300\nd 500\n");
    let methods = Comparison::new(&truth, &prediction).methods.unwrap();
    // 0, 10, 25 and 100 %: the median is the middle of the two in the middle.
    assert_eq!((methods.count, methods.missed), (4, 1));
    assert_eq!((methods.worst, methods.worst_name.as_str()), (-1.0, "c"));
    assert!((methods.median - 0.175).abs() < 1e-12);
    assert!((methods.weighted - 0.31).abs() < 1e-12);
}

#[test]
fn p95_leaves_one_thing_in_twenty_out() {
    let lines = |step: u64| -> String {
        (0..40)
            .map(|n| format!("m{n} {}\n", 1000 + step * n))
            .collect()
    };
    let methods = Comparison::new(&collapsed(&lines(0)), &collapsed(&lines(1)))
        .methods
        .unwrap();
    // Errors of 0 to 39 thousandths; the 38th of them in order is 37.
    assert!((methods.p95 - 0.037).abs() < 1e-12);
    assert!((methods.bias - 0.0195).abs() < 1e-12);
}

#[test]
fn only_methods_that_run_are_among_the_hottest() {
    let truth = collapsed("a 3\nb 2\n");
    let comparison = Comparison::new(&truth, &collapsed("a 3\nc 2\n"));
    assert_eq!((comparison.top_overlap, comparison.top_of), (1, 2));
}

#[test]
fn tau_counts_the_pairs_in_the_wrong_order() {
    // Of the six pairs one, c before d, is the other way round: (5 - 1) / 6.
    let truth = collapsed("a 400\nb 300\nc 200\nd 100\n");
    let prediction = collapsed("a 400\nb 300\nc 100\nd 200\n");
    let tau = Comparison::new(&truth, &prediction).kendall_tau.unwrap();
    assert!((tau - 4.0 / 6.0).abs() < 1e-12, "{tau}");
}

#[test]
fn all_formats_give_the_same_profile() {
    let of_stacks = collapsed("a 5\na;b 7\n");
    let csv = import::csv("context,calls,cycles\na,0,5\na;b,0,7\n".as_bytes()).unwrap();
    let json = r#"[{"context": ["a"], "cycles": 5}, {"context": "a;b", "cycles": 7}]"#;
    let document = format!("{{\"schema\": \"x/1\", \"units\": {{}}, \"rows\": {json}}}");
    let json = import::json(json.as_bytes()).unwrap();
    let document = import::json(document.as_bytes()).unwrap();
    for other in [csv, json, document] {
        assert_eq!(other.threads, of_stacks.threads);
    }
}

#[test]
fn callgrind_gives_methods_but_no_contexts() {
    let text = "version: 1\npositions: line\nevents: Cycles Loads\n\nfn=(1) A.main\n12 100 3\ncfn=(2) A.f\ncalls=4 20\n13 80 1\n\
                fn=(2)\n+1 60\n20 20 1\n";
    let profile = import::callgrind(text.as_bytes()).unwrap();
    assert!(profile.flat);
    let figures = profile.by_method();
    let of = |name| figures[profile.methods.iter().position(|n| n == name).unwrap()];
    assert_eq!(of("A.main").self_cycles, 100);
    assert_eq!((of("A.f").self_cycles, of("A.f").calls), (80, 4));
    assert!(Comparison::new(&profile, &profile).contexts.is_none());
}

#[test]
fn a_wrong_line_is_named() {
    let error = |text: &str| import::collapsed(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        error("a;b 3\na;b x\n"),
        "line 2: no known format of profiles; as collapsed stacks, this line needs a stack, a space and a whole number of cycles"
    );
    assert_eq!(error("# nothing\n"), "the profile holds no context");
    let error = import::csv("context,calls,cycles\na,1,2\nb,1,-2\n".as_bytes()).unwrap_err();
    assert!(error.to_string().starts_with("line 3: "), "{error}");
    let error = import::callgrind("events: Cycles\nfn=(3)\n1 2\n".as_bytes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2: this name number has not been given a name"
    );
}

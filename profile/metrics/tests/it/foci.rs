//! Foci as they are written, and what they cover.

use isa::MachineConfig;
use metrics::{Every, Foci, Focus, FocusError, Kind, Metric};
use record::Pattern;

use crate::support::{Subject, link, regions};

fn focus(text: &str) -> Result<Focus, FocusError> {
    text.parse()
}

#[test]
fn foci_are_written_as_a_kind_and_a_name() {
    let below = Kind::Below(Pattern("udpip.Ip".to_owned()));
    assert_eq!(focus("run").map(|it| it.kind), Ok(Kind::Run));
    assert_eq!(
        focus("ip=below:udpip.Ip").map(|it| (it.name, it.kind)),
        Ok(("ip".to_owned(), below))
    );
    assert_eq!(
        focus("lift.Door").map(|it| it.kind),
        Ok(Kind::Only(Pattern("lift.Door".to_owned())))
    );
    for wrong in ["", "=run", "above:lift", "below:", "x="] {
        assert!(
            matches!(focus(wrong), Err(FocusError::Unreadable(_))),
            "{wrong}"
        );
    }
}

#[test]
fn a_file_names_each_focus_with_one_part() {
    let read = Foci::read(
        "[[focus]]\nname = \"ip\"\nbelow = \"udpip.Ip\"\n[[focus]]\nname = \"m\"\nthread = \"main\"\n",
    );
    assert_eq!(read.map(|foci| foci.len()), Ok(2));
    assert_eq!(Foci::read(""), Err(FocusError::Empty));
    let two = "[[focus]]\nname = \"ip\"\nbelow = \"a\"\nonly = \"b\"\n";
    assert_eq!(Foci::read(two), Err(FocusError::Parts("ip".to_owned())));
    assert!(matches!(
        Foci::read("[[focus]]\nnam = 1\n"),
        Err(FocusError::Toml(_))
    ));
    let twice = vec![focus("run").expect("a focus"); 2];
    assert!(matches!(Foci::new(twice), Err(FocusError::Twice(_))));
}

#[test]
fn threads_and_packages_divide_the_run() {
    let linked = link("producer-consumer");
    let subject = Subject::of(&linked, MachineConfig::default());
    let (metrics, statistics, _) = subject.windows(&Every::Cycles(50_000), 2_000_000, false);
    let total = |text: &str| {
        let share = focus(text)
            .expect("a focus")
            .share(&metrics.profile)
            .expect("contexts");
        metrics.total(&share, Metric::Cycles)
    };
    let threads: u64 = metrics
        .profile
        .threads
        .iter()
        .map(|it| total(&format!("thread:{}", it.name)))
        .sum();
    assert_eq!(threads, statistics.cycles);
    assert!(metrics.profile.threads.len() > 1);
    assert!(total("only:kernel") < total("below:kernel"));
    let missing = focus("thread:nobody")
        .expect("a focus")
        .share(&metrics.profile);
    assert!(matches!(missing, Err(FocusError::NoThread(..))));
    let missing = focus("no.Such").expect("a focus").share(&metrics.profile);
    assert!(matches!(missing, Err(FocusError::Limits(_))));
}

#[test]
fn regions_are_those_that_the_run_has_marked() {
    let linked = regions();
    let subject = Subject::of(&linked, MachineConfig::default());
    let (metrics, statistics, _) = subject.windows(&Every::Regions, 3_000_000, false);
    let share = |text: &str| focus(text).expect("a focus").share(&metrics.profile);
    let cycles = |text: &str| metrics.total(&share(text).expect("a region"), Metric::Cycles);
    for text in ["run", "region:inner", "region:filter", "below:Regions"] {
        let own = share(text).expect("contexts").cycles(&metrics.profile);
        assert_eq!(own, cycles(text), "{text}");
    }
    assert!(cycles("region:inner") > 0);
    assert!(cycles("region:inner") < cycles("region:filter"));
    assert!(cycles("region:filter") < statistics.cycles);
    assert!(matches!(
        share("region:nowhere"),
        Err(FocusError::NoRegion(..))
    ));
}

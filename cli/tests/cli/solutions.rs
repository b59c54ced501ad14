//! The solutions by hand in `docs/solutions.md` agree with the output of the commands beside them, which the transcripts compare.

const PAGE: &str = include_str!("../../../docs/solutions.md");

/// Cells of the table rows below a heading.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let (_, below) = PAGE.split_once(heading).expect(heading);
    let section = below.split("\n## ").next().unwrap_or(below);
    let rows = section
        .lines()
        .filter_map(|line| line.split_once("| ")?.1.strip_suffix(" |"));
    rows.map(|row| row.split(" | ").map(str::trim).collect())
        .collect()
}

/// The number in front of a text that the page's output has.
fn number_before(text: &str) -> u32 {
    let (before, _) = PAGE.split_once(text).expect(text);
    let word = before.split_whitespace().last().expect("a word");
    word.replace(',', "").parse().expect(word)
}

#[test]
fn the_misses_of_two_rounds_by_hand_are_those_of_a_hundred_on_the_machine() {
    let rows = rows("## The method cache\n");
    let misses = |lookup: &str| {
        let found = rows
            .iter()
            .filter(|row| row[0] == lookup && row[1] == "miss");
        u32::try_from(found.count()).expect("few rows")
    };
    let on_the_machine = |method: &str| {
        let line = PAGE.lines().find(|line| line.ends_with(method));
        let first = line.and_then(|line| line.split_whitespace().next());
        first.and_then(|it| it.parse::<u32>().ok()).expect(method)
    };
    // Fifty times two rounds; `main` calls `rounds` once.
    assert_eq!(
        misses("return to `rounds`") * 50 + 1,
        on_the_machine("  Calls.rounds(I)V")
    );
    for method in ["read", "filter", "write"] {
        assert_eq!(
            misses(&format!("call `{method}`")) * 50,
            on_the_machine(&format!("  Calls.{method}()V"))
        );
    }
}

#[test]
fn the_worst_case_by_hand_is_the_bound() {
    let rows = rows("## The worst case\n");
    let figures = rows.iter().filter_map(|row| {
        let [_, cycles, times, all] = row[..] else {
            return None;
        };
        let number = |text: &str| text.parse::<u32>().ok();
        Some((number(cycles)?, number(times)?, number(all)?))
    });
    let mut sum = 0;
    for (cycles, times, all) in figures {
        assert_eq!(cycles * times, all);
        sum += all;
    }
    assert_eq!(sum, number_before(" cycles, 1.58"));
}

//! Charts of a few values.

use super::*;

fn lines() -> Figure {
    let series = |name: &str, values: [f64; 4]| Series {
        name: name.to_owned(),
        mark: Mark::Line,
        points: [1024.0, 2048.0, 4096.0, 8192.0]
            .into_iter()
            .zip(values)
            .map(|(x, y)| Point::new(x, y))
            .collect(),
    };
    Figure::of(Panel {
        x: Axis {
            scale: Scale::Doubling,
            ..Axis::linear("size (bytes)")
        },
        y: Axis::linear("cycles"),
        series: vec![
            series("fifo & friends", [9.1e6, 7.2e6, 5.1e6, 5.0e6]),
            series("lru", [8.9e6, 6.2e6, 5.05e6, 5.0e6]),
        ],
    })
}

fn bars() -> Figure {
    let names = [
        "a.Sort.sort(int[])",
        "b.<init>()",
        "a.very.long.package.of.a.program.Class.method(java.lang.String)",
    ];
    Figure::of(Panel {
        x: Axis::linear("cycles").with_zero(),
        y: Axis::names("", names.map(str::to_owned).to_vec()),
        series: vec![Series {
            name: String::new(),
            mark: Mark::Bars,
            points: vec![
                Point::new(120_000.0, 0.0),
                Point::new(50_000.0, 1.0),
                Point::new(1.0, 2.0),
            ],
        }],
    })
}

#[test]
fn a_chart_as_svg_has_ticks_names_and_no_letter_that_xml_reads() {
    let text = lines().svg();
    for part in [
        "width=\"238.10pt\"",
        ">5 M<",
        ">9 M<",
        ">1 Ki<",
        ">fifo &amp; friends<",
        ">size (bytes)<",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
}

#[test]
fn bars_begin_at_zero_and_long_names_keep_their_ends() {
    let text = bars().svg();
    assert!(
        text.contains(">0<") && text.contains(">b.&lt;init>()<"),
        "{text}"
    );
    assert!(
        text.contains("...") && text.contains("Class.method(java.lang.String)<"),
        "{text}"
    );
}

#[test]
fn a_pdf_has_one_page_of_the_same_size() {
    let bytes = lines().pdf();
    let text = String::from_utf8_lossy(&bytes);
    assert!(
        text.starts_with("%PDF-") && text.contains("/MediaBox [0 0 238.1"),
        "{text}"
    );
    assert!(
        text.contains("(size \\(bytes\\)) Tj") || text.contains("(size (bytes)) Tj"),
        "{text}"
    );
}

#[test]
fn figures_of_nothing_and_of_one_value_are_drawn() {
    let empty = |points: Vec<Point>| {
        Figure::of(Panel {
            x: Axis::linear("x"),
            y: Axis::linear("y").with_zero(),
            series: vec![Series {
                name: String::new(),
                mark: Mark::Steps,
                points,
            }],
        })
    };
    for points in [
        vec![],
        vec![Point::new(3.0, 0.0)],
        vec![Point::new(f64::NAN, f64::INFINITY)],
    ] {
        let text = empty(points).svg();
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}

#[test]
fn filled_steps_reach_down_to_zero_and_hide_those_before() {
    let series = |name: &str, value: f64| Series {
        name: name.to_owned(),
        mark: Mark::Filled,
        points: vec![Point::new(0.0, value), Point::new(10.0, value)],
    };
    let figure = Figure::of(Panel {
        x: Axis::linear("cycle").with_zero(),
        y: Axis::linear("part").with_zero(),
        series: vec![series("all", 100.0), series("half", 50.0)],
    });
    let scene = layout::scene(&figure);
    let areas = scene.shapes.iter().filter_map(|shape| match shape {
        shape::Shape::Area { points, colour } if points.len() > 4 => Some((points, *colour)),
        _ => None,
    });
    let areas: Vec<_> = areas.collect();
    assert_eq!(areas.len(), 2);
    let height = |points: &[(f64, f64)]| points.last().unwrap().1 - points[0].1;
    let [all, half] = [height(areas[0].0), height(areas[1].0)];
    assert!((all - 2.0 * half).abs() < 1e-6, "{all} {half}");
    assert_ne!(areas[0].1, areas[1].1);
}

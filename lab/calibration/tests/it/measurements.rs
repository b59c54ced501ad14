//! Measured cycles as text, and calibrations on several memories, with some of the benchmarks.

use calibration::{
    Benchmark, Calibration, Extras, Hardware, Measurement, MeasurementsError, Method, benchmarks,
    calibrate_with, combine, measure, read_measurements, write_measurements,
};
use isa::{MachineConfig, MemoryKind};
use microcode::{Build, jvm};

/// Enough to tell the atoms of array accesses and static calls apart.
fn some_benchmarks() -> Vec<Benchmark> {
    let wanted = [
        "iaload",
        "iastore",
        "bipush",
        "putstatic.",
        "nothing",
        "pop.",
        "jopsys_rd.device",
        "nop",
        "invokestatic",
        "iload_1",
        "aload_0",
        "iconst_1",
        "isub",
        "ifeq",
        "return",
        "ireturn",
        "goto",
    ];
    let all = benchmarks(&MachineConfig::default(), Extras::default());
    let of_name = |b: &Benchmark| wanted.iter().any(|name| b.name.starts_with(name));
    all.into_iter().filter(of_name).collect()
}

fn on(config: &MachineConfig, benchmarks: &[Benchmark]) -> (Vec<Measurement>, Calibration) {
    let program = jvm(Build::Jop);
    let hardware = Hardware {
        config,
        program: &program,
        build: Build::Jop,
    };
    let measured = measure(&hardware, benchmarks).expect("numbers");
    let calibration = calibrate_with(&hardware, benchmarks, &measured, Method::Nnls);
    (measured, calibration.expect("a calibration"))
}

#[test]
fn measurements_read_back_give_the_same_table() {
    let benchmarks = some_benchmarks();
    let config = MachineConfig::default();
    let (measured, calibration) = on(&config, &benchmarks);
    let text = write_measurements(&measured);
    let read = read_measurements(&text, &benchmarks).expect("our own text");
    assert_eq!(read, measured);
    let program = jvm(Build::Jop);
    let hardware = Hardware {
        config: &config,
        program: &program,
        build: Build::Jop,
    };
    let again = calibrate_with(&hardware, &benchmarks, &read, Method::Nnls);
    assert_eq!(again.expect("a calibration"), calibration);
    let toml = calibration.table.to_toml().expect("text");
    let table = cost_model::CostTable::from_toml(&toml).expect("our own text");
    assert_eq!(table, calibration.table);
}

fn problem_of(text: &str) -> String {
    let benchmarks: Vec<Benchmark> = some_benchmarks();
    let of_nop = benchmarks.into_iter().filter(|b| b.name.starts_with("nop"));
    let read = read_measurements(text, &of_nop.collect::<Vec<_>>());
    let error: MeasurementsError = read.expect_err("a problem");
    error.to_string()
}

#[test]
fn bad_measurements_are_named_with_their_line() {
    let head = "benchmark,cycles\nnop.4,12\n";
    let cases = [
        ("", "line 1: no column `benchmark`"),
        ("benchmark,cycle\n", "line 1: unknown column `cycle`"),
        ("benchmark,repetition\n", "line 1: no column `cycles`"),
        (head, "no cycles for `nop.8`"),
        (
            &format!("{head}nop.9,3\n"),
            "line 3: unknown benchmark `nop.9`",
        ),
        (&format!("{head}nop.8,-3\n"), "line 3: `-3` is no number"),
        (
            &format!("{head}nop.8,many\n"),
            "line 3: `many` is no number",
        ),
        (&format!("{head}nop.8,0xg\n"), "line 3: `0xg` is no number"),
        (&format!("{head}nop.8\n"), "line 3: 1 fields in place of 2"),
        (
            &format!("{head}nop.4,12\n"),
            "line 3: a second line for `nop.4`",
        ),
    ];
    for (text, expected) in cases {
        let problem = problem_of(text);
        assert!(problem.starts_with(expected), "{text:?}: {problem}");
        assert_eq!(problem.lines().count(), 1);
    }
}

#[test]
fn measurements_of_spreadsheets_are_read() {
    let benchmarks = some_benchmarks();
    let of_nop = benchmarks.into_iter().filter(|b| b.name == "nop.4");
    let of_nop: Vec<_> = of_nop.collect();
    for text in [
        "benchmark,cycles\nnop.4,1234\n",
        "\u{feff}Cycles;Benchmark\r\n1 234;nop.4\r\n;\r\n",
        "# board\nbenchmark\tcycles\nnop.4\t0x000004d2\n",
        "cycles,benchmark\n\"1,234\",nop.4\n",
    ] {
        let read = read_measurements(text, &of_nop).expect(text);
        assert_eq!(read[0].cycles, 1234, "{text}");
    }
    let problem = problem_of("# board\nbenchmark;cycles\n\n# more\nnop.4;1.234\n");
    assert!(
        problem.starts_with("line 5: column `cycles`: `1.234` can be"),
        "{problem}"
    );
}

#[test]
fn repetitions_that_differ_widen_the_intervals() {
    let benchmarks = some_benchmarks();
    let config = MachineConfig::default();
    let (mut measured, exact) = on(&config, &benchmarks);
    let again = measured.clone().into_iter().enumerate();
    measured.extend(again.map(|(i, measurement)| Measurement {
        repetition: 2,
        cycles: measurement.cycles + i as u64 % 3,
        ..measurement
    }));
    let program = jvm(Build::Jop);
    let hardware = Hardware {
        config: &config,
        program: &program,
        build: Build::Jop,
    };
    let noisy = calibrate_with(&hardware, &benchmarks, &measured, Method::LeastSquares);
    let interval = |calibration: &Calibration| {
        let mut all = calibration.estimates.iter();
        let found = all.find(|estimate| estimate.atom.to_string() == "iaload");
        found.and_then(|estimate| estimate.interval)
    };
    assert!(interval(&exact).is_some_and(|interval| interval < 1e-6));
    let noisy = noisy.expect("a calibration");
    assert!(interval(&noisy).is_some_and(|interval| (0.02..2.0).contains(&interval)));
}

#[test]
fn several_memories_give_formulas_of_their_wait_states() {
    let benchmarks = some_benchmarks();
    let memories = [
        (MemoryKind::Sram32, 2),
        (MemoryKind::Sram32, 3),
        (MemoryKind::Ssram32, 2),
        (MemoryKind::Ssram32, 3),
    ];
    let program = jvm(Build::Jop);
    let calibrated = memories.map(|(memory, ram_cnt)| {
        let config = MachineConfig {
            memory,
            ram_cnt,
            ..MachineConfig::default()
        };
        let hardware = Hardware {
            config: &config,
            program: &program,
            build: Build::Jop,
        };
        (
            hardware.memory().expect("a memory"),
            on(&config, &benchmarks).1,
        )
    });
    let pairs: Vec<_> = calibrated.iter().map(|(m, c)| (*m, c)).collect();
    let combined = combine(&pairs, Method::Nnls);
    combined.table.check().expect("a whole table");
    let formula = |name: &str| {
        let mut rows = combined.formulas.iter();
        let row = rows.find(|row| row.atom.to_string() == name);
        let row = row.unwrap_or_else(|| panic!("{name}"));
        assert!(row.error < 1e-6, "{name}: {}", row.error);
        row.formula.to_string()
    };
    // For r = 1 and 2; what the microcode adds for r = 3 and more is not seen.
    assert_eq!(formula("iaload"), "6 + 3r");
    assert_eq!(formula("iastore"), "10 + 2r + w");
    assert_eq!(formula("loaded word"), "1 + r");
    assert_eq!(formula("invokestatic"), "73 + r");
    assert_eq!(combined.table.provenance.memories.len(), 4);
}

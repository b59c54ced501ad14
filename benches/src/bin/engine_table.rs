//! The results of `cargo bench -p benches --bench engines` as a table in Markdown: `engine_table [target/criterion]`.

use std::error::Error;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// Engines, by their names in the bench.
const ENGINES: [&str; 2] = ["machine", "fast"];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1);
    let folder = folder.unwrap_or_else(|| "target/criterion".to_owned());
    let folder = Path::new(&folder);
    let slow = folder.join("engines_cycles").join(ENGINES[0]);
    let programs = fs::read_dir(&slow).map_err(|error| {
        let slow = slow.display();
        format!("{slow}: {error}; run `cargo bench -p benches --bench engines` first")
    })?;
    let mut names = Vec::new();
    for program in programs {
        names.push(program?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| name != "report");
    names.sort();
    println!(
        "| program | cycles | machine, MHz | fast engine, MHz | times | machine, million bytecodes/s | fast engine, million bytecodes/s |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for name in names {
        let (cycles, [slow, fast]) = rates(folder, "engines_cycles", &name)?;
        let (_, [slow_codes, fast_codes]) = rates(folder, "engines_bytecodes", &name)?;
        let times = fast / slow;
        println!(
            "| {name} | {cycles} | {slow:.1} | {fast:.0} | {times:.0} | {slow_codes:.1} | {fast_codes:.0} |"
        );
    }
    Ok(())
}

/// Elements of a program, and millions of them per second on each engine, by the median of the samples.
fn rates(folder: &Path, group: &str, program: &str) -> Result<(u64, [f64; 2]), Box<dyn Error>> {
    let mut elements = 0;
    let mut rates = [0.0; 2];
    for (rate, engine) in rates.iter_mut().zip(ENGINES) {
        let result = folder.join(group).join(engine).join(program).join("new");
        let number = |file: &str, pointer: &str| -> Result<f64, Box<dyn Error>> {
            let path = result.join(file);
            let text = fs::read_to_string(&path);
            let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
            let value: Value = serde_json::from_str(&text)?;
            let number = value.pointer(pointer).and_then(Value::as_f64);
            number.ok_or_else(|| format!("{}: no {pointer}", path.display()).into())
        };
        let count = number("benchmark.json", "/throughput/Elements")?;
        let nanoseconds = number("estimates.json", "/median/point_estimate")?;
        elements = count as u64;
        *rate = count / nanoseconds * 1e3;
    }
    Ok((elements, rates))
}

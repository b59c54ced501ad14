//! Baseline predictions: known tables, and the methods of earlier cross-profilers.

use cost_model::{SourceError, published};

use crate::pricing::{JavaBytecodes, Lookups, Rules};
use crate::study::{Costs, TablePrediction};

/// Cycles of every bytecode implemented in Java in the first CProf.
pub const JAVA_BYTECODE_CYCLES: u32 = 200;

/// The table derived from the microcode.
pub const DERIVED: &str = "derived";
/// The table that benchmarks on the machine give.
pub const CALIBRATED: &str = "calibrated";
/// The published table, with lookups as they are.
pub const PUBLISHED: &str = "published";
/// The published table, with every lookup a hit.
pub const PUBLISHED_ALL_HIT: &str = "published, all hits";
/// The published table, with every lookup a miss.
pub const PUBLISHED_ALL_MISS: &str = "published, all misses";
/// The published table, with a cache that holds one method.
pub const PUBLISHED_ONE_METHOD: &str = "published, one method cached";
/// The published table, with a constant for each bytecode implemented in Java.
pub const CONSTANT: &str = "200 per Java bytecode";

/// The derived table, the calibrated one, and those made of the published one.
///
/// # Errors
/// When the committed table is broken, which a test of `cost-model` notices.
pub fn baselines() -> Result<Vec<TablePrediction>, SourceError> {
    let table = Box::new(published()?);
    let of_published = |name: &str, rules| TablePrediction {
        name: name.to_owned(),
        costs: Costs::Table(table.clone()),
        rules,
    };
    let lookups = |lookups| Rules {
        lookups,
        ..Rules::default()
    };
    let constant = Rules {
        java: JavaBytecodes::Constant(JAVA_BYTECODE_CYCLES),
        ..Rules::default()
    };
    let of_machine = |name: &str, costs| TablePrediction {
        name: name.to_owned(),
        costs,
        rules: Rules::default(),
    };
    Ok(vec![
        of_machine(DERIVED, Costs::Derived),
        of_machine(CALIBRATED, Costs::Calibrated),
        of_published(PUBLISHED, Rules::default()),
        of_published(PUBLISHED_ALL_HIT, lookups(Lookups::AllHit)),
        of_published(PUBLISHED_ALL_MISS, lookups(Lookups::AllMiss)),
        of_published(PUBLISHED_ONE_METHOD, lookups(Lookups::OneMethod)),
        of_published(CONSTANT, constant),
    ])
}

/// Published total errors against the hardware of CProf, the cross-profiler for JOP.
pub const CPROF_ERRORS: &str = "\
CProf against JOP hardware, as published: Kfl, UdpIp and Lift -0.04 %, -1.81 % and -0.38 % \
with its method cache of 4 KB simulated (50.23, 113.2 and 52.82 million cycles), \
2.5 %, 0.8 % and 4.8 % without a cache (71.1, 137.8 and 59.9 million cycles).";

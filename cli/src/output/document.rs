//! Documents: the JSON that commands write, each with a version, a schema in `docs/schemas` and a unit for every number.

mod units;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::output::errors::Error;

macro_rules! documents {
    ($($variant:ident $name:literal $version:literal $what:literal,)*) => {
        /// Documents that commands write.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Document {
            $(#[doc = $what] $variant,)*
        }

        impl Document {
            #[cfg(test)]
            pub(crate) const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Name of the schema's file.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The version: another one whenever a key changes its meaning, its type or its name, or is no longer there.
            fn version(self) -> u32 {
                match self {
                    $(Self::$variant => $version,)*
                }
            }
        }
    };
}

documents! {
    Annotate "annotate" 1 "Lines and bytecodes of methods.",
    Cache "cache" 1 "Misses in the method cache by cause, of methods and of pairs.",
    Check "check" 1 "Cases of a check.",
    Compare "compare" 1 "A program on several machines.",
    Conform "conform" 1 "Golden traces and runs that agree, and differences.",
    CostCalibrate "cost-calibrate" 1 "Costs found from benchmarks.",
    CostCalibrateMemories "cost-calibrate-memories" 1 "Formulas found from benchmarks on several memories.",
    CostCompare "cost-compare" 1 "Formulas beside those of the hardware and the published table.",
    CostDiff "cost-diff" 1 "Differences of two cost tables.",
    CostPredict "cost-predict" 1 "Cycles that a cost table predicts.",
    CostShow "cost-show" 1 "Costs of bytecodes.",
    CostTable "cost-table" 1 "A cost table.",
    Diff "diff" 1 "First difference of two results, and totals.",
    Evaluate "evaluate" 1 "Accuracy and speed of predictors.",
    Explore "explore" 2 "Programs on machines and instruction sets.",
    ExploreBreakEven "explore-break-even" 1 "Cycles that bytecodes in Java may take in microcode or hardware.",
    ExploreSensitivity "explore-sensitivity" 1 "Effects of one axis at a time.",
    Inspect "inspect" 1 "Contents of an image.",
    InspectMethod "inspect-method" 1 "Instructions of a method.",
    IsaBytecodes "isa-bytecodes" 1 "The bytecodes.",
    IsaJavaTiming "isa-java-timing" 1 "Measured cycles of bytecodes in Java.",
    IsaMicroinstructions "isa-microinstructions" 1 "The microinstructions.",
    IsaTiming "isa-timing" 1 "Measured cycles of bytecodes.",
    MemoryClasses "memory-classes" 1 "Allocations by class.",
    MemoryCollections "memory-collections" 1 "Collections of a run.",
    MemoryContexts "memory-contexts" 1 "Allocations by calling context.",
    MemoryLeaks "memory-leaks" 1 "Sites that keep objects.",
    MemoryLive "memory-live" 1 "Objects that a collection left.",
    MemorySites "memory-sites" 1 "Allocations by site.",
    MemoryStack "memory-stack" 1 "Depth of the stack.",
    MetricsOverview "metrics-overview" 1 "Metrics of foci over all windows.",
    MetricsPhases "metrics-phases" 1 "Phases of a run.",
    MetricsWindows "metrics-windows" 1 "Metrics of foci in each window.",
    Programs "programs" 1 "The embedded programs.",
    ProgramsRun "programs-run" 1 "Runs of the embedded programs.",
    ReportCallGraph "report-call-graph" 1 "Methods with their callers and callees.",
    ReportCalls "report-calls" 1 "Times of calls by method.",
    ReportCallsByContext "report-calls-by-context" 1 "Times of a method's calls, in all and by context.",
    ReportCallsPeriodic "report-calls-periodic" 1 "Calls of a method with a period, and their response times.",
    ReportCauses "report-causes" 1 "Cycles by cause.",
    ReportContexts "report-contexts" 1 "Calling contexts.",
    ReportCores "report-cores" 1 "What several cores executed and waited for.",
    ReportFlat "report-flat" 1 "The flat profile.",
    ReportMethods "report-methods" 2 "Cycles by method and by cause.",
    ReportThreads "report-threads" 1 "Threads of a profile.",
    ReportWaiting "report-waiting" 1 "States of threads, and what they waited for.",
    Run "run" 1 "Report of a run.",
    Sweep "sweep" 2 "Cycles of method caches.",
    Switches "switches" 1 "Thread switches of a run.",
    Validate "validate" 1 "Predictions compared with the machine.",
    Vector "vector" 2 "Counts of atoms of components.",
    VectorCalls "vector-calls" 1 "Counts of single calls.",
    VectorCombinations "vector-combinations" 2 "Sums of atoms that measurements determine.",
    VectorFit "vector-fit" 2 "Prices found from measured totals.",
    VectorHeldOut "vector-held-out" 2 "Measured totals predicted from the others.",
    VectorPredict "vector-predict" 2 "Cycles of components on a system.",
    VectorShow "vector-show" 1 "Atoms of components by cycles.",
    VectorSystem "vector-system" 2 "Prices of atoms, with their covariance.",
    VerticalBytecodes "vertical-bytecodes" 1 "Bytecodes of a recording.",
    VerticalMethods "vertical-methods" 1 "Methods of a recording.",
    VerticalOperations "vertical-operations" 1 "Operations in Java of a recording.",
    VerticalWords "vertical-words" 1 "Microinstructions of a recording.",
    Wcet "wcet" 2 "Bound of a method's calls, with the worst path.",
    WcetMethods "wcet-methods" 2 "Bounds of several methods.",
    WcetThreads "wcet-threads" 1 "Response times of a set of threads.",
}

impl Document {
    /// Its identification in the key `schema`.
    fn id(self) -> String {
        format!("joplab.{}/{}", self.name(), self.version())
    }
}

fn failed(reason: serde_json::Error) -> Error {
    Error::System {
        what: "write JSON",
        reason: reason.into(),
    }
}

/// A part of a document.
pub(crate) fn value<T: Serialize>(part: &T) -> Result<Value, Error> {
    serde_json::to_value(part).map_err(failed)
}

/// A document as JSON text: `schema` and `units`, then the keys of `body`, or its elements as `rows`.
pub(crate) fn json<T: Serialize>(document: Document, body: &T) -> Result<String, Error> {
    let mut whole = Map::new();
    whole.insert("schema".to_owned(), document.id().into());
    let body = value(body)?;
    whole.insert("units".to_owned(), units::of(document, &body).into());
    match body {
        Value::Object(keys) => whole.extend(keys),
        rows => {
            whole.insert("rows".to_owned(), rows);
        }
    }
    let text = serde_json::to_string_pretty(&whole).map_err(failed)?;
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;

    fn schema(document: Document) -> Value {
        let name = format!("../docs/schemas/{}.json", document.name());
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn every_document_has_a_schema_of_its_version() {
        for document in Document::ALL {
            let schema = schema(*document);
            assert_eq!(
                schema["properties"]["schema"]["const"],
                document.id(),
                "docs/schemas/{}.json",
                document.name()
            );
        }
    }

    #[test]
    fn documents_that_are_read_back_have_the_version_that_is_read() {
        assert_eq!(Document::Run.id(), isa::document::RUN);
        assert_eq!(Document::CostTable.id(), isa::document::COST_TABLE);
        assert_eq!(Document::Vector.id(), vectors::VECTOR);
        assert_eq!(Document::VectorSystem.id(), vectors::SYSTEM);
    }

    #[test]
    fn rows_and_objects_begin_with_schema_and_units() {
        let rows = json(
            Document::ReportCauses,
            &[json!({"cycles": 3, "share": 0.5})],
        )
        .unwrap();
        let rows: Value = serde_json::from_str(&rows).unwrap();
        let wanted = json!({
            "schema": "joplab.report-causes/1",
            "units": {"cycles": "cycles", "share": "part of 1"},
            "rows": [{"cycles": 3, "share": 0.5}],
        });
        assert_eq!(rows, wanted);
        let keys: Vec<_> = rows.as_object().unwrap().keys().cloned().collect();
        assert_eq!(keys, ["schema", "units", "rows"]);
    }

    #[test]
    fn what_is_no_number_is_null() {
        let text = json(Document::ReportCauses, &[f64::NAN]).unwrap();
        assert!(text.contains("null"), "{text}");
    }
}

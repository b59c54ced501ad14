//! What a predictor prints: one JSON object of cycles.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use cross_profile::{BytecodeUse, Profile};
use isa::Bytecode;
use profile_import as import;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Where its form is described.
pub(super) const FORM: &str = "docs/predictions.md has the form";

/// What a command printed.
pub(super) enum Printed {
    /// Cycles of the run.
    Total(u64),
    /// Cycles of methods, and bytecodes if it has them.
    Profile(Box<Profile>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    cycles: Option<u64>,
    #[serde(default, deserialize_with = "each_once")]
    methods: BTreeMap<String, u64>,
    #[serde(default, deserialize_with = "each_once")]
    bytecodes: BTreeMap<String, u64>,
}

/// Names and cycles; a name that comes twice, as of a method without its types, is an error.
fn each_once<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, u64>, D::Error> {
    struct EachOnce;
    impl<'de> Visitor<'de> for EachOnce {
        type Value = BTreeMap<String, u64>;

        fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
            text.write_str("an object of names and cycles")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Self::Value, A::Error> {
            let mut all = BTreeMap::new();
            while let Some((name, cycles)) = from.next_entry::<String, u64>()? {
                if all.contains_key(&name) {
                    return Err(A::Error::custom(format!("`{name}` comes twice")));
                }
                all.insert(name, cycles);
            }
            Ok(all)
        }
    }
    from.deserialize_map(EachOnce)
}

/// Reads what was printed.
pub(super) fn printed(text: &[u8]) -> Result<Printed, String> {
    // A list of values would do for a structure, too.
    if !text.trim_ascii_start().starts_with(b"{") {
        return Err(format!("printed no JSON object of cycles; {FORM}"));
    }
    let output: Answer = serde_json::from_slice(text)
        .map_err(|error| format!("printed no JSON object of cycles: {error}; {FORM}"))?;
    if output.methods.is_empty() {
        return match output.cycles {
            Some(cycles) if output.bytecodes.is_empty() => Ok(Printed::Total(cycles)),
            Some(_) => Err(format!("printed bytecodes without methods; {FORM}")),
            None => Err(format!("printed neither `cycles` nor `methods`; {FORM}")),
        };
    }
    let sum = output
        .methods
        .values()
        .try_fold(0_u64, |sum, it| sum.checked_add(*it));
    let sum = sum.ok_or_else(|| "printed more cycles than 64 bits hold".to_owned())?;
    if let Some(cycles) = output.cycles.filter(|cycles| *cycles != sum) {
        return Err(format!(
            "printed {cycles} cycles, and methods with {sum}; leave `cycles` out, or make them equal"
        ));
    }
    profile(&output).map(|profile| Printed::Profile(Box::new(profile)))
}

/// The profile that a file of methods and cycles would be.
fn profile(output: &Answer) -> Result<Profile, String> {
    let mut csv = "method,cycles\n".to_owned();
    for (method, cycles) in &output.methods {
        // Writing to a string cannot fail.
        let _ = writeln!(csv, "\"{}\",{cycles}", method.replace('"', "\"\""));
    }
    let (mut profile, _) = import::read(csv.as_bytes()).map_err(|error| error.to_string())?;
    if !output.bytecodes.is_empty() {
        profile.bytecodes = vec![BytecodeUse::default(); Bytecode::ALL.len()];
    }
    for (name, cycles) in &output.bytecodes {
        let place = Bytecode::ALL.iter().position(|it| it.name() == name);
        let place = place.ok_or_else(|| {
            format!("printed cycles of `{name}`, which is no bytecode; `jop isa` lists them")
        })?;
        profile.bytecodes[place].cycles = *cycles;
    }
    Ok(profile)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_alone_are_a_total_and_methods_a_profile() {
        assert!(matches!(printed(b"{\"cycles\": 7}"), Ok(Printed::Total(7))));
        let text =
            "{\"methods\": {\"t.A.f([Lx;)V\": 3, \"(start)\": 4}, \"bytecodes\": {\"iadd\": 5}}";
        let Ok(Printed::Profile(profile)) = printed(text.as_bytes()) else {
            panic!("no profile");
        };
        assert_eq!(profile.total_cycles(), 7);
        assert_eq!(profile.bytecodes.iter().map(|it| it.cycles).sum::<u64>(), 5);
    }

    #[test]
    fn what_is_no_prediction_is_refused() {
        for (text, message) in [
            ("7 cycles", "printed no JSON object of cycles"),
            ("[7]", "printed no JSON object of cycles; "),
            ("", "printed no JSON object of cycles"),
            ("{}", "neither `cycles` nor `methods`"),
            ("{\"cycle\": 7}", "unknown field `cycle`"),
            ("{\"cycles\": -7}", "printed no JSON object of cycles"),
            ("{\"cycles\": 7.5}", "floating point `7.5`"),
            ("{\"cycles\": 7} 8", "trailing characters"),
            (
                "{\"methods\": {\"a.B.f\": 1, \"a.B.f\": 2}}",
                "`a.B.f` comes twice",
            ),
            (
                "{\"methods\": {\"a.B.f()V\": 18446744073709551615, \"a.B.g()V\": 1}}",
                "more cycles than 64 bits hold",
            ),
            (
                "{\"cycles\": 7, \"bytecodes\": {\"iadd\": 1}}",
                "bytecodes without methods",
            ),
            (
                "{\"cycles\": 7, \"methods\": {\"a.B.f()V\": 8}}",
                "printed 7 cycles, and methods with 8",
            ),
            (
                "{\"methods\": {\"a.B.f()V\": 8}, \"bytecodes\": {\"iad\": 1}}",
                "`iad`, which is no bytecode",
            ),
        ] {
            let Err(problem) = printed(text.as_bytes()) else {
                panic!("{text} is taken");
            };
            assert!(problem.contains(message), "{problem}");
        }
    }
}

//! Variants of the instruction set in a file, with names.
//!
//! ```toml
//! [[variant]]
//! name = "fpu"
//! set = ["fadd.carrier=microcode", "fadd=6"]      # rows of the cost table, as everywhere
//!
//! [[variant]]
//! name = "i2b built"
//! define = ["I2B_MICROCODE"]                      # a move of our microcode, which the machine can run
//! ```

use serde::Deserialize;

use crate::cost::CostError;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    variant: Vec<NamedVariant>,
}

/// A variant of a file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedVariant {
    /// Its name.
    pub name: String,
    /// Changed rows, as [`cost_model::RowChange`] reads them.
    #[serde(default)]
    pub set: Vec<String>,
    /// Macros of our microcode that really move bytecodes, of [`microcode::MOVES`].
    #[serde(default)]
    pub define: Vec<String>,
}

impl NamedVariant {
    /// The variants of a file.
    ///
    /// # Errors
    /// When it follows no schema.
    pub fn all_of_toml(text: &str) -> Result<Vec<Self>, CostError> {
        let file: File = toml::from_str(text).map_err(|error| CostError::syntax(text, &error))?;
        Ok(file.variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_changes_and_moves_are_read_and_other_keys_refused() {
        let read = NamedVariant::all_of_toml(
            "[[variant]]\nname = \"a\"\nset = [\"fadd=6\"]\n[[variant]]\nname = \"b\"\ndefine = [\"X\"]",
        );
        let read = read.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read[0].set, ["fadd=6"]);
        assert_eq!((read[1].name.as_str(), read[1].define.len()), ("b", 1));
        let error = NamedVariant::all_of_toml("[[variant]]\nname = \"a\"\nsets = []").unwrap_err();
        assert!(error.to_string().starts_with("line 3"), "{error}");
    }
}

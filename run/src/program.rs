//! A program that can run: the words of memory before the first cycle, and what is known of them.

use std::fmt;

use jopizer::{Image, Linked, Symbols};
use serde::{Deserialize, Serialize};

use crate::fingerprint::Fingerprint;
use crate::waiting::sent;

/// A program as it is loaded.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// As the user named it.
    pub name: String,
    /// The words of memory.
    pub image: Image,
    /// Symbols, if known.
    pub symbols: Option<Symbols>,
    /// True if its runtime is the original's, which reports its end by a text and not through the system device.
    pub exit_text: bool,
    /// What its UART receives, all of it before the first cycle; none if the host sends nothing.
    pub input: Option<Vec<u8>>,
}

/// A program that need not be loaded again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramIdentity {
    /// As the user named it.
    pub name: String,
    /// Words of its image.
    pub words: usize,
    /// Of its image before the first cycle.
    pub sha256: Fingerprint,
}

impl Program {
    /// The method whose code begins at this address, if symbols name it.
    #[must_use]
    pub fn method_at(&self, address: u32) -> Option<String> {
        let mut methods = self.symbols.iter().flat_map(|symbols| &symbols.methods);
        let method = methods.find(|method| method.address == address)?;
        Some(method.to_string())
    }

    /// An image, and its symbols where they are known.
    #[must_use]
    pub fn new(name: impl Into<String>, image: Image, symbols: Option<Symbols>) -> Self {
        Self {
            name: name.into(),
            exit_text: !has_our_runtime(symbols.as_ref()),
            image,
            symbols,
            input: None,
        }
    }

    /// The same with this input.
    #[must_use]
    pub fn fed(self, input: Option<Vec<u8>>) -> Self {
        let input = input.map(|bytes| sent(bytes, self.symbols.as_ref()));
        Self { input, ..self }
    }

    /// Fingerprint of its image with its input.
    #[must_use]
    pub fn fed_fingerprint(&self) -> Fingerprint {
        let input = self.input.as_deref().unwrap_or_default();
        Fingerprint::of_fed_image(&self.image.words, input)
    }

    /// A program that was just linked.
    #[must_use]
    pub fn linked(name: impl Into<String>, linked: Linked) -> Self {
        Self::new(name, linked.image, Some(linked.symbols))
    }

    /// Its distinguishing key.
    #[must_use]
    pub fn identity(&self) -> ProgramIdentity {
        ProgramIdentity {
            name: self.name.clone(),
            words: self.image.words.len(),
            sha256: Fingerprint::of_image(&self.image.words),
        }
    }
}

/// Its name.
impl fmt::Display for Program {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name)
    }
}

/// Returns true if the runtime of the program with these symbols is ours, which gives an exit status.
#[must_use]
pub fn has_our_runtime(symbols: Option<&Symbols>) -> bool {
    let Some(symbols) = symbols else {
        return false;
    };
    // Symbols from a link-info file do not tell the place of the arguments.
    symbols.arguments.is_some()
        || symbols
            .statics
            .iter()
            .any(|field| field.class == "com.jopdesign.sys.LinkInfo")
}

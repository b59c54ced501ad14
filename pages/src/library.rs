//! Code of others that pages share, as `web/build.sh` built it: once in this library, packed, and in each page that needs it.

use std::io::{self, Read};

use flate2::read::GzDecoder;

/// A library for pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Library {
    /// Charts.
    ECharts,
    /// The editor of the microcode lab.
    CodeMirror,
}

static ECHARTS: &[u8] = include_bytes!("../templates/echarts.js.gz");
static CODE_MIRROR: &[u8] = include_bytes!("../templates/codemirror.js.gz");

impl Library {
    /// Its place in a template.
    pub(crate) fn mark(self) -> &'static str {
        match self {
            Self::ECharts => "@ECHARTS@",
            Self::CodeMirror => "@CODEMIRROR@",
        }
    }

    /// Its script, with the licences and notices of its packages.
    pub(crate) fn script(self) -> io::Result<String> {
        let packed = match self {
            Self::ECharts => ECHARTS,
            Self::CodeMirror => CODE_MIRROR,
        };
        let mut script = String::new();
        GzDecoder::new(packed).read_to_string(&mut script)?;
        Ok(script)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_sets_its_variable_and_cannot_end_the_script_that_holds_it() {
        for (library, variable) in [
            (Library::ECharts, "var ECharts="),
            (Library::CodeMirror, "var CodeMirror="),
        ] {
            let script = library.script().expect("gzip of a text");
            assert_eq!(script.matches(variable).count(), 1, "{library:?}");
            for end in ["</script", "<!--"] {
                assert!(!script.to_lowercase().contains(end), "{library:?}: {end}");
            }
        }
    }
}

//! The pages as `web/build.sh` built them, with places to fill in.

use crate::library::Library;
use crate::payload::{PageError, Payload};

/// Place of the title.
const TITLE: &str = "@TITLE@";

/// Destination of the data.
const DATA: &str = "@DATA@";

/// Place of the module.
const MODULE: &str = "@MODULE@";

/// A page without its data.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Template {
    html: &'static str,
    /// The code of others that it uses.
    library: Option<Library>,
}

/// Calling-context ring charts.
pub(crate) static RING: Template = Template {
    html: include_str!("../templates/ring.html"),
    library: None,
};

/// Predictions compared with the machine.
pub(crate) static VALIDATION: Template = Template {
    html: include_str!("../templates/validation.html"),
    library: Some(Library::ECharts),
};

/// Source lines with their costs.
pub(crate) static ANNOTATION: Template = Template {
    html: include_str!("../templates/annotation.html"),
    library: None,
};

/// Method caches.
pub(crate) static CACHES: Template = Template {
    html: include_str!("../templates/caches.html"),
    library: Some(Library::ECharts),
};

/// Tables and figures of an evaluation.
pub(crate) static EVALUATION: Template = Template {
    html: include_str!("../templates/evaluation.html"),
    library: Some(Library::ECharts),
};

/// Points of an exploration.
pub(crate) static EXPLORE: Template = Template {
    html: include_str!("../templates/explore.html"),
    library: Some(Library::ECharts),
};

/// Windows of a run.
pub(crate) static METRICS: Template = Template {
    html: include_str!("../templates/metrics.html"),
    library: Some(Library::ECharts),
};

/// The machine.
pub(crate) static MACHINE: Template = Template {
    html: include_str!("../templates/machine.html"),
    library: Some(Library::CodeMirror),
};

/// Its WebAssembly module, as `web/wasm.sh` built it; gzip.
pub(crate) static MACHINE_MODULE: &[u8] = include_bytes!("../wasm/machine.wasm.gz");

impl Template {
    /// A page with this data. The title is escaped.
    pub(crate) fn fill(&self, title: &str, data: Payload) -> Result<String, PageError> {
        self.fill_places(title, data, &[])
    }

    /// A page with a module, which must be base64.
    pub(crate) fn fill_with_module(
        &self,
        title: &str,
        data: Payload,
        module: &str,
    ) -> Result<String, PageError> {
        self.fill_places(title, data, &[(MODULE, module)])
    }

    fn fill_places(
        &self,
        title: &str,
        data: Payload,
        more: &[(&str, &str)],
    ) -> Result<String, PageError> {
        let title = html_escape::encode_text(title);
        let script = self.library.map(Library::script).transpose()?;
        let data = data.encode()?;
        let mut places = vec![(TITLE, &*title)];
        if let (Some(library), Some(script)) = (self.library, &script) {
            places.push((library.mark(), script));
        }
        places.push((DATA, &data));
        places.extend_from_slice(more);
        Ok(filled(self.html, &places))
    }
}

/// A text with its places filled in, which are marked in this order.
fn filled(text: &str, places: &[(&str, &str)]) -> String {
    let size = places.iter().map(|(_, part)| part.len()).sum::<usize>();
    let mut page = String::with_capacity(text.len() + size);
    let mut rest = text;
    for (mark, part) in places {
        // Marks are looked for in the template alone: what is filled in may hold their letters.
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(part);
        rest = after;
    }
    page.push_str(rest);
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    static ALL: [&Template; 8] = [
        &RING,
        &VALIDATION,
        &CACHES,
        &EVALUATION,
        &ANNOTATION,
        &EXPLORE,
        &METRICS,
        &MACHINE,
    ];

    const LIBRARIES: [Library; 2] = [Library::ECharts, Library::CodeMirror];

    #[test]
    fn each_template_has_one_place_for_the_title_then_its_library_and_then_the_data() {
        for Template { html, library } in ALL {
            assert_eq!(html.matches(TITLE).count(), 1);
            assert_eq!(html.matches(DATA).count(), 1);
            assert!(html.find(TITLE) < html.find(DATA));
            for other in LIBRARIES {
                let places = html.matches(other.mark()).count();
                assert_eq!(places, usize::from(*library == Some(other)));
            }
            if let Some(library) = library {
                assert!(html.find(TITLE) < html.find(library.mark()));
                assert!(html.find(library.mark()) < html.find(DATA));
            }
        }
    }

    #[test]
    fn the_machine_alone_has_a_place_for_a_module_and_it_comes_last() {
        for template in ALL {
            let is_machine = template.html == MACHINE.html;
            let places = template.html.matches(MODULE).count();
            assert_eq!(places, usize::from(is_machine));
        }
        assert!(MACHINE.html.find(DATA) < MACHINE.html.find(MODULE));
    }

    #[test]
    fn a_template_reaches_for_nothing_outside_of_itself() {
        for Template { html, .. } in ALL {
            assert!(html.contains("default-src 'none'"));
            for reach in ["src=\"", "<link", "@import", "url(http"] {
                assert!(!html.contains(reach), "{reach}");
            }
        }
    }

    #[test]
    fn a_title_cannot_end_its_element_or_take_the_place_of_the_data() {
        let template = Template {
            html: "<title>@TITLE@</title><data>@DATA@</data>@MODULE@",
            library: None,
        };
        let page = template.fill_with_module("</title>@DATA@&", Payload::default(), "QUJD");
        let page = page.expect("a page");
        let head = "<title>&lt;/title&gt;@DATA@&amp;</title><data>H4sI";
        assert!(page.starts_with(head), "{page}");
        assert!(page.ends_with("</data>QUJD"), "{page}");
    }

    #[test]
    fn what_is_filled_in_may_hold_marks() {
        let places = [("@A@", "@B@"), ("@B@", "b")];
        assert_eq!(filled("1@A@2@B@3", &places), "1@B@2b3");
    }
}

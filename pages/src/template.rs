//! The pages as `web/build.sh` built them, with two places to fill in.

/// Place of the title.
const TITLE: &str = "@TITLE@";

/// Destination of the data.
const DATA: &str = "@DATA@";

/// Calling-context ring charts.
pub(crate) const RING: &str = include_str!("../templates/ring.html");

/// Predictions compared with the machine.
pub(crate) const VALIDATION: &str = include_str!("../templates/validation.html");

/// Source lines with their costs.
pub(crate) const ANNOTATION: &str = include_str!("../templates/annotation.html");

/// Method caches.
pub(crate) const CACHES: &str = include_str!("../templates/caches.html");

/// Tables and figures of an evaluation.
pub(crate) const EVALUATION: &str = include_str!("../templates/evaluation.html");

/// Points of an exploration.
pub(crate) const EXPLORE: &str = include_str!("../templates/explore.html");

/// Windows of a run.
pub(crate) const METRICS: &str = include_str!("../templates/metrics.html");

/// The machine.
pub(crate) const MACHINE: &str = include_str!("../templates/machine.html");

/// Its WebAssembly module, as `web/wasm.sh` built it; gzip.
pub(crate) const MACHINE_MODULE: &[u8] = include_bytes!("../wasm/machine.wasm.gz");

/// Place of the module.
const MODULE: &str = "@MODULE@";

/// A page with its module, which must be base64.
pub(crate) fn fill_module(page: &str, module: &str) -> String {
    // The last one: data before it is base64 and holds no mark.
    let (head, tail) = page.rsplit_once(MODULE).unwrap_or((page, ""));
    [head, module, tail].concat()
}

/// A page from its template. The title is escaped; the data must be base64.
pub(crate) fn fill(template: &str, title: &str, data: &str) -> String {
    let title = html_escape::encode_text(title);
    // The title first: it stands before the data, and could hold what marks the place of the data.
    let (head, rest) = template.split_once(TITLE).unwrap_or((template, ""));
    let (middle, tail) = rest.split_once(DATA).unwrap_or((rest, ""));
    [head, &title, middle, data, tail].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &[&str] = &[
        RING, VALIDATION, CACHES, EVALUATION, ANNOTATION, EXPLORE, METRICS, MACHINE,
    ];

    #[test]
    fn each_template_has_one_place_for_the_title_and_then_one_for_the_data() {
        for template in ALL {
            assert_eq!(template.matches(TITLE).count(), 1);
            assert_eq!(template.matches(DATA).count(), 1);
            assert!(template.find(TITLE) < template.find(DATA));
        }
    }

    #[test]
    fn the_machine_alone_has_a_place_for_a_module_and_it_comes_last() {
        for template in ALL {
            let is_machine = *template == MACHINE;
            assert_eq!(template.matches(MODULE).count(), usize::from(is_machine));
        }
        assert!(MACHINE.find(DATA) < MACHINE.find(MODULE));
        assert_eq!(fill_module("a@MODULE@b", "QUJD"), "aQUJDb");
    }

    #[test]
    fn a_template_reaches_for_nothing_outside_of_itself() {
        for template in ALL {
            assert!(template.contains("default-src 'none'"));
            for reach in ["src=\"", "<link", "@import", "url(http"] {
                assert!(!template.contains(reach), "{reach}");
            }
        }
    }

    #[test]
    fn a_title_cannot_end_its_element_or_take_the_place_of_the_data() {
        let page = fill("<title>@TITLE@</title>@DATA@", "</title>@DATA@&", "QUJD");
        assert_eq!(page, "<title>&lt;/title&gt;@DATA@&amp;</title>QUJD");
    }
}

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

    const ALL: &[&str] = &[RING, VALIDATION, CACHES, EVALUATION, ANNOTATION, EXPLORE];

    #[test]
    fn each_template_has_one_place_for_the_title_and_then_one_for_the_data() {
        for template in ALL {
            assert_eq!(template.matches(TITLE).count(), 1);
            assert_eq!(template.matches(DATA).count(), 1);
            assert!(template.find(TITLE) < template.find(DATA));
        }
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

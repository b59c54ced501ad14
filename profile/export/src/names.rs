//! Names of methods as people write them: `udpip.Ip.send(byte[], int)` for `udpip.Ip.send([BI)V`.
//!
//! Names of a profile end with a descriptor, whose `;` many tools take for the end of a frame. Types are written without
//! their packages, and without the result, as long as no two methods of the profile get the same name.

use std::collections::HashMap;

use isa::method_name::{brief, types};

/// Readable names for the names of a profile, in their order, each different.
#[must_use]
pub fn readable(methods: &[String]) -> Vec<String> {
    let brief: Vec<String> = methods.iter().map(|name| written(name, false)).collect();
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for name in &brief {
        *uses.entry(name).or_default() += 1;
    }
    let names = methods.iter().zip(&brief);
    names
        .map(|(name, brief)| match uses[brief.as_str()] {
            1 => brief.clone(),
            _ => written(name, true),
        })
        .collect()
}

/// A method's name; in full with packages and result.
fn written(name: &str, full: bool) -> String {
    let parts = name
        .split_once('(')
        .filter(|(method, _)| !method.is_empty());
    let parsed = parts.and_then(|(method, rest)| {
        let (arguments, result) = rest.split_once(')')?;
        let (arguments, result) = (types(arguments)?, types(result)?.pop()?);
        Some(if full {
            format!("{method}({}): {result}", arguments.join(", "))
        } else {
            let arguments: Vec<_> = arguments.iter().map(|name| brief(name)).collect();
            format!("{method}({})", arguments.join(", "))
        })
    });
    // Names of other tools: nothing may stand in them that divides frames.
    parsed.unwrap_or_else(|| name.replace(';', ","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(methods: &[&str]) -> Vec<String> {
        let methods: Vec<String> = methods.iter().map(|name| (*name).to_owned()).collect();
        readable(&methods)
    }

    #[test]
    fn descriptors_become_types_without_packages() {
        assert_eq!(
            names(&[
                "(start)",
                "t.A.f([[JLt/B;)V",
                "t.A.<init>()V",
                "method at 12"
            ]),
            [
                "(start)",
                "t.A.f(long[][], B)",
                "t.A.<init>()",
                "method at 12"
            ]
        );
    }

    #[test]
    fn methods_that_would_have_one_name_get_packages_and_results() {
        assert_eq!(
            names(&["t.A.f(Lt/B;)V", "t.A.f(Lu/B;)V", "t.A.g()I"]),
            ["t.A.f(t.B): void", "t.A.f(u.B): void", "t.A.g()"]
        );
        assert_eq!(
            names(&["t.A.f()Lt/B;", "t.A.f()Lt/A;"]),
            ["t.A.f(): t.B", "t.A.f(): t.A"]
        );
    }

    #[test]
    fn names_of_other_tools_lose_only_what_divides_frames() {
        assert_eq!(
            names(&["f(int; x)", "operator()"]),
            ["f(int, x)", "operator()"]
        );
    }
}

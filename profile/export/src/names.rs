//! Names of methods as people write them: `udpip.Ip.send(byte[], int)` for `udpip.Ip.send([BI)V`.
//!
//! Names of a profile end with a descriptor, whose `;` many tools take for the end of a frame. Types are written without
//! their packages, and without the result, as long as no two methods of the profile get the same name.

use std::collections::HashMap;

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
        let arguments = types(arguments, full)?.join(", ");
        let result = types(result, full)?.pop()?;
        Some(match full {
            true => format!("{method}({arguments}): {result}"),
            false => format!("{method}({arguments})"),
        })
    });
    // Names of other tools: nothing may stand in them that divides frames.
    parsed.unwrap_or_else(|| name.replace(';', ","))
}

/// The types of a list of descriptors; none if it is no such list.
fn types(mut descriptors: &str, full: bool) -> Option<Vec<String>> {
    let mut types = Vec::new();
    while !descriptors.is_empty() {
        let element = descriptors.trim_start_matches('[');
        let dimensions = descriptors.len() - element.len();
        let (name, rest) = match element.strip_prefix('L') {
            Some(class) => class.split_once(';')?,
            None => (primitive(element.chars().next()?)?, &element[1..]),
        };
        let name = if full {
            name.replace('/', ".")
        } else {
            name.rsplit('/').next()?.to_owned()
        };
        types.push(name + &"[]".repeat(dimensions));
        descriptors = rest;
    }
    Some(types)
}

fn primitive(letter: char) -> Option<&'static str> {
    Some(match letter {
        'B' => "byte",
        'C' => "char",
        'D' => "double",
        'F' => "float",
        'I' => "int",
        'J' => "long",
        'S' => "short",
        'V' => "void",
        'Z' => "boolean",
        _ => return None,
    })
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

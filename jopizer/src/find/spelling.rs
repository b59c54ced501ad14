//! Types and methods as Java writes them.

use crate::class_file::MemberId;
use crate::descriptor::{Signature, object_class};
use crate::error::dotted;

/// A method as Java writes it: `indexOf(java.lang.String, int)`.
pub(crate) fn spelled(id: &MemberId) -> String {
    let Some(signature) = Signature::parse(&id.descriptor) else {
        return format!("{}{}", id.name, id.descriptor);
    };
    let types: Vec<_> = signature
        .arguments
        .iter()
        .map(|text| java_type(text))
        .collect();
    format!("{}({})", id.name, types.join(", "))
}

/// A type as Java writes it: `int[]`, `java.lang.String`.
#[must_use]
pub fn java_type(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let name = match element {
        "Z" => "boolean".to_owned(),
        "C" => "char".to_owned(),
        "F" => "float".to_owned(),
        "D" => "double".to_owned(),
        "B" => "byte".to_owned(),
        "S" => "short".to_owned(),
        "I" => "int".to_owned(),
        "J" => "long".to_owned(),
        _ => object_class(element).map_or_else(|| element.to_owned(), dotted),
    };
    name + &"[]".repeat(descriptor.len() - element.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_spelled_as_in_java() {
        let id = MemberId::new("f", "(I[[JLjava/lang/String;[Lt/A$B;)V");
        assert_eq!(spelled(&id), "f(int, long[][], java.lang.String, t.A$B[])");
    }
}

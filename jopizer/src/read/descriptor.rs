//! Field and method descriptors: size in words and kind of a value.

/// Words of a value on the operand stack, in a field or in locals: 2 for long and double, else 1.
pub(crate) fn words(descriptor: &str) -> u32 {
    if is_wide(descriptor) { 2 } else { 1 }
}

/// Returns true if values take two words.
pub(crate) fn is_wide(descriptor: &str) -> bool {
    matches!(descriptor, "J" | "D")
}

/// Returns true if values are references.
pub(crate) fn is_reference(descriptor: &str) -> bool {
    descriptor.starts_with(['L', '['])
}

/// Returns true if the text is one well-formed field descriptor.
pub(crate) fn is_field_descriptor(descriptor: &str) -> bool {
    take_type(descriptor).is_some_and(|(_, rest)| rest.is_empty())
}

/// The class inside a descriptor, if it is an object type (not an array).
pub(crate) fn object_class(descriptor: &str) -> Option<&str> {
    descriptor.strip_prefix('L')?.strip_suffix(';')
}

/// A method descriptor taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Signature<'a> {
    pub(crate) arguments: Vec<&'a str>,
    /// `V` for none.
    pub(crate) result: &'a str,
}

impl<'a> Signature<'a> {
    /// `None` if the descriptor is malformed.
    pub(crate) fn parse(descriptor: &'a str) -> Option<Self> {
        let mut rest = descriptor.strip_prefix('(')?;
        let mut arguments = Vec::new();
        while !rest.starts_with(')') {
            let (argument, after) = take_type(rest)?;
            arguments.push(argument);
            rest = after;
        }
        let result = &rest[1..];
        (result == "V" || is_field_descriptor(result)).then_some(Signature { arguments, result })
    }

    /// Words of the arguments, without `this`.
    pub(crate) fn argument_words(&self) -> u32 {
        self.arguments.iter().map(|argument| words(argument)).sum()
    }

    /// Words of the result.
    pub(crate) fn result_words(&self) -> u32 {
        if self.result == "V" {
            0
        } else {
            words(self.result)
        }
    }
}

/// Splits one type off the front.
fn take_type(text: &str) -> Option<(&str, &str)> {
    let dimensions = text.bytes().take_while(|byte| *byte == b'[').count();
    let base = &text[dimensions..];
    let length = match base.bytes().next()? {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => 1,
        b'L' => base.find(';').filter(|end| *end > 1)? + 1,
        _ => return None,
    };
    (dimensions <= 255).then(|| text.split_at(dimensions + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_counts_long_and_double_twice() {
        let signature = Signature::parse("(IJ[DLjava/lang/String;)J").unwrap();
        assert_eq!(signature.arguments, ["I", "J", "[D", "Ljava/lang/String;"]);
        assert_eq!(signature.argument_words(), 5);
        assert_eq!(signature.result_words(), 2);
    }

    #[test]
    fn malformed_descriptors_are_refused() {
        for text in [
            "", "(", "()", "(I", "(L;)V", "()Q", "(V)V", "I", "()[", "()VV",
        ] {
            assert_eq!(Signature::parse(text), None, "{text}");
        }
        assert!(!is_field_descriptor("II"));
    }
}

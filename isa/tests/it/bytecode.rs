//! The table of bytecodes, and what each of them tells of itself.

use isa::{Bytecode, Group, Implementation};

#[path = "../../src/bytecode/table.rs"]
mod table;

/// Code, constant and variant of each row.
macro_rules! spellings {
    ($($code:literal $constant:ident $variant:ident $name:literal $operands:ident $implementation:ident $group:ident;)*) => {
        const SPELLINGS: [(u8, &str, &str); 256] =
            [$(($code, stringify!($constant), stringify!($variant))),*];
    };
}

table::for_each_bytecode!(spellings);

#[test]
fn every_bytecode_stands_at_its_code() {
    for (place, bytecode) in Bytecode::ALL.into_iter().enumerate() {
        assert_eq!(usize::from(bytecode.code()), place, "{bytecode}");
    }
}

#[test]
fn constant_and_variant_are_spelt_like_the_name() {
    for (code, constant, variant) in SPELLINGS {
        let name = Bytecode::of(code).name();
        assert_eq!(constant, name.to_uppercase());
        assert_eq!(variant.to_lowercase(), name.to_lowercase().replace('_', ""));
    }
}

#[test]
fn every_name_selects_its_own_bytecode() {
    for bytecode in Bytecode::ALL {
        assert_eq!(bytecode.name().parse(), Ok(bytecode));
    }
}

#[test]
fn a_name_in_other_letters_selects_nothing() {
    assert_eq!(Bytecode::named("rescb"), None);
    let error = "IADD".parse::<Bytecode>().unwrap_err();
    assert_eq!(error.to_string(), "no bytecode is called `IADD`");
}

#[test]
fn only_the_switches_and_wide_have_operands_of_variable_length() {
    let names: Vec<_> = Bytecode::ALL
        .into_iter()
        .filter(|bytecode| bytecode.length().is_none())
        .collect();
    assert_eq!(
        names,
        [
            Bytecode::Tableswitch,
            Bytecode::Lookupswitch,
            Bytecode::Wide
        ]
    );
}

#[test]
fn the_short_forms_imply_the_number_in_their_name() {
    let implied = |bytecode: Bytecode| bytecode.implied_operand();
    assert_eq!(implied(Bytecode::IconstM1), Some(-1));
    assert_eq!(implied(Bytecode::Iconst5), Some(5));
    assert_eq!(implied(Bytecode::Aload3), Some(3));
    for without in [Bytecode::AconstNull, Bytecode::Iload, Bytecode::DupX1] {
        assert_eq!(implied(without), None, "{without}");
    }
}

#[test]
fn conditional_branches_are_those_whose_name_begins_with_if() {
    for bytecode in Bytecode::ALL {
        assert_eq!(
            bytecode.is_conditional_branch(),
            bytecode.name().starts_with("if"),
            "{bytecode}"
        );
    }
}

#[test]
fn returns_and_calls_are_known_by_their_names() {
    for bytecode in Bytecode::ALL {
        let name = bytecode.name();
        assert_eq!(bytecode.is_return(), name.ends_with("return"), "{name}");
        assert_eq!(bytecode.is_invoke(), name.starts_with("invoke"), "{name}");
        assert_eq!(bytecode.is_entry(), name.starts_with("sys_"), "{name}");
    }
}

#[test]
fn what_is_reserved_is_missing() {
    for bytecode in Bytecode::ALL {
        if bytecode.group() == Group::Reserved {
            assert_eq!(bytecode.implementation(), Implementation::Missing);
        }
    }
}

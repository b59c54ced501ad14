//! The programs in this library.

use jopizer::LinkProgram;

use runtime::programs::PROGRAMS;

#[test]
fn every_program_links() {
    for program in PROGRAMS {
        let linked = program
            .link(program.length, 1 << 18)
            .unwrap_or_else(|error| panic!("{}: {error}", program.name));
        assert_eq!(linked.symbols.main_class, program.main_class);
    }
}

#[test]
fn a_program_without_arguments_gets_its_length() {
    let program = PROGRAMS[0];
    let length = program.length.to_string();
    assert_eq!(program.options(&[]).arguments, [length]);
    let given = ["7".to_owned()];
    assert_eq!(program.options(&given).arguments, given);
}

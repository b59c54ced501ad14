//! The reference of a machine's options, against the configuration and its text.

use isa::MachineConfig;
use isa::config_reference::*;

#[test]
fn every_field_of_the_configuration_has_its_option() {
    let table = toml::Table::try_from(MachineConfig::default()).unwrap();
    let fields: Vec<_> = table.keys().map(String::as_str).collect();
    let mut options: Vec<_> = OPTIONS.iter().map(|option| option.name).collect();
    options.sort_unstable();
    let mut sorted = fields.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, options);
}

#[test]
fn every_named_value_can_be_read() {
    for option in OPTIONS {
        if let Values::OneOf(names) = option.values {
            for name in names {
                let text = format!(
                    "{} = \"{name}\"\njpc_width = 10\nram_cnt = 2\n",
                    option.name
                );
                MachineConfig::from_toml(&text).unwrap();
            }
        }
    }
}

#[test]
fn nothing_but_the_new_data_stack_ram_is_not_verified() {
    let unverified = |option: &&ConfigOption| matches!(option.evidence, Evidence::Partly(..));
    let names: Vec<_> = OPTIONS.iter().filter(unverified).map(|o| o.name).collect();
    assert_eq!(names, ["stack_ram"]);
    let text = commented_toml(&MachineConfig::default(), true);
    assert_eq!(text.matches("not verified").count(), 1);
}

#[test]
fn the_printed_machine_reads_back_as_itself() {
    let config = MachineConfig::default();
    assert_eq!(
        MachineConfig::from_toml(&commented_toml(&config, true)).unwrap(),
        config
    );
}

//! The page of the machine holds its files and its module as they are.

use std::io::Read;

use crate::support::decoded::Decoded;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pages::{MachineLibrary, MachineProgram, MachineStart, machine};
use serde_json::json;

const MODULE: &[u8] = include_bytes!("../../wasm/machine.wasm.gz");

fn page() -> String {
    let start = MachineStart {
        program: Some("lift".to_owned()),
        cycle: Some(7),
        ..MachineStart::default()
    };
    let files = [
        ("a.jop.sym.json".to_owned(), b"{}</script>".to_vec()),
        ("a.jop".to_owned(), b"@MODULE@ 1,2".to_vec()),
    ];
    let library = MachineLibrary {
        runtime: b"classes",
        programs: b"more classes",
        sources: b"texts",
        table: vec![MachineProgram {
            name: "lift",
            summary: "</script>",
            main_class: "lift.Main",
            length: 160,
        }],
    };
    machine("<t>", &start, &files, &library, "terms of others").expect("a page")
}

#[test]
fn files_and_licences_are_in_the_data_and_not_in_the_markup() {
    let html = page();
    let decoded = Decoded::of(&html);
    assert_eq!(
        decoded.header["files"],
        json!([{ "name": "a.jop.sym.json", "bytes": 11 }, { "name": "a.jop", "bytes": 12 }])
    );
    assert_eq!(
        decoded.header["start"],
        json!({ "program": "lift", "cycle": 7 })
    );
    assert_eq!(decoded.bytes("files"), b"{}</script>@MODULE@ 1,2");
    assert_eq!(decoded.bytes("licences"), b"terms of others");
    assert!(html.contains("<title>&lt;t&gt;</title>"));
}

#[test]
fn the_library_is_in_the_data_with_the_sizes_of_its_archives() {
    let decoded = Decoded::of(&page());
    let table = json!([{
        "name": "lift", "summary": "</script>", "main_class": "lift.Main", "length": 160,
    }]);
    assert_eq!(
        decoded.header["library"],
        json!({ "runtime": 7, "programs": 12, "table": table })
    );
    assert_eq!(decoded.bytes("library"), b"classesmore classestexts");
}

#[test]
fn the_module_is_webassembly_and_small_enough() {
    let html = page();
    let (_, rest) = html.split_once("id=\"module\">").expect("a place for it");
    let (text, _) = rest.split_once("</script>").expect("its end");
    let packed = STANDARD.decode(text).expect("base64");
    assert!(packed == MODULE);
    let mut module = Vec::new();
    let mut unpacked = flate2::read::GzDecoder::new(MODULE);
    unpacked.read_to_end(&mut module).expect("gzip");
    assert!(module.starts_with(b"\0asm"));
    // Archives of Java stay outside: with each of their changes the module would be another one.
    for (place, _) in module.iter().enumerate().filter(|(_, byte)| **byte == b'P') {
        assert!(!module[place..].starts_with(b"PK\x03\x04"), "{place}");
    }
    assert!(html.len() < 2_000_000, "{}", html.len());
}

//! Texts of faults.

use fast_engine::Fault;

#[test]
fn a_method_is_named_where_its_name_is_known() {
    let fault = Fault::NeverLoaded { method: 12 };
    let named = fault.naming(|address| (address == 12).then(|| "t.Main.run()V".to_owned()));
    assert!(named.contains("has t.Main.run()V in a block"), "{named}");
    assert_eq!(fault.naming(|_| None), fault.to_string());
}

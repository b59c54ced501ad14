//! Names of methods as users write them.

use cross_profile::method_name::means;

const METHOD: &str = "p.Outer$Inner.put([BLjava/lang/String;I)J";

#[test]
fn a_name_may_be_short_and_types_are_written_in_any_form() {
    for name in [
        "put",
        "Inner.put",
        "Outer$Inner.put",
        "p.Outer$Inner.put",
        "p/Outer$Inner.put",
        "put([BLjava/lang/String;I)J",
        "put([BLjava/lang/String;I)",
        "put(byte[], String, int)",
        "put(byte[],java.lang.String,int)",
        "p.Outer$Inner.put(byte[], String, int): long",
        METHOD,
    ] {
        assert!(means(METHOD, name), "{name}");
    }
    assert!(means("t.A.f(I)V", "f(I)"));
    assert!(means("t.A.f(I)V", "f(int)"));
    assert!(means("t.A.f()V", "A.f()"));
    assert!(means("t.A.<init>(I)V", "A.<init>(int)"));
}

#[test]
fn another_name_or_other_types_mean_another_method() {
    for name in [
        "",
        "ut",
        "nner.put",
        "Outer.put",
        "put()",
        "put(byte[])",
        "put(byte[], int, String)",
        "put(byte, String, int)",
        "put([BLjava/lang/String;I)V",
    ] {
        assert!(!means(METHOD, name), "{name}");
    }
    assert!(!means("t.A.f(I)V", "f(long)"));
    assert!(!means("(start)", "start"));
}

//! Options with which a JVM runs every method that is to be counted.

use std::process::Command;

use crate::settings::Cover;

/// Methods with Java code in whose place a compiler puts its own, by HotSpot's names. Versions know some of them.
const INTRINSICS: &[&str] = &[
    // Numbers.
    "min",
    "max",
    "minL",
    "maxL",
    "minF",
    "maxF",
    "minD",
    "maxD",
    "iabs",
    "labs",
    "fabs",
    "addExactI",
    "addExactL",
    "subtractExactI",
    "subtractExactL",
    "multiplyExactI",
    "multiplyExactL",
    "negateExactI",
    "negateExactL",
    "incrementExactI",
    "incrementExactL",
    "decrementExactI",
    "decrementExactL",
    "multiplyHigh",
    "bitCount_i",
    "bitCount_l",
    "numberOfLeadingZeros_i",
    "numberOfLeadingZeros_l",
    "numberOfTrailingZeros_i",
    "numberOfTrailingZeros_l",
    "reverseBytes_i",
    "reverseBytes_l",
    "reverseBytes_c",
    "reverseBytes_s",
    // Strings, characters and arrays.
    "equalsL",
    "equalsU",
    "equalsB",
    "equalsC",
    "compareToL",
    "compareToU",
    "compareToLU",
    "compareToUL",
    "indexOfL",
    "indexOfU",
    "indexOfUL",
    "indexOfIL",
    "indexOfIU",
    "indexOfIUL",
    "indexOfU_char",
    "indexOfL_char",
    "hasNegatives",
    "countPositives",
    "compressStringC",
    "compressStringB",
    "inflateStringC",
    "inflateStringB",
    "toBytesStringU",
    "getCharsStringU",
    "getCharStringU",
    "putCharStringU",
    "copyOf",
    "copyOfRange",
    "checkIndex",
    "Preconditions_checkIndex",
    "Preconditions_checkLongIndex",
    "isDigit",
    "isLowerCase",
    "isUpperCase",
    "isWhitespace",
    "encodeISOArray",
    "encodeByteISOArray",
    "encodeAsciiArray",
    "vectorizedHashCode",
    // Large numbers, codes and digests.
    "multiplyToLen",
    "squareToLen",
    "mulAdd",
    "montgomeryMultiply",
    "montgomerySquare",
    "bigIntegerRightShiftWorker",
    "bigIntegerLeftShiftWorker",
    "base64_encodeBlock",
    "base64_decodeBlock",
    "md5_implCompress",
    "sha_implCompress",
    "sha2_implCompress",
    "sha5_implCompress",
    "sha3_implCompress",
    "digestBase_implCompressMB",
    "ghash_processBlocks",
    "aescrypt_encryptBlock",
    "aescrypt_decryptBlock",
    "cipherBlockChaining_encryptAESCrypt",
    "cipherBlockChaining_decryptAESCrypt",
    "electronicCodeBook_encryptAESCrypt",
    "electronicCodeBook_decryptAESCrypt",
    "counterMode_AESCrypt",
    "galoisCounterMode_AESCrypt",
    "updateBytesCRC32C",
    "updateDirectByteBufferCRC32C",
];

/// What `java` complains with about a name that it does not know.
const UNKNOWN: &str = "Unrecognized intrinsic detected in DisableIntrinsic: _";

/// Options for a JVM; asks it what it knows.
#[must_use]
pub fn jvm_options(java: &str, cover: Cover) -> Vec<String> {
    // Methods that grow beyond 8000 bytes of bytecode would be interpreted.
    let mut options = vec!["-XX:-DontCompileHugeMethods".to_owned()];
    if cover == Cover::Jdk {
        options.extend(without_intrinsics(java));
    }
    options
}

/// What is asked of every JVM where the JDK is covered, whether it knows it or not.
#[must_use]
pub fn wanted_of_jvm() -> String {
    INTRINSICS.join(",")
}

/// Has calls of the JDK compiled as calls; nothing if the JVM does not know how.
fn without_intrinsics(java: &str) -> Vec<String> {
    let mut names = INTRINSICS.to_vec();
    while !names.is_empty() {
        let list: Vec<String> = names.iter().map(|name| format!("_{name}")).collect();
        let options = [
            "-XX:+UnlockDiagnosticVMOptions".to_owned(),
            format!("-XX:DisableIntrinsic={}", list.join(",")),
            // Chains of appends and boxes would vanish as a whole.
            "-XX:-OptimizeStringConcat".to_owned(),
            "-XX:-EliminateAutoBox".to_owned(),
        ];
        let Ok(output) = Command::new(java).args(&options).arg("-version").output() else {
            return Vec::new();
        };
        if output.status.success() {
            return options.to_vec();
        }
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        let known = names.len();
        names.retain(|name| !is_refused(&text, name));
        if names.len() == known {
            return Vec::new();
        }
    }
    Vec::new()
}

fn is_refused(text: &str, name: &str) -> bool {
    let refused = text.lines().find_map(|line| line.split_once(UNKNOWN));
    refused.is_some_and(|(_, refused)| refused.trim() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_that_a_jvm_does_not_know_is_left_out() {
        let text =
            "Error: could not start\nUnrecognized intrinsic detected in DisableIntrinsic: _minL\n";
        assert!(is_refused(text, "minL"));
        assert!(!is_refused(text, "min"));
        assert!(!is_refused("another reason", "minL"));
    }

    #[test]
    fn a_java_that_is_none_gets_no_options_that_ask_it() {
        let options = jvm_options("/no/such/java", Cover::Jdk);
        assert_eq!(options, jvm_options("/no/such/java", Cover::Application));
    }
}

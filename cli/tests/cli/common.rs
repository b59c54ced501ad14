//! What the tests of the command share.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;

/// The command, without standard input; `jop-evaluate` as the first word is the command beside it.
pub(crate) fn jop(arguments: &[&str]) -> Command {
    let (program, arguments) = match arguments {
        ["jop-evaluate", rest @ ..] => (env!("CARGO_BIN_EXE_jop-evaluate"), rest),
        all => (env!("CARGO_BIN_EXE_jop"), all),
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Names of the commands below one, which these words name.
pub(crate) fn commands_below(words: &[&str]) -> Vec<String> {
    let all = cli::command();
    let command = words
        .iter()
        .try_fold(&all, |it, word| it.find_subcommand(word));
    let below = command.expect("a command").get_subcommands();
    below.map(|it| it.get_name().to_owned()).collect()
}

/// Runs the command to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    jop(arguments).output().expect("the command starts")
}

/// Path of a compiled program of `cli/tests/programs`.
pub(crate) fn class(name: &str) -> String {
    data(&format!("tests/programs/{name}.class"))
}

/// Path of a file of this package.
pub(crate) fn data(relative: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(relative);
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// Standard output as text.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("output in UTF-8")
}

/// Rows of a table in JSON.
pub(crate) fn json_rows(text: &str) -> Vec<serde_json::Value> {
    let mut document: serde_json::Value = serde_json::from_str(text).expect("JSON");
    serde_json::from_value(document["rows"].take()).expect("rows")
}

/// Standard error as text.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("messages in UTF-8")
}

/// A file in a folder that goes away, as text for the command line.
pub(crate) fn within(folder: &tempfile::TempDir, name: &str) -> String {
    folder
        .path()
        .join(name)
        .to_str()
        .expect("a path in UTF-8")
        .to_owned()
}

/// The data of a page, unpacked as text.
pub(crate) fn page_text(html: &str) -> String {
    let (_, rest) = html.split_once("id=\"data\">").expect("a place for data");
    let (data, _) = rest.split_once("</script>").expect("an end of the data");
    let packed = STANDARD.decode(data).expect("base64");
    let mut bytes = Vec::new();
    let mut unpacked = GzDecoder::new(packed.as_slice());
    unpacked.read_to_end(&mut bytes).expect("gzip");
    String::from_utf8_lossy(&bytes).into_owned()
}

//! Arguments of the call that is beyond its limit, found by going there once more.

use debugger::{Names, Session};
use regression::check::LimitRow;
use run::Setup;
use runtime::sources::SourcePath;

/// What marks an argument among the locals that the debugger lists.
const ARGUMENT: &str = " argument ";
/// Cycles in which a call comes from its begin to its first bytecode.
const WAY: u64 = 64;

/// Adds the arguments to the call of a row, if it has one. A run has no input here, so the machine comes to the same call again.
pub(super) fn find(setup: &Setup, row: &mut LimitRow) {
    if let Some(call) = &mut row.call {
        call.inputs = arguments(setup, &call.method, call.begin);
    }
}

/// None where the machine does not come to the call: the prices of the fast engine may be others.
fn arguments(setup: &Setup, method: &str, begin: u64) -> Option<String> {
    let program = &setup.program;
    let names = Names::new(
        program.symbols.clone(),
        SourcePath::default(),
        &program.image.words,
        &setup.microcode.program,
    );
    let mut session = Session::new(setup.build().ok()?, names, Box::new(|| false));
    session.execute(&format!("goto {begin}")).ok()?;
    session.execute(&format!("break {method}")).ok()?;
    session.execute("continue").ok()?;
    let reached = session.timeline().cycle();
    if !(begin..begin + WAY).contains(&reached) {
        return None;
    }
    let locals = session.execute("locals").ok()?;
    let arguments = locals.text.lines().filter_map(|line| {
        let (name, value) = line.split_once(ARGUMENT)?;
        Some(format!("{} = {}", name.trim(), value.trim()))
    });
    Some(arguments.collect::<Vec<_>>().join(", "))
}

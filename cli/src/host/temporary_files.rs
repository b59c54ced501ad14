//! Where temporary files go: to the folder of the system, or to the current one on a system without, such as a container
//! with nothing but `jop`.

use std::path::Path;

/// Chooses the folder. One that `TMPDIR` names is never replaced: if it is missing, the error says so.
pub(crate) fn choose_folder() {
    if std::env::var_os("TMPDIR").is_none() && !std::env::temp_dir().is_dir() {
        // Fails only where a folder has been chosen already.
        let _ = tempfile::env::override_temp_dir(Path::new("."));
    }
}

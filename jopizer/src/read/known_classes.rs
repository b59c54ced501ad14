//! Names of the classes that the linker knows.

/// java.lang.Object.
pub(crate) const OBJECT: &str = "java/lang/Object";

/// java.lang.String.
pub(crate) const STRING: &str = "java/lang/String";

/// java.lang.Class.
pub(crate) const CLASS: &str = "java/lang/Class";

/// The class whose methods are single bytecodes.
pub(crate) const NATIVE: &str = "com/jopdesign/sys/Native";
/// Entry point.
pub(crate) const STARTUP: &str = "com/jopdesign/sys/Startup";

/// Bytecodes written in Java.
pub(crate) const JVM: &str = "com/jopdesign/sys/JVM";

/// Interrupts and exceptions.
pub(crate) const HELP: &str = "com/jopdesign/sys/JVMHelp";

/// Monitors that several cores share.
pub(crate) const MONITORS: &str = "com/jopdesign/sys/Monitors";

/// Static fields that the linker fills.
pub(crate) const LINK_INFO: &str = "com/jopdesign/sys/LinkInfo";

/// Returns true if a class only serves the host's bootstrap methods and is named without being linked.
pub(crate) fn is_bootstrap(class: &str) -> bool {
    class.starts_with("java/lang/invoke/") || class.starts_with("java/lang/runtime/")
}

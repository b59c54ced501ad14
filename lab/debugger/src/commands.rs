//! The command language: one table, from which commands are found, completed and explained.

/// Effect of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    Continue,
    Step,
    Next,
    Finish,
    Bytecode,
    Micro,
    Cycle,
    Back(&'static Action),
    Goto,
    Restart,
    Break,
    Watch,
    Record,
    Delete,
    Breaks,
    Where,
    Core,
    Up,
    Down,
    Frame,
    Locals,
    Stack,
    Registers,
    Print,
    Array,
    Memory,
    Caches,
    Statistics,
    Source,
    Code,
    Microcode,
    Methods,
    Statics,
    Output,
    Input,
    History,
    Assert,
    Expect,
    Help,
    Quit,
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Its names, the long one first.
    pub names: &'static [&'static str],
    /// Arguments, after the name.
    pub arguments: &'static str,
    /// Help text.
    pub help: &'static str,
    pub(crate) action: Action,
}

macro_rules! commands {
    ($($action:expr, [$($name:literal),+], $arguments:literal, $help:literal;)*) => {
        /// All commands, in the order of the help.
        pub const COMMANDS: &[Command] = &[$(Command {
            names: &[$($name),+],
            arguments: $arguments,
            help: $help,
            action: $action,
        },)*];
    };
}

use Action as A;

commands! {
    A::Continue, ["continue", "c", "run", "r"], "", "run to the next breakpoint or the end";
    A::Step, ["step", "s"], "[N]", "run to the next source line, also into calls";
    A::Next, ["next", "n"], "[N]", "run to the next source line of this method or its callers";
    A::Finish, ["finish", "f"], "", "run until this method has returned";
    A::Bytecode, ["bytecode", "b"], "[N]", "run N bytecodes";
    A::Micro, ["micro", "m"], "[N]", "run N microinstructions; waiting counts as one";
    A::Cycle, ["cycle", "cy"], "[N]", "run N clock cycles";
    A::Back(&A::Continue), ["back", "rc"], "", "go back to the last breakpoint, or to the start";
    A::Back(&A::Step), ["back-step", "rs"], "[N]", "go back to the source line before, also into calls";
    A::Back(&A::Next), ["back-next", "rn"], "[N]", "go back to the line before in this method or its callers";
    A::Back(&A::Finish), ["back-finish", "rf"], "", "go back to the call of this method";
    A::Back(&A::Bytecode), ["back-bytecode", "rb"], "[N]", "go back N bytecodes";
    A::Back(&A::Micro), ["back-micro", "rm"], "[N]", "go back N microinstructions";
    A::Back(&A::Cycle), ["back-cycle", "rcy"], "[N]", "go back N clock cycles";
    A::Goto, ["goto", "g"], "CYCLE", "go to a cycle, forward or back";
    A::Restart, ["restart"], "", "go back to the first cycle";
    A::Break, ["break", "br"], "PLACE", "stop at a place: Class.method, Class.method+BYTE, File.java:LINE, exception, exception Class, cycle:N, *WORD+BYTE, mc:LABEL or mc:ADDRESS; for code, in the cycle after the dispatch";
    A::Watch, ["watch", "w"], "FIELD|ADDRESS[,WORDS] [read|write|change|access]", "stop at accesses to a static field, a field of an object, an element or an address; by default at changes";
    A::Record, ["record"], "on FILE [MOMENT] | off [MOMENT]", "record a stretch of the run, from now or from a moment of it, to a file that `jop show` reads";
    A::Delete, ["delete", "d"], "[NUMBER]", "delete a breakpoint, or all";
    A::Breaks, ["breaks"], "", "list the breakpoints";
    A::Where, ["where", "bt"], "", "show the calls that lead here";
    A::Core, ["core"], "[N]", "of several cores, list where each is, or choose the one that steps move and the other commands show";
    A::Up, ["up"], "[N]", "select the caller's frame: `locals`, `print`, `list` and `code` use it until the program moves";
    A::Down, ["down"], "[N]", "select the called method's frame again";
    A::Frame, ["frame"], "[FRAME]", "select a frame of `where`; 0 is the running method";
    A::Locals, ["locals"], "[FRAME]", "show arguments and locals of the selected frame, or of FRAME";
    A::Stack, ["stack"], "[WORDS]", "show the top words of the stack";
    A::Registers, ["registers", "regs"], "", "show the machine's registers";
    A::Print, ["print", "p"], "VALUE", "show a value, and the object or text it leads to";
    A::Array, ["array"], "VALUE [COUNT]", "show elements of an array";
    A::Memory, ["memory", "x"], "ADDRESS [WORDS]", "show words of main memory";
    A::Caches, ["caches"], "", "show method and object cache";
    A::Statistics, ["statistics", "stats"], "", "show what was counted so far";
    A::Source, ["list", "l"], "[METHOD]", "show source around here, or that of a method";
    A::Code, ["code"], "[METHOD]", "show bytecodes around here, or those of a method";
    A::Microcode, ["microcode", "mc"], "[LABEL|ADDRESS]", "show microcode around here or there";
    A::Methods, ["methods"], "[TEXT]", "list linked methods whose name contains a text";
    A::Statics, ["statics"], "[TEXT]", "list static fields with their values";
    A::Output, ["output"], "", "show what the program has printed until here";
    A::Input, ["input"], "TEXT", "feed the UART now; \\n is a line end, \\d the end of the input";
    A::History, ["history"], "[N]", "show the last commands";
    A::Assert, ["assert"], "VALUE ==|!=|<|<=|>|>= VALUE", "fail unless the comparison holds";
    A::Expect, ["expect"], "TEXT", "fail unless the answer to the last command contains the text";
    A::Help, ["help", "?", "h"], "[TEXT]", "list commands, or those that mention TEXT; of a command, with examples; `help values` lists values";
    A::Quit, ["quit", "q", "exit"], "", "end";
}

/// Examples of commands, with what they do.
const EXAMPLES: &[(Action, &str, &str)] = &[
    (A::Break, "break Door.open", "where the method begins"),
    (A::Break, "break Door.java:42", "where the line begins"),
    (
        A::Break,
        "break exception",
        "where an exception is thrown; `up` shows the thrower",
    ),
    (
        A::Break,
        "break exception ArithmeticException",
        "where one of this class or a subclass is thrown",
    ),
    (
        A::Break,
        "break miss:invokevirtual",
        "where it misses in the method cache, before the load",
    ),
    (A::Break, "break cycle:1M", "at cycle 1,000,000"),
    (A::Watch, "watch Heap.free", "where a static field changes"),
    (
        A::Watch,
        "watch this.level",
        "where a field of this object changes, as long as no collection moves it",
    ),
    (
        A::Watch,
        "watch this.doors[3] write",
        "where an element is written, also with the value that it has",
    ),
    (
        A::Record,
        "record on step.jrec",
        "from here; `record off` ends it where the program is then",
    ),
    (
        A::Record,
        "record on a.jrec Door.open#5",
        "from the fifth call, counted from the start of the run",
    ),
    (
        A::Print,
        "print this.doors[3].level",
        "a field of an element",
    ),
    (A::Print, "print args.length", "the length of an array"),
    (
        A::Print,
        "print $cycle - 15_000",
        "a register, and a difference",
    ),
    (
        A::Up,
        "up",
        "then `locals`, `print name`: those of the caller",
    ),
    (A::Goto, "goto 12_345", "forward or back"),
    (A::Step, "step 3", "three source lines"),
    (A::Array, "array this.table 40", "forty elements"),
    (
        A::Memory,
        "memory this 4",
        "words of main memory from a reference on",
    ),
    (A::Input, "input 17\\n", "a line for the program"),
    (
        A::Assert,
        "assert this.level == 3",
        "fails a file of commands otherwise",
    ),
    (
        A::Expect,
        "expect Door.open",
        "fails unless the last answer has this text",
    ),
];

/// The command of a name, or of the beginning of one long name only.
#[must_use]
pub(crate) fn find(name: &str) -> Option<&'static Command> {
    let exact = COMMANDS
        .iter()
        .find(|command| command.names.contains(&name));
    exact.or_else(|| {
        let mut begun = COMMANDS
            .iter()
            .filter(|command| command.names[0].starts_with(name));
        let found = begun.next()?;
        begun.next().is_none().then_some(found)
    })
}

/// Checks if a line asks for help.
#[cfg(feature = "terminal")]
pub(crate) fn is_help(line: &str) -> bool {
    let name = line.split_whitespace().next().unwrap_or_default();
    let command = find(name).map(|command| command.action);
    line.trim_start().starts_with('?') || command == Some(Action::Help)
}

/// The commands that a text names or that speak of it, one line each.
#[must_use]
pub(crate) fn help(text: &str) -> String {
    let text = text.to_lowercase();
    let speaks = |command: &&Command| {
        command.names.contains(&text.as_str())
            || command.names.iter().any(|name| name.contains(&text))
            || command.help.to_lowercase().contains(&text)
    };
    let found: Vec<&Command> = COMMANDS.iter().filter(speaks).collect();
    let lines = found.iter().map(|command| {
        let names = command.names.join(", ");
        let head = format!("{names} {}", command.arguments);
        format!("{:34} {}", head.trim_end(), command.help)
    });
    let mut lines: Vec<String> = lines.collect();
    if let Some(command) = find(&text) {
        let own = EXAMPLES
            .iter()
            .filter(|(action, ..)| *action == command.action);
        lines.extend(own.map(|(_, example, effect)| format!("  {example:38} {effect}")));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_stands_for_two_commands() {
        let mut names: Vec<_> = COMMANDS.iter().flat_map(|command| command.names).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn the_beginning_of_one_long_name_is_enough() {
        assert_eq!(find("fin").map(|command| command.names[0]), Some("finish"));
        assert_eq!(
            find("back-f").map(|command| command.names[0]),
            Some("back-finish")
        );
        assert!(find("st").is_none());
        assert!(find("").is_none());
    }
}

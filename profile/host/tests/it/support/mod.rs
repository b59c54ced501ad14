//! Programs on both sides.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cost_model::EvaluatedTable;
use cross_profile::{Profile, Provenance};
use fast_engine::Engine;
use host_profile::{AGENT_JAR, Counts, Outcome, Pricing, Settings, price};
use isa::MachineConfig;
use jopizer::{LinkProgram, Linked};
use microcode::Build;
use run::{End, Engine as _, FastRun};
use runtime::programs::EmbeddedProgram;
use tempfile::TempDir;

pub(crate) use parts::{has_jdk, java_command};

/// The costs of our microcode on a machine.
pub(crate) fn table(machine: &MachineConfig) -> EvaluatedTable {
    table_of(machine, Build::Jop)
}

/// The costs of one of our microcodes on a machine.
pub(crate) fn table_of(machine: &MachineConfig, build: Build) -> EvaluatedTable {
    cost_model::derived_costs(machine, &microcode::jvm(build)).unwrap()
}

/// A folder with what the agent needs.
pub(crate) struct Host {
    folder: TempDir,
    /// The JVM's compilers: options of `java`.
    compilers: &'static [&'static str],
}

impl Host {
    /// With a JVM that compiles early and little: a profile does not depend on it, and most of a run is code that runs a few
    /// times.
    pub(crate) fn new() -> Self {
        Self::with(&["-XX:TieredStopAtLevel=1"])
    }

    /// With all compilers of the JVM, as a user has it.
    pub(crate) fn with_all_compilers() -> Self {
        Self::with(&[])
    }

    fn with(compilers: &'static [&'static str]) -> Self {
        let host = Self {
            folder: tempfile::tempdir().unwrap(),
            compilers,
        };
        fs::write(host.path("agent.jar"), AGENT_JAR).unwrap();
        fs::write(host.path("runtime.jar"), runtime::RUNTIME_JAR).unwrap();
        let prepared = Command::new(java_command())
            .arg("-cp")
            .arg(host.path("agent.jar"))
            .arg("joplab.cross.Prepare")
            .args(["patch", "agent.jar", "runtime.jar"].map(|name| host.path(name)))
            .output()
            .unwrap();
        assert!(
            prepared.status.success(),
            "{}",
            String::from_utf8_lossy(&prepared.stderr)
        );
        host
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A `java` under the agent.
    pub(crate) fn java(&self, settings: &Settings, machine: &MachineConfig) -> Command {
        self.java_for(settings, machine, &table(machine))
    }

    /// A `java` under the agent, with costs of its own.
    pub(crate) fn java_for(
        &self,
        settings: &Settings,
        machine: &MachineConfig,
        costs: &EvaluatedTable,
    ) -> Command {
        let counts = self.path("counts");
        let _ = fs::remove_file(&counts);
        let runtime = self.path("runtime.jar");
        let text = settings.file(machine, costs, &counts, &runtime).unwrap();
        // A wrong address ends the JVM instead of writing to memory that is not the agent's.
        fs::write(self.path("settings"), text + "addresses=checked\n").unwrap();
        let mut java = Command::new(java_command());
        java.args(host_profile::jvm_options(&java_command(), settings.cover))
            .args(self.compilers)
            .arg("--patch-module")
            .arg(format!("java.base={}", self.path("patch").display()))
            .arg(format!(
                "-javaagent:{}={}",
                self.path("agent.jar").display(),
                self.path("settings").display()
            ));
        java
    }

    /// Adds a line to what the agent of the next run is told.
    pub(crate) fn add_setting(&self, line: &str) {
        let settings = fs::read_to_string(self.path("settings")).unwrap();
        fs::write(self.path("settings"), settings + line).unwrap();
    }

    /// Writes a file into the folder.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }

    /// What the last run has counted.
    pub(crate) fn counts(&self) -> Counts {
        Counts::read(fs::File::open(self.path("counts")).unwrap()).unwrap()
    }

    /// Its profile.
    pub(crate) fn outcome(&self, settings: &Settings, machine: &MachineConfig) -> Outcome {
        self.outcome_for(settings, &table(machine))
    }

    /// Its profile, with costs of its own.
    pub(crate) fn outcome_for(&self, settings: &Settings, costs: &EvaluatedTable) -> Outcome {
        let pricing = Pricing {
            table: costs,
            settings,
            routine_cycles: 200,
            waits: None,
        };
        price(&self.counts(), &pricing, Provenance::default())
    }

    /// Compiles sources, one public class each, into a folder of classes.
    pub(crate) fn compile(&self, sources: &[(&str, &str)]) -> PathBuf {
        let classes = self.path("classes");
        let mut javac = Command::new("javac");
        javac
            .args(["-J-XX:TieredStopAtLevel=1", "--release", "11"])
            .args(["-nowarn", "-d"])
            .arg(&classes);
        for (name, text) in sources {
            let file = self.path(&format!("{name}.java"));
            fs::write(&file, text).unwrap();
            javac.arg(file);
        }
        let output = javac.output().unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        classes
    }
}

/// The committed classes of the embedded programs.
pub(crate) fn programs_jar() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/programs.jar")
}

/// An embedded program, as a user would start it.
pub(crate) fn program(java: &mut Command, program: &EmbeddedProgram, length: u32) -> Output {
    java.arg("-cp")
        .arg(programs_jar())
        .arg(program.main_class)
        .arg(length.to_string())
        .output()
        .unwrap()
}

/// A profile of JOP, and the program linked for it.
pub(crate) fn on_jop(
    program: &EmbeddedProgram,
    length: u32,
    machine: &MachineConfig,
) -> (Profile, Linked) {
    let linked = program.link(length, machine.memory_words).unwrap();
    (profile_on_jop(&linked, machine), linked)
}

/// A profile of a linked program.
pub(crate) fn profile_on_jop(linked: &Linked, machine: &MachineConfig) -> Profile {
    profile_on(linked, machine, Build::Jop)
}

/// A profile of a linked program under one of our microcodes.
pub(crate) fn profile_on(linked: &Linked, machine: &MachineConfig, build: Build) -> Profile {
    let microcode = microcode::jvm(build);
    let image = &linked.image.words;
    let mut engine = Engine::new(
        machine,
        build,
        table_of(machine, build),
        image,
        &microcode.stack_ram,
    )
    .unwrap();
    let probe = record::fast::events(&mut engine, Some(&linked.symbols));
    let mut engine = FastRun::new(engine, probe);
    let end = run::alone(&mut engine, 2_000_000_000).unwrap();
    assert!(matches!(end, End::Exit(_)), "{end:?}");
    let cycles = engine.cycles(end);
    engine
        .probe
        .finish(&engine.engine, cycles)
        .into_profile(Provenance::default())
}

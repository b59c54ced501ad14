//! Everything that an exploration depends on, loaded.

use explore::{Description, ProfileCounts, ProgramDescription, Space, Variant, Workload};

use super::arguments::Arguments;
use crate::args::profile_file;
use crate::output::console::Console;
use crate::output::errors::Error;

/// An exploration's inputs.
pub(super) struct Loaded {
    pub(super) description: Description,
    pub(super) workloads: Vec<Workload>,
    pub(super) variants: Vec<Variant>,
}

impl Loaded {
    /// Loads what the arguments name.
    pub(super) fn new(arguments: &Arguments, console: Console) -> Result<Self, Error> {
        let (machine, given) = arguments.machine.given()?;
        let microcode = arguments.microcode.load(console)?;
        let space = arguments.axes.space((machine.clone(), given))?;
        let asked = arguments.axes.asked_for(&machine);
        let has_several = space.has_several_cores();
        if let Some(file) = arguments
            .workload
            .recordings()
            .next()
            .filter(|_| has_several)
        {
            return Err(Error::Input(format!(
                "{}: a recording has no other cores to wait for; leave several cores out, or give the program",
                file.display()
            )));
        }
        let linked_for = (largest_memory(&space), has_several);
        let programs = arguments.workload.images(linked_for, console)?;
        let variants = arguments.variants.load(&microcode)?;
        let mut workloads: Vec<(String, Workload)> = programs
            .into_iter()
            .map(|images| (images.one.name.clone(), Workload::Program(Box::new(images))))
            .collect();
        for path in arguments.workload.recordings() {
            let profile = profile_file::read(path)?;
            let counts = ProfileCounts::new(&profile, &machine, &variants[0]);
            let counts =
                counts.map_err(|reason| Error::Input(format!("{}: {reason}", path.display())))?;
            let name = path.file_stem().unwrap_or(path.as_os_str());
            let name = name.to_string_lossy().into_owned();
            workloads.push((name, Workload::Profile(Box::new(counts))));
        }
        refuse_same_names(&workloads)?;
        let described = workloads.iter();
        let described = described.map(|(name, workload)| ProgramDescription::of(name, workload));
        let max_cycles = arguments.work.max_cycles;
        let description = Description::new(described.collect(), &variants, space, max_cycles);
        Ok(Self {
            description: description.asking_for(asked),
            workloads: workloads
                .into_iter()
                .map(|(_, workload)| workload)
                .collect(),
            variants,
        })
    }
}

/// Words of the largest memory: programs are linked for it, and points with one that is too small have no rows.
fn largest_memory(space: &Space) -> u32 {
    let axes = space.axes.iter();
    let varied = axes.filter(|axis| axis.option == "memory_words");
    let varied = varied.flat_map(|axis| &axis.values);
    let largest = varied.filter_map(|words| words.parse().ok()).max();
    largest.unwrap_or(space.base.memory_words)
}

fn refuse_same_names(workloads: &[(String, Workload)]) -> Result<(), Error> {
    for (number, (name, _)) in workloads.iter().enumerate() {
        if workloads[..number].iter().any(|(before, _)| before == name) {
            return Err(Error::Input(format!(
                "{name}: two programs have this name; leave one out, or rename its file"
            )));
        }
    }
    Ok(())
}

//! Machines that the engine has a model for.

use isa::{MachineConfig, StackRamKind};

/// A machine or an image that the engine cannot run.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ConfigError {
    /// The configuration describes no machine.
    #[error(transparent)]
    Machine(#[from] isa::ConfigError),
    /// The engine lacks an option.
    #[error(
        "--engine fast has no model for `{0}`: leave it out of the configuration, or use the machine"
    )]
    NoModel(&'static str),
    /// The memory is none that a cost table knows.
    #[error(transparent)]
    Memory(#[from] cost_model::TimingError),
    /// The image does not fit.
    #[error(
        "the image has {image} words and the memory {memory}: raise memory_words in the configuration"
    )]
    ImageTooLarge {
        /// Words of the image.
        image: usize,
        /// Words of the memory.
        memory: u32,
    },
    /// The image is too short to hold the special pointers that its word 1 names.
    #[error(
        "the image has {image} words and its word 1 puts the special pointers at {special}: it is damaged"
    )]
    NoStart {
        /// Words of the image.
        image: usize,
        /// Address in word 1.
        special: u32,
    },
}

/// Checks that the engine has a model for every option of a machine.
///
/// # Errors
/// When the configuration describes no machine, or has an option that the engine lacks.
pub fn check_machine(config: &MachineConfig) -> Result<(), ConfigError> {
    config.check()?;
    if config.data_cache {
        return Err(ConfigError::NoModel("data_cache = true"));
    }
    if config.stack_ram == StackRamKind::NewData {
        return Err(ConfigError::NoModel("stack_ram = \"new-data\""));
    }
    Ok(())
}

/// Checks that an image fits a machine and has a start.
pub(crate) fn check_image(config: &MachineConfig, image: &[u32]) -> Result<(), ConfigError> {
    if image.len() > config.memory_words as usize {
        return Err(ConfigError::ImageTooLarge {
            image: image.len(),
            memory: config.memory_words,
        });
    }
    let special = image.get(1).copied().unwrap_or(u32::MAX);
    if (special as usize).saturating_add(3) > image.len() {
        return Err(ConfigError::NoStart {
            image: image.len(),
            special,
        });
    }
    Ok(())
}

//! SHA-256 of what a figure depends on: machine, image and microcode. Checkpoints hold them, too.

pub(crate) use run::checkpoint::Fingerprint;

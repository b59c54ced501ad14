//! The forms of a trace and their destination: standard output, or a file that appears when it is complete.
//!
//! A VCD file has its final name from the start, as each of its prefixes is readable; the others are renamed when
//! they are closed.

use std::fs::File;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use isa::MachineConfig;
use trace::bytecodes::Bytecodes;
use trace::columns::Csv;
#[cfg(feature = "whole")]
use trace::columns::Parquet;
use trace::konata::Konata;
use trace::timeline::Timeline;
use trace::waveform::{fst_file, vcd_file};
use trace::{CodeNames, Sink, TraceError};

use crate::output::atomic_file::{PendingFile, is_standard_output};
use crate::output::errors::Error;
use crate::output::result::among;
use crate::output::stdout;

/// Forms of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// The pipeline as text, one row per microinstruction
    Timeline,
    /// One line per bytecode: cycles, stalls, place, operands by name, top of stack
    Bytecodes,
    /// The columns of the golden traces, one row per cycle
    Csv,
    /// The same as Apache Parquet, with types
    Parquet,
    /// The pipeline for the viewer Konata
    Konata,
    /// Waveforms of all units, compressed
    Fst,
    /// Waveforms of all units as text
    Vcd,
}

impl Form {
    /// The form asked for, or that of the file's name.
    pub(super) fn of(form: Option<Self>, file: Option<&Path>) -> Result<Self, Error> {
        const ENDINGS: [(&str, Form); 6] = [
            ("txt", Form::Timeline),
            ("csv", Form::Csv),
            ("parquet", Form::Parquet),
            ("kanata", Form::Konata),
            ("fst", Form::Fst),
            ("vcd", Form::Vcd),
        ];
        let file = file.filter(|file| !is_standard_output(file));
        let form = match (form, file) {
            (Some(form), _) => form,
            (None, None) => Self::Timeline,
            (None, Some(file)) => among(file, &ENDINGS, Some(Self::Timeline), ", or give --as")?,
        };
        if file.is_none() && matches!(form, Self::Parquet | Self::Fst | Self::Vcd) {
            let name = form.to_possible_value();
            let name = name.as_ref().map_or("", |value| value.get_name());
            return Err(Error::Input(format!("--as {name} needs a file: -o FILE")));
        }
        Ok(form)
    }

    /// Default limit of recorded cycles: as much as a reader can use.
    pub(super) fn limit(self) -> Option<u64> {
        match self {
            Self::Timeline => Some(2_000),
            Self::Bytecodes | Self::Csv | Self::Konata => Some(100_000),
            Self::Parquet | Self::Fst | Self::Vcd => None,
        }
    }
}

/// A trace on its way to where it is wanted.
pub(super) struct Recording<S: ?Sized> {
    sink: Box<S>,
    target: Target,
}

enum Target {
    Output,
    Pending(PendingFile),
    /// Already has its final name.
    Direct(PathBuf),
}

/// What a trace is written to.
pub(super) enum Opened {
    /// Standard output.
    Output(BufWriter<StdoutLock<'static>>),
    /// A file that gets its name when it is complete.
    Pending(BufWriter<File>),
    /// One that has it.
    Direct(File),
}

impl Opened {
    /// For forms of text.
    pub(super) fn writer(self) -> Box<dyn Write> {
        match self {
            Self::Output(out) => Box::new(out),
            Self::Pending(file) => Box::new(file),
            Self::Direct(file) => Box::new(file),
        }
    }
}

impl<S: ?Sized> Recording<S> {
    /// Opens the output, to which the sink that `made` gives writes.
    pub(super) fn create(
        form: Form,
        path: Option<&Path>,
        made: impl FnOnce(Opened) -> Result<Box<S>, TraceError>,
    ) -> Result<Self, Error> {
        #[cfg(not(feature = "whole"))]
        if form == Form::Parquet {
            return Err(Error::only_in_whole("--as parquet"));
        }
        let Some(path) = path.filter(|path| !is_standard_output(path)) else {
            // Whole blocks go to standard output; a terminal wants no less.
            let out = Opened::Output(BufWriter::new(io::stdout().lock()));
            return Ok(Self {
                sink: made(out).map_err(output_error)?,
                target: Target::Output,
            });
        };
        let failed = |error| file_error(path, error);
        if form == Form::Vcd {
            let file = File::create(path).map_err(|reason| Error::Write {
                path: path.to_owned(),
                reason,
            })?;
            return Ok(Self {
                sink: made(Opened::Direct(file)).map_err(failed)?,
                target: Target::Direct(path.to_owned()),
            });
        }
        let mut pending = PendingFile::create(path)?;
        let out = Opened::Pending(BufWriter::new(pending.writer()?));
        Ok(Self {
            sink: made(out).map_err(failed)?,
            target: Target::Pending(pending),
        })
    }

    /// Sink of the recorded cycles.
    pub(super) fn sink(&mut self) -> &mut S {
        self.sink.as_mut()
    }

    /// Gives a complete file its name.
    pub(super) fn finish(self) -> Result<(), Error> {
        match self.target {
            Target::Pending(file) => file.finish(&[]),
            Target::Output | Target::Direct(_) => Ok(()),
        }
    }

    /// The error of a sink that could not write; no file is left.
    pub(super) fn failed(self, error: TraceError) -> Error {
        let error = match &self.target {
            Target::Output => output_error(error),
            Target::Pending(file) => file_error(file.path(), error),
            Target::Direct(path) => file_error(path, error),
        };
        self.abandon();
        error
    }

    /// Leaves no file behind.
    pub(super) fn abandon(self) {
        let Self { sink, target } = self;
        drop(sink);
        if let Target::Direct(path) = target
            && path.is_file()
        {
            // What cannot be removed either is told by the error that led here.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// The sink of one processor.
pub(super) fn sink<'a>(
    form: Form,
    out: Opened,
    names: CodeNames<'a>,
    config: &MachineConfig,
) -> Result<Box<dyn Sink + 'a>, TraceError> {
    Ok(match (form, out) {
        (Form::Fst, Opened::Pending(file)) => fst_file(Box::new(file), names, config),
        #[cfg(feature = "whole")]
        (Form::Parquet, Opened::Pending(file)) => Box::new(Parquet::new(file)?),
        (Form::Vcd, out) => vcd_file(out.writer(), names, config),
        (Form::Bytecodes, out) => Box::new(Bytecodes::new(out.writer(), names)),
        (Form::Csv, out) => Box::new(Csv::new(out.writer())),
        (Form::Konata, out) => Box::new(Konata::new(out.writer(), names)),
        (_, out) => Box::new(Timeline::new(out.writer(), names, true)),
    })
}

fn output_error(error: TraceError) -> Error {
    match error {
        TraceError::Io(error) => stdout::failed(error),
        other => Error::System {
            what: "write the trace",
            reason: other.into(),
        },
    }
}

fn file_error(path: &Path, error: TraceError) -> Error {
    let reason = match error {
        TraceError::Io(reason) => reason,
        other => io::Error::other(other.to_string()),
    };
    Error::Write {
        path: path.to_owned(),
        reason,
    }
}

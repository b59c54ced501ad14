//! Errors of the libraries that only the whole command uses.

use cache_sweep::SweepError;
use calibration::{ApplicationError, MeasurementsError};
use debugger::CommandError;
use explore::ExploreError;
use export::ExportError;
use jobs::PartError;
use jobs::cluster::ClusterError;
use lookups::LookupsError;
use pages::PageError;
use regression::diff::ReadError;
use run::End;
use validation::CaseError;

/// What ends a command without a result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// Caches that cannot be explored.
    #[error(transparent)]
    Sweep(SweepError),
    /// An exploration that cannot go on.
    #[error(transparent)]
    Explore(ExploreError),
    /// A cluster that did not do its work.
    #[error(transparent)]
    Cluster(ClusterError),
}

impl Error {
    /// The end of the run that is the problem, if it is one.
    pub(super) fn end(&self) -> Option<End> {
        match self {
            Self::Sweep(error) => error.end(),
            Self::Explore(error) => error.end(),
            Self::Cluster(_) => None,
        }
    }
}

impl super::Error {
    /// Returns true if Ctrl-C ended a sweep or an exploration.
    pub(crate) fn is_interrupted(&self) -> bool {
        matches!(self, Self::Whole(Error::Sweep(SweepError::Interrupted)))
    }
}

impl From<ClusterError> for super::Error {
    fn from(error: ClusterError) -> Self {
        Self::Whole(match error {
            ClusterError::Interrupted => Error::Sweep(SweepError::Interrupted),
            other => Error::Cluster(other),
        })
    }
}

impl From<ExploreError> for super::Error {
    fn from(error: ExploreError) -> Self {
        match error {
            ExploreError::Sweep(error) => error.into(),
            other => Self::Whole(Error::Explore(other)),
        }
    }
}

impl From<SweepError> for super::Error {
    fn from(error: SweepError) -> Self {
        match error {
            SweepError::File {
                path,
                reason: LookupsError::Read(reason),
            } => Self::Read { path, reason },
            other => Self::Whole(Error::Sweep(other)),
        }
    }
}

/// Declares the problems, each of one type of error, which becomes a problem of the command with `?`.
macro_rules! problems {
    ($($name:ident($error:ty),)+) => {
        /// An error of a library.
        #[derive(Debug, thiserror::Error)]
        pub(crate) enum Problem {
            $(
                #[error(transparent)]
                $name($error),
            )+
        }

        $(
            impl From<$error> for super::Problem {
                fn from(error: $error) -> Self {
                    Self::Whole(Problem::$name(error))
                }
            }
        )+
    };
}

problems! {
    Application(ApplicationError),
    Artefact(ReadError),
    Benchmark(calibration::RunError),
    Debugger(CommandError),
    Cost(explore::CostError),
    Export(ExportError),
    Focus(metrics::FocusError),
    Metrics(metrics::file::MetricsError),
    Measurements(MeasurementsError),
    Page(PageError),
    Part(PartError),
    Recorders(recorders::ChoiceError),
    Threads(recorders::threads::ThreadsError),
    Validation(CaseError),
    Memory(memory_profile::MemoryError),
    NoHeap(memory_profile::NoHeap),
    NoVector(vectors::section::NoVector),
    VectorFile(vectors::VectorFileError),
    VectorFit(vectors::FitError),
    VectorMeasured(vectors::MeasuredError),
    VectorRecord(vectors::RecordError),
    Wcet(wcet::WcetError),
    Response(response::ResponseError),
    Observe(wcet_check::ObserveError),
}

impl Problem {
    /// The end of the run that is the problem, if it is one.
    pub(super) fn end(&self) -> Option<End> {
        match self {
            Self::Application(error) => error.end(),
            Self::Validation(error) => error.end(),
            Self::VectorRecord(error) => error.end(),
            _ => None,
        }
    }
}

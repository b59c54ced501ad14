//! Errors of an export.

use std::io;

use parquet::errors::ParquetError;
use thiserror::Error;

use crate::metric::Metric;

/// Errors of an export.
#[derive(Debug, Error)]
pub enum ExportError {
    /// There is nothing to weigh contexts by.
    #[error("the profile has no {0}; choose another metric")]
    Nothing(Metric),
    /// Numbers of the format are smaller.
    #[error("{total} {metric} are more than the format's 2^63; export a shorter run")]
    TooMuch {
        /// Things of which there are too many.
        metric: Metric,
        /// Amount.
        total: u64,
    },
    /// The compression failed.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// JSON failed.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// CSV failed.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// Parquet failed.
    #[error(transparent)]
    Parquet(#[from] ParquetError),
}

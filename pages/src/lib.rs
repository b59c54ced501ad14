//! Self-contained HTML pages: one file each, data and code inside, no network.
//!
//! ```text
//!   profile ──▶ Payload: header (JSON) and columns ──gzip, base64──▶ template ──▶ page
//!                                                                      ▲
//!                             web/ (TypeScript) ───────────────────────┤
//!                             ECharts, CodeMirror, packed ─────────────┘
//! ```
//!
//! The templates and libraries are built from `web/` and committed, so npm is not needed; so is the module of the machine's page,
//! from `wasm/`. A page's texts reach the browser inside the payload and are never part of its markup.

mod annotation;
mod caches;
mod evaluation;
mod explore;
mod library;
mod machine;
mod metrics;
mod payload;
mod ring;
mod template;
mod validation;

pub use annotation::{AnnotatedMethod, AnnotatedRow, annotation};
pub use caches::{CacheMethod, CacheRow, CacheRun, caches};
pub use evaluation::evaluation;
pub use explore::{ExploreAxis, ExplorePoints, ExploreRow, explore};
pub use machine::{MachineLibrary, MachineProgram, MachineStart, machine};
pub use metrics::{PageCell, PageFocus, PageMetric, PageWindow, metrics};
pub use payload::{MAX_EXACT, PageError};
pub use ring::{RingSide, ring};
pub use validation::{ValidationCase, ValidationPrediction, validation};

//! Costs of each method cache of a sweep, and causes of misses.

use serde::Serialize;

use crate::payload::{PageError, Payload};
use crate::template::CACHES;

/// A row of a sweep, of `R` as the sweep writes it in JSON.
#[derive(Debug, Serialize)]
pub struct CacheRow<R> {
    /// The row.
    #[serde(flatten)]
    pub row: R,
    /// True if it is on the front of size against cycles.
    pub pareto: bool,
}

/// A method and its misses, of `M` as their analysis writes them in JSON.
#[derive(Debug, Serialize)]
pub struct CacheMethod<M> {
    /// Name of the method.
    pub name: String,
    /// Its misses.
    #[serde(flatten)]
    pub misses: M,
}

/// The misses of a program on one cache.
#[derive(Debug, Serialize)]
pub struct CacheRun<M, P> {
    /// Name of the program.
    pub name: String,
    /// The cache, as people call it.
    pub cache: String,
    /// Size of the cache. Unit: words.
    pub words: u32,
    /// Its methods.
    pub methods: Vec<CacheMethod<M>>,
    /// Pairs of methods, by their places among the methods.
    pub pairs: Vec<P>,
    /// Lookups of one window of time.
    pub window: u64,
    /// Lookups of the run.
    pub lookups: u64,
}

/// The cache exploration page. `facts` are names and values of what was measured.
///
/// # Errors
///
/// [`PageError`] if there is no row, or a number that a browser could not show exactly.
pub fn caches<R: Serialize, M: Serialize, P: Serialize>(
    title: &str,
    facts: &[(String, String)],
    rows: &[CacheRow<R>],
    runs: &[CacheRun<M, P>],
) -> Result<String, PageError> {
    if rows.is_empty() {
        return Err(PageError::Empty);
    }
    let mut payload = Payload::default();
    payload.put("title", &title)?;
    payload.put("facts", &facts)?;
    payload.put("rows", &rows)?;
    payload.put("runs", &runs)?;
    CACHES.fill(title, payload)
}

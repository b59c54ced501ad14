//! Models that are part of a machine: they can be copied, saved and restored.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::model::Model;

/// A model that a machine can run with. Every model that can be cloned and serialised is one.
pub trait LiveModel: Model + Sync {
    /// The same cache in the same state.
    fn copy(&self) -> Box<dyn LiveModel>;

    /// Its state as bytes; equal for equal states.
    fn save(&self) -> Vec<u8>;

    /// Takes a saved state over; false if the bytes are none.
    fn restore(&mut self, bytes: &[u8]) -> bool;
}

impl<M: Model + Sync + Clone + Serialize + DeserializeOwned + 'static> LiveModel for M {
    fn copy(&self) -> Box<dyn LiveModel> {
        Box::new(self.clone())
    }

    fn save(&self) -> Vec<u8> {
        postcard::to_stdvec(self).unwrap_or_default()
    }

    fn restore(&mut self, bytes: &[u8]) -> bool {
        let restored = postcard::from_bytes(bytes).map(|saved| *self = saved);
        restored.is_ok()
    }
}

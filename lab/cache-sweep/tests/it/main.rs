//! Tests of sweeps over caches.

mod random;
mod sweep;

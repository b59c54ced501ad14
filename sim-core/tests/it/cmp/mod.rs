//! Several processors: arbiters and lock units against models of spec 07.

mod arbiter_models;
mod arbiters;
mod locks;

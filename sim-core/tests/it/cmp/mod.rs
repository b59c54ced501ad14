//! Several processors: arbiters and lock units against models of spec 07, configurations that do not exist.

mod arbiter_models;
mod arbiters;
mod configurations;
mod locks;

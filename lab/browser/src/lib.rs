//! The machine for a page: requests in, answers out, both JSON, so that the page has one function to call.
//!
//! ```text
//!   request, bytes ──▶ Bench ──┬─▶ library  runtime, programs and sources, which the page brings
//!                              ├─▶ open     files, classes to link
//!                              ├─▶ moves    run, debugger commands (`debugger::Session`)
//!                              ├─▶ views    one moment: registers, signals, stack, caches, texts
//!                              ├─▶ pipeline rows of `trace` around a cycle
//!                              └─▶ lab      microcode sources, assembler, cycles of bytecodes
//! ```
//!
//! Nothing here knows of WebAssembly: tests run on the host. `pages/wasm` is the thin layer over [`Bench::answer`].

mod bench;
mod data_path;
mod lab;
mod library;
mod open;
mod pipeline;
mod request;
mod views;

pub use bench::Bench;

//! The command as a user meets it: arguments in, text and exit codes out.

mod annotate;
mod bisect;
#[cfg(unix)]
mod book;
mod caches;
mod checkpoints;
mod common;
mod conform;
mod cores;
mod cost;
#[cfg(unix)]
mod cross;
mod cross_threads;
mod documents;
mod engines;
mod evaluate;
mod exit_codes;
mod export;
mod given;
#[cfg(unix)]
mod hyperqueue;
mod inspect;
#[cfg(unix)]
mod kept;
#[cfg(unix)]
mod killed;
mod limits;
mod microcode;
mod options;
mod original_formats;
mod predictions;
mod prices;
mod programs;
mod reference;
mod report;
mod rows;
mod run;
mod schemas;
#[cfg(unix)]
mod signals;
mod solutions;
#[cfg(unix)]
mod streams;
mod third_party;
mod timing;
mod trace;
mod transcripts;
mod view;
mod wcet;
#[cfg(unix)]
mod which_command;

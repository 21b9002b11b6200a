//! The protocol, through the real program.

mod abuse;
mod chess960;
mod conformance;
mod engine;
mod log;
mod measures;
mod protocol;
mod scores;

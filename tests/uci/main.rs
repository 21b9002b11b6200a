//! The protocol, through the real program.

mod abuse;
mod conformance;
mod engine;
mod measures;
mod protocol;

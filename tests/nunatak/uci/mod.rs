//! Tests of the UCI protocol with the program.

mod abuse;
mod chess960;
mod conformance;
mod console;
mod log;
mod measures;
mod mistakes;
mod network;
mod protocol;
mod scores;
mod searches;
mod session;
mod syzygy;

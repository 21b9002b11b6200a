//! Tests of the engine's library and program.

mod arguments;
mod cli;
mod common;
mod files;
mod openbench;
mod oracle;
mod own_book;
mod perft;
mod reports;
mod search;
mod strength;
mod tablebase;
mod threads;
mod uci;

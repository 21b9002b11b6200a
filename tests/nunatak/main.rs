//! Tests of the engine's library and program.

mod analyse;
mod annotate;
mod arguments;
mod book;
mod cli;
mod common;
mod epd;
mod files;
mod openbench;
mod oracle;
mod perft;
mod play;
mod reports;
mod search;
mod strength;
mod tablebase;
mod threads;
mod uci;

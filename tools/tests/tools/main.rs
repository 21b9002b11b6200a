//! Tests of the tools' library and program.

mod analyse;
mod annotate;
mod arguments;
mod book;
mod common;
mod epd;
mod files;
mod play;
mod reports;
mod terminal;

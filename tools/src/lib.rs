//! Tools for players and analysts, which use the engine [`nunatak`].
//!
//! Each module imports only from the layers below its own and from its own folder:
//!
//! 1. [`interrupt`]: Ctrl-C; [`terminal`]: width and colours of the terminal, and progress;
//!    [`chess960`]: start positions; [`ordered`]: results of threads; [`report`]: output
//!    that may be dropped; [`mod@arguments`]: the arguments of the program
//! 2. [`output_file`]: output files; [`pgn`]: games as text
//! 3. [`book`]: building opening books; [`epd`]: test suites; [`mod@annotate`]: judged games
//! 4. [`cli`]: the command line

pub mod annotate;
pub mod arguments;
pub mod book;
pub mod chess960;
pub mod cli;
pub mod epd;
pub mod interrupt;
pub mod ordered;
pub mod output_file;
pub mod pgn;
pub mod report;
pub mod terminal;

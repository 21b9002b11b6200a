//! Nunatak, a UCI chess engine.
//!
//! Each module imports only from the layers below its own and from its own folder:
//!
//! 1. [`types`]: squares, pieces, moves, bitboards, scores, outcomes; [`text`]: text helpers
//! 2. [`attacks`]: attack lookups; [`tt`]: the transposition table; [`limits`]: search limits;
//!    [`params`]: the parameters of search, time management and limited strength
//! 3. [`board`]: positions and legal moves; [`time`]: time management
//! 4. [`eval`]: the static evaluation; [`tablebase`]: exact endgame tables; [`syzygy`]: endgame
//!    tables on disk; [`wdl`]: win, draw and loss chances
//! 5. [`search`]: finding the best move; [`game`]: games in progress
//! 6. [`book`]: opening books; [`mod@bench`]: the node-count signature; [`explain`]: evaluations and
//!    results in words
//! 7. [`uci`]: the UCI protocol
//! 8. [`cli`]: the command line
//!
//! The tour of the source is `docs/design.md` in the repository.

pub mod attacks;
pub mod bench;
pub mod board;
pub mod book;
pub mod cli;
pub mod eval;
pub mod explain;
pub mod game;
pub mod limits;
mod memory;
pub mod params;
mod random;
pub mod search;
pub mod syzygy;
pub mod tablebase;
pub mod text;
pub mod time;
pub mod tt;
pub mod types;
pub mod uci;
pub mod wdl;

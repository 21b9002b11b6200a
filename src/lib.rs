//! Nunatak, a UCI chess engine.
//!
//! Modules stand on one another; each imports only from those below it:
//!
//! 1. [`types`]: the words of the game
//! 2. [`attacks`]: what each man attacks
//! 3. [`board`]: positions and legal moves
//! 4. [`eval`]: the static evaluation; [`tablebase`]: exact endgames
//! 5. [`tt`], [`limits`], [`time`]: what the search remembers and when it ends; [`wdl`]:
//!    what scores are worth
//! 6. [`search`]: finding the best move; [`game`]: a game as far as it was played; [`pgn`]: games as
//!    text
//! 7. [`mod@bench`]: a fixed search as signature and speedometer; [`epd`]: test suites; [`book`]:
//!    opening books
//! 8. [`uci`]: the protocol

pub mod attacks;
pub mod bench;
pub mod board;
pub mod book;
pub mod epd;
pub mod eval;
pub mod game;
pub mod limits;
mod mix;
pub mod params;
pub mod pgn;
pub mod search;
pub mod tablebase;
pub mod time;
pub mod tt;
pub mod types;
pub mod uci;
pub mod wdl;

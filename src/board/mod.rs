//! Positions, legal moves and the notations of both.

mod attackers;
mod cuckoo;
mod diagram;
mod draw;
mod fen;
mod makemove;
mod material;
mod movegen;
mod notation;
mod perft;
mod position;
mod san;
mod see;
mod setup;
mod zobrist;

pub use diagram::Diagram;
pub(crate) use draw::{FIFTY_MOVES, KeyHistory, is_threefold};
pub use fen::{EPD_FIELDS, FenCorrection, FenError, FenErrorReason, START_WORD, is_start_word};
pub use material::Material;
pub use notation::{MoveError, MoveErrorReason};
pub use perft::{PerftCounter, PerftLineError, PerftSuiteLine, leaf_nodes, perft};
pub use position::{Board, MAX_HALFMOVE_CLOCK};
pub use san::{DASHES, SUFFIXES, SanPattern, plain_signs, without_en_passant, without_punctuation};
pub use setup::{Setup, SetupError};

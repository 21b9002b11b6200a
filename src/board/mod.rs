//! Positions, legal moves and the notations of both.

mod attackers;
mod chess960;
mod cuckoo;
mod diagram;
mod draw;
mod en_passant;
mod fen;
mod flip;
mod makemove;
mod material;
mod movegen;
mod notation;
mod packed;
mod perft;
mod position;
mod repetition;
mod san;
mod see;
mod validate;
mod zobrist;

pub use chess960::CHESS960_STARTS;
pub use diagram::Diagram;
pub(crate) use draw::FIFTY_MOVES;
pub use fen::{FenCorrection, FenError, FenErrorReason, FenField, FenRemedy};
pub use material::Material;
pub use notation::{MoveError, MoveErrorReason};
pub use packed::{PACKED_BYTES, PackedError};
pub use perft::{PerftCounter, PerftLineError, PerftSuiteLine, divide, perft, perft_until};
pub use position::{Board, MAX_HALFMOVE_CLOCK};
pub(crate) use repetition::{KeyHistory, repetitions};
pub use san::{EN_PASSANT, Pattern, SUFFIXES, without_punctuation};
pub use validate::SetupError;

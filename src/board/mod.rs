//! Positions, legal moves and the notations of both.

mod attackers;
mod cuckoo;
mod diagram;
mod draw;
mod en_passant;
mod fen;
mod flip;
mod makemove;
mod movegen;
mod notation;
mod packed;
mod perft;
mod position;
mod san;
mod see;
mod validate;
mod zobrist;

pub use diagram::Diagram;
pub use fen::{FenCorrection, FenError, FenErrorReason, FenField, FenRemedy};
pub use notation::{MoveError, MoveErrorReason};
pub use packed::{PACKED_BYTES, PackedError};
pub use perft::{PerftCounter, PerftLineError, PerftSuiteLine, divide, perft, perft_until};
pub use position::{Board, MAX_HALFMOVE_CLOCK};
pub use validate::SetupError;

//! Basic types: colours, pieces, squares, bitboards, moves and scores.

mod bitboard;
mod castling;
pub(crate) mod color;
mod moves;
mod piece;
mod score;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingRights, Wing, is_standard_castling};
pub(crate) use color::with_side;
pub use color::{Black, Color, Side, White};
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use piece::{Piece, PieceType};
pub use score::{MAX_PLY, Outcome, Score, ScoreKind};
pub use square::{Direction, File, Rank, Square, SquareError};

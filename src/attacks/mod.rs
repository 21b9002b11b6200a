//! Attack lookups: the squares that a piece attacks from a square.

mod leapers;
mod magic_numbers;
mod magics;
mod rays;

pub use leapers::{all_pawn_attacks, king_attacks, knight_attacks, pawn_attacks};
pub use magics::{bishop_attacks, relevant_occupancy, rook_attacks, slider_attacks};
pub use rays::{Slider, between, empty_board_attacks, line, ray_attacks};

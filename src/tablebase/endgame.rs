//! The endgames that have a table, their positions, and the legality of these.

use super::symmetry::Kings;
use crate::attacks::{between, piece_attacks};
use crate::board::{Board, Material, Setup};
use crate::types::{Bitboard, Color, Piece, PieceType, Rank, Square};

/// The pieces of an endgame besides the kings. White is the strong side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endgame {
    /// A piece of the strong side.
    pub(super) first: PieceType,
    /// A second piece with its owner, in endgames of four pieces. If it belongs to the strong side,
    /// neither piece can mate without the other.
    pub(super) second: Option<(Color, PieceType)>,
}

impl Endgame {
    /// All endgames that have a table.
    pub const ALL: [Self; 8] = {
        use Color::{Black, White};
        use PieceType::{Bishop, Knight, Pawn, Queen, Rook};
        [
            Self { first: Queen, second: None },
            Self { first: Rook, second: None },
            Self { first: Pawn, second: None },
            Self { first: Bishop, second: Some((White, Knight)) },
            Self { first: Bishop, second: Some((White, Bishop)) },
            Self { first: Queen, second: Some((Black, Rook)) },
            Self { first: Rook, second: Some((Black, Knight)) },
            Self { first: Rook, second: Some((Black, Bishop)) },
        ]
    };

    /// Returns the conventional name, such as KQKR, with the strong side first.
    pub fn name(self) -> String {
        self.material().map(|side| side.to_string()).concat()
    }

    /// Returns the number of pieces, kings included.
    pub const fn piece_count(self) -> u32 {
        if self.second.is_some() { 4 } else { 3 }
    }

    /// Returns the material of the strong and of the weak side.
    const fn material(self) -> [Material; 2] {
        let strong = Material::BARE_KING.with(self.first);
        match self.second {
            None => [strong, Material::BARE_KING],
            Some((Color::White, second)) => [strong.with(second), Material::BARE_KING],
            Some((Color::Black, second)) => [strong, Material::BARE_KING.with(second)],
        }
    }

    /// Returns the index in [`Endgame::ALL`] of the endgame on `board`, and its strong side.
    pub(super) fn find(board: &Board) -> Option<(usize, Color)> {
        let [white, black] = Color::ALL.map(|color| Material::of(board, color));
        Self::ALL.into_iter().enumerate().find_map(|(index, endgame)| match endgame.material() {
            sides if sides == [white, black] => Some((index, Color::White)),
            sides if sides == [black, white] => Some((index, Color::Black)),
            _ => None,
        })
    }

    /// Whether there is a second piece and it belongs to `color`.
    pub(super) fn is_second(self, color: Color) -> bool {
        self.second.is_some_and(|(owner, _)| owner == color)
    }

    /// Whether the endgame has a pawn, so that positions cannot be mirrored vertically.
    pub(super) const fn has_pawn(self) -> bool {
        matches!(self.first, PieceType::Pawn)
    }

    /// Whether a capture or promotion can lead from this endgame to `other`, still won.
    pub(super) fn converts_to(self, other: Self) -> bool {
        let is_promotion = self.has_pawn() && !other.has_pawn();
        let is_capture = self.is_second(Color::Black) && self.first == other.first;
        other.second.is_none() && (is_promotion || is_capture)
    }

    /// Returns the number of lanes for each placement of the kings. A lane is the set of positions
    /// that differ only in the square of the first piece.
    pub(super) const fn lane_count(self) -> usize {
        if self.second.is_some() { Square::COUNT } else { 1 }
    }

    /// Returns the square of the second piece in the positions of a lane, if there is a second
    /// piece.
    pub(super) fn second_square(self, lane: usize) -> Option<Square> {
        self.second.map(|_| Square::from_index(lane as u8))
    }

    /// Returns the squares of the first piece for which a position with `mover` to move is legal.
    pub(super) fn legal(self, mover: Color, kings: Kings, second: Option<Square>) -> Bitboard {
        let others = kings.set() | Bitboard::from_iter(second);
        if others.count() + 1 < self.piece_count() {
            return Bitboard::EMPTY;
        }
        let back_ranks = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
        let impossible = if self.has_pawn() { back_ranks } else { Bitboard::EMPTY };
        !others & !impossible & !self.checks(!mover, kings, second)
    }

    /// Returns the squares of the first piece for which the king of `color` is in check.
    pub(super) fn checks(self, color: Color, kings: Kings, second: Option<Square>) -> Bitboard {
        let (king, other_king, by_first) = match color {
            Color::White => (kings.strong, kings.weak, Bitboard::EMPTY),
            Color::Black => {
                let blockers = Bitboard::from_iter(second) | kings.strong.into();
                (kings.weak, kings.strong, attackers(self.first, kings.weak, blockers))
            }
        };
        let by_second = match (self.second, second) {
            (Some((owner, piece)), Some(square))
                if owner != color && attackers(piece, king, other_king.into()).contains(square) =>
            {
                !between(square, king)
            }
            _ => Bitboard::EMPTY,
        };
        by_first | by_second
    }
}

/// Returns the squares from which a White `piece` attacks `square` with blockers on `occupied`.
pub(super) fn attackers(piece: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    // A White pawn attacks from the squares that a Black pawn would attack.
    piece_attacks(piece, Color::Black, square, occupied)
}

/// The squares of the pieces of an endgame, seen with White as the strong side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) strong_king: Square,
    pub(super) weak_king: Square,
    pub(super) first: Square,
    pub(super) second: Option<Square>,
}

impl Position {
    /// Returns the position of `board`, which has this endgame with `strong` as the strong side.
    /// Two equal pieces may come in either order, since a table has both.
    pub(super) fn of(board: &Board, endgame: Endgame, strong: Color) -> Option<Self> {
        let first = board.colored_pieces(strong, endgame.first).first()?;
        let second = match endgame.second {
            Some((owner, piece)) => {
                Some(board.colored_pieces(owner.relative_to(strong), piece).last()?)
            }
            None => None,
        };
        let position =
            Self { strong_king: board.king(strong), weak_king: board.king(!strong), first, second };
        Some(position.map(|square| square.relative_to(strong)))
    }

    /// Applies `change` to each square.
    pub(super) fn map(self, change: impl Fn(Square) -> Square) -> Self {
        Self {
            strong_king: change(self.strong_king),
            weak_king: change(self.weak_king),
            first: change(self.first),
            second: self.second.map(change),
        }
    }

    /// Returns the board with `mover` to move, if it is legal.
    pub(super) fn board(self, endgame: Endgame, mover: Color) -> Option<Board> {
        let piece = |color, piece_type| Piece { color, piece_type };
        let mut pieces = vec![
            (self.strong_king, piece(Color::White, PieceType::King)),
            (self.weak_king, piece(Color::Black, PieceType::King)),
            (self.first, piece(Color::White, endgame.first)),
        ];
        if let (Some((owner, second)), Some(square)) = (endgame.second, self.second) {
            pieces.push((square, piece(owner, second)));
        }
        Setup::new(pieces, mover).into_board().ok()
    }
}

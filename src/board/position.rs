//! The board itself: the state of a position and access to it.

use super::zobrist;
use crate::types::{
    Bitboard, CastlingRights, Color, File, Move, MoveKind, Piece, PieceType, Rank, Square,
};

/// The half-move clock at which the game is drawn without a claim by the seventy-five-move rule.
/// The clock stops there.
pub const MAX_HALFMOVE_CLOCK: u8 = 150;

/// A legal position of standard chess or Chess960.
///
/// A board is small and is copied rather than unmade: [`Board::make`] returns the next position. It
/// holds no history, so detecting repetitions is up to the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) pieces: [Bitboard; PieceType::COUNT],
    pub(super) colors: [Bitboard; 2],
    pub(super) mailbox: [Option<PieceType>; Square::COUNT],
    pub(super) key: u64,
    pub(super) pawn_key: u64,
    pub(super) non_pawn_keys: [u64; 2],
    pub(super) checkers: Bitboard,
    pub(super) pinned: Bitboard,
    pub(super) castling: CastlingRights,
    pub(super) fullmove_number: u16,
    pub(super) halfmove_clock: u8,
    /// The file of the en passant square, set only if a capture is legal.
    pub(super) en_passant: Option<File>,
    pub(super) side_to_move: Color,
}

// The search copies a board at every node.
const _: () = assert!(size_of::<Board>() <= 192);

impl Board {
    /// Returns a board without any pieces, the starting point for setting up a position.
    pub(crate) fn empty(side_to_move: Color, halfmove_clock: u8, fullmove_number: u16) -> Self {
        Self {
            pieces: [Bitboard::EMPTY; PieceType::COUNT],
            colors: [Bitboard::EMPTY; 2],
            mailbox: [None; Square::COUNT],
            key: if side_to_move == Color::Black { zobrist::black_to_move() } else { 0 },
            pawn_key: 0,
            non_pawn_keys: [0; 2],
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: CastlingRights::NONE,
            fullmove_number,
            halfmove_clock,
            en_passant: None,
            side_to_move,
        }
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns all pieces.
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Returns the pieces of `color`.
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// Returns the pieces of a type, of both colours.
    pub fn pieces(&self, piece_type: PieceType) -> Bitboard {
        self.pieces[piece_type.index()]
    }

    /// Returns the pieces of a type and colour.
    pub fn colored_pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.color(color) & self.pieces(piece_type)
    }

    /// Returns the type of the piece on `square`, if any.
    pub fn piece_type_on(&self, square: Square) -> Option<PieceType> {
        self.mailbox[square.index()]
    }

    /// Returns the piece on `square`, if any.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let piece_type = self.piece_type_on(square)?;
        let white = self.color(Color::White).contains(square);
        Some(Piece { color: if white { Color::White } else { Color::Black }, piece_type })
    }

    /// Returns the squares that do not hold the same piece as on the `other` board.
    pub fn changed_squares(&self, other: &Self) -> Bitboard {
        let types = self.pieces.iter().zip(&other.pieces);
        types.fold(self.colors[0] ^ other.colors[0], |changed, (&ours, &theirs)| {
            changed | (ours ^ theirs)
        })
    }

    /// Returns the square of the king of `color`.
    pub fn king(&self, color: Color) -> Square {
        let king = self.colored_pieces(color, PieceType::King);
        Square::from_index(king.0.trailing_zeros() as u8)
    }

    /// Returns the castling rights of both sides.
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// Returns the square behind a pawn that has just made a double push, if a capture there is
    /// legal.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant.map(|file| Square::new(file, Rank::Sixth.relative_to(self.side_to_move)))
    }

    /// Returns the number of half-moves since the last capture or pawn move, 0 to
    /// [`MAX_HALFMOVE_CLOCK`].
    pub fn halfmove_clock(&self) -> u8 {
        self.halfmove_clock
    }

    /// Returns the full-move number, which starts at 1 and increases after each move of Black.
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Returns the pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.checkers.is_nonempty()
    }

    /// Returns the Zobrist key of the position: pieces, side to move, castling rights and the file
    /// of a legal en passant capture, but not the clocks.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the Zobrist key of the pawns of both sides.
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// Returns the Zobrist key of the non-pawn pieces of `color`, including the king.
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.non_pawn_keys[color.index()]
    }

    /// Whether the side to move has a piece other than king and pawns.
    pub fn has_non_pawn_material(&self) -> bool {
        let others = self.pieces(PieceType::Pawn) | self.pieces(PieceType::King);
        self.color(self.side_to_move).intersects(!others)
    }

    /// Whether `color` has only its king.
    pub fn has_bare_king(&self, color: Color) -> bool {
        !self.color(color).has_many()
    }

    /// Whether either side has only its king.
    pub fn has_any_bare_king(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.has_bare_king(color))
    }

    /// Returns the type of the piece captured by the legal move `mv`, if any.
    pub fn captured_by(&self, mv: Move) -> Option<PieceType> {
        match mv.kind() {
            MoveKind::Normal | MoveKind::Promotion => self.piece_type_on(mv.to()),
            MoveKind::EnPassant => Some(PieceType::Pawn),
            MoveKind::Castling => None,
        }
    }

    /// Whether the legal move `mv` is a capture or promotion, one of [`Board::add_tactical_moves`].
    pub fn is_tactical(&self, mv: Move) -> bool {
        self.captured_by(mv).is_some() || mv.kind() == MoveKind::Promotion
    }

    /// Returns the type of the piece on `square`, which must be occupied.
    pub(crate) fn occupant(&self, square: Square) -> PieceType {
        debug_assert!(self.piece_type_on(square).is_some(), "no piece on {square}");
        self.piece_type_on(square).unwrap_or(PieceType::Pawn)
    }

    /// Puts a piece on `square`, which must be empty or hold a piece already captured.
    pub(super) fn put(&mut self, color: Color, piece_type: PieceType, square: Square) {
        self.toggle(color, piece_type, square);
        self.mailbox[square.index()] = Some(piece_type);
    }

    /// Adds or removes a piece in the bitboards and keys, but not in the mailbox.
    pub(crate) fn toggle(&mut self, color: Color, piece_type: PieceType, square: Square) {
        self.pieces[piece_type.index()] ^= square.into();
        self.colors[color.index()] ^= square.into();
        let key = zobrist::piece(color, piece_type, square);
        self.key ^= key;
        if piece_type == PieceType::Pawn {
            self.pawn_key ^= key;
        } else {
            self.non_pawn_keys[color.index()] ^= key;
        }
    }

    /// Replaces the castling rights.
    pub(super) fn set_castling(&mut self, rights: CastlingRights) {
        self.key ^= zobrist::castling(self.castling) ^ zobrist::castling(rights);
        self.castling = rights;
    }
}

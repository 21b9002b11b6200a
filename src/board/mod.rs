//! The position: where the men stand, what may still happen, and the rules of what may happen next.

mod cuckoo;
mod diagram;
mod draw;
mod fen;
mod makemove;
mod movegen;
mod notation;
mod packed;
mod perft;
mod san;
mod see;
mod validate;
mod zobrist;

pub use diagram::Diagram;
pub use fen::{FenError, FenField};
pub use movegen::MoveSink;
pub use notation::{MoveError, MoveErrorReason};
pub use packed::PACKED_BYTES;
pub use perft::{PerftLineError, PerftSuiteLine, divide, perft, perft_until};
pub use see::exchange_value;
pub use validate::SetupError;

use crate::attacks::{
    Slider, between, empty_board_attacks, king_attacks, knight_attacks, pawn_attacks,
    slider_attacks,
};
use crate::types::{
    Bitboard, CastlingRights, Color, File, Move, MoveKind, Piece, PieceType, Rank, Side, Square,
};

/// The half-move clock at which the game is drawn without a claim (the seventy-five-move rule), and
/// at which the clock stops counting.
pub const MAX_HALFMOVE_CLOCK: u8 = 150;

/// A legal position of Chess or Chess960.
///
/// A board is small and is copied, not undone: [`Board::make`] gives the next one. It knows no
/// earlier position; whoever wants to find repetitions keeps the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pieces: [Bitboard; PieceType::COUNT],
    colors: [Bitboard; 2],
    mailbox: [Option<PieceType>; Square::COUNT],
    key: u64,
    pawn_key: u64,
    non_pawn_keys: [u64; 2],
    checkers: Bitboard,
    pinned: Bitboard,
    castling: CastlingRights,
    fullmove_number: u16,
    halfmove_clock: u8,
    en_passant: Option<File>,
    side_to_move: Color,
}

// Small enough to copy at every node.
const _: () = assert!(size_of::<Board>() <= 192);

impl Board {
    /// The position in which a game of Chess begins.
    pub fn start() -> Self {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        match START.parse() {
            Ok(board) => board,
            Err(_) => unreachable!("the start position is legal"),
        }
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The men of `color`.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The men of a type, of both colours.
    #[inline]
    pub fn pieces(&self, piece_type: PieceType) -> Bitboard {
        self.pieces[piece_type.index()]
    }

    /// The men of a type and colour.
    #[inline]
    pub fn colored_pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.color(color) & self.pieces(piece_type)
    }

    /// The type of the man on `square`.
    #[inline]
    pub fn piece_type_on(&self, square: Square) -> Option<PieceType> {
        self.mailbox[square.index()]
    }

    /// The man on `square`.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let piece_type = self.piece_type_on(square)?;
        let white = self.color(Color::White).contains(square);
        Some(Piece { color: if white { Color::White } else { Color::Black }, piece_type })
    }

    /// The square of the king of `color`.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        let king = self.colored_pieces(color, PieceType::King);
        Square::from_index(king.0.trailing_zeros() as u8)
    }

    /// The castling rights of both sides.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square behind a pawn that has just passed a hostile pawn, if a capture there is legal.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant.map(|file| Square::new(file, Rank::Sixth.relative_to(self.side_to_move)))
    }

    /// Half-moves since the last capture or pawn move, 0 to [`MAX_HALFMOVE_CLOCK`].
    #[inline]
    pub fn halfmove_clock(&self) -> u8 {
        self.halfmove_clock
    }

    /// The number of the move, from 1; it rises after Black's move.
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.is_nonempty()
    }

    /// The men of the side to move that shield their king from a slider.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Whether the man that the legal move `mv` moves attacks the hostile king from its new square.
    /// Checks by castling, promotion and by men behind the moved one are not looked for.
    #[inline]
    pub fn gives_direct_check(&self, mv: Move) -> bool {
        let king = self.king(!self.side_to_move);
        let seen_from = |slider| slider_attacks(slider, king, self.occupied());
        let squares = match self.piece_type_on(mv.from()) {
            Some(PieceType::Pawn) => pawn_attacks(!self.side_to_move, king),
            Some(PieceType::Knight) => knight_attacks(king),
            Some(PieceType::Bishop) => seen_from(Slider::Bishop),
            Some(PieceType::Rook) => seen_from(Slider::Rook),
            Some(PieceType::Queen) => seen_from(Slider::Bishop) | seen_from(Slider::Rook),
            Some(PieceType::King) | None => Bitboard::EMPTY,
        };
        squares.contains(mv.to())
    }

    /// The Zobrist key: men, side to move, castling rights, legal en-passant file. The clocks are
    /// not part of it.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The Zobrist key of the pawns alone.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// The Zobrist key of the men of `color` that are not pawns, king included.
    #[inline]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.non_pawn_keys[color.index()]
    }

    /// Whether the side to move has more than king and pawns.
    #[inline]
    pub fn has_non_pawn_material(&self) -> bool {
        let others = self.pieces(PieceType::Pawn) | self.pieces(PieceType::King);
        self.color(self.side_to_move).intersects(!others)
    }

    /// The type of the man that the legal move `mv` captures.
    #[inline]
    pub fn captured_by(&self, mv: Move) -> Option<PieceType> {
        match mv.kind() {
            MoveKind::Normal | MoveKind::Promotion => self.piece_type_on(mv.to()),
            MoveKind::EnPassant => Some(PieceType::Pawn),
            MoveKind::Castling => None,
        }
    }

    /// Whether the legal move `mv` captures or promotes: those of [`Board::tactical_moves`].
    #[inline]
    pub fn is_tactical(&self, mv: Move) -> bool {
        self.captured_by(mv).is_some() || mv.kind() == MoveKind::Promotion
    }

    /// Adds or removes a man in every record but the mailbox.
    #[inline]
    fn toggle(&mut self, color: Color, piece_type: PieceType, square: Square) {
        self.pieces[piece_type.index()] ^= square.into();
        self.colors[color.index()] ^= square.into();
        let key = zobrist::man(color, piece_type, square);
        self.key ^= key;
        if piece_type == PieceType::Pawn {
            self.pawn_key ^= key;
        } else {
            self.non_pawn_keys[color.index()] ^= key;
        }
    }

    /// The men of the opponent of `S` that attack `square` when the men stand on `occupied`.
    #[inline]
    fn attackers<S: Side>(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attackers_of_both(square, occupied) & self.color(S::Opponent::COLOR)
    }

    /// The men of both sides that attack `square` when the men stand on `occupied`.
    #[inline]
    fn attackers_of_both(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let mut attackers = knight_attacks(square) & self.pieces(PieceType::Knight)
            | king_attacks(square) & self.pieces(PieceType::King);
        for color in Color::ALL {
            // Where a pawn of the other colour would attack from.
            attackers |= pawn_attacks(!color, square) & self.colored_pieces(color, PieceType::Pawn);
        }
        for slider in [Slider::Bishop, Slider::Rook] {
            attackers |= slider_attacks(slider, square, occupied) & self.sliders(slider);
        }
        attackers
    }

    /// The men of both colours that move as `slider` does: bishops or rooks, and queens.
    #[inline]
    fn sliders(&self, slider: Slider) -> Bitboard {
        let piece_type = match slider {
            Slider::Bishop => PieceType::Bishop,
            Slider::Rook => PieceType::Rook,
        };
        self.pieces(piece_type) | self.pieces(PieceType::Queen)
    }

    /// Finds the checkers and the pinned men of `S`, the side to move.
    #[inline]
    fn update_checks<S: Side>(&mut self) {
        let king = self.king(S::COLOR);
        let own = self.color(S::COLOR);
        let hostile = self.color(S::Opponent::COLOR);
        self.checkers = (knight_attacks(king) & self.pieces(PieceType::Knight)
            | pawn_attacks(S::COLOR, king) & self.pieces(PieceType::Pawn))
            & hostile;
        self.pinned = Bitboard::EMPTY;
        for slider in [Slider::Bishop, Slider::Rook] {
            let sliders = self.sliders(slider) & hostile;
            if !sliders.intersects(empty_board_attacks(slider, king)) {
                continue;
            }
            // Seen through the own men: what stands between decides between check and pin.
            for sniper in slider_attacks(slider, king, hostile) & sliders {
                let shield = between(king, sniper) & own;
                if shield.is_empty() {
                    self.checkers |= sniper.into();
                } else if !shield.has_many() {
                    self.pinned |= shield;
                }
            }
        }
    }

    /// The pawns of `S`, the side to move, that may legally capture en passant on `target`.
    #[inline]
    fn en_passant_capturers<S: Side>(&self, target: Square) -> Bitboard {
        let victim = target.step(S::Opponent::COLOR.forward());
        let pawns = self.colored_pieces(S::COLOR, PieceType::Pawn);
        let candidates = pawn_attacks(S::Opponent::COLOR, target) & pawns;
        // Two men leave their lines at once: look at the board as it will be.
        let is_legal = |pawn: &Square| {
            let victim = Bitboard::from(victim);
            let occupied = self.occupied() ^ victim ^ (*pawn).into() ^ target.into();
            self.attackers::<S>(self.king(S::COLOR), occupied).is_subset_of(victim)
        };
        candidates.into_iter().filter(is_legal).collect()
    }

    /// Records that the pawn that passed over `target` may be captured, if any pawn of `S`, the
    /// side to move, legally can.
    #[inline]
    fn set_en_passant<S: Side>(&mut self, target: Square) {
        if self.en_passant_capturers::<S>(target).is_nonempty() {
            self.en_passant = Some(target.file());
            self.key ^= zobrist::en_passant(target.file());
        }
    }
}

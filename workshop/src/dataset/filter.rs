//! The positions to train on, and the games to hold out.

use std::cell::RefCell;

use clap::Args;
use nunatak::board::Board;
use nunatak::eval::network::{Network, NetworkEvaluator};
use nunatak::text::whole_number;

use super::game::{Game, Position, white_view};

/// Conditions on positions for training, which make a static evaluation meaningful.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// First ply of the game, counted from 0, from which positions are kept
    #[arg(long, value_name = "N", default_value_t = Filter::default().first_ply)]
    #[arg(value_parser = whole_number::<usize>(0..))]
    pub first_ply: usize,
    /// Highest score for either side, in units of the evaluation, of kept positions
    #[arg(long, value_name = "UNITS", default_value_t = Filter::default().max_score)]
    #[arg(value_parser = whole_number::<i16>(0..=i16::MAX.into()))]
    pub max_score: i16,
    /// Keep positions in which a capture or promotion wins material
    #[arg(long)]
    pub keep_captures: bool,
    /// Largest difference of a kept position's score from the static evaluation of this program's
    /// network, in units of the evaluation
    #[arg(long, value_name = "UNITS", value_parser = whole_number::<u16>(0..=u16::MAX.into()))]
    pub max_difference: Option<u16>,
}

impl Default for Filter {
    fn default() -> Self {
        Self { first_ply: 16, max_score: 2_000, keep_captures: false, max_difference: None }
    }
}

impl Filter {
    /// Whether `position` is late in the game, undecided and quiet: not in check, followed by a
    /// quiet move, and without a capture that wins material, unless these are kept. On request, its
    /// score must be near the static evaluation too.
    pub fn keeps(&self, position: &Position) -> bool {
        let Position { board, mv, score } = position;
        // A missing score is above every limit.
        position.ply() >= self.first_ply
            && score.unsigned_abs() <= self.max_score.unsigned_abs()
            && !position.is_mate()
            && !board.in_check()
            && !board.is_tactical(*mv)
            && (self.keep_captures || !has_winning_capture(board))
            && self.max_difference.is_none_or(|limit| difference(position) <= u32::from(limit))
    }
}

/// Returns how far the score of `position` is from the static evaluation of the embedded network.
fn difference(position: &Position) -> u32 {
    thread_local! {
        static EVALUATOR: RefCell<NetworkEvaluator> =
            RefCell::new(NetworkEvaluator::new(Network::embedded()));
    }
    let board = &position.board;
    let static_eval = EVALUATOR.with_borrow_mut(|evaluator| evaluator.evaluate(board));
    white_view(board, static_eval).0.abs_diff(position.score.into())
}

/// Whether a capture or promotion wins material by static exchange evaluation.
fn has_winning_capture(board: &Board) -> bool {
    board.legal_moves().iter().any(|&mv| board.is_tactical(mv) && board.see_at_least(mv, 1))
}

/// The division of games into those for training and those held out for validation.
///
/// It never divides a game, since positions of one game are too similar to be in both sets.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    validation_share: f64,
    seed: u64,
}

impl Split {
    /// Creates a split that holds out each game with the probability `validation_share`. Another
    /// seed holds out other games.
    ///
    /// # Panics
    /// If `validation_share` is not from 0 to 1.
    pub fn new(validation_share: f64, seed: u64) -> Self {
        assert!((0.0..=1.0).contains(&validation_share), "{validation_share} is not from 0 to 1");
        Self { validation_share, seed }
    }

    /// Whether a game is held out.
    ///
    /// This depends on a [hash](Self::hash) of its start position and moves. So the same games are
    /// held out whatever the order and number of files, a game that occurs twice is never on both
    /// sides, and the errors of different runs can be compared.
    pub fn holds_out(&self, game: &Game) -> bool {
        self.hash(game) < self.validation_share
    }

    /// Holds out this game, and all others whose hash is not higher, whatever the share.
    pub fn hold_out(&mut self, game: &Game) {
        self.validation_share = self.validation_share.max(self.hash(game).next_up());
    }

    /// Returns a hash of the game, at least 0 and less than 1.
    pub fn hash(&self, game: &Game) -> f64 {
        /// Offset basis of 64-bit FNV-1a, of which this hash is a variant for words.
        const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
        /// Prime of 64-bit FNV-1a.
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let words = [game.start.key()].into_iter();
        let words = words.chain(game.moves.iter().map(|scored| u64::from(scored.mv.bits())));
        let add = |hash: u64, word: u64| (hash ^ word).wrapping_mul(PRIME).rotate_left(23);
        let hash = words.fold(BASIS ^ self.seed, add);
        (hash >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::NO_SCORE;
    use super::*;

    fn position(fen: &str, mv: &str, score: i16) -> Position {
        let board: Board = fen.parse().unwrap();
        Position { board, mv: board.parse_move(mv).unwrap(), score }
    }

    #[test]
    fn quiet_undecided_positions_are_kept() {
        let filter = Filter { first_ply: 0, max_score: 500, ..Filter::default() };
        for (fen, mv, score, expected) in [
            ("4k3/8/8/3p4/8/8/4R3/4K3 b - - 0 1", "e8f8", 0, false), // in check
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e1e2", 0, false), // a pawn hangs
            ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e1e2", 0, true), // the pawn is protected
            ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, false), // a capture is played
            ("8/P7/8/8/4k3/8/8/4K3 w - - 0 1", "e1e2", 0, false),    // a promotion wins
            ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e1e2", -500, true),
            ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e1e2", 501, false),
        ] {
            assert_eq!(filter.keeps(&position(fen, mv, score)), expected, "{fen} {mv} {score}");
        }
    }

    #[test]
    fn positions_with_a_mate_score_or_without_a_score_are_not_kept() {
        let filter =
            Filter { first_ply: 0, max_score: i16::MAX, keep_captures: true, ..Filter::default() };
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        assert!(filter.keeps(&position(fen, "e2e4", 0)));
        for score in [31_999, -31_999, NO_SCORE] {
            assert!(!filter.keeps(&position(fen, "e2e4", score)), "{score}");
        }
    }

    #[test]
    fn winning_captures_are_kept_on_request() {
        let filter = Filter { first_ply: 0, keep_captures: true, ..Filter::default() };
        let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        assert!(filter.keeps(&position(fen, "e1e2", 0)));
        assert!(!filter.keeps(&position(fen, "e4d5", 0)));
    }

    #[test]
    fn scores_far_from_the_static_evaluation_are_left_out_on_request() {
        let filter = Filter { first_ply: 0, max_difference: Some(60), ..Filter::default() };
        for (fen, mv) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4"),
            ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7e5"),
        ] {
            let board: Board = fen.parse().unwrap();
            let static_eval = NetworkEvaluator::new(Network::embedded()).evaluate(&board);
            let score = white_view(&board, static_eval).0 as i16;
            for (offset, expected) in
                [(0, true), (60, true), (-60, true), (61, false), (-61, false)]
            {
                let position = position(fen, mv, score + offset);
                assert_eq!(filter.keeps(&position), expected, "{fen} {offset}");
                assert!(Filter { max_difference: None, ..filter }.keeps(&position));
            }
        }
    }

    #[test]
    fn positions_of_the_opening_are_not_kept() {
        assert!(Filter::default().keeps(&position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 9", "e2e4", 0)));
        assert!(!Filter::default().keeps(&position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 8", "e8e7", 0)));
    }
}

//! Incremental updates give the scores of the definition.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::super::{Network, NetworkEvaluator};
use super::samples::random_engine_network;
use crate::bench;
use crate::board::Board;
use crate::types::{Color, File, Move, MoveKind};

/// Number of walks from each kind of start position.
const WALKS: u64 = 60;
/// Number of steps of a walk.
const STEPS: usize = 300;

/// Number of steps of each kind that the walks took.
#[derive(Default)]
struct Steps {
    castling: usize,
    /// Castling with a king that was not on the e-file.
    chess960_castling: usize,
    en_passant: usize,
    promotions: usize,
    null_moves: usize,
    retreats: usize,
    /// Moves of a king across the middle of the board.
    crossings: usize,
}

impl Steps {
    fn count(&mut self, board: &Board, mv: Move, next: &Board) {
        match mv.kind() {
            MoveKind::Castling if mv.from().file() == File::E => self.castling += 1,
            MoveKind::Castling => self.chess960_castling += 1,
            MoveKind::EnPassant => self.en_passant += 1,
            MoveKind::Promotion => self.promotions += 1,
            MoveKind::Normal => {}
        }
        let half = |board: &Board, color| board.king(color).file().index() / 4;
        let crosses = |&color: &Color| half(board, color) != half(next, color);
        self.crossings += Color::ALL.iter().filter(|color| crosses(color)).count();
    }
}

/// Walks down and up the tree below `start` like a search, comparing scores at most of the nodes.
fn walk(
    start: Board,
    random: &mut StdRng,
    network: &Network,
    evaluator: &mut NetworkEvaluator,
    steps: &mut Steps,
) {
    let mut line = vec![start];
    for _ in 0..STEPS {
        let board = line[line.len() - 1];
        let moves = board.legal_moves();
        let choice = random.random_range(0..100);
        if line.len() > 1 && (choice < 35 || moves.is_empty()) {
            steps.retreats += 1;
            line.truncate(line.len() - random.random_range(1..line.len().min(4)));
        } else if choice < 40 && !board.in_check() {
            steps.null_moves += 1;
            line.push(board.make_null());
        } else if !moves.is_empty() {
            let rare = moves.iter().find(|mv| mv.kind() != MoveKind::Normal);
            let any = moves[random.random_range(0..moves.len())];
            let mv = rare.copied().filter(|_| choice < 70).unwrap_or(any);
            let next = board.make(mv);
            steps.count(&board, mv, &next);
            line.push(next);
        }
        if random.random_range(0..100) < 70 {
            let board = line[line.len() - 1];
            assert_eq!(evaluator.evaluate(&board), network.evaluate_fresh(&board), "{board}");
        }
    }
}

#[test]
fn incremental_scores_equal_fresh_scores() {
    let mut random = StdRng::seed_from_u64(1);
    let (network, laid_out) = random_engine_network(1);
    let mut evaluator = NetworkEvaluator::new(laid_out);
    let mut steps = Steps::default();
    for number in 0..WALKS as usize {
        let fen = bench::POSITIONS[number % bench::POSITIONS.len()];
        let starts = [
            Board::start(),
            Board::chess960_start(random.random_range(0..960)).unwrap(),
            fen.parse().unwrap(),
        ];
        for start in starts {
            walk(start, &mut random, &network, &mut evaluator, &mut steps);
        }
    }
    let Steps { castling, chess960_castling, en_passant, promotions, null_moves, .. } = steps;
    let rarest = castling.min(chess960_castling).min(en_passant).min(promotions).min(null_moves);
    assert!(rarest > 30 && steps.retreats.min(steps.crossings) > 300);
}

#[test]
fn unrelated_positions_may_follow_each_other() {
    let mut random = StdRng::seed_from_u64(2);
    let (network, laid_out) = random_engine_network(2);
    let mut evaluator = NetworkEvaluator::new(laid_out);
    let boards = bench::POSITIONS.map(|fen| fen.parse::<Board>().unwrap());
    for _ in 0..1_000 {
        let board = &boards[random.random_range(0..boards.len())];
        assert_eq!(evaluator.evaluate(board), network.evaluate_fresh(board), "{board}");
        if random.random_range(0..10) == 0 {
            evaluator.clear();
        }
    }
}

//! The scores of the embedded network and of others that the engine loads: incremental updates,
//! symmetry and the breakdown for users.

use std::path::Path;
use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tempfile::NamedTempFile;

use super::{PAWN, material_network, random_engine_network, random_network};
use crate::bench;
use crate::board::Board;
use crate::eval::Evaluator;
use crate::eval::network::{
    BUCKETS, HIDDEN, Network, NetworkEvaluator, NetworkTrace, StoredNetwork, bucket,
};
use crate::eval::tests::positions;
use crate::types::{Color, File, Move, MoveKind, Score, Square};

/// Returns the score of the embedded network with the piece on a square of the start position
/// removed, from Black's view, who is to move.
fn score_without(square: &str) -> i32 {
    let mut ranks =
        ["rnbqkbnr", "pppppppp", "8", "8", "8", "8", "PPPPPPPP", "RNBQKBNR"].map(str::to_owned);
    let file = usize::from(square.as_bytes()[0] - b'a');
    let rank = usize::from(b'8' - square.as_bytes()[1]);
    ranks[rank].replace_range(file..=file, "1");
    let board = format!("{} b - - 0 1", ranks.join("/")).parse().unwrap();
    Network::embedded().evaluate_fresh(&board).0
}

#[test]
fn the_embedded_network_knows_the_values_of_the_pieces() {
    let start = Network::embedded().evaluate_fresh(&Board::start());
    assert!(start.0.abs() <= 50, "{start}");
    let [pawn, knight, bishop, rook, queen] = ["a2", "b1", "c1", "a1", "d1"].map(score_without);
    assert!(0 < pawn && pawn < knight.min(bishop), "{pawn}, {knight}, {bishop}");
    assert!(knight.max(bishop) < rook && rook < queen, "{knight}, {bishop}, {rook}, {queen}");
    assert!((knight - bishop).abs() < 100, "{knight}, {bishop}");
}

#[test]
fn the_material_network_counts_material() {
    let network = material_network(HIDDEN);
    for (fen, quarters) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 4),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", -4),
        ("3qk3/8/8/8/8/8/4P3/4K1NR w - - 0 1", 4 + 12 + 20 - 38),
        ("3qk2r/8/8/8/8/8/PPPP4/2B1K3 b - - 0 1", 38 + 20 - 4 * 4 - 13),
    ] {
        let score = network.evaluate_fresh(&fen.parse().unwrap()).0;
        assert!((score - PAWN * quarters / 4).abs() <= 5, "{fen}: {score}");
    }
}

#[test]
fn networks_of_another_width_are_refused() {
    for hidden in [HIDDEN - 1, HIDDEN + 1] {
        let error = Network::new(&random_network(hidden, 6)).unwrap_err().to_string();
        assert!(error.contains(&format!("{hidden}; supported: {HIDDEN}")), "{error}");
    }
}

#[test]
fn a_network_file_is_opened() {
    let (network, _) = random_engine_network(7);
    let file = NamedTempFile::new().unwrap();
    std::fs::write(file.path(), network.to_bytes()).unwrap();
    let opened = Network::open(file.path()).unwrap();
    let board = Board::start();
    assert_eq!(opened.evaluate_fresh(&board), network.evaluate_fresh(&board));
    assert!(Network::open(Path::new("no such file.nnue")).is_err());
}

#[test]
fn known_endgames_keep_their_formulas() {
    let (network, laid_out) = random_engine_network(8);
    let mut evaluator = Evaluator::new(Some(laid_out));
    let mut classical = Evaluator::default();
    for (fen, is_known) in [
        ("8/8/8/4k3/8/8/8/KR6 b - - 0 1", true),
        ("8/8/8/4k3/8/8/8/KBN5 w - - 0 1", true),
        ("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", false),
    ] {
        let board: Board = fen.parse().unwrap();
        let score = evaluator.evaluate(&board);
        assert_eq!(score == classical.evaluate(&board), is_known, "{fen}");
        assert_eq!(score == network.evaluate_fresh(&board), !is_known, "{fen}");
    }
}

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
    network: &StoredNetwork,
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
            format!("{:#}", cozy_chess::Board::chess960_startpos(random.random_range(0..960)))
                .parse()
                .unwrap(),
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
    let mut evaluator = NetworkEvaluator::new(Arc::clone(&laid_out));
    let parse = |fen: &&str| fen.parse::<Board>().unwrap();
    let boards: Vec<_> = bench::POSITIONS.iter().map(parse).collect();
    for _ in 0..1_000 {
        let board = &boards[random.random_range(0..boards.len())];
        assert_eq!(evaluator.evaluate(board), network.evaluate_fresh(board), "{board}");
        if random.random_range(0..10) == 0 {
            evaluator = NetworkEvaluator::new(Arc::clone(&laid_out));
        }
    }
}

/// Returns the position without castling rights.
fn without_castling(board: &Board) -> Board {
    let text = board.to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    fields[2] = "-";
    fields.join(" ").parse().unwrap()
}

/// Returns the mirror image of a position without castling rights: the a-file becomes the h-file.
fn mirror(board: &Board) -> Board {
    let text = board.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let ranks: Vec<String> =
        fields[0].split('/').map(|rank| rank.chars().rev().collect()).collect();
    let mirror_file = |letter: char| match letter {
        'a'..='h' => (b'a' + b'h' - letter as u8) as char,
        _ => letter,
    };
    let en_passant: String = fields[3].chars().map(mirror_file).collect();
    [&ranks.join("/"), fields[1], "-", &en_passant, "0", "1"].join(" ").parse().unwrap()
}

#[test]
fn colour_flipped_positions_score_the_same() {
    let network = random_engine_network(3).1;
    for board in positions() {
        let flipped = board.flipped();
        assert_eq!(network.evaluate_fresh(&board), network.evaluate_fresh(&flipped), "{board}");
    }
}

#[test]
fn mirrored_positions_score_the_same() {
    let network = random_engine_network(4).1;
    for board in positions() {
        let board = without_castling(&board);
        let mirrored = mirror(&board);
        assert_ne!(board, mirrored);
        assert_eq!(network.evaluate_fresh(&board), network.evaluate_fresh(&mirrored), "{board}");
    }
}

#[test]
fn a_piece_elsewhere_changes_the_score() {
    let network = random_engine_network(5).1;
    let score = |fen: &str| network.evaluate_fresh(&fen.parse().unwrap());
    let scores = ["4k3/8/8/8/8/8/8/N3K3", "4k3/8/8/8/8/8/8/1N2K3", "4k3/8/8/8/8/8/8/n3K3"]
        .map(|pieces| score(&format!("{pieces} w - - 0 1")));
    assert!(scores[0] != scores[1] && scores[0] != scores[2], "{scores:?}");
}

fn trace(network: &StoredNetwork, fen: &str) -> NetworkTrace {
    NetworkTrace::new(&Network::new(network).unwrap(), &fen.parse().unwrap())
}

/// Positions with either side to move.
const FENS: [&str; 2] = [
    "r1bqk2r/pp3ppp/2n5/8/1b6/2N2N2/PP3PPP/R1B1K2R w KQkq - 0 1",
    "8/1p3pk1/p5p1/P3P2p/1P1P3P/5KP1/8/8 b - - 0 1",
];

#[test]
fn the_total_is_the_score_from_whites_view() {
    let network = random_network(HIDDEN, 9);
    for fen in FENS {
        let board: Board = fen.parse().unwrap();
        let Score(score) = network.evaluate_fresh(&board);
        let white = if board.side_to_move() == Color::White { score } else { -score };
        let trace = trace(&network, fen);
        assert_eq!(trace.total(), white);
        assert_eq!(trace.scores[bucket(&board)], white);
        assert!(trace.scores.iter().any(|&other| other != white));
        let text = trace.to_string();
        assert!(text.ends_with(&format!("Network: {white} units for White")), "{text}");
        assert_eq!(text.matches("<-").count(), 1);
        assert_eq!(text.lines().filter(|line| line.contains("..")).count(), BUCKETS);
    }
}

#[test]
fn the_value_of_a_piece_is_the_cost_of_its_removal() {
    let network = material_network(HIDDEN);
    for fen in FENS {
        let trace = trace(&network, fen);
        let board: Board = fen.parse().unwrap();
        for square in Square::all() {
            match board.piece_on(square).map(|piece| piece.to_string()).as_deref() {
                None | Some("K" | "k") => assert_eq!(trace.value(square), None),
                Some("P") => assert!((trace.value(square).unwrap() - PAWN).abs() <= PAWN / 20),
                Some("p") => assert!((trace.value(square).unwrap() + PAWN).abs() <= PAWN / 20),
                Some("q") => assert!(trace.value(square).unwrap() < -9 * PAWN),
                Some(_) => assert!(trace.value(square).unwrap().abs() > 5 * PAWN / 2),
            }
        }
    }
    let text = trace(&network, FENS[0]).to_string();
    assert!(text.starts_with("+------+"), "{text}");
    assert!(text.contains("|   r  |      |   b  |   q  |   k  |"), "{text}");
}

#[test]
fn drawish_material_is_marked() {
    let network = material_network(HIDDEN);
    // Without pawns, the lead of a minor piece seldom wins; that of a queen does.
    for (fen, is_drawish) in
        [("4k3/5N2/8/n7/8/8/7B/4K3 w - - 0 1", true), ("4k3/5N2/8/n7/8/8/7Q/4K3 w - - 0 1", false)]
    {
        let text = trace(&network, fen).to_string();
        assert_eq!(text.contains("Drawish material"), is_drawish, "{text}");
    }
}

#[test]
fn known_endgames_are_marked() {
    let network = random_network(HIDDEN, 10);
    let trace = trace(&network, "8/8/8/4k3/8/8/8/KR6 b - - 0 1");
    assert!(trace.total() > 4_000);
    assert!(trace.to_string().contains("Known endgame"));
}

//! The terms, on single positions and on positions of random games.

mod endgame;

use std::cell::Cell;

use super::scale::FULL_SCALE;
use super::terms::{FULL_PHASE, phase};
use super::*;
use crate::eval::evaluate_uncached;
use crate::eval::tests::positions;
use crate::types::Color;

fn score(fen: &str) -> i32 {
    evaluate_uncached(&fen.parse().unwrap()).0
}

/// A recorder of the number of times that each weight counts for White and for Black.
struct Counter(Vec<Cell<[i16; 2]>>);

impl Recorder for Counter {
    fn record(&self, color: Color, weight: &'static Pair, count: i32) {
        let counter = &self.0[Weights::index_of(weight)];
        let mut counts = counter.get();
        counts[color.index()] += count as i16;
        counter.set(counts);
    }
}

/// Returns the number of times that each weight counts for White and for Black.
fn counts(board: &Board) -> Vec<[i16; 2]> {
    let counter = Counter(vec![Cell::default(); Weights::COUNT]);
    record_terms(board, &counter);
    counter.0.into_iter().map(Cell::into_inner).collect()
}

#[test]
fn the_terms_of_a_trace_add_up_to_the_evaluation() {
    for board in positions() {
        let score = evaluate_uncached(&board).0;
        let from_white = if board.side_to_move() == Color::White { score } else { -score };
        let trace = Trace::new(&board);
        let add = |sum: Pair, (_, [white, black]): (_, [Pair; 2])| sum + white - black;
        let sum = trace.terms().fold(Pair::default(), add);
        assert_eq!(sum, record_terms(&board, &NoRecorder).sum, "{board}");
        assert_eq!(trace.total(), from_white, "{board}");
        assert!(trace.to_string().ends_with(&format!(" {from_white} units for White")));
    }
}

/// Returns the weights that count in none of `positions`, each as a group and a place in it.
fn idle_weights(positions: &[Board]) -> Vec<(&'static str, usize)> {
    let mut counted = vec![false; Weights::COUNT];
    for board in positions {
        for (counted, counts) in counted.iter_mut().zip(counts(board)) {
            *counted |= counts != [0, 0];
        }
    }
    let places = GROUPS.iter().flat_map(|group| {
        group.range.clone().enumerate().map(|(place, index)| (group.name, place, index))
    });
    places.filter(|&(_, _, index)| !counted[index]).map(|(name, place, _)| (name, place)).collect()
}

#[test]
fn every_weight_counts_except_pawns_on_impossible_ranks() {
    let idle = idle_weights(&positions());
    let impossible: Vec<_> = (0..8).chain(56..64).map(|place| ("pawn_squares", place)).collect();
    assert_eq!(idle, impossible);
}

#[test]
fn start_position_is_level_except_for_tempo() {
    let board = Board::start();
    assert_eq!(evaluate_uncached(&board).0, WEIGHTS.tempo.middlegame());
    assert_eq!(phase(&board), FULL_PHASE);
    let cancels_out = |&[white, black]: &[i16; 2]| white == black;
    assert_eq!(counts(&board).iter().filter(|counts| !cancels_out(counts)).count(), 1);
}

#[test]
fn more_material_scores_higher() {
    let scores = ["3", "N2", "R2", "Q2"]
        .map(|pieces| score(&format!("4k3/pppp4/8/8/8/8/PPPP4/4K{pieces} w - - 0 1")));
    assert!(scores.is_sorted() && scores[0] < scores[1]);
}

#[test]
fn material_counts_for_opening_and_endgame() {
    let fade = |fen: &str| fade_with_material(&fen.parse().unwrap(), 30);
    assert_eq!(fade_with_material(&Board::start(), 30), 30);
    assert_eq!(fade("rn2k2r/pppppppp/8/8/8/8/PPPPPPPP/R1BQK2R w KQkq - 0 1"), 15);
    assert_eq!(fade("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/4K3 w kq - 0 1"), 0);
    // The middlegame value of a drawish position fades as well.
    let sum = |phase| TaperedSum { sum: Pair::default(), phase, scale: 16 };
    let scales: Vec<i32> = (0..=FULL_PHASE).map(|phase| sum(phase).middlegame_scale()).collect();
    assert!(scales.is_sorted());
    assert_eq!((scales[0], scales.last()), (16, Some(&FULL_SCALE)));
}

#[test]
fn the_value_of_the_side_ahead_is_scaled_if_it_cannot_win() {
    let bishop_and_pawn: Board = "4k3/p7/8/8/8/8/8/3BK3 w - - 0 1".parse().unwrap();
    for board in [bishop_and_pawn, bishop_and_pawn.flipped()] {
        let sign = board.side_to_move().sign();
        assert_eq!(scale_drawish(&board, sign * 100), 0);
        assert_eq!(scale_drawish(&board, -sign * 100), -sign * 100);
    }
}

/// A group of weights, a piece placement, and the number of times that the weights count for White
/// and for Black.
type Case = (&'static str, &'static str, [i16; 2]);

/// At least one case for each pattern but mobility, which a test of its own counts.
const CASES: [Case; 95] = [
    // Pieces.
    ("material", "4k3/p7/8/8/8/8/PP6/4KN2", [3, 1]),
    ("centre_control", "4k3/8/8/8/8/2N5/8/4K3", [2, 0]),
    ("bishop_pair", "2b1k3/8/8/8/8/8/8/2BBK3", [1, 0]),
    ("bad_bishop", "4kb2/8/3p4/4pp2/8/8/8/4K3", [0, 2]),
    ("bad_bishop_blocked", "4kb2/8/3p4/4p3/4P3/8/8/4K3", [0, 1]),
    ("long_diagonal", "4k3/8/8/8/8/8/6B1/4K3", [1, 0]),
    ("long_diagonal", "4k3/8/8/8/4P3/8/6B1/4K3", [0, 0]),
    ("bishop_against_pawns", "4k3/8/8/3p4/2P5/1B6/8/4K3", [1, 0]),
    ("knight_outpost", "4k3/8/8/3N4/4P3/8/8/4K3", [1, 0]),
    ("knight_outpost", "4k3/2p5/8/3N4/4P3/8/8/4K3", [0, 0]),
    ("knight_outpost", "4k3/8/8/3N4/8/8/8/4K3", [0, 0]),
    ("knight_outpost_reach", "4k3/8/8/8/4PN2/8/8/4K3", [1, 0]),
    ("bishop_outpost", "4k3/8/8/3B4/4P3/8/8/4K3", [1, 0]),
    ("minor_behind_pawn", "4k3/8/8/8/4p3/4N3/8/4K3", [1, 0]),
    ("minor_king_distance", "4k3/8/8/8/8/1B6/8/N3K3", [7, 0]),
    ("restriction", "4k3/8/8/3p4/8/2N5/8/4K3", [0, 1]),
    ("rook_open_file", "4k3/p7/8/8/8/8/8/RR2K3", [1, 0]),
    ("rook_half_open_file", "4k3/p7/8/8/8/8/8/RR2K3", [1, 0]),
    ("rook_on_seventh", "4k3/R7/8/8/8/8/8/4K3", [1, 0]),
    ("rook_on_seventh", "8/R7/4k3/8/8/8/8/4K3", [0, 0]),
    ("rook_on_seventh", "8/R6p/4k3/8/8/8/8/4K3", [1, 0]),
    ("rook_behind_own_passer", "4k3/8/8/P7/8/8/8/R3K3", [1, 0]),
    ("rook_behind_own_passer", "4k3/p7/8/P7/8/8/8/R3K3", [0, 0]),
    ("rook_behind_enemy_passer", "R7/4k3/8/p7/8/8/8/4K3", [1, 0]),
    ("rook_trapped", "4k3/8/8/8/8/8/6PP/6KR", [2, 0]),
    ("rook_trapped", "4k3/8/8/8/8/8/6PP/5RK1", [0, 0]),
    ("weak_queen", "4k3/6b1/5P2/8/3Q4/8/8/4K3", [1, 0]),
    ("weak_queen", "4k3/6b1/5P2/4P3/3Q4/8/8/4K3", [0, 0]),
    ("piece_by_missing_pawns", "4k3/p7/8/8/8/8/PP6/4KN2", [13, 0]),
    ("tempo", "4k3/8/8/8/8/8/8/4K3", [1, 0]),
    // Pawns.
    ("isolated", "4k3/8/8/8/8/8/P1P5/4K3", [2, 0]),
    ("isolated", "4k3/8/8/8/1P6/8/P7/4K3", [0, 0]),
    ("weak_unopposed", "4k3/p7/8/8/8/8/P1P5/4K3", [1, 0]),
    ("weak_unopposed", "4k3/8/8/4p3/2P5/3P4/8/4K3", [1, 1]),
    ("backward", "4k3/8/8/4p3/2P5/3P4/8/4K3", [1, 0]),
    ("backward", "4k3/8/8/8/2P5/3P4/8/4K3", [0, 0]),
    ("backward", "4k3/8/8/8/2P5/3p4/3P4/4K3", [1, 0]),
    ("doubled", "4k3/8/8/8/P7/P7/8/4K3", [1, 0]),
    ("phalanx", "4k3/8/8/8/8/8/PP6/4K3", [2, 0]),
    ("supported", "4k3/8/8/8/8/P7/1P6/4K3", [1, 0]),
    ("lever", "4k3/8/8/3p4/4P3/8/8/4K3", [1, 1]),
    ("candidate", "4k3/p7/8/8/PP6/8/8/4K3", [1, 0]),
    ("candidate", "4k3/p7/8/8/1P6/8/8/4K3", [0, 0]),
    ("candidate", "4k3/p7/8/P7/1P6/8/8/4K3", [0, 0]),
    ("candidate", "4k3/p7/8/8/1P6/PP6/8/4K3", [1, 0]),
    ("passed", "4k3/2p5/8/1P6/P7/8/8/4K3", [1, 0]),
    ("passed", "4k3/8/1p6/1P6/P7/8/8/4K3", [0, 0]),
    ("passed", "4k3/8/8/P7/8/P7/8/4K3", [1, 0]),
    ("passed_protected", "4k3/8/8/1P6/P7/8/8/4K3", [1, 0]),
    ("passed_connected", "4k3/8/8/1P6/P7/8/8/4K3", [2, 0]),
    ("passed_connected", "4k3/8/1P6/8/P7/8/8/4K3", [0, 0]),
    ("passed_edge_distance", "4k3/8/8/1P6/8/8/8/4K3", [1, 0]),
    ("passed_own_king", "4k3/8/8/4P3/8/8/4K3/8", [4, 0]),
    ("passed_enemy_king", "4k3/8/8/4P3/8/8/4K3/8", [2, 0]),
    ("passed_blocked", "8/8/4k3/4P3/8/8/8/4K3", [1, 0]),
    ("passed_safe_step", "4k3/8/8/4P3/8/8/8/4K3", [1, 0]),
    ("passed_safe_step", "8/4k3/8/4P3/8/8/8/4K3", [0, 0]),
    ("passed_free_path", "2k5/8/8/4P3/8/8/8/4K3", [1, 0]),
    ("passed_free_path", "3k4/8/8/4P3/8/8/8/4K3", [0, 0]),
    ("passed_unstoppable", "k7/8/8/8/7P/8/8/4K3", [1, 0]),
    ("passed_unstoppable", "kn6/8/8/8/7P/8/8/4K3", [0, 0]),
    ("passed_unstoppable", "6k1/8/8/8/8/8/P7/4K3", [1, 0]),
    ("passed_unstoppable", "4k3/8/8/7p/8/8/8/1K6", [0, 1]),
    ("passed_unstoppable", "4k3/8/8/7p/8/8/8/2K5", [0, 0]),
    // Kings, threats and space.
    ("shelter", "4k3/8/8/8/8/8/8/4K3", [3, 3]),
    ("storm", "6k1/8/8/8/8/6p1/6P1/6K1", [2, 2]),
    ("storm_blocked", "6k1/8/8/8/8/6p1/6P1/6K1", [1, 1]),
    ("storm_blocked", "6k1/8/8/8/7p/8/7P/6K1", [0, 0]),
    ("storm_blocked", "6k1/8/8/8/7P/7p/6KP/8", [1, 0]),
    ("storm_opposite", "2k5/8/8/8/8/8/8/6K1", [3, 3]),
    ("storm_opposite", "6k1/8/8/8/8/8/8/6K1", [0, 0]),
    ("king_danger", "6k1/5ppp/8/6NQ/8/8/8/6K1", [1, 0]),
    ("king_danger", "6k1/5ppp/8/6N1/8/8/8/6K1", [0, 0]),
    ("king_danger", "6k1/5ppp/8/8/6N1/8/8/3Q2K1", [1, 0]),
    // The knight attacks g6 alone, which two pawns protect.
    ("king_danger", "6k1/5ppp/8/8/5N2/8/8/3Q2K1", [0, 0]),
    ("pawnless_flank", "4k3/8/8/8/8/8/P7/6K1", [1, 1]),
    ("pawnless_flank", "6k1/8/8/8/8/3P4/8/2K5", [0, 1]),
    ("pawnless_flank", "k7/8/8/8/8/3P4/8/7K", [1, 1]),
    ("threat_by_pawn", "4k3/8/8/3n4/4P3/8/8/4K3", [1, 0]),
    ("threat_by_minor", "4k3/8/8/3r4/8/2N5/8/4K3", [1, 0]),
    ("threat_by_minor", "4k3/8/8/3p4/8/2N5/8/4K3", [1, 0]),
    ("threat_by_minor", "4k3/8/4p3/3p4/8/2N5/8/4K3", [0, 0]),
    ("threat_by_minor", "8/8/4kn2/3p4/8/2N2B2/8/4K3", [1, 0]),
    ("threat_by_minor", "8/8/4kn2/3p4/8/2N5/8/4K3", [0, 0]),
    ("threat_by_rook", "4k3/8/8/3q4/8/8/8/3RK3", [1, 0]),
    ("threat_by_rook", "4k3/8/4p3/3n4/8/8/8/3RK3", [0, 0]),
    ("threat_by_king", "4k3/8/8/8/8/5p2/4K3/8", [1, 0]),
    ("threat_by_king", "4k3/8/8/8/6p1/5p2/4K3/8", [0, 0]),
    ("hanging", "4k3/8/8/8/8/5p2/4K3/8", [1, 0]),
    ("hanging", "5rk1/8/8/8/8/5p2/4K3/8", [0, 0]),
    ("threat_on_queen", "4k3/8/8/3q4/8/8/8/R3K3", [1, 0]),
    ("threat_by_push", "4k3/8/8/3n4/8/4P3/8/4K3", [1, 0]),
    ("threat_by_push", "4k3/8/8/3n1p2/8/4P3/8/4K3", [0, 0]),
    ("space", "4k3/8/8/8/4P3/8/8/4K3", [13, 10]),
    ("space", "4k3/8/8/8/8/8/8/4K3", [12, 12]),
];

/// Returns the number of times that each weight of the group `name` counts, with White to move.
fn counts_of_group(name: &str, placement: &str) -> Vec<[i16; 2]> {
    let group = GROUPS.iter().find(|group| group.name == name).unwrap();
    counts(&format!("{placement} w - - 0 1").parse().unwrap())[group.range.clone()].to_vec()
}

/// Returns the number of times that the weights of a case count, with White to move.
fn counted((name, placement, _): Case) -> [i16; 2] {
    let counts = counts_of_group(name, placement);
    counts.into_iter().fold([0, 0], |sum, count| [sum[0] + count[0], sum[1] + count[1]])
}

/// Returns the index of the only weight of the group `name` that counts for White, with White to
/// move.
fn weight_index(name: &str, placement: &str) -> usize {
    counts_of_group(name, placement).iter().position(|counts| counts[0] > 0).unwrap()
}

#[test]
fn terms_recognise_their_patterns() {
    for case in CASES {
        assert_eq!(counted(case), case.2, "{} {}", case.0, case.1);
    }
}

#[test]
fn king_danger_grows_with_each_attacker() {
    let units = |placement| weight_index("king_danger", placement);
    let queen = units("1n3bk1/5ppp/8/7Q/8/8/8/6K1");
    let with_knight = units("1n3bk1/5ppp/8/6NQ/8/8/8/6K1");
    let with_bishop = units("1n3bk1/5ppp/8/6NQ/8/3B4/8/6K1");
    assert!(queen < with_knight && with_knight < with_bishop);
    let defended = units("5bkn/5ppp/8/6NQ/8/3B4/8/6K1");
    assert!(defended < with_bishop);
}

#[test]
fn king_danger_depends_on_defenders_checks_and_pins() {
    for (less, more) in [
        // The rook protects f7, too.
        ("6k1/4rppp/8/8/8/5Q2/8/6K1", "6k1/5ppp/8/8/8/5Q2/8/6K1"),
        // A knight next to its king.
        ("6kn/5ppp/8/8/8/7Q/8/6K1", "1n4k1/5ppp/8/8/8/7Q/8/6K1"),
        // The other knight supports a check on h7.
        ("6k1/5ppp/8/7Q/6N1/8/8/6K1", "6k1/5ppp/8/6NQ/8/8/8/6K1"),
        // A rook can block the check on a8, a queen only at a loss.
        ("3r2k1/5ppp/8/8/8/7Q/8/R5K1", "3q2k1/5ppp/8/8/8/7Q/8/R5K1"),
        // The square of the queen's check is occupied by a knight.
        ("2N3k1/5ppp/8/8/8/7Q/8/6K1", "6k1/5ppp/2N5/8/8/7Q/8/6K1"),
        // The queen's check on c8 would offer an exchange.
        ("6k1/5ppp/q7/8/8/7Q/8/2R3K1", "6k1/5ppp/8/8/8/7Q/8/2R3K1"),
        // Two pieces between bishop and king, or one, which can give a discovered check.
        ("6k1/6pp/8/3P4/2P4Q/1B6/8/6K1", "6k1/6pp/8/3P4/P6Q/1B6/8/6K1"),
    ] {
        let [low, high] = [less, more].map(|placement| weight_index("king_danger", placement));
        assert!(low < high, "{less}: {low}, {more}: {high}");
    }
}

#[test]
fn mobility_is_the_number_of_squares_in_the_area() {
    for (name, placement, mobility) in [
        ("knight_mobility", "4k3/8/8/8/8/2N5/8/4K3", 8),
        // The king, a pawn on its second rank, a blocked pawn, squares that a pawn attacks.
        ("knight_mobility", "4k3/8/8/8/8/2N5/8/3K4", 7),
        ("knight_mobility", "4k3/8/8/8/8/2N5/P7/4K3", 7),
        ("knight_mobility", "4k3/8/8/p7/P7/2N5/8/4K3", 7),
        ("knight_mobility", "4k3/8/8/8/P7/2N5/8/4K3", 8),
        ("knight_mobility", "4k3/8/2p5/8/8/2N5/8/4K3", 6),
        // Bishops see through queens, rooks through queens and rooks, and queens through neither.
        ("bishop_mobility", "4k3/8/8/8/8/2Q5/1B6/4K3", 9),
        ("bishop_mobility", "4k3/8/8/8/8/2R5/1B6/4K3", 4),
        ("rook_mobility", "4k3/8/8/8/1Q6/8/1R6/4K3", 14),
        ("rook_mobility", "4k3/8/8/8/1B6/8/1R6/4K3", 10),
        ("queen_mobility", "4k3/8/8/8/8/2Q5/1R6/4K3", 23),
    ] {
        assert_eq!(weight_index(name, placement), mobility, "{placement}");
    }
    // Both rooks of a battery have all fourteen squares.
    assert_eq!(counts_of_group("rook_mobility", "4k3/8/8/8/1R6/8/1R6/4K3")[14], [2, 0]);
}

#[test]
fn the_foremost_of_doubled_pawns_is_passed() {
    assert_eq!(
        weight_index("passed", "4k3/8/8/P7/8/P7/8/4K3"),
        weight_index("passed", "4k3/8/8/P7/8/8/8/4K3")
    );
}

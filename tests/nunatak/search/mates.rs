//! Tests of mates: found, announced and proved.

use std::time::Duration;

use nunatak::board::Board;
use nunatak::limits::{Clock, Limits};
use nunatak::search::{
    SearchControl, SearchObserver, SearchReport, SearchResult, Searcher, Silent,
};
use nunatak::tt::Bound;
use nunatak::types::{Move, Score, ScoreKind};

use super::{Recorder, board, depth, game_with_repetition, mate, search};
use crate::common::positions::MATE_IN_ONE;
use crate::common::{ends_in_mate, play};

/// Positions and the length of their shortest mate in moves; the last five are from random games.
const MATES: [(&str, usize); 8] = [
    (MATE_IN_ONE, 1),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ("1r6/pppb3p/n2p4/5k2/2PP3P/5P2/PP3KQ1/R4B2 w - - 3 29", 3),
    ("8/pR6/N3k3/3p2p1/6P1/P3PN2/2KP1n2/1RB2B2 w - - 3 30", 4),
    ("rnbqkbnr/pp1p1p1p/4p1p1/8/P7/1P2P2Q/3q1PPP/R4KNR b - - 1 14", 4),
    ("3k1b2/p3p1rp/3p3n/p7/4KP2/3n4/3P3P/6qR b - - 0 28", 5),
    ("rq1k1bn1/p1p2pp1/bp1p4/1N2p3/3NK3/3PP3/PP3PPP/R1B2B1R b - - 1 17", 5),
];

/// Positions and the length of their shortest mate, which begins with a quiet move or a sacrifice
/// and is found early only without pruning.
const HIDDEN_MATES: [(&str, usize); 6] = [
    ("5b1r/pp3p2/7p/3k4/P3p2P/1Pn5/8/K7 b - - 0 30", 3),
    ("2bq3R/3p1kp1/rP2pp2/5r2/4P1n1/b7/P1P2P2/R2K4 b - - 4 22", 5),
    ("5k2/8/5p2/2p3p1/2BpP3/8/1r1N2PR/R4K2 w - - 0 29", 3),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 2),
    ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 2),
];

/// Composed mates in won positions, which only the proof-number search finds with this few nodes.
const COMPOSED_MATES: [&str; 6] = [
    "8/8/7b/8/p7/5p2/2P2R1p/R3K2k w Q - 0 1",
    "2R5/8/8/8/4K3/pN2p2p/pkB1P2N/b7 w - - 0 1",
    "8/4p3/2p1P1N1/p1P5/K1kBp3/4P3/3PP3/8 w - - 0 1",
    "bK6/B3R3/1Np1n3/2P1k1P1/6P1/4PP2/8/8 w - - 0 1",
    "8/p3p3/N3p3/4p3/B1kpK3/P7/3P1B2/8 w - - 0 1",
    "8/8/8/2B5/N7/2P3Kp/7P/7k w - - 0 1",
];
const COMPOSED_MATE_NODES: u64 = 100_000;

/// Composed positions in which the side to move is mated.
const LOST: [&str; 4] = [
    "5R2/2K5/1pP5/4k2p/3pp3/2R5/B4N1b/n3B2b b - - 0 1",
    "k7/4p3/p1N5/N7/8/8/1P4K1/7B b - - 0 1",
    "2B5/2p5/6p1/1PK2pPb/1P3pk1/5N1p/4Q2P/8 b - - 0 1",
    "8/4p3/4Bp2/7p/Pp2k1qR/1PB1PNP1/2P1K1N1/8 b - - 0 1",
];

/// Positions in which the side to move is mated, and the number of moves to the mate if it defends
/// itself best; a longer mate is proved first.
const SHORTEST_LOSSES: [(&str, i32); 4] = [
    ("k7/6p1/8/5P2/K6p/2RQ4/8/8 b - - 0 1", 2),
    ("8/B2Kp3/4p1p1/4Pkpb/5pn1/2P2N1B/4PP2/6R1 b - - 1 1", 2),
    ("7R/8/4Qp2/1p2b3/3rkR2/6P1/1P2P3/6K1 b - - 0 1", 4),
    ("4k3/P7/8/8/4Q3/1p6/7p/R1K5 b - - 0 1", 5),
];

/// Searches and returns the result and the number of moves to mate, if one is announced; its line
/// must be complete, unless the search was stopped at a bound.
fn search_composed(board: &Board, limits: &Limits) -> (SearchResult, Option<usize>) {
    let limits = Limits { nodes: Some(COMPOSED_MATE_NODES), ..limits.clone() };
    let (result, _) = search(board, &limits);
    assert_eq!(result.report.nodes, COMPOSED_MATE_NODES);
    let ScoreKind::Mate(moves) = result.report.score.kind() else { return (result, None) };
    let moves = usize::try_from(moves).expect("a mate by the side to move");
    if result.report.bound == Bound::Exact {
        assert_eq!(result.report.pv.len(), 2 * moves - 1);
        assert!(ends_in_mate(board, &result.report.pv));
    }
    (result, Some(moves))
}

#[test]
fn composed_mates_are_found_in_won_positions() {
    for fen in COMPOSED_MATES {
        let (_, mate) = search_composed(&board(fen), &Limits::default());
        assert!(mate.is_some(), "{fen}");
    }
}

#[test]
fn a_lost_side_is_told_of_its_mate_unless_a_clock_runs() {
    for fen in LOST {
        let position = board(fen);
        let limits = Limits { nodes: Some(COMPOSED_MATE_NODES), ..Limits::default() };
        let report = search(&position, &limits).0.report;
        let ScoreKind::Mate(moves) = report.score.kind() else { panic!("{fen}: {report:?}") };
        assert_eq!(report.pv.len() as i32, -2 * moves, "{fen}: {report:?}");
        assert!(ends_in_mate(&position, &report.pv), "{fen}: {report:?}");
        let hour = Duration::from_secs(3_600);
        let clock = Clock { time_left: hour, ..Clock::default() };
        let limits = Limits { clock: Some(clock), ..limits };
        let report = search(&position, &limits).0.report;
        assert!(!report.score.is_mate(), "{fen}");
        // A forced move is played at once.
        let is_forced = position.legal_moves().len() == 1;
        assert!(is_forced || report.nodes == COMPOSED_MATE_NODES, "{fen}: {report:?}");
    }
}

#[test]
fn a_shorter_mate_against_the_side_to_move_replaces_a_longer_one() {
    for (fen, moves) in SHORTEST_LOSSES {
        let report = search(&board(fen), &depth(20)).0.report;
        assert_eq!(report.score.kind(), ScoreKind::Mate(-moves), "{fen}: {report:?}");
        assert_eq!(report.pv.len() as i32, 2 * moves, "{fen}: {report:?}");
    }
}

#[test]
fn no_other_thread_overrules_a_mate_against_the_side_to_move() {
    let mut searcher = Searcher::new(16).expect("memory");
    searcher.set_threads(4);
    let limits = Limits { nodes: Some(4 * COMPOSED_MATE_NODES), ..Limits::default() };
    let mut mates = 0;
    for fen in LOST {
        searcher.new_game();
        let position = board(fen);
        let mut recorder = Recorder { board: position, reports: Vec::new() };
        let control = SearchControl::default();
        let last = searcher.search(&position, &[], &limits, &control, &mut recorder).report;
        let is_mate =
            |report: &SearchReport| report.score.is_mate() && report.bound == Bound::Exact;
        if recorder.reports.iter().any(is_mate) {
            assert!(last.score.is_mate(), "{fen}: {last:?}");
            mates += 1;
        }
    }
    assert!(mates > 0);
}

/// A mate that was proved with a low clock may be too late for a high one.
#[test]
fn mates_of_earlier_searches_come_before_the_fifty_move_rule_draws() {
    let mut searcher = Searcher::new(4).expect("memory");
    let control = SearchControl::default();
    let fen = "4K3/4p3/1pP4k/8/5pP1/8/4Q3/8 w - - 0 80";
    let mut position = board(fen);
    let quiet = position.parse_move("e2e5").expect("a legal move");
    let limits = Limits { nodes: Some(6_000), search_moves: vec![quiet], ..Limits::default() };
    let report = searcher.search(&position, &[], &limits, &control, &mut Silent).report;
    assert!(report.score.is_mate(), "{report:?}");
    for clock in [96, 98] {
        position = board(&fen.replace(" 0 80", &format!(" {clock} 80")));
        let report = searcher.search(&position, &[], &depth(8), &control, &mut Silent).report;
        assert!(report.pv[0] != quiet || !report.score.is_mate(), "{clock}: {report:?}");
    }
}

#[test]
fn a_stopped_iteration_leaves_a_known_mate_exact() {
    for nodes in 90_000..90_020 {
        let (fen, moves) = MATES[2];
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = search(&board(fen), &limits).0.report;
        assert_eq!(report.score.kind(), ScoreKind::Mate(moves as i32), "{nodes}: {report:?}");
        assert_eq!(report.bound, Bound::Exact, "{nodes}: {report:?}");
    }
}

#[test]
fn composed_mates_are_announced_only_before_the_fifty_move_rule_draws() {
    let mut announced = 0;
    for fen in COMPOSED_MATES {
        for clock in [80, 88, 94] {
            let late = fen.replace(" 0 1", &format!(" {clock} 60"));
            let mut position = board(&late);
            let (result, mate) = search_composed(&position, &Limits::default());
            if mate.is_none() {
                continue;
            }
            announced += 1;
            for &mv in &result.report.pv {
                assert!(!position.is_fifty_move_draw(), "{late}");
                position = position.make(mv);
            }
        }
    }
    assert!(announced > 0);
}

#[test]
fn composed_mates_begin_with_a_searched_move() {
    for fen in COMPOSED_MATES {
        let board = board(fen);
        let (unrestricted, _) = search_composed(&board, &Limits::default());
        let legal = board.legal_moves();
        let others = legal.iter().copied().filter(|&mv| Some(mv) != unrestricted.best);
        let limits = Limits { search_moves: others.collect(), ..Limits::default() };
        let (result, _) = search_composed(&board, &limits);
        assert!(result.best.is_some_and(|mv| limits.search_moves.contains(&mv)), "{fen}");
    }
}

/// Both moves mate in 13, and the proof of the first one is known when the second is searched.
#[test]
fn the_mate_of_an_excluded_move_does_not_hide_another() {
    let board = board("3r4/2p2kp1/1n1b3p/6q1/PP6/6PP/5P2/5K2 b - - 0 21");
    let mut searcher = Searcher::new(16).expect("memory");
    for text in ["d6b4", "d6f8"] {
        let mv = board.parse_move(text).expect("legal");
        let limits = Limits { nodes: Some(15_000), search_moves: vec![mv], ..Limits::default() };
        let control = SearchControl::default();
        let report = searcher.search(&board, &[], &limits, &control, &mut Silent).report;
        assert!(report.score.is_mate() && report.pv.first() == Some(&mv), "{report:?}");
        assert!(ends_in_mate(&board, &report.pv), "{report:?}");
    }
}

#[test]
fn a_proved_mate_is_remembered_from_move_to_move() {
    let mut searcher = Searcher::new(4).expect("memory");
    for fen in COMPOSED_MATES {
        searcher.new_game();
        let mut position = board(fen);
        let mut earlier = Vec::new();
        let mut last = usize::MAX;
        let mut nodes = COMPOSED_MATE_NODES;
        while position.has_legal_move() {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let control = SearchControl::default();
            let report =
                searcher.search(&position, &earlier, &limits, &control, &mut Silent).report;
            let plies = report.pv.len();
            assert!(report.score == Score::mate_in(plies) && plies < last, "{fen}: {report:?}");
            (last, nodes) = (plies, 5_000);
            for &mv in report.pv.iter().take(2) {
                earlier.push(position);
                position = position.make(mv);
            }
        }
        assert!(position.in_check(), "{fen}");
    }
}

#[test]
fn a_mate_is_proved_after_a_repetition_unless_it_repeats_once_more() {
    let mut searcher = Searcher::new(4).expect("memory");
    for fen in COMPOSED_MATES {
        let position = board(&fen.replace(" 0 1", " 20 40"));
        searcher.new_game();
        let mut search = |repeated| {
            let limits = Limits { nodes: Some(COMPOSED_MATE_NODES), ..Limits::default() };
            let earlier = game_with_repetition(repeated);
            let control = SearchControl::default();
            searcher.search(&position, &earlier, &limits, &control, &mut Silent).report
        };
        let first = search(Board::start());
        assert!(first.score.is_mate() && ends_in_mate(&position, &first.pv), "{first:?}");
        let other = search(position.make(first.pv[0]));
        assert_ne!(other.pv[0], first.pv[0], "{other:?}");
    }
}

#[test]
fn go_mate_finds_the_shortest_mate_and_rules_out_a_shorter_one() {
    for (fen, moves) in MATES.into_iter().chain(HIDDEN_MATES) {
        let start = board(fen);
        let (result, _) = search(&start, &mate(moves));
        assert_eq!(result.report.score.kind(), ScoreKind::Mate(moves as i32), "{fen}");
        assert_eq!(result.report.pv.len(), 2 * moves - 1, "{fen}");
        assert!(ends_in_mate(&start, &result.report.pv), "{fen}");
        if moves > 1 {
            let mut observer = RuledOut::default();
            let mut searcher = Searcher::new(1).expect("memory");
            let control = SearchControl::default();
            let result = searcher.search(&start, &[], &mate(moves - 1), &control, &mut observer);
            assert!(result.report.score < Score::mate_in(2 * moves - 2), "{fen}");
            assert_eq!(observer.0, 1, "{fen}");
        }
    }
}

#[test]
fn announced_mates_are_real_and_their_lines_complete() {
    for (fen, moves) in MATES {
        let (result, reports) = search(&board(fen), &depth(20));
        for report in reports.iter().filter(|report| report.bound == Bound::Exact) {
            if let ScoreKind::Mate(announced) = report.score.kind() {
                assert!(announced >= moves as i32, "{fen}: {report:?}");
                assert_eq!(report.pv.len(), 2 * announced as usize - 1, "{fen}: {report:?}");
                assert!(ends_in_mate(&board(fen), &report.pv), "{fen}: {report:?}");
            }
        }
        // Pruning may hide the shortest mate for a while, but not every mate.
        assert!(result.report.score >= Score::MATE_BOUND, "{fen}: {:?}", result.report);
        let defender = board(fen).make(result.report.pv[0]);
        if defender.has_legal_move() {
            let (result, _) = search(&defender, &depth(20));
            if let ScoreKind::Mate(announced) = result.report.score.kind() {
                assert!(announced <= 1 - moves as i32, "{fen}: {:?}", result.report);
                assert_eq!(result.report.pv.len(), 2 * announced.unsigned_abs() as usize, "{fen}");
                assert!(ends_in_mate(&defender, &result.report.pv), "{fen}: {:?}", result.report);
            }
            assert!(result.report.score.is_mate() || moves > 3, "{fen}: {:?}", result.report);
        }
    }
}

/// Whether the side to move can mate within `moves`, found by trying every line.
fn has_mate(board: &Board, moves: usize) -> bool {
    let is_answered = |reply: &Move, next: &Board| has_mate(&next.make(*reply), moves - 1);
    board.legal_moves().iter().any(|&mv| {
        let next = board.make(mv);
        let replies = next.legal_moves();
        if replies.is_empty() {
            return next.in_check();
        }
        moves > 1
            && !next.is_insufficient_material()
            && replies.iter().all(|reply| is_answered(reply, &next))
    })
}

#[test]
fn go_mate_agrees_with_trying_every_line() {
    let mut searcher = Searcher::new(1).expect("memory");
    let mut random = 1_u64;
    let mut counts = [0; 2];
    for game in 0..160 {
        let mut position = board("2b1k1n1/p1pp1p2/8/8/8/8/3P4/1QR1K2R w - - 0 1");
        for _ in 0..4 + 2 * (game % 8) {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = position.legal_moves();
            let Some(&mv) = moves.get((random >> 33) as usize % moves.len().max(1)) else { break };
            position = position.make(mv);
        }
        searcher.new_game();
        let control = SearchControl::default();
        let report = searcher.search(&position, &[], &mate(2), &control, &mut Silent).report;
        let found = matches!(report.score.kind(), ScoreKind::Mate(1..=2));
        assert_eq!(found, has_mate(&position, 2), "{position}: {report:?}");
        counts[usize::from(found)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

/// An observer that counts how often a mate is ruled out.
#[derive(Default)]
struct RuledOut(usize);

impl SearchObserver for RuledOut {
    fn mate_ruled_out(&mut self, _: usize, _: bool) {
        self.0 += 1;
    }
}

#[test]
fn go_mate_rules_out_no_mate_after_an_aborted_iteration() {
    // A mate in 16 of the endgame tables; a position nearer to mate has occurred twice.
    let start = board("1R6/8/8/8/2k5/8/8/K7 w - - 0 1");
    let (position, earlier) = play(start, &["b8b7", "c4c5", "b7b8", "c5c4", "b8b2", "c4c3"]);
    let mut aborted = 0;
    for nodes in (20..=480).step_by(20) {
        let limits = Limits { nodes: Some(nodes), ..mate(16) };
        let mut observer = RuledOut::default();
        let mut searcher = Searcher::new(1).expect("memory");
        let control = SearchControl::default();
        let result = searcher.search(&position, &earlier, &limits, &control, &mut observer);
        assert_eq!(observer.0, 0, "{nodes} nodes");
        aborted += usize::from(result.report.nodes == nodes);
    }
    assert!(aborted > 5, "{aborted}");
}

#[test]
fn go_mate_ends_with_the_first_mate_that_is_short_enough() {
    let (fen, moves) = MATES[2];
    let report = search(&board(fen), &mate(20)).0.report;
    assert!(matches!(report.score.kind(), ScoreKind::Mate(found) if found >= moves as i32));
    assert!(report.depth < 20, "{report:?}");
}

#[test]
fn go_mate_observes_a_limit_of_depth() {
    let position = board("3k4/3p4/8/8/8/8/3P4/3K4 w - - 0 1");
    for plies in [1, 3] {
        let limits = Limits { depth: Some(plies), ..mate(2) };
        assert_eq!(search(&position, &limits).0.report.depth, plies);
    }
}

/// A mate on the hundredth half-move counts; a half-move later the game is drawn.
#[test]
fn go_mate_respects_the_fifty_move_rule() {
    let (fen, moves) = ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 2);
    for (clock, is_mate) in [(97, true), (98, false), (99, false)] {
        let position = board(&fen.replace(" 0 1", &format!(" {clock} 90")));
        let report = search(&position, &mate(moves)).0.report;
        assert_eq!(report.score.is_mate(), is_mate, "{clock}: {report:?}");
    }
}

#[test]
fn go_mate_knows_the_positions_of_the_game() {
    // The only mate begins with a move that repeats a position for the third time.
    let position = board("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 20 20");
    let repeating = position.parse_move("g3g6").expect("a legal move");
    let repeated = position.make(repeating);
    let is_mate = |earlier: &[Board]| {
        let mut searcher = Searcher::new(1).expect("memory");
        let control = SearchControl::default();
        let result = searcher.search(&position, earlier, &mate(2), &control, &mut Silent);
        result.report.score.is_mate()
    };
    assert!(is_mate(&[]) && !is_mate(&game_with_repetition(repeated)));
}

#[test]
fn mate_in_one_ends_the_search() {
    let position = board(MATE_IN_ONE);
    let (result, _) = search(&position, &depth(30));
    assert_eq!((result.report.score, result.report.depth), (Score::mate_in(1), 1));
    // With several lines the search goes on for the others.
    let mut searcher = Searcher::new(1).expect("memory");
    searcher.multi_pv = 2;
    let control = SearchControl::default();
    let result = searcher.search(&position, &[], &depth(6), &control, &mut Silent);
    assert_eq!((result.report.score, result.report.depth), (Score::mate_in(1), 6));
}

#[test]
fn exact_mates_of_stopped_searches_are_reported_with_complete_lines() {
    let mut mates = 0;
    for (fen, _) in MATES.into_iter().chain(HIDDEN_MATES) {
        for nodes in (200..20_000).step_by(3_000) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (result, _) = search(&board(fen), &limits);
            if let ScoreKind::Mate(moves) = result.report.score.kind()
                && result.report.bound == Bound::Exact
            {
                let plies = 2 * moves.unsigned_abs() as usize - usize::from(moves > 0);
                assert_eq!(result.report.pv.len(), plies, "{fen} {nodes}");
                assert!(ends_in_mate(&board(fen), &result.report.pv), "{fen} {nodes}");
                mates += 1;
            }
        }
    }
    assert!(mates > 12, "{mates} mates");
}

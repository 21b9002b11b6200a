//! Tests of limited strength: it blunders, but within limits.

use std::time::Duration;

use nunatak::board::Board;
use nunatak::eval::network::Network;
use nunatak::game::{GameEnd, GameLine};
use nunatak::limits::{Clock, Limits};
use nunatak::search::{MAX_ELO, MIN_ELO, SearchControl, SearchResult, Searcher, Silent};
use nunatak::types::{Move, PieceType, ScoreKind};

use crate::common::ends_in_mate;
use crate::common::positions::{CHECKMATE, MATE_IN_ONE, STALEMATE};

/// Number of games in which each position is searched.
const GAMES: usize = 40;

fn board(fen: &str) -> Board {
    fen.parse().expect("a legal position")
}

/// Returns a node limit above that of low strength and below that of high strength.
fn nodes() -> Limits {
    Limits { nodes: Some(20_000), ..Limits::default() }
}

fn weak(elo: i32) -> Searcher {
    let mut searcher = Searcher::new(1).expect("memory");
    searcher.set_elo(Some(elo)).expect("memory");
    searcher
}

fn search(searcher: &mut Searcher, board: &Board, limits: &Limits) -> SearchResult {
    searcher.search(board, &[], limits, &SearchControl::default(), &mut Silent)
}

/// Returns the results of searching the position at `elo` in different games.
fn found(elo: i32, fen: &str) -> Vec<SearchResult> {
    let mut searcher = weak(elo);
    let games = (0..GAMES as u64).map(|seed| {
        searcher.new_game();
        searcher.seed = seed;
        search(&mut searcher, &board(fen), &nodes())
    });
    games.collect()
}

/// Returns the number of games in which the move is played.
fn count(elo: i32, fen: &str, mv: &str) -> usize {
    let best = board(fen).parse_move(mv).expect("a legal move");
    found(elo, fen).iter().filter(|result| result.best == Some(best)).count()
}

/// Returns the moves of a game of the searcher against itself, at most 60 plies.
fn play(searcher: &mut Searcher) -> Vec<Move> {
    let mut line = GameLine::new(Board::start());
    let control = SearchControl::default();
    while line.end().is_none() && line.ply() < 60 {
        let result = searcher.search(line.board(), line.earlier(), &nodes(), &control, &mut Silent);
        line.play(result.best.expect("a move"));
    }
    line.moves().to_vec()
}

#[test]
fn seed_determines_the_game() {
    let games = [1, 1, 2].map(|seed| {
        let mut searcher = weak(1_400);
        searcher.seed = seed;
        play(&mut searcher)
    });
    assert_eq!(games[0], games[1]);
    assert_ne!(games[0], games[2]);
    let mut searcher = weak(1_400);
    let first = play(&mut searcher);
    searcher.new_game();
    assert_ne!(play(&mut searcher), first);
}

#[test]
fn a_new_game_at_limited_strength_forgets_the_last_one() {
    let mut searcher = weak(2_000);
    let board = Board::start();
    let mut nodes = || {
        searcher.new_game();
        searcher.seed = 1;
        [(), ()].map(|()| search(&mut searcher, &board, &Limits::default()).report.nodes)
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn limited_strength_plays_without_endgame_tables() {
    // Mate in 16, which a search of this strength cannot find.
    for result in found(MIN_ELO, "8/8/8/8/8/2k5/1R6/K7 w - - 0 1") {
        assert!(!result.report.score.is_mate(), "{:?}", result.report);
    }
}

#[test]
fn limited_strength_observes_lower_limits_of_nodes() {
    let limits = Limits { nodes: Some(50), ..Limits::default() };
    for elo in [MIN_ELO, MAX_ELO] {
        assert_eq!(search(&mut weak(elo), &Board::start(), &limits).report.nodes, 50);
    }
}

#[test]
fn limited_strength_plays_without_the_network() {
    let games = [None, Some(Network::embedded())].map(|network| {
        let mut searcher = weak(2_000);
        searcher.set_network(network);
        searcher.seed = 1;
        play(&mut searcher)
    });
    assert_eq!(games[0], games[1]);
}

#[test]
fn more_lines_than_moves_search_no_more_nodes() {
    let board = board("8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1");
    let legal = board.legal_moves().len();
    let nodes = [1, legal, 256].map(|lines| {
        let mut searcher = weak(MIN_ELO);
        searcher.multi_pv = lines;
        searcher.seed = 1;
        search(&mut searcher, &board, &Limits::default()).report.nodes
    });
    assert!(nodes[0] < nodes[1] && nodes[1] == nodes[2], "{nodes:?}");
}

#[test]
fn distant_hanging_queen_is_seen_more_often_at_higher_elo() {
    // A hanging queen at the far end of the long diagonal.
    let fen = "2k4q/ppp5/8/8/8/8/5PPP/B5K1 w - - 0 1";
    let [low, high] = [MIN_ELO, MAX_ELO].map(|elo| count(elo, fen, "a1h8"));
    assert!(GAMES / 2 < low && low < high && high == GAMES, "{low} {high}");
}

#[test]
fn mate_in_one_is_usually_seen() {
    for (fen, mv) in [
        (MATE_IN_ONE, "a1a8"),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7"),
    ] {
        let [low, high] = [MIN_ELO, 2_000].map(|elo| count(elo, fen, mv));
        assert!(2 * low > GAMES && low <= high && 10 * high >= 9 * GAMES, "{fen} {low} {high}");
    }
}

#[test]
fn recaptures_are_seldom_overlooked() {
    // Bishop takes knight on c6; two pawns can recapture.
    let before = board("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4");
    let capture = before.parse_move("b5c6").expect("a legal move");
    let root = before.make(capture);
    let mut searcher = weak(MIN_ELO);
    let mut recaptures = |earlier: &[Board]| {
        let is_recapture = |&seed: &u64| {
            searcher.new_game();
            searcher.seed = seed;
            let control = SearchControl::default();
            let reply = searcher.search(&root, earlier, &nodes(), &control, &mut Silent).best;
            reply.expect("a move").to() == capture.to()
        };
        (0..5 * GAMES as u64).filter(is_recapture).count()
    };
    let (known, unknown) = (recaptures(&[before]), recaptures(&[]));
    assert!(known > unknown && 20 * known >= 19 * 5 * GAMES, "{known} {unknown}");
}

#[test]
fn a_pawn_is_promoted_to_the_best_piece() {
    for elo in [MIN_ELO, 1_500, 2_000] {
        let results = found(elo, "8/4P3/8/8/8/k7/8/4K3 w - - 0 1");
        let promoted_to = |result: &SearchResult| result.best.expect("a move").promoted_to();
        let pieces: Vec<_> = results.iter().filter_map(promoted_to).collect();
        assert!(pieces.len() > GAMES / 2, "{pieces:?}");
        assert!(pieces.iter().all(|&piece| piece == PieceType::Queen), "{pieces:?}");
    }
}

#[test]
fn a_queen_mates_a_bare_king() {
    let mut searcher = weak(MIN_ELO);
    let mut mates = 0;
    for seed in 0..GAMES as u64 {
        searcher.new_game();
        searcher.seed = seed;
        let mut line = GameLine::new(board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1"));
        while line.end().is_none() {
            let control = SearchControl::default();
            let result =
                searcher.search(line.board(), line.earlier(), &nodes(), &control, &mut Silent);
            line.play(result.best.expect("a move"));
        }
        mates += usize::from(matches!(line.end(), Some(GameEnd::Checkmate(_))));
    }
    assert!(10 * mates >= 9 * GAMES, "{mates}");
}

#[test]
fn end_of_the_game_is_always_recognised() {
    for elo in [MIN_ELO, 1_500, MAX_ELO] {
        for (fen, score) in [(CHECKMATE, ScoreKind::Mate(0)), (STALEMATE, ScoreKind::Centipawns(0))]
        {
            for result in found(elo, fen) {
                assert_eq!((result.best, result.report.score.kind()), (None, score), "{fen}");
            }
        }
        // The only legal move is never overlooked, in check or not.
        for fen in ["7k/8/8/8/8/8/1r6/K6r w - - 0 1", "7K/5k2/8/8/8/p7/P7/8 w - - 0 1"] {
            let only = board(fen).legal_moves()[0];
            assert!(found(elo, fen).iter().all(|result| result.best == Some(only)), "{fen}");
        }
    }
}

#[test]
fn announced_mates_are_real() {
    let mut mates = 0;
    // A node whose moves are all overlooked is not checkmate.
    for fen in [
        MATE_IN_ONE,
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
        "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
    ] {
        for elo in [MIN_ELO, 1_500, 2_000] {
            for result in found(elo, fen) {
                if let ScoreKind::Mate(moves) = result.report.score.kind() {
                    assert!(ends_in_mate(&board(fen), &result.report.pv), "{fen} {moves}");
                    mates += 1;
                }
            }
        }
    }
    assert!(mates > GAMES, "{mates}");
}

#[test]
fn full_strength_is_unaffected_by_limited_searches() {
    let limits = Limits { depth: Some(9), ..Limits::default() };
    let counted = |searcher: &mut Searcher| {
        let result = search(searcher, &Board::start(), &limits);
        (result.report.nodes, result.best)
    };
    let mut searcher = Searcher::new(1).expect("memory");
    let first = counted(&mut searcher);
    let second = counted(&mut searcher);
    let mut searcher = weak(MIN_ELO);
    play(&mut searcher);
    searcher.set_elo(None).expect("memory");
    assert_eq!(counted(&mut searcher), first);
    searcher.set_elo(Some(MIN_ELO)).expect("memory");
    play(&mut searcher);
    searcher.set_elo(None).expect("memory");
    assert_eq!(counted(&mut searcher), second);
}

#[test]
fn a_clock_ends_the_search_at_limited_strength() {
    let clock = Clock { time_left: Duration::from_millis(20), ..Clock::default() };
    let on_clock = Limits { clock: Some(clock), ..Limits::default() };
    let nodes = |elo, limits| {
        let result = search(&mut weak(elo), &Board::start(), limits);
        assert!(result.best.is_some());
        result.report.nodes
    };
    nodes(MIN_ELO, &on_clock);
    // The strongest level searches for longer than such a clock allows.
    assert!(nodes(MAX_ELO, &on_clock) < nodes(MAX_ELO, &Limits::default()));
}

//! Parts of the search that its results hardly show: stored scores, votes of threads, the clock.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::node::{NON_PV, Window};
use super::proof_table::{ProofNumbers, SLOTS};
use super::*;
use crate::limits::Clock;
use crate::syzygy::Syzygy;
use crate::tt::Entry;
use crate::types::{Color, Square};

/// Runs `test` with the context of a search of `board` by two threads with the table `tt`.
fn with_context<T>(
    board: &Board,
    tt: &TranspositionTable,
    test: impl FnOnce(SearchContext) -> T,
) -> T {
    let (control, syzygy) = (SearchControl::default(), SyzygySettings::default());
    test(SearchContext {
        board,
        keys: KeyHistory::new([], board.key()),
        repeated_mates: [usize::MAX; 2],
        limits: Limits::default(),
        root_moves: RootMoves::new(board, &[]),
        multi_pv: 1,
        contempt: 0,
        time: TimeManager::start(Budget::default(), false, None),
        control: &control,
        tt,
        reductions: &Reductions::new(),
        skill: None,
        tablebase_pieces: 0,
        syzygy: Prober::new(&syzygy, true),
        node_counts: [0, 1].map(|_| PaddedCounter::default()).into(),
        is_over: AtomicBool::new(false),
    })
}

/// Runs `test` with the main thread of a search of `board` with the table `tt`.
fn with_worker<T>(
    board: &Board,
    tt: &TranspositionTable,
    test: impl FnOnce(&mut Worker) -> T,
) -> T {
    with_context(board, tt, |context| {
        test(&mut Worker::new(0, &context, &mut ThreadData::new(None), &mut Silent))
    })
}

fn entry(score: Score, bound: Bound) -> Entry {
    let (mv, static_eval) = (Move::NONE, None);
    Entry { mv, score, static_eval, depth: 9, was_pv: false, bound: Some(bound) }
}

#[test]
fn mates_are_stored_with_their_distance_from_the_node() {
    let board = Board::start();
    let tt = TranspositionTable::new(1).unwrap();
    with_worker(&board, &tt, |worker| {
        (1..=4).for_each(|key| worker.keys.push(key));
        worker.store(&board, entry(Score::mate_in(7), Bound::Exact));
    });
    let stored = tt.probe(board.key()).unwrap();
    assert_eq!(stored.score, Score::mate_in(3));
    for (ply, score) in [(0, Score::mate_in(3)), (4, Score::mate_in(7))] {
        assert_eq!(Window::FULL.cutoff_by(&stored, ply), Some(score), "{ply}");
    }
}

#[test]
fn no_entry_causes_a_cutoff_close_to_a_draw_by_the_fifty_move_rule() {
    let end = params::tt_cutoff_end_clock();
    for (clock, is_cutoff) in [(0, true), (end - 1, true), (end, false)] {
        let fen = format!("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - {clock} 90");
        let board: Board = fen.parse().unwrap();
        let tt = TranspositionTable::new(1).unwrap();
        let stored = entry(Score(-777), Bound::Upper);
        tt.store(tt_key(&board), stored);
        let window = Window::zero_below(Score::DRAW);
        let search = |worker: &mut Worker| worker.negamax::<NON_PV>(&board, window, 5, false);
        let score = with_worker(&board, &tt, search).expect("no stop");
        assert_eq!(score == stored.score, is_cutoff, "{clock}: {score}");
    }
}

#[test]
fn draws_close_to_the_fifty_move_rule_are_none_earlier_in_the_game() {
    let mut searcher = Searcher::new(1).unwrap();
    let mut search = |fen: &str| {
        let limits = Limits { depth: Some(60), ..Limits::default() };
        let control = SearchControl::default();
        searcher.search(&fen.parse().unwrap(), &[], &limits, &control, &mut Silent).report
    };
    assert_eq!(search("8/1p6/5K2/8/5k2/8/8/8 w - - 98 90").score, Score::DRAW);
    // As if the player had gone back in the game: the pawn wins in time.
    let report = search("8/1p6/5K2/8/8/6k1/8/8 b - - 75 79");
    assert!(report.score >= Score::PROVEN, "{:?} {}", report.pv[0], report.score);
}

fn report(to: Square, depth: usize, score: i32) -> SearchReport {
    SearchReport {
        depth,
        selective_depth: depth,
        number: 1,
        score: Score(score),
        is_drawn: false,
        bound: Bound::Exact,
        nodes: score as u64,
        elapsed: Duration::from_secs(score as u64),
        hashfull: score as u32,
        syzygy_hits: score as u64,
        pv: vec![Move::normal(Square::from_index(12), to)],
    }
}

#[test]
fn the_vote_of_several_threads_outweighs_that_of_the_first() {
    let [e4, d4] = [28, 27].map(Square::from_index);
    let first = report(e4, 10, 20);
    let best = report(d4, 10, 60);
    let voted = vote(first.clone(), &[report(d4, 10, 50), best.clone()]);
    assert_eq!(voted, best.with_totals_of(&first));
    // A single thread needs a better score.
    let worse = vote(report(e4, 10, 20), &[report(d4, 10, 10)]);
    assert_eq!(worse, report(e4, 10, 20));
    // A thread that has searched nothing does not make the other scores alike.
    let others = [report(d4, 6, 0), report(d4, 6, 0), report(d4, 0, -10_000)];
    assert_eq!(vote(report(e4, 10, 100), &others), report(e4, 10, 100));
}

#[test]
fn every_thread_watches_the_hard_limit_and_only_the_first_the_soft_limit() {
    let (board, tt) = (Board::start(), TranspositionTable::new(1).unwrap());
    for id in [0, 1] {
        with_context(&board, &tt, |mut context| {
            let (mut data, mut observer) = (ThreadData::new(None), Silent);
            context.limits.depth = Some(9);
            let soft = Budget { soft: Some(Duration::ZERO), hard: None };
            context.time = TimeManager::start(soft, false, None);
            let lines = Worker::new(id, &context, &mut data, &mut observer).deepen();
            // The soft limit counts from the first poll on.
            let depths = if id == 0 { 2..9 } else { 9..10 };
            assert!(depths.contains(&lines[0].depth), "{}", lines[0].depth);
            assert!(!context.is_over.load(Ordering::Relaxed));

            let hard = Budget { soft: None, hard: Some(Duration::ZERO) };
            context.time = TimeManager::start(hard, false, None);
            let mut worker = Worker::new(id, &context, &mut data, &mut observer);
            assert!((0..2_000).any(|_| worker.count_node().is_err()));
            assert!(context.is_over.load(Ordering::Relaxed));
        });
    }
}

/// Whether `search` succeeds before it is stopped, long after it should have ended.
fn ends(control: &SearchControl, search: impl FnOnce() -> bool) -> bool {
    thread::scope(|scope| {
        let watchdog = scope.spawn(|| {
            thread::park_timeout(Duration::from_secs(60));
            control.stop();
        });
        let succeeds = search() && !control.is_stopped();
        watchdog.thread().unpark();
        succeeds
    })
}

/// An observer that panics.
struct Panicking;

impl SearchObserver for Panicking {
    fn report(&mut self, _report: &SearchReport) {
        panic!("a report");
    }
}

/// Keeps all reports.
#[derive(Default)]
struct Reports(Vec<SearchReport>);

impl SearchObserver for Reports {
    fn report(&mut self, report: &SearchReport) {
        self.0.push(report.clone());
    }
}

#[test]
fn a_mate_that_was_reported_remains_if_the_search_is_stopped() {
    let board = "4r3/7q/nb2prRp/pk1p3P/3P4/P7/1P2N1P1/1K1B1N2 w - - 0 1".parse().unwrap();
    let mut mates = 0;
    for nodes in (2_000..4_000).step_by(20) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (control, mut reports) = (SearchControl::default(), Reports::default());
        let mut searcher = Searcher::new(1).unwrap();
        let last = searcher.search(&board, &[], &limits, &control, &mut reports).report;
        if let [.., shown, _] = &*reports.0
            && shown.bound == Bound::Lower
            && shown.score.is_mate()
        {
            assert!(last.score >= shown.score, "{nodes}: {} after {}", last.score, shown.score);
            mates += 1;
        }
    }
    assert!(mates > 0);
}

#[test]
fn a_panic_of_the_observer_ends_all_threads() {
    let mut searcher = Searcher::new(1).unwrap();
    searcher.set_threads(2);
    let (limits, control) = (Limits::default(), SearchControl::default());
    let search = || searcher.search(&Board::start(), &[], &limits, &control, &mut Panicking);
    assert!(ends(&control, || catch_unwind(AssertUnwindSafe(search)).is_err()));
}

#[test]
fn a_pondering_search_ends_at_its_limits_of_nodes() {
    let mut searcher = Searcher::new(1).unwrap();
    for (nodes, soft_nodes) in [(Some(5_000), None), (None, Some(5_000))] {
        let limits = Limits { nodes, soft_nodes, ..Limits::default() };
        let control = SearchControl::new(true);
        assert!(ends(&control, || {
            let board = Board::start();
            let result = searcher.search(&board, &[], &limits, &control, &mut Silent);
            result.report.nodes >= 5_000
        }));
    }
}

/// Once the soft limit is reached, the time of a search for mates would be missed on the clock, but
/// not while the opponent's clock runs. Iterations alone do not find the mate at that depth.
#[test]
fn a_pondering_search_seeks_mates_after_its_soft_limit() {
    let mut searcher = Searcher::new(1).unwrap();
    let board: Board = "8/1pNKp3/1B2P3/1P6/1pNP4/1k6/1P6/1B6 w - - 0 1".parse().unwrap();
    let clock = Some(Clock { time_left: Duration::from_millis(1), ..Clock::default() });
    let limits = Limits { clock, depth: Some(14), ..Limits::default() };
    let control = SearchControl::new(true);
    let report = searcher.search(&board, &[], &limits, &control, &mut Silent).report;
    assert!(report.score.is_mate(), "{report:?}");
}

#[test]
fn the_contempt_has_a_maximum() {
    let mut searcher = Searcher::new(1).unwrap();
    for (contempt, expected) in [(i32::MAX, MAX_CONTEMPT), (7, 7), (i32::MIN, -MAX_CONTEMPT)] {
        searcher.set_contempt(contempt);
        assert_eq!(searcher.contempt, expected);
    }
}

#[test]
fn a_searcher_has_the_threads_that_are_set() {
    let mut searcher = Searcher::new(1).unwrap();
    for threads in [3, 1] {
        assert_eq!(searcher.set_threads(threads), threads);
        assert_eq!(searcher.threads.len(), threads);
    }
}

#[test]
fn all_threads_evaluate_alike() {
    let mut searcher = Searcher::new(1).unwrap();
    let board: Board = "4k3/pppp4/8/8/8/8/PPPP4/4K2R w - - 0 1".parse().unwrap();
    for network in [Some(Network::embedded()), None] {
        searcher.set_network(network);
        searcher.set_threads(1);
        searcher.set_threads(3);
        let score = |thread: &mut ThreadData| thread.evaluator.evaluate(&board);
        let scores: Vec<Score> = searcher.threads.iter_mut().map(score).collect();
        assert!(scores[1..].iter().all(|&other| other == scores[0]), "{scores:?}");
    }
}

#[test]
fn only_another_size_replaces_the_transposition_table() {
    let (board, limits) = (Board::start(), Limits { depth: Some(3), ..Limits::default() });
    let mut searcher = Searcher::new(2).unwrap();
    for (megabytes, is_kept) in [(2, true), (1, false), (0, true), (1, true), (2, false)] {
        searcher.search(&board, &[], &limits, &SearchControl::default(), &mut Silent);
        searcher.resize_tt(megabytes).unwrap();
        assert_eq!(searcher.tt.probe(board.key()).is_some(), is_kept, "{megabytes}");
        assert_eq!(searcher.tt.megabytes(), megabytes.max(1));
    }
}

#[test]
fn other_syzygy_settings_empty_the_transposition_table() {
    let open = || {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");
        Some(Arc::new(Syzygy::open(path).expect("tables")))
    };
    let (board, limits) = (Board::start(), Limits { depth: Some(3), ..Limits::default() });
    let mut searcher = Searcher::new(1).unwrap();
    let mut is_kept = |(tables, fifty_move_rule): (&Option<Arc<Syzygy>>, bool)| {
        let tables = tables.clone();
        let settings = SyzygySettings { tables, fifty_move_rule, ..SyzygySettings::default() };
        searcher.set_syzygy(settings);
        let is_kept = searcher.tt.probe(board.key()).is_some();
        searcher.search(&board, &[], &limits, &SearchControl::default(), &mut Silent);
        is_kept
    };
    let (first, second) = (open(), open());
    let kept = [&None, &None, &first, &first, &second, &None].map(|it| is_kept((it, true)));
    assert_eq!(kept, [false, true, false, true, false, false]);
    // So does another fifty-move rule.
    let kept = [false, false, true].map(|fifty_move_rule| is_kept((&None, fifty_move_rule)));
    assert_eq!(kept, [false, true, false]);
}

#[test]
fn later_moves_get_a_larger_budget() {
    let searcher = Searcher::new(1).unwrap();
    let clock = Clock { time_left: Duration::from_secs(60), ..Clock::default() };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let soft = |move_number: u32| {
        let fen = format!("4k3/8/8/8/8/8/8/4K2R w - - 0 {move_number}");
        searcher.budget(&fen.parse().unwrap(), &limits).soft
    };
    assert!(soft(40) > soft(1));
}

#[test]
fn the_move_overhead_is_kept_on_the_clock() {
    let mut searcher = Searcher::new(1).unwrap();
    searcher.move_overhead = Duration::from_millis(900);
    let time_left = Duration::from_secs(1);
    let clock = Clock { time_left, moves_to_go: Some(1), ..Clock::default() };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let hard = searcher.budget(&Board::start(), &limits).hard.unwrap();
    assert!(hard <= Duration::from_millis(100), "{hard:?}");
}

#[test]
fn a_draw_is_worth_less_to_the_side_with_contempt_for_it() {
    let (board, tt) = (Board::start(), TranspositionTable::new(1).unwrap());
    with_context(&board, &tt, |mut context| {
        context.contempt = 30;
        let (mut data, mut observer) = (ThreadData::new(None), Silent);
        let worker = Worker::new(0, &context, &mut data, &mut observer);
        let scores = [board, board.make_null()].map(|board| worker.draw_score(&board));
        assert_eq!(scores, [Score(-30), Score(30)]);
    });
}

#[test]
fn the_last_score_is_that_of_the_same_side_in_the_same_game() {
    let mut searcher = Searcher::new(1).unwrap();
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let control = SearchControl::default();
    let search = |searcher: &mut Searcher| {
        searcher.search(&Board::start(), &[], &limits, &control, &mut Silent).report.score
    };
    let score = search(&mut searcher);
    let start = Board::start();
    let next = start.make(start.legal_moves()[0]);
    for (earlier, expected) in [
        ([start, next].as_slice(), Some(score)),
        (&[start, next, next, next], Some(score)),
        (&[start], None),
        (&[start, next, next], None),
        (&[next, next], None),
        (&[], None),
    ] {
        assert_eq!(searcher.last_score_in(earlier), expected, "{earlier:?}");
    }
    // The position that is pondered on may not come.
    let pondering = SearchControl::new(true);
    pondering.stop();
    searcher.search(&next, &[start], &limits, &pondering, &mut Silent);
    assert_eq!(searcher.last_score_in(&[start, next]), Some(score));
    searcher.new_game();
    assert_eq!(searcher.last_score_in(&[start, next]), None);
    // Scores of another evaluation are not comparable.
    search(&mut searcher);
    assert!(searcher.last_score_in(&[start, next]).is_some());
    searcher.set_network(None);
    assert_eq!(searcher.last_score_in(&[start, next]), None);
}

#[test]
fn the_selective_depth_is_the_greatest_distance_from_the_root() {
    let tt = TranspositionTable::new(1).unwrap();
    let board = Board::start();
    with_worker(&board, &tt, |worker| {
        let mut enter = |board: &Board, text| {
            let mv = board.parse_move(text).unwrap();
            let next = board.make(mv);
            worker.enter(board, mv, &next).unwrap();
            (next, worker.selective_depth)
        };
        let (next, depth) = enter(&board, "e2e4");
        assert_eq!((depth, enter(&next, "e7e5").1), (1, 2));
        (0..2).for_each(|_| worker.leave());
        let mv = board.parse_move("d2d4").unwrap();
        worker.enter(&board, mv, &board.make(mv)).unwrap();
        assert_eq!(worker.selective_depth, 2);
    });
}

#[test]
fn the_expected_reply_is_a_legal_move_of_the_table() {
    let tt = TranspositionTable::new(1).unwrap();
    let board = Board::start();
    let first = board.parse_move("e2e4").unwrap();
    let next = board.make(first);
    assert_eq!(expected_reply(&tt, &next), None);
    let reply = next.parse_move("e7e5").unwrap();
    for (mv, expected) in [(first, None), (reply, Some(reply))] {
        tt.store(next.key(), Entry { mv, ..entry(Score(0), Bound::Exact) });
        assert_eq!(expected_reply(&tt, &next), expected);
    }
}

/// The proof of another position takes the place of a part of the one that is known.
#[test]
fn a_mate_is_proved_again_once_a_part_of_its_proof_is_lost() {
    let tt = TranspositionTable::new(1).unwrap();
    let board: Board = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1".parse().unwrap();
    with_worker(&board, &tt, |worker| {
        let mate = |worker: &mut Worker| {
            worker.search_mate(Color::White, 10_000).ok()?;
            Some(worker.mate.take()?.pv)
        };
        let found = mate(worker).expect("a mate in three");
        assert_eq!((found.len(), mate(worker)), (5, Some(found.clone())));
        let lost = found[..3].iter().fold(board, |board, &mv| board.make(mv));
        let same_slot = lost.key() ^ (SLOTS as u64);
        worker.data.proofs.store(same_slot, false, ProofNumbers::CHECKMATED);
        assert_eq!((mate(worker), mate(worker)), (None, Some(found)));
    });
}

#[test]
fn only_the_main_thread_of_an_ordinary_search_seeks_mates() {
    let tt = TranspositionTable::new(1).unwrap();
    let board: Board = "4k3/8/8/8/8/8/8/4K2R w - - 20 40".parse().unwrap();
    let seeks_mate = |id, change: &dyn Fn(&mut SearchContext)| {
        with_context(&board, &tt, |mut context| {
            change(&mut context);
            Worker::new(id, &context, &mut ThreadData::new(None), &mut Silent).seeks_mate()
        })
    };
    assert!(seeks_mate(0, &|_| {}) && !seeks_mate(1, &|_| {}));
    assert!(!seeks_mate(0, &|context| context.multi_pv = 2));
    assert!(!seeks_mate(0, &|context| context.limits.mate = Some(3)));
    let skill = || Skill::new(MAX_ELO, 1, &board, None);
    assert!(!seeks_mate(0, &|context| context.skill = Some(skill())));
}

//! Reads bytes as games in PGN, and annotates them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nunatak::game::GameLine;
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher};
use nunatak::types::Color;
use nunatak_fuzz::check_text;
use nunatak_tools::annotate::{
    Evaluation, GROUP, JudgedGame, MAX_PLOTTED, accuracy, book_moves, evaluate, plot,
};
use nunatak_tools::pgn::{PgnGame, PgnReader};

/// The node limit of a search, enough for the first iterations.
const NODES: u64 = 20;

/// The maximum number of positions searched.
const MAX_POSITIONS: usize = 60;

/// A book, which has no type here.
type NoBook<'a> = Option<&'a mut nunatak::book::Book<std::fs::File>>;

fuzz_target!(|input: &[u8]| {
    let mut searcher = Searcher::new(1).expect("a megabyte");
    searcher.multi_pv = input.len() % 3 + 1;
    let mut left = MAX_POSITIONS;
    let mut judged = Vec::new();
    for game in PgnReader::annotated(input).flatten() {
        left = left.saturating_sub(game.moves.len() + 1);
        if left == 0 || judged.len() == MAX_PLOTTED {
            break;
        }
        let book_moves = book_moves(&game, NoBook::None).expect("no book to read");
        let evaluations = evaluations(&game, book_moves, &mut searcher);
        judged.push(JudgedGame::new(game, book_moves, evaluations));
    }
    judged.iter().for_each(check);
    let picture = plot(&judged).expect("a picture");
    assert!(picture.trim_end().ends_with("</svg>"));
});

/// Evaluates the positions from the end of the book moves on.
fn evaluations(game: &PgnGame, book_moves: usize, searcher: &mut Searcher) -> Vec<Evaluation> {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut line = GameLine::new(game.start);
    let mut evaluations = Vec::new();
    for index in 0..=game.moves.len() {
        if index >= book_moves {
            if evaluations.len().is_multiple_of(GROUP) {
                searcher.new_game();
            }
            let searched = || evaluate(&line, searcher, &limits, &SearchControl::default());
            let found = line.end().map(Evaluation::of_end).or_else(searched);
            evaluations.push(found.expect("a position with a legal move"));
        }
        game.moves.get(index).into_iter().for_each(|&mv| line.play(mv));
    }
    evaluations
}

/// Checks that accuracies are percentages, and that the annotated game is read back unchanged, with
/// the moves and the result of the source.
fn check(judged: &JudgedGame) {
    let values = judged.values();
    let sides = accuracy(&values, Color::White).into_iter().chain(judged.accuracy()).flatten();
    sides.for_each(|percent| assert!((0.0..=100.0).contains(&percent), "{percent}"));
    let (again, source) = (judged.annotated(), judged.game());
    check_text(&again);
    assert_eq!((again.start, &again.moves), (source.start, &source.moves), "{again}");
    assert_eq!(again.outcome, source.outcome, "{again}");
}

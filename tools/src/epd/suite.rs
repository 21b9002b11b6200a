//! Searches the positions of a test suite and judges the moves found.

use std::time::Duration;

use nunatak::limits::Limits;
use nunatak::search::{SearchControl, SearchObserver, SearchReport, Searcher};
use nunatak::types::{Move, Score};

use super::record::{EpdError, EpdRecord};

/// A line of a suite with the result of its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineResult {
    /// The line.
    pub record: EpdRecord,
    /// The result; `None` if the line has no test, so that its position was not searched.
    pub answer: Option<Answer>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best move; `None` if there is no legal one.
    pub played: Option<Move>,
    /// The score from the side to move's view.
    pub score: Score,
    /// The effort of the whole search.
    pub effort: Effort,
    /// The effort after which all tests stayed passed; `None` if one failed in the end.
    pub solution: Option<Effort>,
}

/// The work of a search up to one of its reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The depth of the iteration in plies.
    pub depth: usize,
    /// The number of nodes.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
}

impl Effort {
    fn of(report: &SearchReport) -> Self {
        Self { depth: report.depth, nodes: report.nodes, elapsed: report.elapsed }
    }
}

/// Parses each of `lines` and searches its position as a new game under `limits`, unless `control`
/// stops the search. The iterator is lazy; a line that is not valid EPD yields its error and does
/// not end the iteration.
pub fn run<'a>(
    lines: impl IntoIterator<Item = &'a str>,
    searcher: &mut Searcher,
    limits: &Limits,
    control: &SearchControl,
) -> impl Iterator<Item = Result<LineResult, EpdError>> {
    lines.into_iter().map(|line| {
        let record: EpdRecord = line.parse()?;
        let answer = record.has_test().then(|| answer(&record, searcher, limits, control));
        Ok(LineResult { record, answer })
    })
}

fn answer(
    record: &EpdRecord,
    searcher: &mut Searcher,
    limits: &Limits,
    control: &SearchControl,
) -> Answer {
    searcher.new_game();
    let mut watch = Watch { record, solution: None };
    let (board, earlier) = (record.board(), record.game.earlier());
    let result = searcher.search(board, earlier, limits, control, &mut watch);
    let (played, score) = (result.best, result.report.score);
    let effort = Effort::of(&result.report);
    let is_solved = record.is_solved_by(played, score);
    let solution = is_solved.then(|| watch.solution.unwrap_or(effort));
    Answer { played, score, effort, solution }
}

/// An observer that finds the report from which on all tests are passed.
struct Watch<'a> {
    record: &'a EpdRecord,
    /// The effort up to that report; `None` if the latest report fails a test.
    solution: Option<Effort>,
}

impl SearchObserver for Watch<'_> {
    fn report(&mut self, report: &SearchReport) {
        if !self.record.is_solved_by(report.pv.first().copied(), report.score) {
            self.solution = None;
        } else if self.solution.is_none() {
            self.solution = Some(Effort::of(report));
        }
    }
}

#[cfg(test)]
mod tests {
    use nunatak::tt::Bound;

    use super::*;

    #[test]
    fn each_line_has_its_verdict() {
        let lines = [
            // A mate in one.
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; dm 1;",
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra8#;",
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra9#;",
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"no test\";",
            // Already checkmated.
            "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - dm 1;",
            // Black's only move repeats the position for the second time.
            "k7/8/8/8/8/8/8/1R3B1K w - - moves Kh2 Ka7 Kh1 Ka8 Kh2 Ka7 Kh1; bm Ka8;",
        ];
        let mut searcher = Searcher::new(1).unwrap();
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let control = SearchControl::default();
        let results: Vec<_> = run(lines, &mut searcher, &limits, &control).collect();
        let answers: Vec<_> =
            results.iter().map(|result| result.as_ref().map(|it| &it.answer)).collect();
        let solved = |index: usize| {
            let answer = answers[index].unwrap().as_ref();
            answer.map(|answer| (answer.solution.is_some(), answer.played, answer.score))
        };
        let board = results[0].as_ref().unwrap().record.board();
        let mate = Some(board.parse_san("Ra8#").unwrap());
        assert_eq!(solved(0), Some((true, mate, Score::mate_in(1))));
        assert_eq!(solved(1), Some((false, mate, Score::mate_in(1))));
        assert!(answers[2].is_err());
        assert_eq!(solved(3), None);
        assert_eq!(solved(4), Some((false, None, Score::mated_in(0))));
        assert_eq!(answers[5].unwrap().as_ref().map(|answer| answer.score), Some(Score::DRAW));
    }

    #[test]
    fn a_move_that_is_given_up_again_is_no_solution_yet() {
        let record: EpdRecord = "startpos bm e4;".parse().unwrap();
        let mut watch = Watch { record: &record, solution: None };
        let effort = |depth: usize| Effort {
            depth,
            nodes: 10 * depth as u64,
            elapsed: Duration::from_millis(depth as u64),
        };
        for (depth, san) in [(1, "e4"), (2, "d4"), (3, "e4"), (4, "e4")] {
            let Effort { depth, nodes, elapsed } = effort(depth);
            watch.report(&SearchReport {
                depth,
                selective_depth: depth + 5,
                number: 1,
                score: Score::DRAW,
                is_drawn: false,
                bound: Bound::Exact,
                nodes,
                elapsed,
                hashfull: 0,
                syzygy_hits: 0,
                pv: vec![record.board().parse_san(san).unwrap()],
            });
        }
        assert_eq!(watch.solution, Some(effort(3)));
    }

    #[test]
    fn the_effort_of_the_solution_is_that_of_the_first_depth_with_the_move() {
        // A mate in three, and a capture that a search of few plies prefers.
        let line = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - dm 3; bm Ra6;";
        let mut searcher = Searcher::new(1).unwrap();
        let result = |depth: usize, searcher: &mut Searcher| {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let control = SearchControl::default();
            let results: Vec<_> = run([line], searcher, &limits, &control).collect();
            results[0].as_ref().unwrap().answer.clone().unwrap()
        };
        let Answer { effort, solution: Some(solution), .. } = result(10, &mut searcher) else {
            unreachable!("a mate in three")
        };
        assert!((1..=effort.depth).contains(&solution.depth));
        assert!(solution.nodes > 0 && solution.nodes <= effort.nodes);
        assert!(solution.elapsed <= effort.elapsed);
        // One ply less is not enough, and the depth of the solution is.
        assert!(result(solution.depth, &mut searcher).solution.is_some());
        assert_eq!(result(solution.depth - 1, &mut searcher).solution, None);
    }
}

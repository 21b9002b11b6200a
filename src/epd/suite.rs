//! Searches the positions of a test suite and judges the moves found.

use super::record::{EpdError, EpdRecord};
use crate::limits::Limits;
use crate::search::{SearchControl, Searcher, Silent};
use crate::types::{Move, Score};

/// A line of a suite with the verdict on its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineResult {
    /// The line.
    pub record: EpdRecord,
    /// The verdict.
    pub verdict: Verdict,
}

/// The verdict on a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All tests were passed.
    Solved,
    /// A test was failed.
    Missed {
        /// The best move of the search; `None` if there is no legal one.
        played: Option<Move>,
        /// The score from the side to move's view.
        score: Score,
    },
    /// The line has no test, so its position was not searched.
    NoTest,
}

/// Parses each of `lines` and searches its position as a new game under `limits`. The iterator is
/// lazy; a line that is not valid EPD yields its error and does not end the iteration.
pub fn run<'a>(
    lines: impl IntoIterator<Item = &'a str>,
    searcher: &mut Searcher,
    limits: &Limits,
) -> impl Iterator<Item = Result<LineResult, EpdError>> {
    lines.into_iter().map(|line| {
        let record: EpdRecord = line.parse()?;
        let verdict = judge(&record, searcher, limits);
        Ok(LineResult { record, verdict })
    })
}

fn judge(record: &EpdRecord, searcher: &mut Searcher, limits: &Limits) -> Verdict {
    if !record.has_test() {
        return Verdict::NoTest;
    }
    searcher.new_game();
    let control = SearchControl::default();
    let result = searcher.search(&record.board, &[], limits, &control, &mut Silent);
    let (played, score) = (result.best, result.report.score);
    if record.is_solved_by(played, score) {
        Verdict::Solved
    } else {
        Verdict::Missed { played, score }
    }
}

#[cfg(test)]
mod tests {
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
        ];
        let mut searcher = Searcher::new(1).unwrap();
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let results: Vec<_> = run(lines, &mut searcher, &limits).collect();
        let verdict = |index: usize| results[index].clone().map(|result| result.verdict);
        assert_eq!(verdict(0), Ok(Verdict::Solved));
        let board = results[1].as_ref().unwrap().record.board;
        let played = Some(board.parse_san("Ra8#").unwrap());
        assert_eq!(verdict(1), Ok(Verdict::Missed { played, score: Score::mate_in(1) }));
        assert!(verdict(2).is_err());
        assert_eq!(verdict(3), Ok(Verdict::NoTest));
        assert_eq!(verdict(4), Ok(Verdict::Missed { played: None, score: Score::mated_in(0) }));
    }
}

//! Test suites: positions in EPD whose best moves, bad moves or mates are known.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod record;

pub use record::{EpdError, EpdRecord};

use crate::limits::Limits;
use crate::search::{SearchControl, Searcher, Silent};
use crate::types::{Move, Score};

/// What became of one line of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The line.
    pub record: EpdRecord,
    /// How the search did.
    pub verdict: Verdict,
}

/// How a search did on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It found what the line asks for.
    Solved,
    /// It found something else.
    Missed {
        /// The move that it would have played; `None` if there is no legal one.
        played: Option<Move>,
        /// The score from the view of the side to move.
        score: Score,
    },
    /// The line asks for nothing, and nothing was searched.
    NothingToJudge,
}

/// Reads each of `lines` and searches its position as a new game under `limits`, when the iterator
/// gets there. A line that cannot be read gives its error, and the next one follows.
pub fn run<'a>(
    lines: impl IntoIterator<Item = &'a str>,
    searcher: &mut Searcher,
    limits: &Limits,
) -> impl Iterator<Item = Result<Outcome, EpdError>> {
    lines.into_iter().map(|line| {
        let record: EpdRecord = line.parse()?;
        let verdict = judge(&record, searcher, limits);
        Ok(Outcome { record, verdict })
    })
}

fn judge(record: &EpdRecord, searcher: &mut Searcher, limits: &Limits) -> Verdict {
    if !record.has_test() {
        return Verdict::NothingToJudge;
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
    fn each_line_has_its_outcome() {
        let lines = [
            // Mate in one, found.
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; dm 1;",
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra8#;",
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra9#;",
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"no test\";",
            // Checkmated already.
            "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - dm 1;",
        ];
        let mut searcher = Searcher::new(1).unwrap();
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let outcomes: Vec<_> = run(lines, &mut searcher, &limits).collect();
        let verdict = |index: usize| outcomes[index].clone().map(|outcome| outcome.verdict);
        assert_eq!(verdict(0), Ok(Verdict::Solved));
        let board = outcomes[1].as_ref().unwrap().record.board;
        let played = Some(board.parse_san("Ra8#").unwrap());
        assert_eq!(verdict(1), Ok(Verdict::Missed { played, score: Score::mate_in(1) }));
        assert!(verdict(2).is_err());
        assert_eq!(verdict(3), Ok(Verdict::NothingToJudge));
        assert_eq!(verdict(4), Ok(Verdict::Missed { played: None, score: Score::mated_in(0) }));
    }
}

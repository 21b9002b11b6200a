//! The report on a line of a suite.

use std::fmt;

use nunatak::text::{counted, escaped};
use serde::Serialize;

use crate::cli::json::{ScoreFields, milliseconds};
use crate::epd::{Answer, EpdError, EpdRecord, LineResult};

/// The verdict on a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    /// All tests were passed.
    Solved,
    /// A test was failed.
    Missed,
    /// The line has no test, so that its position was not searched.
    Untested,
    /// The line is not valid EPD.
    #[default]
    Invalid,
}

/// The report on a line: an object in JSON, and a row in CSV. Fields that do not apply are empty.
#[derive(Debug, Default, Serialize)]
pub(super) struct SuiteRow {
    /// The number of the line in the file, from 1.
    line: usize,
    id: Option<String>,
    fen: Option<String>,
    pub(super) verdict: Verdict,
    /// The tests in EPD syntax.
    tests: Option<String>,
    /// The best move in coordinate notation.
    played: Option<String>,
    played_san: Option<String>,
    score_centipawns: Option<i32>,
    score_mate_moves: Option<i32>,
    /// The effort of the whole search.
    depth_plies: Option<usize>,
    pub(super) nodes: Option<u64>,
    pub(super) time_ms: Option<u64>,
    /// The effort after which all tests stayed passed.
    solution_depth_plies: Option<usize>,
    solution_nodes: Option<u64>,
    solution_time_ms: Option<u64>,
    pub(super) points: Option<u32>,
    pub(super) max_points: Option<u32>,
    /// The error of an invalid line, or the corrections of its position.
    message: Option<String>,
}

impl SuiteRow {
    /// Creates the report on the line `number`.
    pub(super) fn new(number: usize, result: &Result<LineResult, EpdError>) -> Self {
        match result {
            Err(error) => Self { line: number, message: Some(printable(error)), ..Self::default() },
            Ok(LineResult { record, answer: None }) => Self::of_record(number, record),
            Ok(LineResult { record, answer: Some(answer) }) => {
                Self::of_record(number, record).answered(record, answer)
            }
        }
    }

    fn of_record(number: usize, record: &EpdRecord) -> Self {
        let corrections: Vec<_> = record.corrections.iter().map(printable).collect();
        Self {
            line: number,
            id: record.id.as_ref().map(printable),
            fen: Some(record.board().to_string()),
            verdict: Verdict::Untested,
            message: (!corrections.is_empty()).then(|| corrections.join("; ")),
            ..Self::default()
        }
    }

    fn answered(self, record: &EpdRecord, answer: &Answer) -> Self {
        let &Answer { played, score, effort, solution } = answer;
        let ScoreFields { score_centipawns, score_mate_moves } =
            ScoreFields::new(score, record.board());
        let has_points = !record.points.is_empty();
        Self {
            verdict: if solution.is_some() { Verdict::Solved } else { Verdict::Missed },
            tests: Some(record.tests()).filter(|tests| !tests.is_empty()),
            played: played.map(|mv| record.board().move_text(mv, false)),
            played_san: played.map(|mv| record.board().san(mv)),
            score_centipawns,
            score_mate_moves,
            depth_plies: Some(effort.depth),
            nodes: Some(effort.nodes),
            time_ms: Some(milliseconds(effort.elapsed)),
            solution_depth_plies: solution.map(|solution| solution.depth),
            solution_nodes: solution.map(|solution| solution.nodes),
            solution_time_ms: solution.map(|solution| milliseconds(solution.elapsed)),
            points: has_points.then(|| record.points.of(played)),
            max_points: has_points.then(|| record.points.max()),
            ..self
        }
    }
}

impl fmt::Display for SuiteRow {
    /// Writes the message, if there is one, and the result, if the position was searched, each as a
    /// line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line;
        if let Some(message) = &self.message {
            writeln!(f, "line {line}: {message}")?;
        }
        let solution = (self.solution_depth_plies, self.solution_nodes, self.solution_time_ms);
        let effort = (self.depth_plies, self.nodes, self.time_ms);
        let (verdict, (Some(depth), Some(nodes), Some(time))) = (match self.verdict {
            Verdict::Solved => ("solved", solution),
            _ => ("missed", effort),
        }) else {
            return Ok(());
        };
        let id = self.id.as_ref().map_or_else(String::new, |id| format!(", {id}"));
        let nodes = counted(nodes, "node");
        write!(f, "line {line}{id}: {verdict} at depth {depth} after {nodes} and {time} ms")?;
        if let (Some(points), Some(max)) = (self.points, self.max_points) {
            write!(f, ", {points} of {}", counted(max, "point"))?;
        }
        write!(f, ", played {}", self.played_san.as_deref().unwrap_or("nothing"))?;
        match (self.score_centipawns, self.score_mate_moves) {
            (Some(centipawns), _) => write!(f, " (cp {centipawns})")?,
            (None, moves) => write!(f, " (mate {})", moves.unwrap_or_default())?,
        }
        if let (Verdict::Missed, Some(tests)) = (self.verdict, &self.tests) {
            write!(f, ", wanted {tests}")?;
        }
        writeln!(f)
    }
}

/// Formats text from a file without control characters.
fn printable(text: impl fmt::Display) -> String {
    escaped(&text.to_string())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use nunatak::types::Score;

    use super::*;
    use crate::epd::Effort;

    /// The effort of a whole search.
    const WHOLE: Effort = Effort { depth: 9, nodes: 900, elapsed: Duration::from_micros(90_999) };

    /// Returns the report on a line whose search ended with this move, a mate in one.
    fn row(line: &str, played: Option<&str>, solution: Option<Effort>) -> SuiteRow {
        let record: EpdRecord = line.parse().unwrap();
        let played = played.map(|san| record.board().parse_san(san).unwrap());
        let answer = Answer { played, score: Score::mate_in(1), effort: WHOLE, solution };
        SuiteRow::new(1, &Ok(LineResult { record, answer: Some(answer) }))
    }

    #[test]
    fn a_solution_has_its_own_effort_beside_that_of_the_whole_search() {
        let line = "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - bm Ra1#;";
        let solution = Effort { depth: 4, nodes: 40, elapsed: Duration::from_micros(4_999) };
        let solved = row(line, Some("Ra1#"), Some(solution));
        let text = "line 1: solved at depth 4 after 40 nodes and 4 ms, played Ra1# (mate 1)\n";
        assert_eq!(solved.to_string(), text);
        assert_eq!(
            (solved.depth_plies, solved.nodes, solved.time_ms),
            (Some(9), Some(900), Some(90))
        );
        let solution =
            (solved.solution_depth_plies, solved.solution_nodes, solved.solution_time_ms);
        assert_eq!(solution, (Some(4), Some(40), Some(4)));
        let missed = row(line, None, None).to_string();
        let text = "line 1: missed at depth 9 after 900 nodes and 90 ms, played nothing (mate 1), \
                    wanted bm Ra1#\n";
        assert_eq!(missed, text);
    }

    #[test]
    fn names_keep_their_tabs() {
        let row = row("7k/8/5KQ1/8/8/8/8/8 w - - id \"a\t\\t\u{1b}\";", Some("Qg7#"), None);
        assert_eq!(row.id.as_deref(), Some("a\t\\t\\u{1b}"));
    }

    #[test]
    fn all_corrections_of_a_position_are_reported() {
        let row = row("4k3/8/8/8/8/8/8/4K3 w KQ - bm Ke2; hmvc x;", Some("Ke2"), None);
        let message = row.message.as_deref().unwrap_or_default();
        for part in ["'K' requires", "'Q' requires", "half-move clock 'x'"] {
            assert!(message.contains(part), "{message}");
        }
    }
}

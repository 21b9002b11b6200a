//! Scores in comments.

use nunatak::board::Board;
use nunatak::types::Score;
use nunatak::wdl::{MODEL, material};
use nunatak_tools::pgn::after_commands;

/// The character between the score and the depth in a comment.
const SEPARATOR: char = '/';
/// The letter before the distance to mate in plies.
const MATE: char = 'M';
/// The largest distance to mate in plies that is converted.
const MAX_MATE: usize = 500;

/// An upper bound on the scores that an engine shows, in pawns.
const MAX_PAWNS: f64 = 1_000.0;

/// Returns the score in a comment on a move from `board`, in units of the evaluation from the view
/// of the side to move; `None` if the comment has none.
pub(super) fn score(comment: &str, board: &Board) -> Option<Score> {
    let (text, rest) = after_commands(comment).split_once(SEPARATOR)?;
    // The depth, which tells a score from text such as `1/2-1/2`.
    let depth = rest.split_whitespace().next()?;
    depth.trim_end_matches(',').parse::<u32>().ok()?;
    let (is_negative, text) = match text.strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let score = match text.strip_prefix(MATE) {
        Some(plies) => Score::mate_in(plies.parse().ok().filter(|plies| *plies <= MAX_MATE)?),
        None if text.contains('.') => {
            internal(text.parse().ok().filter(|pawns| (0.0..MAX_PAWNS).contains(pawns))?, board)
        }
        None => return None,
    };
    Some(if is_negative { -score } else { score })
}

/// Returns the score, in units of the evaluation, that is shown as this number of pawns. Scores of
/// proven wins are shown as they are.
fn internal(pawns: f64, board: &Board) -> Score {
    let shown = Score((100.0 * pawns).round() as i32);
    if (Score::PROVEN..=Score::TABLE_WIN).contains(&shown) {
        shown
    } else {
        Score::from_eval((pawns * MODEL.even_score(material(board))).round() as i32)
    }
}

#[cfg(test)]
mod tests {
    use nunatak::bench;
    use nunatak::types::ScoreKind;
    use nunatak::wdl::normalised;

    use super::*;

    #[test]
    fn shown_scores_are_converted_back() {
        for fen in bench::POSITIONS.iter() {
            let board: Board = fen.parse().unwrap();
            // One unit of the evaluation may be more than one centipawn that is shown.
            let tolerance = 50.0 / MODEL.even_score(material(&board)) + 0.5;
            for shown in (-900..=900).step_by(7) {
                let comment = format!("{:+.2}/12 0.1s", f64::from(shown) / 100.0);
                let score = score(&comment, &board).unwrap();
                let ScoreKind::Centipawns(again) = normalised(score, &board).kind() else {
                    unreachable!("{comment}")
                };
                assert!(f64::from((again - shown).abs()) <= tolerance, "{comment} in {fen}");
            }
        }
    }

    #[test]
    fn proven_wins_are_kept() {
        let board = Board::start();
        for shown in [Score::PROVEN, Score::TABLE_WIN, -Score::PROVEN] {
            let comment = format!("{:+.2}/12 0.1s", f64::from(shown.0) / 100.0);
            assert_eq!(score(&comment, &board), Some(shown), "{comment}");
        }
    }

    #[test]
    fn mates_keep_their_distance() {
        let board = Board::start();
        for (comment, expected) in [
            ("+M1/3 0.000s", Score::mate_in(1)),
            ("+M13/20 0.1s, n=20000", Score::mate_in(13)),
            ("-M2/239 0.1s", Score::mated_in(2)),
            ("-M10/15", Score::mated_in(10)),
        ] {
            assert_eq!(score(comment, &board), Some(expected), "{comment}");
        }
    }

    #[test]
    fn comments_without_a_score_have_none() {
        for comment in [
            "",
            "book",
            "/0 0.000s",
            "a good move",
            "+/1",
            "M/2",
            "+M1000/2",
            "inf/3",
            "--1/2",
            "--1.00/2",
            "1/2-1/2 agreed",
            "1.5/2-1/2",
            "24/7",
            "0.00/",
            "0.00/deep",
        ] {
            assert_eq!(score(comment, &Board::start()), None, "{comment}");
        }
        assert_eq!(score("0.00/16 0.004s", &Board::start()), Some(Score::DRAW));
    }
}

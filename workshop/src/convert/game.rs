//! Conversion of a game.

use nunatak::board::Board;
use nunatak::types::Outcome;
use nunatak_tools::annotate::has_evaluation;
use nunatak_tools::pgn::PgnGame;
use thiserror::Error;

use super::score::score;
use crate::dataset::{Game, NO_SCORE, ScoredMove, white_view};

/// The values of the tag `Termination` of games that were decided by their moves, in lower case:
/// two of the standard, and three that say nothing.
const REGULAR: [&str; 5] = ["normal", "adjudication", "", "?", "-"];

/// Values for draws by rule, which some match runners write.
const DRAWN: [&str; 8] = [
    "stalemate",
    "repetition",
    "threefold repetition",
    "3-fold repetition",
    "fifty moves",
    "fifty-move rule",
    "50-move rule",
    "insufficient material",
];

/// The tags with the names of the players, by the index of their colour.
const PLAYER_TAGS: [&str; 2] = ["White", "Black"];

/// Returns the names of the players of a game, as far as it has them.
pub fn players(game: &PgnGame) -> impl Iterator<Item = &str> {
    PLAYER_TAGS.iter().filter_map(|tag| game.tag(tag))
}

/// Reasons for which a valid game is left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Error)]
pub enum Omission {
    /// The game has no outcome.
    #[error("unfinished")]
    Unfinished,
    /// The game was not decided by its moves.
    #[error("{0}")]
    Termination(String),
    /// The last position is checkmate or stalemate, but the outcome is another.
    #[error("with a result other than on the board")]
    Contradiction,
    /// The player whose scores to keep did not play.
    #[error("between other players")]
    OtherPlayers,
    /// No move of a chosen player has a score.
    #[error("without scores")]
    NoScores,
    /// The only scores are those of an analysis.
    #[error("with scores only as [%eval], which are not read: they are not the players' own")]
    Evaluations,
}

/// Converts a game that was read with its annotations, with the scores of the player `engine`, or
/// of both without a name.
///
/// # Errors
/// [`Omission`] if the game cannot be used for training.
pub fn convert(game: &PgnGame, engine: Option<&str>) -> Result<Game, Omission> {
    if engine.is_some_and(|engine| players(game).all(|name| name != engine)) {
        return Err(Omission::OtherPlayers);
    }
    let annotations = &game.annotations;
    let termination = annotations.tag("Termination").unwrap_or_default().trim().to_lowercase();
    let outcome = game.outcome.ok_or(Omission::Unfinished)?;
    let is_regular = match outcome {
        Outcome::Draw => DRAWN.contains(&termination.as_str()),
        Outcome::WhiteWins | Outcome::BlackWins => termination == "checkmate",
    };
    if !is_regular && !REGULAR.contains(&termination.as_str()) {
        return Err(Omission::Termination(termination));
    }
    let is_chosen =
        PLAYER_TAGS.map(|tag| engine.is_none_or(|engine| annotations.tag(tag) == Some(engine)));
    let mut board = game.start;
    let mut moves = Vec::with_capacity(game.moves.len());
    for (index, &mv) in game.moves.iter().enumerate() {
        let is_wanted = is_chosen[board.side_to_move().index()];
        let mut comments = annotations.comments(index).filter(|_| is_wanted);
        let found = comments.find_map(|comment| score(comment, &board));
        let score = found.map_or(NO_SCORE, |score| white_view(&board, score).0 as i16);
        moves.push(ScoredMove { mv, score });
        board = board.make(mv);
    }
    let on_board = outcome_on_board(&board);
    if on_board.is_some_and(|on_board| on_board != outcome)
        || on_board.is_none() && termination == "checkmate"
    {
        return Err(Omission::Contradiction);
    }
    let converted = Game { start: game.start, moves, outcome };
    if converted.scored_count() == 0 {
        let mut plies = 0..converted.moves.len();
        let is_analysed = plies.any(|index| has_evaluation(&annotations.comment(index)));
        return Err(if is_analysed { Omission::Evaluations } else { Omission::NoScores });
    }
    Ok(converted)
}

/// Returns the outcome of a game that ends with checkmate or stalemate on `board`; otherwise
/// `None`.
fn outcome_on_board(board: &Board) -> Option<Outcome> {
    match (board.has_legal_move(), board.in_check()) {
        (true, _) => None,
        (false, true) => Some(Outcome::win_of(!board.side_to_move())),
        (false, false) => Some(Outcome::Draw),
    }
}

#[cfg(test)]
mod tests {
    use nunatak::types::Score;
    use nunatak::wdl::{MODEL, material};
    use nunatak_tools::pgn::PgnReader;

    use super::*;

    const MOVES: &str = "1. e4 {book} e5 {+0.50/9 0.1s} 2. Qh5 {-1.25/8 0.1s, n=200} Ke7 {-M2/9 0.1s} \
                         3. Qxe5# {+M1/3 0.000s, n=21, White mates} 1-0";

    fn converted(tags: &str, moves: &str, engine: Option<&str>) -> Result<Game, Omission> {
        let text = format!("[Event \"x\"]\n[White \"new\"]\n[Black \"old\"]\n{tags}\n\n{moves}\n");
        let game = PgnReader::annotated(text.as_bytes()).next().unwrap().unwrap();
        convert(&game, engine)
    }

    fn scores(game: &Game) -> Vec<i16> {
        game.moves.iter().map(|scored| scored.score).collect()
    }

    #[test]
    fn scores_are_from_the_view_of_white_in_units_of_the_evaluation() {
        let game = converted("", MOVES, None).unwrap();
        assert_eq!(game.outcome, Outcome::WhiteWins);
        let even = MODEL.even_score(material(&game.start));
        let mate = Score::mate_in(1).0 as i16;
        let mated = Score::mate_in(2).0 as i16;
        let expected =
            [NO_SCORE, (-0.5 * even).round() as i16, (-1.25 * even).round() as i16, mated, mate];
        assert_eq!(scores(&game), expected);
    }

    #[test]
    fn a_score_may_follow_another_comment() {
        let moves = MOVES.replace("{+0.50/9 0.1s}", "{best} $1 {[%clk 1] +0.50/9, 0.1s} {or not}");
        assert_eq!(converted("", &moves, None), converted("", MOVES, None));
    }

    #[test]
    fn only_the_scores_of_the_named_engine_are_kept() {
        let [_, _, white, black, mate] = scores(&converted("", MOVES, None).unwrap())[..] else {
            unreachable!("five moves")
        };
        let found = |engine| converted("", MOVES, Some(engine)).map(|game| scores(&game));
        assert_eq!(found("new").unwrap(), [NO_SCORE, NO_SCORE, white, NO_SCORE, mate]);
        assert_eq!(found("old").unwrap()[2..], [NO_SCORE, black, NO_SCORE]);
        assert_eq!(found("other"), Err(Omission::OtherPlayers));
    }

    #[test]
    fn games_not_decided_by_moves_are_left_out() {
        let tag = |termination: &str| format!("[Termination \"{termination}\"]");
        for termination in ["normal", "adjudication", " Normal", "", "?", "-", "checkmate"] {
            assert!(converted(&tag(termination), MOVES, None).is_ok());
        }
        let drawn = "1. e4 {+0.10/9} 1/2-1/2";
        for termination in ["Threefold repetition", "50-move rule", "insufficient material"] {
            assert!(converted(&tag(termination), drawn, None).is_ok());
            let result = converted(&tag(termination), MOVES, None);
            assert_eq!(result, Err(Omission::Termination(termination.to_lowercase())));
        }
        let unmated = "1. e4 {+0.10/9} 1-0";
        let result = converted(&tag("checkmate"), unmated, None);
        assert_eq!(result, Err(Omission::Contradiction));
        for termination in [
            "time forfeit",
            "abandoned",
            "illegal move",
            "unterminated",
            "timeout, insufficient material",
        ] {
            let result = converted(&tag(termination), MOVES, None);
            assert_eq!(result, Err(Omission::Termination(termination.to_owned())));
        }
        for result in ["0-1", "1/2-1/2"] {
            let game = MOVES.replace("1-0", result);
            assert_eq!(converted("", &game, None), Err(Omission::Contradiction));
        }
        let stalemate = "[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]";
        let result = |result| converted(stalemate, &format!("1. Qf7 {{+9.00/9}} {result}"), None);
        assert_eq!(result("1-0"), Err(Omission::Contradiction));
        assert_eq!(result("1/2-1/2").unwrap().outcome, Outcome::Draw);
        let unfinished = MOVES.replace("1-0", "*");
        assert_eq!(converted("", &unfinished, None), Err(Omission::Unfinished));
        assert_eq!(converted("", "1. e4 e5 1/2-1/2", None), Err(Omission::NoScores));
    }
}

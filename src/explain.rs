//! Evaluations and results of games in words.

use crate::board::Board;
use crate::eval::Trace;
use crate::eval::network::{Network, NetworkTrace};
use crate::game::GameEnd;
use crate::types::{Color, Outcome, Score};
use crate::wdl::{Chances, normalised};

/// Returns the sentence that announces the end of a game: `The game is over: draw by stalemate,
/// 1/2-1/2`.
pub fn announcement(end: GameEnd) -> String {
    let kind = if end.outcome() == Outcome::Draw { "draw by " } else { "" };
    format!("The game is over: {kind}{end}, {}", end.outcome().text())
}

/// Returns the evaluation of `network` by piece, the terms of the hand-crafted one, and the score
/// and chances of the network, or of the terms unless it `is_used`. If the game is over, returns
/// its result instead.
pub fn evaluation(board: &Board, end: Option<GameEnd>, network: &Network, is_used: bool) -> String {
    if let Some(end) = end {
        let (score, chances) = match end.outcome() {
            Outcome::Draw => (Score::DRAW, Chances::DRAW),
            Outcome::WhiteWins => (Score::mate_in(0), Chances::WIN),
            Outcome::BlackWins => (Score::mated_in(0), Chances::WIN.of_opponent()),
        };
        return format!("{}\n{}", announcement(end), shown(score, chances));
    }
    let terms = Trace::new(board);
    let network = NetworkTrace::new(network, board);
    let score = Score::from_eval(if is_used { network.total() } else { terms.total() });
    let chances = Chances::new(score, board, Color::White);
    format!("{network}\n\n{terms}\n{}", shown(normalised(score, board), chances))
}

/// Returns a line with a normalised score and chances, both from White's view.
fn shown(score: Score, chances: Chances) -> String {
    let Chances { win, draw, loss } = chances;
    format!("Shown: {score}; White wins {win}, draws {draw} and loses {loss} of 1000 games")
}

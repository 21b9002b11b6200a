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
    format!("The game is over: {kind}{}, {}", end.name(), end.outcome().text())
}

/// Returns the normalised score and the chances of the side to move in `board`: by the result if
/// the game is over, otherwise by an evaluation of `units` from White's view.
pub fn value(board: &Board, end: Option<GameEnd>, units: i32) -> (Score, Chances) {
    let side = board.side_to_move();
    match end.map(GameEnd::outcome) {
        None => {
            let score = Score::from_eval(side.sign() * units);
            (normalised(score, board), Chances::new(score, board, side))
        }
        Some(Outcome::Draw) => (Score::DRAW, Chances::DRAW),
        // The side to move is checkmated.
        Some(_) => (Score::mated_in(0), Chances::WIN.of_opponent()),
    }
}

/// Returns the evaluation of `network` by piece, the terms of the hand-crafted one, and the score
/// and chances of the network, or of the terms unless it `is_used`. If the game is over, returns
/// its result instead.
pub fn evaluation(board: &Board, end: Option<GameEnd>, network: &Network, is_used: bool) -> String {
    let terms = Trace::new(board);
    let network = NetworkTrace::new(network, board);
    let units = if is_used { network.total() } else { terms.total() };
    let (score, Chances { win, draw, loss }) =
        match (value(board, end, units), board.side_to_move()) {
            (of_white, Color::White) => of_white,
            ((score, chances), Color::Black) => (-score, chances.of_opponent()),
        };
    let explained = end.map_or_else(|| format!("{network}\n\n{terms}"), announcement);
    format!("{explained}\nShown: {score}; White wins {win}, draws {draw}, loses {loss} of 1000")
}

//! `nunatak eval`.

use std::io::Write;

use super::error::CliError;
use super::json::Json;
use super::position::PositionArguments;
use crate::board::Board;
use crate::eval::network::{Network, NetworkTrace};
use crate::eval::{Pair, Trace};
use crate::explain::{evaluation, value};
use crate::game::GameEnd;
use crate::types::ScoreKind;

#[derive(clap::Args)]
pub(super) struct EvalArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

/// Shows the network's evaluation, the terms of the hand-crafted one and the chances, or the result
/// if the game is over.
pub(super) fn run(out: &mut impl Write, arguments: &EvalArguments) -> Result<(), CliError> {
    let game = arguments.position.line()?;
    let (board, end) = (game.board(), game.end());
    let network = Network::embedded();
    match arguments.json {
        true => Json::object(report(board, end, &network)).write(out)?,
        false => writeln!(out, "{}", evaluation(board, end, &network, true))?,
    }
    Ok(())
}

/// Returns the fields of the evaluation, with scores from the view of the side to move.
fn report(board: &Board, end: Option<GameEnd>, network: &Network) -> Vec<(&'static str, Json)> {
    let sign = board.side_to_move().sign();
    let trace = NetworkTrace::new(network, board);
    let (score, chances) = value(board, end, trace.total());
    let (centipawns, mate) = match score.kind() {
        ScoreKind::Centipawns(centipawns) => (Some(centipawns), None),
        ScoreKind::Mate(moves) => (None, Some(moves)),
    };
    let mut fields = vec![
        ("fen", board.to_string().into()),
        ("side_to_move", board.side_to_move().name().to_ascii_lowercase().into()),
        ("game_end", end.map(GameEnd::name).into()),
        ("score_centipawns", centipawns.into()),
        ("score_mate_moves", mate.into()),
        ("win_permille", chances.win.into()),
        ("draw_permille", chances.draw.into()),
        ("loss_permille", chances.loss.into()),
    ];
    if end.is_none() {
        fields.extend(breakdown(board, sign, &trace));
    }
    fields
}

/// Returns the fields that break the evaluation down by piece and by term. Each value of a term is
/// from the view of its own side.
fn breakdown(board: &Board, sign: i32, network: &NetworkTrace) -> [(&'static str, Json); 5] {
    let piece = |square| {
        let units = sign * network.value(square)?;
        let piece = board.piece_on(square)?.to_string();
        let square = format!("{square}");
        let fields = [("square", square.into()), ("piece", piece.into()), ("units", units.into())];
        Some(Json::object(fields))
    };
    let term = |(name, [white, black]): (String, [Pair; 2])| -> Json {
        Json::object([
            ("name", name.into()),
            ("white_middlegame_units", white.middlegame().into()),
            ("white_endgame_units", white.endgame().into()),
            ("black_middlegame_units", black.middlegame().into()),
            ("black_endgame_units", black.endgame().into()),
        ])
    };
    let terms = Trace::new(board);
    [
        ("network_units", (sign * network.total()).into()),
        ("network_units_by_bucket", Json::list(network.scores.map(|score| sign * score))),
        ("network_pieces", Json::list(board.occupied().into_iter().filter_map(piece))),
        ("classical_units", (sign * terms.total()).into()),
        ("classical_terms", Json::list(terms.terms().map(term))),
    ]
}

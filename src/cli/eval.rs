//! `nunatak eval`.

use std::io::Write;

use super::error::CliError;
use super::json::Json;
use super::position::PositionArguments;
use crate::board::Board;
use crate::eval::network::{Network, NetworkTrace};
use crate::eval::{Pair, Trace};
use crate::explain::{evaluation, value};
use crate::types::{ScoreKind, Square};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

/// Shows the network's evaluation, the terms of the hand-crafted one and the chances, or the result
/// if the game is over.
pub(super) fn run(out: &mut impl Write, arguments: &Arguments) -> Result<(), CliError> {
    let game = arguments.position.line()?;
    let (board, end) = (game.board(), game.end());
    let network = Network::embedded();
    if !arguments.json {
        return Ok(writeln!(out, "{}", evaluation(board, end, &network, true))?);
    }
    // Scores are from the view of the side to move.
    let trace = NetworkTrace::new(&network, board);
    let (score, chances) = value(board, end, trace.total());
    let (centipawns, mate) = match score.kind() {
        ScoreKind::Centipawns(centipawns) => (Some(Json::number(centipawns)), None),
        ScoreKind::Mate(moves) => (None, Some(Json::number(moves))),
    };
    let mut fields = vec![
        ("fen", Json::text(&board.to_string())),
        ("side_to_move", Json::text(&board.side_to_move().name().to_ascii_lowercase())),
        ("game_end", Json::optional(end.map(|end| Json::text(end.name())))),
        ("score_centipawns", Json::optional(centipawns)),
        ("score_mate_moves", Json::optional(mate)),
        ("win_permille", Json::number(chances.win)),
        ("draw_permille", Json::number(chances.draw)),
        ("loss_permille", Json::number(chances.loss)),
    ];
    if end.is_none() {
        fields.extend(breakdown(board, &trace));
    }
    Ok(Json::object(fields).write(out)?)
}

/// Returns the fields that break the evaluation down by piece and by term. Each value of a term is
/// from the view of its own side.
fn breakdown(board: &Board, network: &NetworkTrace) -> [(&'static str, Json); 5] {
    let sign = board.side_to_move().sign();
    let piece = |square: Square| {
        Some(Json::object([
            ("square", Json::text(&square.to_string())),
            ("piece", Json::text(&board.piece_on(square)?.to_string())),
            ("units", Json::number(sign * network.value(square)?)),
        ]))
    };
    let term = |(name, [white, black]): (String, [Pair; 2])| {
        Json::object([
            ("name", Json::text(&name)),
            ("white_middlegame_units", Json::number(white.middlegame())),
            ("white_endgame_units", Json::number(white.endgame())),
            ("black_middlegame_units", Json::number(black.middlegame())),
            ("black_endgame_units", Json::number(black.endgame())),
        ])
    };
    let terms = Trace::new(board);
    [
        ("network_units", Json::number(sign * network.total())),
        (
            "network_units_by_bucket",
            Json::list(network.scores.map(|score| Json::number(sign * score))),
        ),
        ("network_pieces", Json::list(board.occupied().into_iter().filter_map(piece))),
        ("classical_units", Json::number(sign * terms.total())),
        ("classical_terms", Json::list(terms.terms().map(term))),
    ]
}

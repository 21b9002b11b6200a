//! `nunatak bench`.

use std::io::Write;

use super::error::CliError;
use super::json::Json;
use crate::bench::{self, DEFAULT_DEPTH, POSITIONS};
use crate::eval::network::Network;
use crate::search::SearchControl;
use crate::text::whole_number;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Depth of each search in plies
    #[arg(value_name = "D", default_value_t = DEFAULT_DEPTH, value_parser = whole_number::<usize>(1..))]
    plies: usize,
    /// Depth of each search in plies, as an option
    #[arg(long, value_name = "D", conflicts_with = "plies", value_parser = whole_number::<usize>(1..))]
    depth: Option<usize>,
    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

/// Shows the node count of each position, their sum and the speed.
pub(super) fn run(out: &mut impl Write, arguments: &Arguments) -> Result<(), CliError> {
    let &Arguments { plies, depth, json } = arguments;
    let depth = depth.unwrap_or(plies);
    let control = SearchControl::default();
    let mut counts = Vec::new();
    let result = bench::run(Network::embedded(), &POSITIONS, depth, &control, |number, result| {
        let nodes = result.report.nodes;
        counts.push(nodes);
        if !json {
            // An output error recurs, and is returned, when the sum is written.
            let _ = writeln!(out, "{number:>2} {nodes:>9} nodes");
        }
    })?;
    let Some(total) = result else { return Ok(()) };
    if !json {
        return Ok(writeln!(out, "{total}")?);
    }
    let positions = POSITIONS.iter().zip(counts);
    let position = |(&fen, nodes): (&&str, u64)| {
        Json::object([("fen", Json::text(fen)), ("nodes", Json::number(nodes))])
    };
    let report = Json::object([
        ("depth_plies", Json::number(depth)),
        ("positions", Json::list(positions.map(position))),
        ("nodes", Json::number(total.nodes)),
        ("time_ms", Json::number(total.elapsed.as_millis())),
        ("nodes_per_second", Json::number(total.nodes_per_second())),
    ]);
    Ok(report.write(out)?)
}

//! `nunatak bench`.

use std::io::Write;

use nunatak::bench::{self, DEFAULT_DEPTH, POSITIONS};
use nunatak::search::SearchControl;
use nunatak::text::whole_number;
use serde::Serialize;

use super::error::CliError;
use super::json::{self, milliseconds};

#[derive(clap::Args)]
pub(super) struct BenchArguments {
    /// Depth of each search in plies
    #[arg(long, value_name = "D", default_value_t = DEFAULT_DEPTH, value_parser = whole_number::<usize>(1..))]
    depth: usize,
    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

/// The report in JSON.
#[derive(Serialize)]
struct Report {
    depth_plies: usize,
    positions: Vec<PositionReport>,
    nodes: u64,
    time_ms: u64,
    nodes_per_second: u64,
}

#[derive(Serialize)]
struct PositionReport {
    fen: &'static str,
    nodes: u64,
}

/// Shows the node count of each position, their sum and the speed.
pub(super) fn run(out: &mut impl Write, arguments: &BenchArguments) -> Result<(), CliError> {
    let &BenchArguments { depth, json } = arguments;
    let control = SearchControl::default();
    let mut counts = Vec::new();
    let result = bench::run(depth, &control, |number, result| {
        let nodes = result.report.nodes;
        counts.push(nodes);
        if !json {
            // An output error recurs, and is returned, when the sum is written.
            let _ = writeln!(out, "{number:>2} {nodes:>9} nodes");
        }
    })?;
    let Some(total) = result else { return Ok(()) };
    if json {
        let positions = POSITIONS.iter().zip(counts);
        let report = Report {
            depth_plies: depth,
            positions: positions.map(|(fen, nodes)| PositionReport { fen, nodes }).collect(),
            nodes: total.nodes,
            time_ms: milliseconds(total.elapsed),
            nodes_per_second: total.nodes_per_second(),
        };
        json::write(out, &report)?;
    } else {
        writeln!(out, "{total}")?;
    }
    Ok(())
}

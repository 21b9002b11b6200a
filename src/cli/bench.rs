//! `nunatak bench`.

use std::io::Write;

use nunatak::bench::{self, DEFAULT_DEPTH};
use nunatak::search::SearchControl;
use nunatak::text::whole_number;

use super::error::CliError;

#[derive(clap::Args)]
pub(super) struct BenchArguments {
    /// Depth of each search in plies
    #[arg(long, value_name = "D", default_value_t = DEFAULT_DEPTH, value_parser = whole_number::<usize>(1..))]
    depth: usize,
}

/// Shows the node count of each position, their sum and the speed.
pub(super) fn run(out: &mut impl Write, arguments: &BenchArguments) -> Result<(), CliError> {
    let control = SearchControl::default();
    let result = bench::run(arguments.depth, &control, |number, result| {
        // An error shows up again when the sum is written.
        let _ = writeln!(out, "{number:>2} {:>9} nodes", result.report.nodes);
    })?;
    if let Some(total) = result {
        writeln!(out, "{total}")?;
    }
    Ok(())
}

//! `nunatak-workshop install-net`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use nunatak::bench;
use nunatak::cli::at_file;
use nunatak::eval::network::Network;
use nunatak::search::SearchControl;
use nunatak_tools::output_file::OutputFile;

use super::error::CliError;

/// The network that the engine embeds, from the root of the repository.
const EMBEDDED: &str = "src/eval/network/net.nnue";

#[derive(Args)]
pub(super) struct InstallNetArguments {
    /// Network that `train` has written
    #[arg(value_name = "NET")]
    network: PathBuf,
}

/// Replaces the network that the engine embeds, if the new one has the engine's shape, and prints
/// the bench signature with it.
pub(super) fn run(out: &mut impl Write, arguments: &InstallNetArguments) -> Result<(), CliError> {
    let path = &arguments.network;
    let embedded = Path::new(EMBEDDED);
    if !embedded.exists() {
        return Err(CliError::NotTheRoot(embedded.to_owned()));
    }
    let mut output = OutputFile::new(embedded, [path], true)?;
    let network = Network::open(path).map_err(at_file(path))?;
    output.write(&fs::read(path).map_err(at_file(path))?)?;
    writeln!(out, "{EMBEDDED} is replaced; the next build embeds it.")?;
    let control = SearchControl::default();
    let (positions, depth) = (&bench::POSITIONS, bench::DEFAULT_DEPTH);
    let bench = bench::run(Arc::new(network), positions, depth, &control, |_, _| {})?;
    let nodes = bench.map_or(0, |bench| bench.nodes);
    writeln!(out, "Bench: {nodes}")?;
    Ok(())
}

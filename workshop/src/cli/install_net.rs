//! `nunatak-workshop install-net`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use nunatak::cli::at_file;
use nunatak::eval::network::Network;
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

/// Replaces the network that the engine embeds, if the new one has the engine's shape.
pub(super) fn run(out: &mut impl Write, arguments: &InstallNetArguments) -> Result<(), CliError> {
    let path = &arguments.network;
    let target = Path::new(EMBEDDED);
    if !target.exists() {
        return Err(CliError::NotTheRoot(target.to_owned()));
    }
    let mut target = OutputFile::new(target, [path], true)?;
    Network::open(path).map_err(|error| CliError::Network { path: path.clone(), error })?;
    target.write(&fs::read(path).map_err(at_file(path))?)?;
    writeln!(out, "{EMBEDDED} is replaced; the next build embeds it. To print the new bench:")?;
    writeln!(out, "cargo run --release -- bench")?;
    Ok(())
}

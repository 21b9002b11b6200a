//! `nunatak-workshop magics`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use nunatak::text::{Printable, whole_number};
use nunatak_tools::output_file::OutputFile;
use nunatak_workshop::magics::source;

use super::error::CliError;

#[derive(Args)]
pub(super) struct MagicsArguments {
    /// Seed of the random numbers
    #[arg(long, value_name = "S", value_parser = whole_number::<u64>(0..))]
    seed: u64,
    /// File for the magic numbers, as source text for the engine
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

/// Finds magic numbers, and writes or prints them as source text.
pub(super) fn run(out: &mut impl Write, arguments: &MagicsArguments) -> Result<(), CliError> {
    let output = |path: &PathBuf| OutputFile::new(path, &[] as &[PathBuf], arguments.force);
    let output = arguments.out.as_ref().map(output).transpose()?;
    let source = source(arguments.seed);
    match output {
        Some(mut output) => {
            output.write(source.as_bytes())?;
            writeln!(out, "magic numbers written to {}", Printable(output.name().display()))?;
        }
        None => write!(out, "{source}")?,
    }
    Ok(())
}

//! The argument for the number of threads of `tune` and `train`.

use nunatak::text::whole_number;

use super::error::CliError;

/// The largest number of threads of a command.
pub(super) const MAX_THREADS: i128 = 1_024;

#[derive(clap::Args)]
pub(super) struct ThreadArguments {
    /// Number of threads; the result is the same with any number [default: one per core]
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=MAX_THREADS))]
    threads: Option<u16>,
}

impl ThreadArguments {
    /// Sets the number of threads of the global pool.
    pub(super) fn start(&self) -> Result<(), CliError> {
        if let Some(threads) = self.threads {
            rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global()?;
        }
        Ok(())
    }
}

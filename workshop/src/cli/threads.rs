//! The argument for the number of threads of `tune` and `train`.

use nunatak::text::whole_number;

use super::error::CliError;

#[derive(clap::Args)]
pub(super) struct ThreadArguments {
    /// Number of threads; the result is the same with any number [default: one per core]
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=u16::MAX.into()))]
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

//! The answer to `compiler`.

/// The compiler, the target with its features, and the level of optimisation of this build.
pub(super) const COMPILER: &str = concat!(
    "Compiled by: ",
    env!("NUNATAK_COMPILER"),
    "\nTarget: ",
    env!("NUNATAK_TARGET"),
    "\nTarget features: ",
    env!("NUNATAK_TARGET_FEATURES"),
    "\nOptimisation level: ",
    env!("NUNATAK_OPTIMISATION"),
);

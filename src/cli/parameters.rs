//! `nunatak parameters`.

use std::io::{self, Write};

use super::program::say;
use crate::params::{PARAMETERS, Parameter};

/// OpenBench's `R_end`, the learning rate of the last iteration: the customary value.
const FINAL_RATE: f64 = 0.002;

/// The range of a parameter as a multiple of OpenBench's `C_end`, the perturbation of the last
/// iteration.
const STEPS_IN_RANGE: f64 = 20.0;

/// The smallest perturbation that changes a whole number.
const MIN_STEP: f64 = 0.5;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Print the parameters of limited strength instead
    #[arg(long)]
    limited_strength: bool,
}

/// Prints the parameters, one a line: name, type, default, minimum, maximum, `C_end` and `R_end`.
pub(super) fn write(out: &mut impl Write, arguments: &Arguments) -> io::Result<()> {
    let is_wanted = |it: &&Parameter| it.name.starts_with("weak_") == arguments.limited_strength;
    for parameter in PARAMETERS.iter().filter(is_wanted) {
        let Parameter { name, default, min, max } = parameter;
        let step = (f64::from(max - min) / STEPS_IN_RANGE).max(MIN_STEP);
        writeln!(out, "{name}, int, {default}, {min}, {max}, {step}, {FINAL_RATE}")?;
    }
    if !cfg!(feature = "tune") {
        say(format_args!("note: only a build with '--features tune' can be told to change them"));
    }
    Ok(())
}

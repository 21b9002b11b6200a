//! `nunatak-workshop wdl`.

use std::io::{self, Write};
use std::path::PathBuf;

use nunatak::wdl::{MAX_MATERIAL, MIN_MATERIAL, MODEL, Model};
use nunatak_workshop::calibration::{Split, Table, Tally, fit, log_likelihood};

use super::CliError;
use super::files::{for_each_game, write_file};
use super::tune::share;

/// Beyond, games are decided, and what draws a few of them all the same is no matter of the score:
/// they would only blur the model where it counts.
const MAX_SCORE: u16 = 400;

#[derive(clap::Args)]
pub(super) struct WdlArguments {
    /// Files of games, in viriformat
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where to write the numbers of the model: the text of `src/wdl/fitted.rs`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leave out positions with a higher score for either side, in units of the evaluation
    #[arg(long, value_name = "V", default_value_t = MAX_SCORE)]
    max_score: u16,
    /// The part of the games that tells how good the model is and is not fitted to
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = share)]
    validation_share: f64,
    /// The seed of the split
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Fits the model to the games, and tells how it and the one in use foretell results.
pub(super) fn run(out: &mut impl Write, arguments: &WdlArguments) -> Result<(), CliError> {
    let mut split = Split::new(arguments.max_score, arguments.validation_share, arguments.seed);
    for_each_game(&arguments.files, |game| {
        split.add(game);
        Ok(())
    })?;
    let model = fit(&split.training)?;
    for (purpose, tally) in [("training", &split.training), ("validation", &split.validation)] {
        write_tally(out, purpose, tally, &model)?;
    }
    write_curves(out, &model)?;
    match &arguments.out {
        Some(path) => {
            write_file(path, &model.source())?;
            writeln!(out, "\nmodel written to {}", path.display())?;
        }
        None => write!(out, "\n{}", model.source())?,
    }
    Ok(())
}

fn write_tally(
    out: &mut impl Write,
    purpose: &str,
    tally: &Tally,
    model: &Model,
) -> io::Result<()> {
    let (positions, games) = (tally.positions(), tally.games());
    writeln!(out, "{purpose}: {positions} positions of {games} games")?;
    if positions == 0 {
        return writeln!(out);
    }
    writeln!(out, "left out, with higher scores: {}", tally.left_out())?;
    let [fitted, used] = [model, &MODEL].map(|model| log_likelihood(model, tally));
    writeln!(out, "log-likelihood a position: {fitted:.6}, of the model in use {used:.6}")?;
    writeln!(out, "{}\n", Table::new(model, tally))
}

/// Which scores win half of the games.
fn write_curves(out: &mut impl Write, model: &Model) -> io::Result<()> {
    /// Between the lines of the table.
    const STEP: usize = 10;
    writeln!(out, "material  even chance to win at, in use  one unit of log-odds is, in use")?;
    for material in (MIN_MATERIAL..=MAX_MATERIAL).rev().step_by(STEP) {
        let [even, in_use] = [model, &MODEL].map(|model| model.even_score(material));
        let [spread, spread_in_use] =
            [model, &MODEL].map(|model| 100.0 / model.parameters(material)[1]);
        writeln!(
            out,
            "{material:>8} {even:>21.1} {in_use:>7.1} {spread:>23.1} {spread_in_use:>7.1}"
        )?;
    }
    Ok(())
}

//! `nunatak-workshop wdl`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use nunatak::text::{Printable, counted, whole_number};
use nunatak::wdl::{MAX_MATERIAL, MIN_MATERIAL, MODEL, Model};
use nunatak_tools::output_file::OutputFile;
use nunatak_workshop::arguments::share;
use nunatak_workshop::dataset::Split;
use nunatak_workshop::wdl_fit::{Tally, WdlTable, fit, log_likelihood, source};

use super::error::CliError;
use super::files::for_each_game;

/// Default limit on scores in units of the evaluation. Almost all higher scores win, and the
/// exceptions would distort the model for undecided positions.
const MAX_SCORE: u16 = 400;

/// The least number of games for a fit. With fewer, the model would follow single games.
const MIN_GAMES: u64 = 100;

#[derive(Args)]
pub(super) struct WdlArguments {
    /// Files of games in viriformat
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// File for the model, as source text for the engine
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    /// Highest score for either side, in units of the evaluation, of the positions used
    #[arg(long, value_name = "UNITS", default_value_t = MAX_SCORE, value_parser = whole_number::<u16>(0..=i16::MAX as i128))]
    max_score: u16,
    /// Share of the games to hold out for validation, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = share)]
    validation_share: f64,
    /// Seed that decides which games are for validation
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole_number::<u64>(0..))]
    seed: u64,
}

/// Fits a model to the games, and compares its predictions with those of the current model.
pub(super) fn run(out: &mut impl Write, arguments: &WdlArguments) -> Result<(), CliError> {
    let output = |path: &PathBuf| OutputFile::new(path, &arguments.files, arguments.force);
    let output = arguments.out.as_ref().map(output).transpose()?;
    let split = Split::new(arguments.validation_share, arguments.seed);
    let (mut training, mut validation) = (Tally::default(), Tally::default());
    for_each_game(&arguments.files, |game| {
        let tally = if split.holds_out(&game) { &mut validation } else { &mut training };
        tally.add(&game, arguments.max_score);
        Ok(())
    })?;
    if training.games() < MIN_GAMES {
        return Err(CliError::FewGames { games: training.games(), least: MIN_GAMES });
    }
    let model = fit(&training)?;
    for (purpose, tally) in [("training", &training), ("validation", &validation)] {
        write_tally(out, purpose, tally, &model)?;
    }
    write_curves(out, &model)?;
    match output {
        Some(mut output) => {
            output.write(source(&model).as_bytes())?;
            writeln!(out, "\nmodel written to {}", Printable(output.name().display()))?;
        }
        None => write!(out, "\n{}", source(&model))?,
    }
    Ok(())
}

fn write_tally(
    out: &mut impl Write,
    purpose: &str,
    tally: &Tally,
    model: &Model,
) -> io::Result<()> {
    let (positions, games) =
        (counted(tally.positions(), "position"), counted(tally.games(), "game"));
    writeln!(out, "{purpose}: {positions} of {games}")?;
    if tally.positions() == 0 {
        return writeln!(out);
    }
    writeln!(out, "omitted because of higher or missing scores: {}", tally.omitted())?;
    let [fitted, current] = [model, &MODEL].map(|model| log_likelihood(model, tally));
    writeln!(out, "log-likelihood per position: {fitted:.6}, current model {current:.6}")?;
    writeln!(out, "{}\n", WdlTable::new(model, tally))
}

/// Writes, by material, the score with an even chance to win and the score worth one unit of
/// log-odds.
fn write_curves(out: &mut impl Write, model: &Model) -> io::Result<()> {
    /// Step of material from row to row, in pawns.
    const STEP: usize = 10;
    writeln!(out, "material  even chance to win at, current  one unit of log-odds, current")?;
    for material in (MIN_MATERIAL..=MAX_MATERIAL).rev().step_by(STEP) {
        let [even, current_even] = [model, &MODEL].map(|model| model.even_score(material));
        let [unit, current_unit] =
            [model, &MODEL].map(|model| 100.0 / model.parameters(material)[1]);
        writeln!(
            out,
            "{material:>8} {even:>23.1} {current_even:>7.1} {unit:>22.1} {current_unit:>7.1}"
        )?;
    }
    Ok(())
}

//! `nunatak-workshop tune`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use nunatak::eval::{GROUPS, WEIGHTS};
use nunatak::target::Target;
use nunatak::text::Printable;
use nunatak_workshop::arguments::share;
use nunatak_workshop::dataset::{Filter, Split};
use nunatak_workshop::tune::{
    Epoch, Loader, Samples, TrainingSet, Tuner, TunerOptions, error_curves,
};

use super::error::CliError;
use super::files::for_each_game;
use super::progress::progress_bar;
use super::threads::ThreadArguments;

#[derive(Args)]
pub(super) struct TuneArguments {
    /// Files of games in viriformat
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    filter: Filter,
    /// File for the weights, as source text for the engine
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Plot the errors of all epochs as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    options: TunerOptions,
    /// Share of games to hold out for validation, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = share)]
    validation_share: f64,
    #[command(flatten)]
    threads: ThreadArguments,
}

/// Tunes the weights on the games. After each epoch, the weights are written if they have the lowest
/// validation error so far, so that a run can be interrupted at any time.
pub(super) fn run(out: &mut impl Write, arguments: &TuneArguments) -> Result<(), CliError> {
    let (mut target, mut plot) = targets(arguments)?;
    arguments.threads.start()?;
    let options = &arguments.options;
    let set = load(out, arguments)?;
    let bar = progress_bar(options.epochs as u64, "{bar:40} {pos}/{len} epochs, {eta} left");
    let tuner = Tuner::new(&set, &WEIGHTS, options.clone())?;
    writeln!(out, "K {:.4}", tuner.k())?;
    let mut epochs: Vec<Epoch> = Vec::new();
    let (mut best, mut lowest_error) = (0, f64::INFINITY);
    for epoch in tuner {
        let epoch = epoch?;
        let number = epoch.number;
        bar.suspend(|| write_epoch(out, &epoch))?;
        if number == 0 || epoch.validation < lowest_error {
            (best, lowest_error) = (number, epoch.validation);
            target.write(epoch.weights.source().as_bytes())?;
        }
        epochs.push(epoch);
        if let Some(plot) = &mut plot {
            let curves =
                error_curves(&epochs).map_err(|error| CliError::Plot(error.to_string()))?;
            plot.write(curves.as_bytes())?;
        }
        bar.set_position(number as u64);
    }
    bar.finish_and_clear();
    let name = Printable(target.name().display());
    writeln!(out, "weights of epoch {best} written to {name}")?;
    Ok(())
}

/// Returns the files for the weights and the plot.
fn targets(arguments: &TuneArguments) -> Result<(Target, Option<Target>), CliError> {
    let target = |path: &PathBuf| Target::new(path, &arguments.files, arguments.force);
    let weights = target(&arguments.out)?;
    let plot = arguments.plot.as_ref().map(target).transpose()?;
    weights.differs_from(&plot)?;
    Ok((weights, plot))
}

fn write_epoch(out: &mut impl Write, epoch: &Epoch) -> io::Result<()> {
    let Epoch { number, training, validation, .. } = epoch;
    writeln!(out, "epoch {number:>3}: training error {training:.7}, validation {validation:.7}")
}

/// Reads all files, and reports their contents.
fn load(out: &mut impl Write, arguments: &TuneArguments) -> Result<TrainingSet, CliError> {
    let started = Instant::now();
    let split = Split::new(arguments.validation_share, arguments.options.seed);
    let mut loader = Loader::new(arguments.filter, split);
    for_each_game(&arguments.files, |game| Ok(loader.add(game)?))?;
    let set = loader.finish()?;
    for (purpose, games, samples) in [
        ("training", set.training_games, &set.training),
        ("validation", set.validation_games, &set.validation),
    ] {
        writeln!(out, "{purpose}: {} positions of {games} games", samples.len())?;
    }
    writeln!(out, "positions omitted as known endgames: {}", set.known_endgames)?;
    let count = set.training.len() + set.validation.len();
    let megabytes = (set.training.byte_count() + set.validation.byte_count()) >> 20;
    let seconds = started.elapsed().as_secs_f64();
    writeln!(out, "coefficients give the evaluation in all {count} positions")?;
    writeln!(out, "loaded in {seconds:.1} s, {megabytes} MB")?;
    write_coverage(out, &set.training)?;
    Ok(set)
}

/// Reports the weights that apply in no training position.
fn write_coverage(out: &mut impl Write, samples: &Samples) -> io::Result<()> {
    let occurrences = samples.occurrences();
    let gaps = GROUPS.iter().filter_map(|group| {
        let weights = occurrences.get(group.range())?;
        let unused = weights.iter().filter(|&&count| count == 0).count();
        (unused > 0).then(|| format!("{} {unused} of {}", group.name, weights.len()))
    });
    let gaps: Vec<String> = gaps.collect();
    if gaps.is_empty() {
        writeln!(out, "every weight applies in some position")
    } else {
        writeln!(out, "weights that apply in no position and stay unchanged: {}", gaps.join(", "))
    }
}

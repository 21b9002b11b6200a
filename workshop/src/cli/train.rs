//! `nunatak-workshop train`.

use std::fs::{self, File};
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use nunatak::eval::network::Network;
use nunatak_workshop::arguments::share;
use nunatak_workshop::dataset::Filter;
use nunatak_workshop::train::{
    Capacity, Loader, TrainError, Trained, Trainer, TrainerOptions, TrainingData, loss_curves,
};

use super::error::{CliError, at_file};
use super::files::{for_each_game, replace_file, total_bytes, write_file};
use super::progress::progress_bar;

/// The smallest number of bytes that a position takes in a file of games.
const POSITION_BYTES: u64 = 4;
/// Bytes in a megabyte of `--memory`.
const MEGABYTE: u64 = 1 << 20;
/// The extension of checkpoints.
const CHECKPOINT: &str = "checkpoint";

#[derive(Args)]
pub(super) struct TrainArguments {
    /// Files of games in viriformat
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// File for the network; checkpoints are beside it, with the extension `checkpoint`
    #[arg(long, value_name = "NET")]
    out: PathBuf,
    #[command(flatten)]
    filter: Filter,
    #[command(flatten)]
    options: TrainerOptions,
    /// Part of the games to hold out for validation, 0 to 1; the same ones in every run
    #[arg(long, value_name = "X", default_value_t = 0.05, value_parser = share)]
    validation_share: f64,
    /// Network to start from instead of random weights
    #[arg(long, value_name = "NET")]
    start: Option<PathBuf>,
    /// Checkpoint of an interrupted run with the same arguments to continue
    #[arg(long, value_name = "CHECKPOINT", conflicts_with = "start")]
    resume: Option<PathBuf>,
    /// Keep K as the unit of the output, rather than the spread of the hand-crafted scores
    #[arg(long)]
    no_rescale: bool,
    /// Plot the losses of all epochs as SVG
    #[arg(long, value_name = "SVG")]
    plot: Option<PathBuf>,
    /// Memory for positions in megabytes; if there are more, they are kept in temporary files
    #[arg(long, value_name = "MB", default_value_t = 8_192)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    memory: u64,
    /// Number of threads; the network is the same with any number [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

/// Trains a network on the games. A checkpoint is written after each epoch, and the network at the
/// end.
pub(super) fn run(out: &mut impl Write, arguments: &TrainArguments) -> Result<(), CliError> {
    if let Some(threads) = arguments.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global()?;
    }
    let data = load(out, arguments)?;
    let mut trainer = create_trainer(arguments, &data)?;
    writeln!(out, "K is {:.2}", trainer.k())?;
    writeln!(out, "validation loss of the hand-crafted evaluation: {:.6}", trainer.baseline())?;
    let started = Instant::now();
    let mut positions = 0;
    while trainer.next_epoch().is_some() {
        positions += run_epoch(out, &mut trainer)?;
        save(arguments, &trainer)?;
    }
    let seconds = started.elapsed().as_secs_f64();
    let speed = if positions > 0 { positions as f64 / seconds } else { 0.0 };
    writeln!(out, "trained on {positions} positions in {seconds:.0} s, {speed:.0} per second")?;
    write_network(out, arguments, &trainer.finish(!arguments.no_rescale)?)
}

/// Reads all files, and reports their contents.
fn load(out: &mut impl Write, arguments: &TrainArguments) -> Result<TrainingData, CliError> {
    let started = Instant::now();
    let capacity = Capacity {
        max_positions: total_bytes(&arguments.files)? / POSITION_BYTES,
        memory: arguments.memory.saturating_mul(MEGABYTE),
        seed: arguments.options.seed,
    };
    let mut loader = Loader::new(arguments.filter, arguments.validation_share, capacity)
        .map_err(TrainError::from)?;
    for_each_game(&arguments.files, |game| Ok(loader.add(game).map_err(TrainError::from)?))?;
    let data = loader.finish().map_err(TrainError::from)?;
    for (purpose, positions, games) in [
        ("training", data.training.len(), data.training_games),
        ("validation", data.validation.len(), data.validation_games),
    ] {
        writeln!(out, "{purpose}: {positions} positions of {games} games")?;
    }
    writeln!(out, "loaded in {:.1} s", started.elapsed().as_secs_f64())?;
    Ok(data)
}

fn create_trainer<'a>(
    arguments: &TrainArguments,
    data: &'a TrainingData,
) -> Result<Trainer<'a>, CliError> {
    let options = arguments.options.clone();
    if let Some(path) = &arguments.resume {
        let checkpoint = fs::read(path).map_err(at_file(path))?;
        return Ok(Trainer::resume(data, options, &checkpoint)?);
    }
    let mut trainer = Trainer::new(data, options)?;
    if let Some(path) = &arguments.start {
        trainer.start_from(&read_network(path)?)?;
    }
    Ok(trainer)
}

fn read_network(path: &Path) -> Result<Network, CliError> {
    let file = File::open(path).map_err(at_file(path))?;
    Network::read(BufReader::new(file))
        .map_err(|error| CliError::Network { path: path.to_owned(), error })
}

/// Runs the next epoch, and reports it. Returns the number of its positions.
fn run_epoch(out: &mut impl Write, trainer: &mut Trainer) -> Result<u64, CliError> {
    let positions = trainer.next_positions();
    let bar =
        progress_bar(positions, "{msg} {bar:30} {pos}/{len} positions, {per_sec}, {eta} left");
    if let Some((stage, number)) = trainer.next_epoch() {
        bar.set_message(format!("{stage} {number}"));
    }
    let started = Instant::now();
    trainer.run_epoch(|count| bar.inc(count))?;
    bar.finish_and_clear();
    let speed = positions as f64 / started.elapsed().as_secs_f64();
    if let Some(epoch) = trainer.history().last() {
        writeln!(
            out,
            "{:<12} {:>2}: training loss {:.6}, validation {:.6}, {speed:.0} positions per second",
            epoch.stage, epoch.number, epoch.training, epoch.validation
        )?;
    }
    Ok(positions)
}

/// Writes a checkpoint, and the plot if there is to be one.
fn save(arguments: &TrainArguments, trainer: &Trainer) -> Result<(), CliError> {
    let path = arguments.out.with_extension(CHECKPOINT);
    let mut checkpoint = Vec::new();
    trainer.save(&mut checkpoint).map_err(at_file(&path))?;
    replace_file(&path, &checkpoint)?;
    if let Some(path) = &arguments.plot {
        let plot = loss_curves(trainer.history(), trainer.baseline())
            .map_err(|error| CliError::Plot(error.to_string()))?;
        write_file(path, &plot)?;
    }
    Ok(())
}

/// Writes the network, and reports its properties.
fn write_network(
    out: &mut impl Write,
    arguments: &TrainArguments,
    trained: &Trained,
) -> Result<(), CliError> {
    let Trained { network, error, network_spread, static_spread } = trained;
    writeln!(
        out,
        "standard deviation of undecided scores: {network_spread:.1}, of the hand-crafted \
         {static_spread:.1}"
    )?;
    writeln!(
        out,
        "rounding to integers changes scores by {:.2} units on average, at most {:.1}",
        error.mean, error.max
    )?;
    let path = &arguments.out;
    let mut bytes = Vec::new();
    network
        .write_to(&mut bytes)
        .map_err(|error| CliError::Network { path: path.clone(), error })?;
    replace_file(path, &bytes)?;
    writeln!(out, "network with scale {} written to {}", network.scale(), path.display())?;
    Ok(())
}

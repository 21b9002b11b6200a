//! `nunatak tune`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use nunatak::eval::{GROUPS, Group, WEIGHTS};
use nunatak::tune::{
    Epoch, Loader, Samples, TrainingSet, TuneError, Tuner, TunerOptions, error_curves, find_group,
};

use super::dataset::{FilterArguments, for_each_game};
use super::{CliError, at_file, styled_bar};

#[derive(clap::Args)]
pub(super) struct TuneArguments {
    /// Files of games, in viriformat
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    filter: FilterArguments,
    /// Where to write the weights: the text of `src/eval/classical/weights.rs`
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Draw the errors of all epochs, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// How often to go through all positions
    #[arg(long, value_name = "N", default_value_t = TunerOptions::default().epochs)]
    epochs: usize,
    /// By how many centipawns weights move in a step at first; it falls steadily to nothing
    #[arg(long, value_name = "CP", default_value_t = TunerOptions::default().learning_rate, value_parser = positive)]
    learning_rate: f64,
    /// The part of the games that tells how good the weights are and is not learned from
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = share)]
    validation_share: f64,
    /// The part of the search's score in what is learned, 0 to 1; the rest is the game's result
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = share)]
    lambda: f64,
    /// Hold weights near where they start, as if known to so many centipawns; `inf` for not at all
    #[arg(long, value_name = "CP", default_value_t = TunerOptions::default().spread, value_parser = positive)]
    spread: f64,
    /// The seed of the split and of the order of positions
    #[arg(long, value_name = "N", default_value_t = TunerOptions::default().seed)]
    seed: u64,
    /// How many threads work; the weights are the same with any number [default: all there are]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Tune these groups of weights alone, such as `material,tempo`
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    only: Vec<String>,
    /// Leave these groups of weights as they are
    #[arg(long, value_name = "GROUP", value_delimiter = ',', conflicts_with = "only")]
    freeze: Vec<String>,
}

/// A number from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// A number above 0, or infinity.
fn positive(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|&value: &f64| value > 0.0);
    value.ok_or_else(|| "expected a number above 0".to_owned())
}

impl TuneArguments {
    fn options(&self) -> Result<TunerOptions, TuneError> {
        Ok(TunerOptions {
            epochs: self.epochs,
            learning_rate: self.learning_rate,
            seed: self.seed,
            lambda: self.lambda,
            spread: self.spread,
            groups: self.groups()?,
        })
    }

    /// The groups to be tuned.
    fn groups(&self) -> Result<Vec<&'static Group>, TuneError> {
        if !self.only.is_empty() {
            return self.only.iter().map(|name| find_group(name)).collect();
        }
        for name in &self.freeze {
            find_group(name)?;
        }
        Ok(GROUPS.iter().filter(|group| !self.freeze.iter().any(|it| it == group.name)).collect())
    }
}

/// Tunes the weights to the games, and writes those of the epoch that foretells the validation games
/// best; also when it is interrupted, those of the best epoch so far.
pub(super) fn run_tuner(out: &mut impl Write, arguments: &TuneArguments) -> Result<(), CliError> {
    let options = arguments.options()?;
    if let Some(threads) = arguments.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global()?;
    }
    let set = load(out, arguments)?;
    let bar = styled_bar(arguments.epochs as u64, "{bar:40} {pos}/{len} epochs, {eta} left");
    let tuner = Tuner::new(&set, &WEIGHTS, options)?;
    writeln!(out, "K {:.4}", tuner.k())?;
    let mut epochs: Vec<Epoch> = Vec::new();
    let (mut best, mut least_error) = (0, f64::INFINITY);
    for epoch in tuner {
        let epoch = epoch?;
        let number = epoch.number;
        bar.suspend(|| write_epoch(out, &epoch))?;
        if number == 0 || epoch.validation < least_error {
            (best, least_error) = (number, epoch.validation);
            write_file(&arguments.out, &epoch.weights.source())?;
        }
        epochs.push(epoch);
        if let Some(path) = &arguments.plot {
            let plot = error_curves(&epochs).map_err(|error| CliError::Plot(error.to_string()))?;
            write_file(path, &plot)?;
        }
        bar.set_position(number as u64);
    }
    bar.finish_and_clear();
    writeln!(out, "weights of epoch {best} written to {}", arguments.out.display())?;
    Ok(())
}

fn write_epoch(out: &mut impl Write, epoch: &Epoch) -> io::Result<()> {
    let Epoch { number, training, validation, .. } = epoch;
    writeln!(out, "epoch {number:>3}: error {training:.7}, of validation {validation:.7}")
}

pub(super) fn write_file(path: &Path, text: &str) -> Result<(), CliError> {
    fs::write(path, text).map_err(at_file(path))
}

/// Reads all files, and tells what is in them.
fn load(out: &mut impl Write, arguments: &TuneArguments) -> Result<TrainingSet, CliError> {
    let started = Instant::now();
    let filter = arguments.filter.filter();
    let mut loader = Loader::new(filter, arguments.validation_share, arguments.seed);
    for_each_game(&arguments.files, |game| Ok(loader.add(game.clone())?))?;
    let set = loader.finish()?;
    for (purpose, games, samples) in [
        ("training", set.training_games, &set.training),
        ("validation", set.validation_games, &set.validation),
    ] {
        writeln!(out, "{purpose}: {} positions of {games} games", samples.len())?;
    }
    writeln!(out, "known endgames left out: {}", set.known_endgames)?;
    let count = set.training.len() + set.validation.len();
    let megabytes = (set.training.byte_count() + set.validation.byte_count()) >> 20;
    let seconds = started.elapsed().as_secs_f64();
    writeln!(out, "coefficients are those of the evaluation in all {count} positions")?;
    writeln!(out, "loaded in {seconds:.1} s, {megabytes} MB")?;
    write_coverage(out, &set.training)?;
    Ok(set)
}

/// Tells which weights have nothing to learn from.
fn write_coverage(out: &mut impl Write, samples: &Samples) -> io::Result<()> {
    let occurrences = samples.occurrences();
    let gaps = GROUPS.iter().filter_map(|group| {
        let weights = occurrences.get(group.range())?;
        let idle = weights.iter().filter(|&&count| count == 0).count();
        (idle > 0).then(|| format!("{} {idle} of {}", group.name, weights.len()))
    });
    let gaps: Vec<String> = gaps.collect();
    match gaps.is_empty() {
        true => writeln!(out, "all weights count somewhere"),
        false => writeln!(out, "weights that count nowhere and stay: {}", gaps.join(", ")),
    }
}

//! `nunatak-workshop train`.

use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::HumanDuration;
use nunatak::cli::at_file;
use nunatak::eval::network::StoredNetwork;
use nunatak::text::{Printable, counted, open_regular, whole_number};
use nunatak_tools::interrupt::{on_interrupt, uninterrupted};
use nunatak_tools::output_file::{OutputFile, is_same_file};
use nunatak_tools::terminal::{progress_bar, total_bytes};
use nunatak_workshop::arguments::share;
use nunatak_workshop::dataset::{Filter, Split};
use nunatak_workshop::train::{
    Capacity, Loader, TrainError, Trained, Trainer, TrainerOptions, TrainingData, check_options,
    loss_curves, resumed_unit,
};

use super::error::CliError;
use super::files::{CHECKPOINT, MEGABYTE, folder_of, for_each_game, is_plot, read_regular};
use super::interrupt::say_how_to_resume;
use super::threads::ThreadArguments;

/// The smallest number of bytes that a position takes in a file of games.
const POSITION_BYTES: u64 = 4;
/// The extension of plots.
const PLOT: &str = "svg";
/// The seed that decides which games are for validation, which is the same for all runs.
const SPLIT_SEED: u64 = 0;

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
    /// Share of the games to hold out for validation, 0 to 1, but at least one game; the same ones
    /// in every run on these files in this order
    #[arg(long, value_name = "X", default_value_t = 0.05, value_parser = share)]
    validation_share: f64,
    /// Network to start from instead of random weights, whose scale stays the unit of the output;
    /// if given several times, the mean of the networks
    #[arg(long, value_name = "NET")]
    start: Vec<PathBuf>,
    /// Checkpoint of an interrupted run with the same arguments to continue; its networks to start
    /// from are not read again
    #[arg(long, value_name = "CHECKPOINT")]
    resume: Option<PathBuf>,
    /// Keep K as the scale of the network, rather than give its scores the spread of the
    /// hand-crafted ones; with --start, neither happens
    #[arg(long)]
    no_rescale: bool,
    /// Plot of the losses, replaced after each epoch [default: beside the network, with the
    /// extension svg]
    #[arg(long, value_name = "SVG")]
    plot: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
    /// Memory for training positions in megabytes, but at least for a 200th of them; if there are
    /// more, they are kept in temporary files beside the network
    #[arg(long, value_name = "MB", default_value_t = 8_192)]
    #[arg(value_parser = whole_number::<u64>(1..))]
    memory: u64,
    #[command(flatten)]
    threads: ThreadArguments,
}

/// Trains a network on the games. A checkpoint and the plot are written after each epoch, and the
/// network at the end.
pub(super) fn run(out: &mut impl Write, arguments: &TrainArguments) -> Result<(), CliError> {
    let mut outputs = Outputs::new(arguments)?;
    arguments.threads.start()?;
    let resume = arguments.resume.as_deref();
    say_how_to_resume(resume.unwrap_or(outputs.checkpoint.name()), resume.is_some());
    let mut options = arguments.options.clone();
    if !arguments.start.is_empty() {
        // A trained network knows what distillation would teach.
        options.distil.get_or_insert(0);
    }
    let origin = Origin::read(arguments, &mut options)?;
    let data = load(out, arguments)?;
    let mut trainer = origin.trainer(&data, options)?;
    writeln!(out, "K is {:.2}", trainer.k())?;
    writeln!(out, "validation loss of the hand-crafted evaluation: {:.6}", trainer.baseline())?;
    if !trainer.history().is_empty() {
        let epochs = counted(trainer.history().len(), "epoch");
        writeln!(out, "continued after {epochs}")?;
        // The run may have ended between the two files.
        outputs.save(&trainer)?;
    } else if !arguments.start.is_empty() {
        let loss = trainer.validation_loss();
        writeln!(out, "validation loss of the network to start from: {loss:.6}")?;
    }
    let started = Instant::now();
    let positions = trainer.positions_left();
    let bar = progress_bar(positions, "{msg} {bar:30} {pos}/{len} positions, {eta} left");
    while let Some((stage, number)) = trainer.next_epoch() {
        bar.set_message(format!("{stage} {number}"));
        let before = trainer.positions_left();
        let epoch_started = Instant::now();
        trainer.run_epoch(|count| bar.inc(count))?;
        let left = trainer.positions_left();
        let speed = (before - left) as f64 / epoch_started.elapsed().as_secs_f64();
        outputs.save(&trainer)?;
        bar.suspend(|| write_epoch(out, &trainer, speed, left))?;
    }
    bar.finish_and_clear();
    let seconds = started.elapsed().as_secs_f64();
    let speed = if positions > 0 { positions as f64 / seconds } else { 0.0 };
    let positions = counted(positions, "position");
    writeln!(out, "trained on {positions} in {seconds:.0} s, {speed:.0} per second")?;
    outputs
        .write_network(out, &trainer.finish(!arguments.no_rescale && arguments.start.is_empty())?)
}

/// Reads all files, and reports their contents.
fn load(out: &mut impl Write, arguments: &TrainArguments) -> Result<TrainingData, CliError> {
    let started = Instant::now();
    let capacity = Capacity {
        max_positions: total_bytes(&arguments.files)? / POSITION_BYTES,
        memory: arguments.memory.saturating_mul(MEGABYTE),
        folder: folder_of(&arguments.out).to_owned(),
        seed: arguments.options.seed,
    };
    let split = Split::new(arguments.validation_share, SPLIT_SEED);
    let look_ahead = arguments.options.look_ahead();
    let mut loader = Loader::new(arguments.filter, look_ahead, split, &capacity)?;
    for_each_game(&arguments.files, |game| Ok(loader.add(game)?))?;
    let data = loader.finish()?;
    for (purpose, positions, games) in [
        ("training", data.training.len(), data.training_games),
        ("validation", data.validation.len(), data.validation_games),
    ] {
        let (positions, games) = (counted(positions, "position"), counted(games, "game"));
        writeln!(out, "{purpose}: {positions} of {games}")?;
    }
    writeln!(out, "loaded in {:.1} s", started.elapsed().as_secs_f64())?;
    Ok(data)
}

/// The starting point of a run.
enum Origin {
    RandomWeights,
    Networks(Vec<StoredNetwork>),
    Checkpoint { path: PathBuf, bytes: Vec<u8> },
}

impl Origin {
    /// Reads the checkpoint or networks to begin with, before the games, and sets the unit of the
    /// output to the mean scale of the networks.
    fn read(arguments: &TrainArguments, options: &mut TrainerOptions) -> Result<Self, CliError> {
        if let Some(path) = &arguments.resume {
            let (path, bytes) = (path.clone(), read_regular(path).map_err(at_file(path))?);
            let unit = resumed_unit(&bytes).map_err(at_file(&path))?;
            options.unit = (!arguments.start.is_empty()).then_some(unit);
            check_options(options, &bytes).map_err(at_file(&path))?;
            return Ok(Self::Checkpoint { path, bytes });
        }
        if arguments.start.is_empty() {
            return Ok(Self::RandomWeights);
        }
        let expected = arguments.options.hidden;
        let read = |path: &PathBuf| {
            let network = read_network(path)?;
            match network.hidden() {
                found if found == expected => Ok(network),
                found => Err(at_file(path)(TrainError::Width { found, expected }).into()),
            }
        };
        let networks: Vec<_> = arguments.start.iter().map(read).collect::<Result<_, CliError>>()?;
        let scales = networks.iter().map(|network| f64::from(network.scale));
        options.unit = Some((scales.sum::<f64>() / networks.len() as f64).round());
        Ok(Self::Networks(networks))
    }

    fn trainer(
        self,
        data: &TrainingData,
        options: TrainerOptions,
    ) -> Result<Trainer<'_>, CliError> {
        if let Self::Checkpoint { path, bytes } = self {
            return Trainer::resume(data, options, &bytes).map_err(|error| match error {
                TrainError::Checkpoint(error) => at_file(&path)(error).into(),
                error => error.into(),
            });
        }
        let mut trainer = Trainer::new(data, options)?;
        if let Self::Networks(networks) = &self {
            trainer.start_from(networks)?;
        }
        Ok(trainer)
    }
}

fn read_network(path: &Path) -> Result<StoredNetwork, CliError> {
    let file = open_regular(path).map_err(at_file(path))?;
    Ok(StoredNetwork::read(BufReader::new(file)).map_err(at_file(path))?)
}

/// Reports the last epoch, after which `left` positions remain.
fn write_epoch(out: &mut impl Write, trainer: &Trainer, speed: f64, left: u64) -> io::Result<()> {
    let Some(epoch) = trainer.history().last() else { return Ok(()) };
    write!(
        out,
        "{:<12} {:>2}: training loss {:.6}, validation {:.6}, {speed:.0} positions per second",
        epoch.stage, epoch.number, epoch.training, epoch.validation
    )?;
    if left > 0 {
        let time = Duration::try_from_secs_f64(left as f64 / speed).unwrap_or(Duration::MAX);
        write!(out, ", {} left", HumanDuration(time))?;
    }
    writeln!(out)
}

/// The output files of a run.
struct Outputs {
    network: OutputFile,
    checkpoint: OutputFile,
    plot: OutputFile,
}

impl Outputs {
    /// Checks the files. A run that continues from the checkpoint beside its network replaces that
    /// and its plot.
    fn new(arguments: &TrainArguments) -> Result<Self, CliError> {
        let TrainArguments { files, out, start, resume, plot, force, .. } = arguments;
        let data = || files.iter().chain(start);
        let inputs = || data().chain(resume);
        let path = out.with_extension(CHECKPOINT);
        let is_resumed = resume.as_ref().is_some_and(|resume| is_same_file(resume, &path));
        let plot = plot.clone().unwrap_or_else(|| out.with_extension(PLOT));
        let network = OutputFile::new(out, inputs(), *force)?;
        let checkpoint = if is_resumed {
            OutputFile::new(&path, data(), true)?
        } else {
            OutputFile::new(&path, inputs(), *force)?
        };
        let plot = OutputFile::new(&plot, inputs(), *force || is_resumed && is_plot(&plot))?;
        network.differs_from([&plot])?;
        checkpoint.differs_from([&plot, &network])?;
        Ok(Self { network, checkpoint, plot })
    }

    /// Writes a checkpoint and the plot.
    fn save(&mut self, trainer: &Trainer) -> Result<(), CliError> {
        let curves = loss_curves(trainer.history(), trainer.baseline())
            .map_err(|error| CliError::Plot(error.to_string()))?;
        uninterrupted(|| {
            self.checkpoint.write(&trainer.save())?;
            say_how_to_resume(self.checkpoint.name(), true);
            Ok(self.plot.write(curves.as_bytes())?)
        })
    }

    /// Writes the network, and reports its properties.
    fn write_network(&mut self, out: &mut impl Write, trained: &Trained) -> Result<(), CliError> {
        let Trained { network, loss, error, network_spread, static_spread } = trained;
        if network_spread.is_nan() {
            writeln!(out, "no held-out position has an undecided score")?;
        } else {
            writeln!(
                out,
                "standard deviation of undecided scores: {network_spread:.1}, of the hand-crafted \
                 {static_spread:.1}"
            )?;
        }
        writeln!(
            out,
            "rounding to integers changes scores by {:.2} units on average, at most {:.1}; validation \
             loss then {loss:.6}",
            error.mean, error.max
        )?;
        let name = Printable(self.network.name().display()).to_string();
        uninterrupted(|| {
            self.network.write(&network.to_bytes())?;
            // The run is complete.
            on_interrupt(|| process::exit(0));
            Ok::<_, CliError>(())
        })?;
        writeln!(out, "network with scale {} written to {name}", network.scale)?;
        Ok(())
    }
}

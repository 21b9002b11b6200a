//! `nunatak-workshop tune`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use nunatak::cli::at_file;
use nunatak::eval::{GROUPS, WEIGHTS};
use nunatak::text::{Printable, counted};
use nunatak_tools::interrupt::uninterrupted;
use nunatak_tools::output_file::{OutputFile, is_same_file};
use nunatak_tools::terminal::{continue_from, progress_bar};
use nunatak_workshop::arguments::share;
use nunatak_workshop::dataset::{Filter, Split};
use nunatak_workshop::tune::{
    Epoch, Loader, Samples, TrainingSet, TuneError, Tuner, TunerOptions, check_options,
    error_curves, is_source, source,
};

use super::error::CliError;
use super::files::{CHECKPOINT, MEGABYTE, for_each_game, is_plot, read_regular};
use super::interrupt::say_how_to_resume;
use super::threads::ThreadArguments;

#[derive(Args)]
pub(super) struct TuneArguments {
    /// Files of games in viriformat
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    filter: Filter,
    /// File for the weights, as source text for the engine; checkpoints are beside it, with the
    /// extension `checkpoint`
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Checkpoint of an interrupted run with the same arguments to continue
    #[arg(long, value_name = "CHECKPOINT")]
    resume: Option<PathBuf>,
    /// Plot the errors of all epochs as SVG
    #[arg(long, value_name = "SVG")]
    plot: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    options: TunerOptions,
    /// Share of the games to hold out for validation, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = share)]
    validation_share: f64,
    #[command(flatten)]
    threads: ThreadArguments,
}

/// Tunes the weights on the games. After each epoch, a checkpoint is written, and the weights if
/// they have the lowest validation error so far, so that a run can be interrupted at any time.
pub(super) fn run(out: &mut impl Write, arguments: &TuneArguments) -> Result<(), CliError> {
    let mut outputs = Outputs::new(arguments)?;
    arguments.threads.start()?;
    let options = &arguments.options;
    let resume = arguments.resume.as_deref();
    let read = |path| {
        let bytes = read_regular(path).map_err(at_file(path))?;
        check_options(options, &bytes).map_err(at_file(path))?;
        Ok::<_, CliError>((path, bytes))
    };
    let checkpoint = resume.map(read).transpose()?;
    say_how_to_resume(resume.unwrap_or(outputs.checkpoint.name()), resume.is_some());
    let set = load(out, arguments)?;
    let bar = progress_bar(options.epochs as u64, "{bar:40} {pos}/{len} epochs, {eta} left");
    let mut tuner = create_tuner(arguments, &set, checkpoint)?;
    writeln!(out, "K {:.1}", tuner.k())?;
    if !tuner.history().is_empty() {
        writeln!(out, "continued after epoch {}", tuner.history().len() - 1)?;
        outputs.save(&tuner)?;
        continue_from(&bar, tuner.history().len() as u64 - 1);
    }
    while let Some(epoch) = tuner.next() {
        let epoch = epoch?;
        outputs.save(&tuner)?;
        bar.suspend(|| write_epoch(out, &epoch))?;
        bar.set_position(epoch.number as u64);
    }
    bar.finish_and_clear();
    let name = Printable(outputs.weights.name().display());
    let best = tuner.best().map_or(0, |epoch| epoch.number);
    writeln!(out, "weights of epoch {best} written to {name}")?;
    Ok(())
}

fn create_tuner<'a>(
    arguments: &TuneArguments,
    set: &'a TrainingSet,
    checkpoint: Option<(&Path, Vec<u8>)>,
) -> Result<Tuner<'a>, CliError> {
    let options = arguments.options.clone();
    let Some((path, checkpoint)) = checkpoint else {
        return Ok(Tuner::new(set, &WEIGHTS, options)?);
    };
    Tuner::resume(set, &WEIGHTS, options, &checkpoint).map_err(|error| match error {
        TuneError::Checkpoint(error) => at_file(path)(error).into(),
        error => error.into(),
    })
}

/// The output files of a run.
struct Outputs {
    weights: OutputFile,
    checkpoint: OutputFile,
    plot: Option<OutputFile>,
    /// The number of the epoch whose weights are written.
    written: Option<usize>,
}

impl Outputs {
    /// Checks the files. A run that continues from the checkpoint beside its weights replaces both,
    /// and its plot, if the files are what they should be.
    fn new(arguments: &TuneArguments) -> Result<Self, CliError> {
        let TuneArguments { files, out, resume, plot, force, .. } = arguments;
        let path = out.with_extension(CHECKPOINT);
        let is_resumed = resume.as_ref().is_some_and(|resume| is_same_file(resume, &path));
        // The checkpoint is replaced by its own run only.
        let other = resume.as_ref().filter(|_| !is_resumed);
        let output = |path: &Path, replaces| {
            OutputFile::new(path, files.iter().chain(other), *force || replaces)
        };
        let is_weights = |path: &Path| {
            path.is_file() && fs::read_to_string(path).is_ok_and(|text| is_source(&text))
        };
        let weights = output(out, is_resumed && is_weights(out))?;
        let checkpoint = output(&path, is_resumed)?;
        let plot =
            plot.as_ref().map(|path| output(path, is_resumed && is_plot(path))).transpose()?;
        weights.differs_from(&plot)?;
        checkpoint.differs_from(plot.iter().chain([&weights]))?;
        Ok(Self { weights, checkpoint, plot, written: None })
    }

    /// Writes a checkpoint, the weights if they are the best so far, and the plot if there is to be
    /// one.
    fn save(&mut self, tuner: &Tuner) -> Result<(), CliError> {
        uninterrupted(|| {
            self.checkpoint.write(&tuner.save())?;
            say_how_to_resume(self.checkpoint.name(), true);
            if let Some(best) = tuner.best().filter(|best| self.written != Some(best.number)) {
                self.weights.write(source(&best.weights).as_bytes())?;
                self.written = Some(best.number);
            }
            if let Some(plot) = &mut self.plot {
                let curves = error_curves(tuner.history())
                    .map_err(|error| CliError::Plot(error.to_string()))?;
                plot.write(curves.as_bytes())?;
            }
            Ok(())
        })
    }
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
        let (positions, games) = (counted(samples.len(), "position"), counted(games, "game"));
        writeln!(out, "{purpose}: {positions} of {games}")?;
    }
    writeln!(out, "positions omitted as known endgames: {}", set.known_endgames)?;
    let count = counted(set.training.len() + set.validation.len(), "position");
    let bytes = set.training.byte_count() + set.validation.byte_count();
    let megabytes = bytes as u64 / MEGABYTE;
    let seconds = started.elapsed().as_secs_f64();
    writeln!(out, "coefficients give the evaluation in all of {count}")?;
    writeln!(out, "loaded in {seconds:.1} s, {megabytes} MB")?;
    if !set.training.is_empty() {
        write_coverage(out, &set.training)?;
    }
    Ok(set)
}

/// Reports the weights that apply in no training position.
fn write_coverage(out: &mut impl Write, samples: &Samples) -> io::Result<()> {
    let occurrences = samples.occurrences();
    let gaps = GROUPS.iter().filter_map(|group| {
        let weights = occurrences.get(group.range.clone())?;
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

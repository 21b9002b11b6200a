//! `nunatak epd`.

use std::io::{self, Write};
use std::path::PathBuf;

use nunatak::epd::{self, EpdRecord, LineResult, Verdict};
use nunatak::text::{Printable, whole_number};
use nunatak::types::{Move, Score};
use nunatak::wdl::normalised;

use super::error::CliError;
use super::files::{numbered_lines, read_text};
use super::progress::position_bar;
use super::search_arguments::SearchArguments;

#[derive(clap::Args)]
pub(super) struct EpdArguments {
    /// Test suite in EPD
    file: PathBuf,
    #[command(flatten)]
    search: SearchArguments<1_000>,
    /// Number of positions to solve; exit with code 1 if fewer are solved
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole_number::<usize>(0..))]
    require: usize,
}

/// The results of a suite.
#[derive(Default)]
struct Summary {
    solved: usize,
    invalid: usize,
    without_test: usize,
    /// Descriptions of the positions that were not solved.
    misses: Vec<String>,
}

/// Searches each position of the suite.
///
/// # Errors
/// [`CliError::Suite`] if a line is invalid, there is nothing to solve or too few positions are solved.
pub(super) fn run_suite(out: &mut impl Write, arguments: &EpdArguments) -> Result<(), CliError> {
    let text = read_text(&arguments.file)?;
    let lines = numbered_lines(&text);
    let mut searcher = arguments.search.searcher()?;
    let limits = arguments.search.limits();
    let bar = position_bar(lines.len());
    let mut summary = Summary::default();
    let results = epd::run(lines.iter().map(|&(_, line)| line), &mut searcher, &limits);
    for ((number, _), result) in lines.iter().zip(results) {
        match result {
            Err(error) => {
                summary.invalid += 1;
                bar.suspend(|| writeln!(out, "line {number}: {}", Printable(error)))?;
            }
            Ok(LineResult { record, verdict }) => {
                for correction in &record.corrections {
                    bar.suspend(|| writeln!(out, "line {number}: {}", Printable(correction)))?;
                }
                match verdict {
                    Verdict::Solved => summary.solved += 1,
                    Verdict::Missed { played, score } => {
                        let miss = describe_miss(&record, played, score);
                        summary.misses.push(format!("line {number}{miss}"));
                    }
                    Verdict::NoTest => summary.without_test += 1,
                }
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    summary.write(out)?;
    match summary.failure(arguments.require) {
        Some(reason) => Err(CliError::Suite { path: arguments.file.clone(), reason }),
        None => Ok(()),
    }
}

impl Summary {
    /// Returns the number of positions with a test.
    fn tested(&self) -> usize {
        self.solved + self.misses.len()
    }

    /// Returns why the suite is not passed with `required` solved positions, if it is not.
    fn failure(&self, required: usize) -> Option<String> {
        let (solved, tested) = (self.solved, self.tested());
        if self.invalid > 0 {
            Some(format!("invalid lines: {}", self.invalid))
        } else if tested == 0 {
            Some("nothing to solve, expected positions with bm, am or dm".to_owned())
        } else if solved < required {
            Some(format!("solved {solved} of {tested} positions, required {required}"))
        } else {
            None
        }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for miss in &self.misses {
            writeln!(out, "{miss}")?;
        }
        for (name, count) in
            [("invalid lines", self.invalid), ("lines without a test", self.without_test)]
        {
            if count > 0 {
                writeln!(out, "{name}: {count}")?;
            }
        }
        writeln!(out, "solved {} of {}", self.solved, self.tested())
    }
}

/// Formats a miss, to follow the line number: `, WAC.002: played Kf4 (cp 35), wanted bm Rxb2`.
fn describe_miss(record: &EpdRecord, played: Option<Move>, score: Score) -> String {
    let id = record.id.as_ref().map_or_else(String::new, |id| format!(", {}", Printable(id)));
    let played = played.map_or_else(|| "nothing".to_owned(), |mv| record.board.san(mv));
    let score = normalised(score, &record.board);
    format!("{id}: played {played} ({score}), wanted {}", record.tests())
}

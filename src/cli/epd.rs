//! `nunatak epd`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use nunatak::epd::{self, EpdRecord, LineResult, Verdict};
use nunatak::types::{Move, Score};
use nunatak::wdl::normalised;

use super::search_arguments::SearchArguments;
use super::{CliError, numbered_lines, progress_bar, read_suite};

#[derive(clap::Args)]
pub(super) struct EpdArguments {
    /// The suite
    file: PathBuf,
    #[command(flatten)]
    search: SearchArguments<1_000>,
    /// Fail if fewer positions are solved
    #[arg(long, value_name = "N", default_value_t = 0)]
    require: usize,
}

/// Searches every position of the suite. Exit code 1 if a line cannot be read, or fewer positions
/// are solved than required.
pub(super) fn run_suite(
    out: &mut impl Write,
    arguments: &EpdArguments,
) -> Result<ExitCode, CliError> {
    let text = read_suite(&arguments.file)?;
    let lines = numbered_lines(&text);
    let mut searcher = arguments.search.searcher()?;
    let limits = arguments.search.limits();
    let bar = progress_bar(lines.len());
    let (mut solved, mut bad_lines, mut unjudged) = (0, 0, 0);
    let mut misses = Vec::new();
    let outcomes = epd::run(lines.iter().map(|&(_, line)| line), &mut searcher, &limits);
    for ((number, _), outcome) in lines.iter().zip(outcomes) {
        match outcome {
            Err(error) => {
                bad_lines += 1;
                bar.suspend(|| writeln!(out, "line {number}: {error}"))?;
            }
            Ok(LineResult { record, verdict }) => match verdict {
                Verdict::Solved => solved += 1,
                Verdict::Missed { played, score } => {
                    misses.push(format!("line {number}{}", describe_miss(&record, played, score)));
                }
                Verdict::NoTest => unjudged += 1,
            },
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    for miss in &misses {
        writeln!(out, "{miss}")?;
    }
    for (name, count) in [("bad lines", bad_lines), ("nothing to judge", unjudged)] {
        if count > 0 {
            writeln!(out, "{name}: {count}")?;
        }
    }
    writeln!(out, "solved {solved} of {}", solved + misses.len())?;
    let passed = bad_lines == 0 && solved >= arguments.require;
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What follows the line's number: `, WAC.002: played Kf4 (cp 35), wanted bm Rxb2`.
fn describe_miss(record: &EpdRecord, played: Option<Move>, score: Score) -> String {
    let id = record.id.as_ref().map_or_else(String::new, |id| format!(", {id}"));
    let played = played.map_or_else(|| "nothing".to_owned(), |mv| record.board.san(mv));
    let score = normalised(score, &record.board);
    format!("{id}: played {played} ({score}), wanted {}", record.tests())
}

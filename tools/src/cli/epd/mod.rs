//! `nunatak-tools epd`.

mod row;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use nunatak::cli::{at_file, numbered_lines, read_text, say};
use nunatak::text::{counted, whole_number};
use serde::Serialize;

use self::row::{SuiteRow, Verdict};
use super::error::CliError;
use super::json;
use super::search_arguments::SearchArguments;
use super::stop::Stop;
use crate::epd;
use crate::interrupt::INTERRUPTED;
use crate::terminal::position_bar;

#[derive(clap::Args)]
pub(super) struct EpdArguments {
    /// Test suite in EPD; blank lines and lines that begin with # are skipped
    file: PathBuf,
    #[command(flatten)]
    search: SearchArguments<1_000>,
    /// Number of positions to solve; exit with code 1 if fewer are solved
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole_number::<usize>(0..))]
    require: usize,
    /// Write a JSON object for each line, and one with a summary
    #[arg(long)]
    json: bool,
    /// Write the results as CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

/// The results of a suite.
#[derive(Default, Serialize)]
struct Summary {
    solved: usize,
    /// The number of positions with a test.
    tested: usize,
    invalid_lines: usize,
    untested_lines: usize,
    points: u64,
    max_points: u64,
    nodes: u64,
    time_ms: u64,
}

/// Searches each position of the suite and reports on it. The exit code is 130 if Ctrl-C stopped
/// the run; the summary is then that of the lines before.
///
/// # Errors
/// [`CliError::File`] if a line is invalid, there is nothing to solve or too few positions are
/// solved.
pub(super) fn run_suite(
    out: &mut impl Write,
    arguments: &EpdArguments,
) -> Result<ExitCode, CliError> {
    let text = read_text(&arguments.file, "EPD")?;
    let lines = numbered_lines(&text);
    let mut searcher = arguments.search.searcher()?;
    let limits = arguments.search.limits();
    let control = Stop::new().control;
    let bar = position_bar(lines.len());
    let mut summary = Summary::default();
    let results = epd::run(lines.iter().map(|&(_, line)| line), &mut searcher, &limits, &control);
    for (index, (&(number, _), result)) in lines.iter().zip(results).enumerate() {
        if control.is_stopped() {
            break;
        }
        let row = SuiteRow::new(number, &result);
        summary.add(&row);
        bar.suspend(|| match arguments {
            EpdArguments { json: true, .. } => json::write(out, &row),
            EpdArguments { csv: true, .. } => write_csv(out, &row, index == 0),
            _ => write!(out, "{row}").and_then(|()| out.flush()),
        })?;
        bar.inc(1);
    }
    let done = bar.position();
    bar.finish_and_clear();
    if arguments.json {
        json::write(out, &BTreeMap::from([("summary", &summary)]))?;
    } else if !arguments.csv {
        summary.write(out)?;
    }
    if control.is_stopped() {
        say(format_args!("Stopped after {done} of {}.", counted(lines.len(), "line")));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    match summary.failure(arguments.require) {
        Some(reason) => Err(at_file(&arguments.file)(reason).into()),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Writes a row of CSV, after the names of the fields if it is the first.
fn write_csv(out: &mut impl Write, row: &SuiteRow, is_first: bool) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().has_headers(is_first).from_writer(Vec::new());
    writer.serialize(row).map_err(io::Error::other)?;
    out.write_all(&writer.into_inner().map_err(|error| error.into_error())?)?;
    out.flush()
}

impl Summary {
    fn add(&mut self, row: &SuiteRow) {
        match row.verdict {
            Verdict::Solved => self.solved += 1,
            Verdict::Missed => {}
            Verdict::Untested => self.untested_lines += 1,
            Verdict::Invalid => self.invalid_lines += 1,
        }
        self.tested += usize::from(matches!(row.verdict, Verdict::Solved | Verdict::Missed));
        self.points += u64::from(row.points.unwrap_or_default());
        self.max_points += u64::from(row.max_points.unwrap_or_default());
        self.nodes += row.nodes.unwrap_or_default();
        self.time_ms += row.time_ms.unwrap_or_default();
    }

    /// Returns why the suite is failed, given the number of `required` solutions; `None` if it is
    /// passed.
    fn failure(&self, required: usize) -> Option<String> {
        let &Self { solved, tested, invalid_lines, .. } = self;
        let mut reasons = Vec::new();
        if invalid_lines > 0 {
            reasons.push(format!("invalid lines: {invalid_lines}"));
        } else if tested == 0 {
            let reason = "nothing to solve, expected positions with bm, am, dm or points";
            reasons.push(reason.to_owned());
        }
        if tested > 0 && solved < required {
            let tested = counted(tested, "position");
            reasons.push(format!("solved {solved} of {tested}, required {required}"));
        }
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for (name, count) in
            [("invalid lines", self.invalid_lines), ("lines without a test", self.untested_lines)]
        {
            if count > 0 {
                writeln!(out, "{name}: {count}")?;
            }
        }
        if self.max_points > 0 {
            writeln!(out, "points {} of {}", self.points, self.max_points)?;
        }
        writeln!(out, "solved {} of {}", self.solved, self.tested)
    }
}

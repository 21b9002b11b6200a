//! `nunatak tablebase`.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use nunatak::board::Board;
use nunatak::tablebase::{self, FourMen, Men, Statistics, Table, Wins};
use nunatak::types::Color;

/// Makes every table and prints what it holds and how long it took.
pub(super) fn write_statistics(out: &mut impl Write) -> io::Result<()> {
    let (queen, for_queen) = timed(Table::queen);
    let (rook, for_rook) = timed(Table::rook);
    let (pawn, for_pawn) = timed(|| Table::pawn(&queen, &rook));
    for (table, elapsed) in [(&queen, for_queen), (&rook, for_rook), (&pawn, for_pawn)] {
        write_title(out, &table.name(), elapsed)?;
        for (side, color) in [("White", Color::White), ("Black", Color::Black)] {
            write_side(out, side, &table.statistics(color))?;
        }
    }
    // Those of four men look up what captures lead to.
    tablebase::prepare();
    for men in Men::ALL {
        let (table, elapsed) = timed(|| FourMen::new(men));
        write_title(out, &men.name(), elapsed)?;
        let Wins { positions, wins, longest, example } = table.wins();
        writeln!(out, "  White to move: {positions} positions, {wins} won")?;
        write_longest(out, longest, example.as_ref())?;
    }
    Ok(())
}

fn write_title(out: &mut impl Write, name: &str, elapsed: Duration) -> io::Result<()> {
    writeln!(out, "{name}, made in {:.1} ms", elapsed.as_secs_f64() * 1_000.0)
}

fn write_side(out: &mut impl Write, side: &str, statistics: &Statistics) -> io::Result<()> {
    let Statistics { wins, draws, losses, longest, example } = statistics;
    let positions = statistics.positions();
    writeln!(
        out,
        "  {side} to move: {positions} positions, {wins} won, {draws} drawn, {losses} lost"
    )?;
    write_longest(out, *longest, example.as_ref())
}

fn write_longest(out: &mut impl Write, plies: usize, example: Option<&Board>) -> io::Result<()> {
    match example {
        Some(board) => writeln!(out, "    longest mate: {plies} plies, {board}"),
        None => Ok(()),
    }
}

fn timed<T>(make: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let made = make();
    (made, started.elapsed())
}

//! `nunatak tablebase`.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use nunatak::tablebase::{BishopKnight, Statistics, Table};
use nunatak::types::Color;

/// Makes every table and prints what it holds and how long it took.
pub(super) fn write_statistics(out: &mut impl Write) -> io::Result<()> {
    let (queen, for_queen) = timed(Table::queen);
    let (rook, for_rook) = timed(Table::rook);
    let (pawn, for_pawn) = timed(|| Table::pawn(&queen, &rook));
    for (table, elapsed) in [(&queen, for_queen), (&rook, for_rook), (&pawn, for_pawn)] {
        let name = table.man().letter().to_ascii_uppercase();
        write_title(out, &format!("K{name}K"), elapsed)?;
        for (side, color) in [("White", Color::White), ("Black", Color::Black)] {
            write_side(out, side, &table.statistics(color))?;
        }
    }
    let (pair, elapsed) = timed(BishopKnight::new);
    write_title(out, "KBNK with a dark bishop", elapsed)?;
    write_side(out, "White", &pair.statistics())
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
    match example {
        Some(board) => writeln!(out, "    longest mate: {longest} plies, {board}"),
        None => Ok(()),
    }
}

fn timed<T>(make: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let made = make();
    (made, started.elapsed())
}

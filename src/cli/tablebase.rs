//! `nunatak tablebase`.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use nunatak::tablebase::{Statistics, Table};
use nunatak::types::Color;

/// Makes every table and prints what it holds and how long it took.
pub(super) fn write_statistics(out: &mut impl Write) -> io::Result<()> {
    let (queen, for_queen) = timed(Table::queen);
    let (rook, for_rook) = timed(Table::rook);
    let (pawn, for_pawn) = timed(|| Table::pawn(&queen, &rook));
    for (table, elapsed) in [(&queen, for_queen), (&rook, for_rook), (&pawn, for_pawn)] {
        let name = table.man().letter().to_ascii_uppercase();
        writeln!(out, "K{name}K, made in {:.1} ms", elapsed.as_secs_f64() * 1_000.0)?;
        for (side, color) in [("White", Color::White), ("Black", Color::Black)] {
            let statistics = table.statistics(color);
            let Statistics { wins, draws, losses, longest, ref example } = statistics;
            let positions = statistics.positions();
            writeln!(
                out,
                "  {side} to move: {positions} positions, {wins} won, {draws} drawn, {losses} lost"
            )?;
            if let Some(board) = example {
                writeln!(out, "    longest mate: {longest} plies, {board}")?;
            }
        }
    }
    Ok(())
}

fn timed<T>(make: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let made = make();
    (made, started.elapsed())
}

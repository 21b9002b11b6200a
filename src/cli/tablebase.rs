//! `nunatak tablebase`.

use std::io::{self, Write};
use std::time::Instant;

use crate::tablebase::{self, Endgame, Statistics};
use crate::types::Color;

/// Generates every table again and shows its statistics and generation time.
pub(super) fn write_statistics(out: &mut impl Write) -> io::Result<()> {
    // Other tables build on the three-piece tables, whose generation would be timed with them.
    tablebase::prepare();
    for endgame in Endgame::ALL {
        let started = Instant::now();
        let table = tablebase::generate(endgame);
        let milliseconds = started.elapsed().as_secs_f64() * 1_000.0;
        writeln!(out, "{}, generated in {milliseconds:.1} ms", endgame.name())?;
        for (color, verdict) in [(Color::White, "won"), (Color::Black, "lost")] {
            let Statistics { positions, decided, longest, example } = table.statistics(color);
            let side = color.name();
            writeln!(out, "  {side} to move: {positions} positions, {decided} {verdict}")?;
            if let Some(board) = example {
                writeln!(out, "    longest mate: {longest} plies, {board}")?;
            }
        }
    }
    Ok(())
}

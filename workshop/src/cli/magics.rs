//! `nunatak-workshop magics`.

use std::io::{self, Write};

use nunatak::attacks::Slider;
use nunatak_workshop::magics::find_magics;

/// Prints the magics of `seed` as the source file that holds them.
pub(super) fn write_magics(out: &mut impl Write, seed: u64) -> io::Result<()> {
    writeln!(out, "//! Written by `nunatak-workshop magics --seed {seed}`.")?;
    for (name, slider) in [("BISHOP", Slider::Bishop), ("ROOK", Slider::Rook)] {
        writeln!(out, "\n#[rustfmt::skip]\npub(super) const {name}: [u64; 64] = [")?;
        for row in find_magics(slider, seed).chunks(4) {
            let row: Vec<_> = row.iter().map(|magic| format!("{},", grouped_hex(*magic))).collect();
            writeln!(out, "    {}", row.join(" "))?;
        }
        writeln!(out, "];")?;
    }
    Ok(())
}

/// Sixteen hexadecimal digits in groups of four.
fn grouped_hex(number: u64) -> String {
    let group = |shift: u32| number >> shift & 0xffff;
    format!("0x{:04x}_{:04x}_{:04x}_{:04x}", group(48), group(32), group(16), group(0))
}

#!/usr/bin/env bash
# Writes what all archives of a release share, the licences of the libraries, manual pages and completions, into a
# folder: `packaging/common.sh FOLDER`. Requires `cargo install --features cli cargo-about`.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1

mkdir -p "$folder"
cargo about generate --locked --fail --manifest-path tools/Cargo.toml packaging/licences.hbs \
    --output-file "$folder/LICENCES.txt"
# Two crates, one of each program; the second begins a line, as in the list of those under a licence.
grep -q 'clap ' "$folder/LICENCES.txt"
grep -q '^  plotters ' "$folder/LICENCES.txt"
# Those of the standard libraries: of musl, and of wasi-libc besides.
grep -q 'Rich Felker' packaging/standard.txt
grep -q 'cloudlibc' packaging/standard.txt
cp packaging/standard.txt "$folder/LICENCES-standard.txt"
cp "$(rustc --print sysroot)/share/doc/rust/COPYRIGHT-library.html" "$folder/LICENCES-Rust.html"
cargo run --locked --package nunatak-tools --example manuals -- "$folder"

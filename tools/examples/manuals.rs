//! Writes manual pages and shell completions of both programs into a folder, for the archives of a
//! release: `cargo run --package nunatak-tools --example manuals -- FOLDER`.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

use clap::{Command, ValueEnum};
use clap_complete::{Shell, generate_to};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args_os().nth(1).ok_or("expected a folder")?;
    write(Path::new(&folder))
}

/// Writes the pages to `man` and the completions to `completions` in `folder`.
fn write(folder: &Path) -> Result<(), Box<dyn Error>> {
    let [pages, completions] = ["man", "completions"].map(|name| folder.join(name));
    fs::create_dir_all(&pages)?;
    fs::create_dir_all(&completions)?;
    for mut command in [nunatak::cli::command(), nunatak_tools::cli::command()] {
        let name = command.get_name().to_owned();
        for &shell in Shell::value_variants() {
            generate_to(shell, &mut command, &name, &completions)?;
        }
        write_pages(command, &pages)?;
    }
    Ok(())
}

/// Writes a page for the program and for each of its commands: `nunatak.1`, `nunatak-perft.1`.
fn write_pages(command: Command, folder: &Path) -> Result<(), Box<dyn Error>> {
    Ok(clap_mangen::generate_to(command.disable_help_subcommand(true), folder)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_has_a_page_and_each_shell_a_completion() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path()).unwrap();
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        for (page, part) in [
            ("man/nunatak.1", "UCI chess engine"),
            ("man/nunatak-bench.1", "signature"),
            ("man/nunatak-tools.1", "players and analysts"),
            ("man/nunatak-tools-analyse.1", "multipv"),
        ] {
            assert!(text(page).contains(part), "{page}");
        }
        for program in ["nunatak", "nunatak-tools"] {
            assert!(text(&format!("completions/{program}.bash")).contains(program));
            assert!(text(&format!("completions/_{program}")).contains("#compdef"));
            assert!(text(&format!("completions/{program}.fish")).contains("complete"));
        }
    }
}

//! Writes manual pages and shell completions of both programs into a folder, for the archives of a
//! release: `cargo run --package nunatak-tools --example manuals -- FOLDER`.

use std::env;
use std::error::Error;
use std::fs;
use std::io;
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
    for command in [nunatak::cli::command(), nunatak_tools::cli::command()] {
        // That of the program names the processor and the instructions of this build.
        let mut command = command.version(env!("CARGO_PKG_VERSION"));
        // A page for the program and for each of its commands: `nunatak.1`, `nunatak-perft.1`.
        clap_mangen::generate_to(without_help(command.clone()), &pages)?;
        let name = command.get_name().to_owned();
        for &shell in Shell::value_variants() {
            let script = generate_to(shell, &mut command, &name, &completions)?;
            if shell == Shell::Bash {
                mend_hyphens(&script, &name)?;
            }
        }
    }
    Ok(())
}

/// Gives the cases of a Bash script the names that it assigns. In a program's name, clap_complete
/// 4.6 replaces a hyphen differently at the two places, so that no subcommand would be completed.
fn mend_hyphens(script: &Path, program: &str) -> io::Result<()> {
    let [case, assigned] = ["__subcmd__", "__"].map(|hyphen| program.replace('-', hyphen));
    fs::write(script, fs::read_to_string(script)?.replace(&case, &assigned))
}

/// Returns the command without the subcommands `help`, which need no pages.
fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
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
        assert!(!folder.path().join("man/nunatak-help.1").exists());
        for program in ["nunatak", "nunatak-tools"] {
            let bash = text(&format!("completions/{program}.bash"));
            let lines = || bash.lines().map(str::trim);
            let assigned: Vec<_> = lines()
                .filter_map(|line| line.strip_prefix("cmd=\"")?.strip_suffix('"'))
                .filter(|cmd| !cmd.is_empty())
                .collect();
            let cases: Vec<_> = lines().filter_map(|line| line.strip_suffix(')')).collect();
            assert!(assigned.len() > 5);
            for cmd in assigned {
                assert!(cases.contains(&cmd), "{program}: {cmd}");
            }
            assert!(text(&format!("completions/_{program}")).contains("#compdef"));
            assert!(text(&format!("completions/{program}.fish")).contains("complete"));
        }
    }
}

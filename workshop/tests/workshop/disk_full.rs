//! Full disks, simulated by a limit on the size of files: the error names the file, and nothing is
//! lost.

use std::process::{Command, Stdio};

use crate::common::{Folder, Run, records};
use crate::testing::scored_games;
use crate::wdl::games;

/// Number of games from each of a few positions that determine a model of chances.
const GAMES: usize = 100;

/// Runs the program in the folder with files limited to this number of blocks of 512 or 1,024
/// bytes.
fn run_limited(folder: &Folder, blocks: usize, arguments: &str) -> Run {
    // The signal that would end the program is ignored, so that writing fails.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" {arguments}");
    let mut command = Command::new("sh");
    command
        .args(["-c", &script, env!("CARGO_BIN_EXE_nunatak-workshop")])
        .current_dir(folder.path(""))
        .stdin(Stdio::null());
    Run::of(&mut command)
}

/// Returns the names and contents of all files.
fn contents(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    folder.names().into_iter().map(|name| (name.clone(), folder.read(&name))).collect()
}

#[test]
fn a_command_that_cannot_write_says_so_and_leaves_no_part() {
    let folder = Folder::new();
    folder.write("a.vf", &records(&scored_games(150, 1)));
    folder.write("wdl.vf", &games(GAMES));
    let game = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {+0.1/8 0.1s} e5 {-0.1/8 0.1s} 1-0\n\n";
    folder.write("a.pgn", game.repeat(500).as_bytes());
    folder.write("old", b"precious");
    let before = contents(&folder);
    let tune = "tune a.vf --first-ply 0 --validation-share 0.3 --epochs 1";
    let train = "train a.vf --first-ply 0 --hidden 32 --distil 500 --batch 500 --epochs 1";
    for (command, file) in [
        ("magics --seed 1 --out", None),
        ("convert a.pgn --out", None),
        ("dataset a.vf --merge", None),
        ("dataset a.vf --shuffle", None),
        ("dataset a.vf --first-ply 0 --epd", None),
        ("wdl wdl.vf --out", None),
        (&format!("{tune} --out"), Some(".checkpoint")),
        (&format!("{train} --out"), Some(".checkpoint")),
    ] {
        for (blocks, name) in [(0, "new"), (1, "new"), (0, "old --force")] {
            if command.starts_with("wdl") && blocks > 0 {
                // Its file is smaller than a block.
                continue;
            }
            let line = format!("{command} {name}");
            let error = run_limited(&folder, blocks, &line).fail(1);
            let file = name[..3].to_owned() + file.unwrap_or_default();
            assert!(error.starts_with(&format!("error: {file}: ")), "{line}: {error}");
            assert!(error.contains("File too large"), "{line}: {error}");
            assert!(contents(&folder) == before, "{line}: {:?}", folder.names());
        }
    }
}

#[test]
fn selfplay_keeps_whole_games_and_continues() {
    let arguments = "selfplay --games 8 --nodes 100 --seed 3 --out games.vf";
    let whole = Folder::new();
    whole.run(arguments).succeed();
    let games = whole.read("games.vf");
    let folder = Folder::new();
    let error = run_limited(&folder, 0, arguments).fail(1);
    assert!(error.contains("games.vf.settings: File too large"), "{error}");
    assert_eq!(folder.names(), [""; 0]);
    let error = run_limited(&folder, 2, arguments).fail(1);
    assert!(error.starts_with("error: games.vf: File too large"), "{error}");
    let kept = folder.read("games.vf");
    assert!(!kept.is_empty() && kept.len() < games.len() && games.starts_with(&kept));
    assert!(!folder.run(arguments).succeed().contains("incomplete"));
    assert!(folder.read("games.vf") == games);
}

#[test]
fn results_that_cannot_be_printed_are_an_error() {
    let folder = Folder::new();
    folder.write("wdl.vf", &games(GAMES));
    for command in ["dataset wdl.vf", "wdl wdl.vf", "magics --seed 1"] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
        let run = Run::of(folder.program(command.split(' ')).stdout(full).stderr(Stdio::piped()));
        let error = run.fail(1);
        assert!(error.starts_with("error: standard output: No space left"), "{command}: {error}");
    }
}

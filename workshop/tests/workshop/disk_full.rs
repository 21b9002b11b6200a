//! Full disks, simulated by a limit on the size of files: the error names the file, and nothing is
//! lost.

use crate::common::files::full_disks::{assert_printing_fails, run_limited};
use crate::common::{Folder, Run, records};
use crate::testing::scored_games;
use crate::wdl::games;

/// Number of games from each of a few positions that determine a model of chances.
const GAMES: usize = 100;

#[test]
fn a_command_that_cannot_write_says_so_and_leaves_no_part() {
    let folder = Folder::new();
    folder.write("a.vf", records(&scored_games(150, 1)));
    folder.write("wdl.vf", games(GAMES));
    let game = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {+0.1/8 0.1s} e5 {-0.1/8 0.1s} 1-0\n\n";
    folder.write("a.pgn", game.repeat(500));
    folder.write("old", b"precious");
    let before = folder.contents();
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
            let error = Run::of(&run_limited(&folder, blocks, &line, "")).fail(1);
            let file = name[..3].to_owned() + file.unwrap_or_default();
            assert!(error.starts_with(&format!("error: {file}: ")), "{line}: {error}");
            assert!(error.contains("File too large"), "{line}: {error}");
            assert!(folder.contents() == before, "{line}: {:?}", folder.names());
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
    let error = Run::of(&run_limited(&folder, 0, arguments, "")).fail(1);
    assert!(error.contains("games.vf.settings: File too large"), "{error}");
    assert_eq!(folder.names(), [""; 0]);
    let error = Run::of(&run_limited(&folder, 2, arguments, "")).fail(1);
    assert!(error.starts_with("error: games.vf: File too large"), "{error}");
    let kept = folder.read("games.vf");
    assert!(!kept.is_empty() && kept.len() < games.len() && games.starts_with(&kept));
    assert!(!folder.run(arguments).succeed().contains("incomplete"));
    assert!(folder.read("games.vf") == games);
}

#[test]
fn results_that_cannot_be_printed_are_an_error() {
    let folder = Folder::new();
    folder.write("wdl.vf", games(GAMES));
    let results = ["dataset wdl.vf", "wdl wdl.vf", "magics --seed 1"];
    let help = ["--help", "tune --help", "--version"];
    assert_printing_fails(&folder, &[results, help].concat());
}

//! Names with blanks and letters beyond ASCII, and lines that end as under Windows.

use crate::common::{Folder, Run, records};
use crate::testing::scored_games;

/// A folder within the folder, and the beginning of all names.
const ODD: &str = "zwei  Blanks/Führung ♞ ";

const PGN: &str =
    "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {+0.1/8 0.1s}\ne5 {-0.1/8 0.1s} 1-0\n\n";

#[test]
fn every_command_takes_any_name() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("zwei  Blanks")).expect("a folder");
    let games = records(&scored_games(150, 1));
    folder.write(&format!("{ODD}in.vf"), &games);
    folder.write(&format!("{ODD}wdl.vf"), &crate::wdl::games(100));
    folder.write("plain.pgn", PGN.as_bytes());
    folder.write(&format!("{ODD}in.pgn"), PGN.replace('\n', "\r\n").as_bytes());
    folder.run("convert plain.pgn --out plain.vf").succeed();
    // `*` stands for the beginning of a name.
    let runs = [
        ("convert *in.pgn --out *converted.vf", "*converted.vf"),
        ("dataset *in.vf", ""),
        ("dataset *in.vf --first-ply 0 --epd *out.epd", "*out.epd"),
        ("dataset *in.vf --merge *merged.vf", "*merged.vf"),
        ("dataset *in.vf --shuffle *shuffled.vf", "*shuffled.vf"),
        ("wdl *wdl.vf --out *wdl.rs", "*wdl.rs"),
        (
            "tune *in.vf --first-ply 0 --validation-share 0.3 --epochs 1 --out *w.rs --plot *w.svg",
            "*w.svg",
        ),
        (
            "tune *in.vf --first-ply 0 --validation-share 0.3 --epochs 1 --out *w.rs --resume \
             *w.checkpoint",
            "*w.rs",
        ),
        (
            "train *in.vf --first-ply 0 --hidden 32 --distil 500 --batch 500 --epochs 1 --out *n.nnue \
             --plot *n.svg",
            "*n.svg",
        ),
        (
            "train *in.vf --first-ply 0 --hidden 32 --distil 500 --batch 500 --epochs 1 --out *m.nnue \
             --resume *n.checkpoint",
            "*m.nnue",
        ),
        ("selfplay --games 1 --nodes 60 --out *played.vf", "*played.vf"),
        ("selfplay --games 2 --nodes 60 --out *played.vf", "*played.vf.settings"),
    ];
    for (arguments, written) in runs {
        let arguments: Vec<String> =
            arguments.split(' ').map(|argument| argument.replace('*', ODD)).collect();
        Run::of(&mut folder.program(arguments.iter().map(String::as_str))).succeed();
        assert!(written.is_empty() || folder.has(&written.replace('*', ODD)), "{arguments:?}");
    }
    assert!(folder.read(&format!("{ODD}merged.vf")) == games);
    assert!(folder.read(&format!("{ODD}converted.vf")) == folder.read("plain.vf"));
}

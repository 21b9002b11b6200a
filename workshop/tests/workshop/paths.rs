//! Names with blanks and letters beyond ASCII, and lines that end as under Windows.

use crate::common::files::{ODD, folder_with, run_named};
use crate::common::records;
use crate::testing::scored_games;

const PGN: &str =
    "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {+0.1/8 0.1s}\ne5 {-0.1/8 0.1s} 1-0\n\n";

#[test]
fn every_command_takes_any_name() {
    let folder = folder_with(&[("in.pgn", PGN)]);
    let games = records(&scored_games(150, 1));
    folder.write(&format!("{ODD}in.vf"), &games);
    folder.write(&format!("{ODD}wdl.vf"), crate::wdl::games(100));
    folder.run("convert in.pgn --out plain.vf").succeed();
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
        run_named(&folder, arguments, ODD);
        assert!(written.is_empty() || folder.has(&written.replace('*', ODD)), "{arguments:?}");
    }
    assert!(folder.read(&format!("{ODD}merged.vf")) == games);
    assert!(folder.read(&format!("{ODD}converted.vf")) == folder.read("plain.vf"));
}

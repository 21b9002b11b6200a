//! Runs that are killed at random moments: what was finished is whole, and the run continues to the
//! same result as without an interruption.

use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use nunatak::eval::WEIGHTS;
use nunatak_workshop::tune::source;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::common::{Folder, records, wait_until};
#[cfg(unix)]
use crate::common::{Run, signal};
use crate::testing::scored_games;

/// How often a run is killed.
const KILLS: u32 = 8;

/// The exit code of a program that was killed.
const KILLED: Option<i32> = if cfg!(windows) { Some(1) } else { None };

/// A run that is killed and continued.
struct Interrupted<'a> {
    folder: &'a Folder,
    /// The time of a whole run.
    duration: Duration,
    /// The arguments.
    arguments: &'a str,
    /// The arguments that continue from a checkpoint, and its name.
    resume: Option<(&'a str, &'a str)>,
}

impl Interrupted<'_> {
    /// Kills the run at random moments, later and later ones, and calls `check` each time. Then
    /// lets it finish.
    fn finish(&self, seed: u64, mut check: impl FnMut()) {
        let mut random = StdRng::seed_from_u64(seed);
        let start = self.folder.contents();
        let mut duration = self.duration;
        let mut killed = 0;
        while killed < KILLS {
            let arguments = self.arguments();
            let mut command = self.folder.command(&arguments);
            let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = quiet.spawn().expect("the program starts");
            let moment = f64::from(killed) + random.random_range(0.0..1.0);
            thread::sleep(duration.mul_f64(moment / f64::from(KILLS)));
            // It may have ended.
            let _ = child.kill();
            let status = child.wait().expect("a state");
            assert!(status.success() || status.code() == KILLED, "{arguments}: {status}");
            if status.success() && killed == 0 {
                // The whole run was slower than this one: start over, with earlier moments.
                self.folder.restore(&start);
                duration /= 2;
                continue;
            }
            check();
            if status.success() {
                break;
            }
            killed += 1;
        }
        self.folder.run(&self.arguments()).succeed();
    }

    /// Returns the arguments that begin or continue the run.
    fn arguments(&self) -> String {
        match self.resume {
            Some((resume, checkpoint)) if self.folder.has(checkpoint) => {
                format!("{} {resume}", self.arguments)
            }
            _ => self.arguments.to_owned(),
        }
    }
}

/// Runs the program without an interruption in a folder; returns the duration.
fn whole_run(folder: &Folder, arguments: &str) -> Duration {
    let started = Instant::now();
    folder.run(arguments).succeed();
    started.elapsed()
}

#[test]
fn selfplay_continues_with_the_next_game() {
    let arguments = "selfplay --games 12 --nodes 80 --seed 3 --threads 2 --out games.vf";
    let whole = Folder::new();
    let duration = whole_run(&whole, arguments);
    let games = whole.read("games.vf");
    for seed in 0..2 {
        let folder = Folder::new();
        let run = Interrupted { folder: &folder, duration, arguments, resume: None };
        let mut done = 0;
        run.finish(seed, || {
            let part = if folder.has("games.vf") { folder.read("games.vf") } else { Vec::new() };
            assert!(part.len() >= done && games.starts_with(&part));
            done = part.len();
        });
        assert!(folder.read("games.vf") == games);
    }
}

#[test]
fn selfplay_continues_a_file_cut_anywhere() {
    let arguments = "selfplay --games 3 --nodes 60 --seed 3 --out games.vf";
    let folder = Folder::new();
    folder.run(arguments).succeed();
    let games = folder.read("games.vf");
    for length in [0, 1, 31, 32, 33, 40, games.len() / 2, games.len() - 1] {
        folder.write("games.vf", &games[..length]);
        folder.run(arguments).succeed();
        assert!(folder.read("games.vf") == games, "cut to {length}");
    }
}

/// Returns a folder with games to learn from.
fn folder_with_games() -> Folder {
    let folder = Folder::new();
    folder.write("a.vf", records(&scored_games(150, 1)));
    folder
}

#[test]
fn tuning_continues_after_the_last_epoch() {
    let arguments = "tune a.vf --first-ply 0 --validation-share 0.3 --epochs 12 --only tempo,material \
                     --threads 2 --out w.rs --plot p.svg";
    let whole = folder_with_games();
    let duration = whole_run(&whole, arguments);
    let lines = source(&WEIGHTS).lines().count();
    for seed in 0..2 {
        let folder = folder_with_games();
        let resume = Some(("--resume w.checkpoint", "w.checkpoint"));
        Interrupted { folder: &folder, duration, arguments, resume }.finish(seed, || {
            if folder.has("w.rs") {
                assert_eq!(folder.read_text("w.rs").lines().count(), lines);
                assert!(folder.has("w.checkpoint"));
            }
        });
        for name in ["w.rs", "w.checkpoint", "p.svg"] {
            assert!(folder.read(name) == whole.read(name), "{name}");
        }
    }
}

#[test]
fn a_checkpoint_of_tuning_belongs_to_its_run() {
    let folder = folder_with_games();
    let options = "tune a.vf --first-ply 0 --validation-share 0.3 --only tempo";
    folder.run(&format!("{options} --epochs 2 --out w.rs")).succeed();
    let weights = folder.read("w.rs");
    folder.write("b.vf", b"no checkpoint");
    folder.run("dataset a.vf --shuffle other.vf").succeed();
    let other = options.replace("a.vf", "other.vf");
    let run = folder.run(&format!("{other} --epochs 2 --resume w.checkpoint --out w.rs"));
    assert!(run.fail(1).contains("made with 'fingerprint of the games"));
    for (other, message) in [
        ("--epochs 2", "w.rs: the file exists"),
        ("--epochs 3 --resume w.checkpoint", "made with 'epochs 2', expected 'epochs 3'"),
        ("--epochs 2 --seed 5 --resume w.checkpoint", "made with 'seed 1', expected 'seed 5'"),
        ("--epochs 2 --resume b.vf --force", "the checkpoint is damaged"),
        ("--epochs 2 --resume none.checkpoint --force", "none.checkpoint: "),
    ] {
        let error = folder.run(&format!("{options} {other} --out w.rs")).fail(1);
        assert!(error.contains(message), "{other}: {error}");
        assert!(folder.read("w.rs") == weights);
    }
    let resumed = format!("{options} --epochs 2 --resume w.checkpoint");
    folder.write("w.rs", b"// something else");
    let error = folder.run(&format!("{resumed} --out w.rs")).fail(1);
    assert!(error.contains("w.rs: the file exists"), "{error}");
    assert_eq!(folder.read_text("w.rs"), "// something else");
    // A finished run writes its weights once more, and from a copy of its checkpoint elsewhere.
    folder.write("w.rs", &weights[..weights.len() / 2]);
    folder.run(&format!("{options} --epochs 2 --resume w.checkpoint --out w.rs")).succeed();
    assert!(folder.read("w.rs") == weights);
    folder.run(&format!("{options} --epochs 2 --resume w.checkpoint --out v.rs")).succeed();
    assert!(folder.read("v.rs") == weights && folder.has("v.checkpoint"));
}

#[test]
fn training_continues_after_the_last_epoch() {
    let arguments = "train a.vf --first-ply 0 --hidden 32 --distil 4000 --batch 500 --epochs 6 \
                     --validation-share 0.2 --threads 2 --out n.nnue --plot p.svg";
    let whole = folder_with_games();
    let duration = whole_run(&whole, arguments);
    let folder = folder_with_games();
    let resume = Some(("--resume n.checkpoint --force", "n.checkpoint"));
    Interrupted { folder: &folder, duration, arguments, resume }.finish(1, || {
        if folder.has("n.nnue") {
            assert!(folder.read("n.nnue") == whole.read("n.nnue"));
        }
    });
    for name in ["n.nnue", "n.checkpoint", "p.svg"] {
        assert!(folder.read(name) == whole.read(name), "{name}");
    }
}

/// Whether a run has begun to write its output.
fn is_writing(folder: &Folder) -> bool {
    let length = |name| std::fs::metadata(folder.path(name)).map_or(0, |file| file.len());
    // An empty file may be the one that a check of the folder creates and deletes.
    folder.names().iter().any(|name| name.ends_with(".tmp") && length(name) > 0)
}

/// Kills a run while it writes; one that was too fast is repeated.
fn kill_while_writing(folder: &Folder, arguments: &str) {
    wait_until(|| {
        let command = &mut folder.command(arguments);
        let mut child = command.stdout(Stdio::null()).spawn().expect("the program starts");
        while child.try_wait().expect("a state").is_none() && !is_writing(folder) {}
        // It may have ended.
        let _ = child.kill();
        child.wait().expect("a state").code() == KILLED
    });
}

#[test]
fn outputs_are_whole_or_absent() {
    let games = records(&scored_games(1_500, 1));
    for option in ["--merge", "--shuffle", "--first-ply 0 --epd"] {
        let folder = Folder::new();
        folder.write("a.vf", &games);
        let arguments = format!("dataset a.vf --force {option} new");
        let duration = whole_run(&folder, &arguments);
        let whole = folder.read("new");
        std::fs::remove_file(folder.path("new")).expect("a file");
        // A run may be killed after its output is complete.
        let check = || assert!(!folder.has("new") || folder.read("new") == whole, "{option}");
        kill_while_writing(&folder, &arguments);
        check();
        let run = Interrupted { folder: &folder, duration, arguments: &arguments, resume: None };
        run.finish(2, check);
        assert!(folder.read("new") == whole, "{option}");
    }
}

/// Interrupts a run once it has begun; returns its errors.
#[cfg(unix)]
fn interrupted(folder: &Folder, arguments: &str, has_begun: impl Fn() -> bool) -> String {
    let command = &mut folder.command(arguments);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("a start");
    wait_until(has_begun);
    signal("-INT", child.id());
    Run::of(&child.wait_with_output().expect("an end")).fail(130)
}

#[cfg(unix)]
#[test]
fn ctrl_c_says_what_is_kept() {
    let folder = Folder::new();
    let arguments = "selfplay --out games.vf --games 100000 --nodes 500";
    let length = || std::fs::metadata(folder.path("games.vf")).map_or(0, |file| file.len());
    let error = interrupted(&folder, arguments, || length() > 0);
    assert!(error.contains("Stopped: the complete games are kept in games.vf"), "{error}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_no_unfinished_file() {
    let folder = folder_with_games();
    // Enough games for several seconds.
    let files = "a.vf ".repeat(2_000);
    for output in ["--merge new.vf", "--shuffle new.vf", "--epd new.epd"] {
        let arguments = format!("dataset {files}{output}");
        let error = interrupted(&folder, &arguments, || is_writing(&folder));
        assert!(error.contains("Stopped: nothing is kept."), "{error}");
        assert_eq!(folder.names(), ["a.vf"], "{output}");
    }
}

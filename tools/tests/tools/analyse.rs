//! Analyses: results, layout, and their end by Ctrl-C.

use std::hash::Hasher;
#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};
#[cfg(unix)]
use std::process::Stdio;
#[cfg(unix)]
use std::{thread, time::Duration};

use nunatak::board::Board;

use crate::common::positions::{KIWIPETE, MATE_IN_ONE, STALEMATE, START};
use crate::common::{Folder, after, assert_refused, program, run_program, stderr, stdout};

/// Searches a position deep enough for lines of many moves.
fn analyse_at(width: Option<&str>, columns: Option<&str>) -> String {
    let fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 10 16";
    let mut command = program(&["analyse", "--depth", "12", "--hash", "1", fen]);
    command.env_remove("COLUMNS").envs(columns.map(|columns| ("COLUMNS", columns)));
    command.args(width.into_iter().flat_map(|width| ["--width", width]));
    stdout(&command.output().expect("the program starts"))
}

/// Returns the length of the longest line but for the FEN, which is for copying.
fn widest_line(text: &str) -> usize {
    let lines = text.lines().filter(|line| !line.starts_with("FEN: "));
    lines.map(str::len).max().expect("lines")
}

#[test]
fn ranks_of_lines_fit_the_least_width() {
    let text = stdout(&run_program(&[
        "analyse",
        "--width",
        "60",
        "--depth",
        "8",
        "--multipv",
        "3",
        KIWIPETE,
    ]));
    assert!(text.contains("\nrank   depth") && widest_line(&text) <= 60, "{text}");
    // Beside the columns, lines continue where they begin, which is further to the right.
    let words = ["analyse", "--width", "110", "--depth", "8", "--multipv", "3", KIWIPETE];
    let text = stdout(&run_program(&words));
    let table = text.lines().skip_while(|line| !line.starts_with("rank ")).skip(1);
    let rows: Vec<&str> = table.take_while(|line| !line.is_empty()).collect();
    assert!(rows.iter().any(|row| row.starts_with(&" ".repeat(62))), "{text}");
    for row in rows {
        let (columns, moves) = row.split_at(62);
        assert!(columns.ends_with("  ") && !moves.starts_with(' ') && row.len() <= 110, "{text}");
    }
}

#[test]
fn analyse_fits_the_width() {
    let lines = |text: &str| {
        let words: Vec<&str> =
            text.split_whitespace().skip_while(|&word| word != "nodes").collect();
        let is_move = |word: &&&str| word.starts_with(|c: char| c.is_ascii_alphabetic());
        words.iter().filter(is_move).map(|word| (*word).to_owned()).collect::<Vec<_>>()
    };
    let wide = analyse_at(Some("500"), None);
    for (width, columns, limit) in [
        (Some("60"), None, 60),
        (Some("80"), None, 80),
        (Some("120"), None, 120),
        (None, Some("60"), 60),
        (None, Some("120"), 120),
        (Some("60"), Some("120"), 60),
        (None, None, 80),
        (None, Some("many"), 80),
        (None, Some("3"), 60),
    ] {
        let text = analyse_at(width, columns);
        assert!(widest_line(&text) <= limit, "{width:?} {columns:?} {text}");
        // Lines are broken between moves only: a number and its move stay together.
        assert!(
            text.lines().all(|line| line.starts_with("Scores")
                || !line.ends_with('.')
                || line.ends_with("Black.")),
            "{text}"
        );
        // But for the speed at the end, nothing is lost.
        let [found, expected] = [&text, &wide].map(|text| lines(text));
        assert_eq!(found[..found.len() - 4], expected[..expected.len() - 4], "{text}");
        // Beside the columns or below them, a line continues where it began.
        let indent = if limit >= 120 { 57 } else { 4 };
        let is_line = |line: &&str| {
            let number = line.trim_start().split_once(". ").map(|(number, _)| number);
            number.is_some_and(|number| number.parse::<u32>().is_ok())
        };
        let indents: Vec<usize> =
            text.lines().filter(is_line).map(|line| line.len() - line.trim_start().len()).collect();
        assert!(!indents.is_empty() && indents.iter().all(|&it| it == indent), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_an_analysis_with_its_best_move() {
    let arguments = ["analyse", "--movetime", "600000", "--hash", "1", "--threads", "9"];
    let mut child = program(&arguments).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    while !text.contains(" 8/") {
        assert_ne!(output.read_line(&mut text).expect("UTF-8"), 0, "{text}");
    }
    #[cfg(target_os = "linux")]
    {
        let threads = std::fs::read_dir(format!("/proc/{}/task", child.id())).expect("threads");
        assert!(threads.count() >= 9);
    }
    crate::common::interrupt(&child);
    output.read_to_string(&mut text).expect("UTF-8");
    assert_eq!(child.wait().expect("an end").code(), Some(0));
    assert!(text.contains("\nBest move: ") && text.trim_end().ends_with(" nps"), "{text}");
}

#[test]
fn analyse_shows_the_results_of_each_depth() {
    let text = stdout(&run_program(&[
        "analyse", "--width", "500", "--depth", "6", "--moves", "1. e4", "e5", "2.Nf3",
    ]));
    assert!(text.starts_with("  +---+") && !text.contains('\u{1b}'), "{text}");
    let fen = after(&text, "FEN: ");
    assert_eq!(fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    let mut depths = Vec::new();
    for line in text.lines().skip_while(|line| !line.contains("depth")).skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [depth, score, chances, time, "s", nodes, "2...", moves @ ..] = &*words else { break };
        depths.extend(depth.split('/').next().map(|depth| depth.parse::<u8>().expect("a depth")));
        assert!(score.trim_start_matches(['<', '>', '=']).parse::<f64>().is_ok(), "{line}");
        let chances: f64 = chances.split('/').filter_map(|it| it.parse::<f64>().ok()).sum();
        assert!((chances - 100.0).abs() < 0.01, "{line}");
        assert!(time.parse::<f64>().is_ok() && nodes.parse::<u64>().is_ok(), "{line}");
        let mut board: Board = fen.parse().expect("a FEN");
        for san in moves.iter().filter(|word| !word.ends_with('.')) {
            board = board.make(board.parse_san(san).expect("a legal line"));
        }
    }
    depths.dedup();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6], "{text}");
    assert!(!after(&text, "Best move: ").is_empty());
    assert!(text.trim_end().ends_with(" nps"), "{text}");
}

#[test]
fn analyse_shows_several_principal_variations() {
    let text =
        stdout(&run_program(&["analyse", "--width", "500", "--depth", "3", "--multipv", "4"]));
    let rows: Vec<&str> = text.lines().filter(|line| line.contains(" 3/")).collect();
    assert_eq!(rows.len(), 4, "{text}");
    // The rows of each depth stand together, best first.
    let table = text.lines().skip_while(|line| !line.starts_with("rank ")).skip(1);
    let ranks: Vec<(&str, &str)> = table
        .map_while(|line| {
            let (rank, rest) = line.trim_start().split_once(' ')?;
            Some((rank, rest.trim_start().split_once('/')?.0))
        })
        .collect();
    assert_eq!(ranks.len() % 4, 0, "{text}");
    for group in ranks.chunks(4) {
        let depth = group[0].1;
        assert_eq!(group, [("1", depth), ("2", depth), ("3", depth), ("4", depth)], "{text}");
    }
    let first_moves: std::collections::HashSet<_> = rows
        .iter()
        .filter_map(|row| row.split_whitespace().skip_while(|word| *word != "1.").nth(1))
        .collect();
    assert_eq!(first_moves.len(), 4, "{text}");
}

#[test]
fn analyse_shows_scores_from_whites_view() {
    for (fen, score) in [(MATE_IN_ONE, " #1 "), ("r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", " #-1 ")] {
        let words: Vec<&str> = ["analyse"].into_iter().chain(fen.split(' ')).collect();
        let text = stdout(&run_program(&[&words, &["--nodes", "2000"][..]].concat()));
        assert!(text.contains(score), "{text}");
    }
    let text = stdout(&run_program(&["analyse", "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"]));
    assert_eq!(text.lines().last(), Some("The game is over: checkmate, 1-0"));
}

#[test]
fn analyse_takes_positions_from_games() {
    let folder = Folder::new();
    let games = "[Event \"a\"]\n\n1. e4 {x} (1. d5) e5 2. Nf3 *\n\n[Event \"b\"]\n\n1. d4 d5 2. Ke8 *\n\n\
         [Event \"c\"]\n\n1. c4 *\n";
    folder.write("games ü.pgn", games);
    let run = |arguments: &[&str]| {
        folder.run_program(
            &[&["analyse", "--depth", "1", "--pgn", "games ü.pgn"], arguments].concat(),
        )
    };
    for (arguments, fen) in [
        (&[][..], "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
        (&["--ply", "0"], START),
        (
            &["--ply", "1", "--moves", "c5"],
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        ),
        // The invalid move follows later.
        (
            &["--game", "2", "--ply", "2"],
            "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
        ),
        // One in an earlier game does not matter.
        (&["--game", "3"], "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1"),
    ] {
        assert_eq!(after(&stdout(&run(arguments)), "FEN: "), fen, "{arguments:?}");
    }
    for (arguments, message) in [
        (&["--game", "2"][..], "games ü.pgn: game 2, line 7: 'Ke8' is not a legal move in "),
        (&["--game", "4"], "games ü.pgn has 3 games, so there is no game 4"),
        (&["--ply", "4"], "game 1 of games ü.pgn has 3 plies, fewer than 4"),
        (&["--game", "0"], "expected a whole number of 1 or more"),
        (&["8/8"], "cannot be used with"),
    ] {
        let output = run(arguments);
        assert!(!output.status.success() && stderr(&output).contains(message), "{output:?}");
    }
    folder.write("set up.pgn", "[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\"]\n\n1. O-O *\n");
    let output = folder.run_program(&["analyse", "--depth", "1", "--pgn", "set up.pgn"]);
    assert!(stderr(&output).starts_with("note: castling 'KQ': 'Q' "), "{output:?}");
    let output = folder.run_program(&["analyse", "--game", "1"]);
    assert!(!output.status.success() && stderr(&output).contains("--pgn"), "{output:?}");
    for position in [&["startpos"][..], &["--fen", "startpos"], &["--positions", "set up.pgn"]] {
        for option in ["--game", "--ply"] {
            let output = folder.run_program(&[&["analyse", option, "1"], position].concat());
            assert!(stderr(&output).contains("cannot be used with"), "{output:?}");
        }
    }
}

#[test]
fn analyse_says_once_that_a_position_is_drawn() {
    for (fen, last) in [
        (STALEMATE, "The game is over: draw by stalemate, 1/2-1/2"),
        (
            "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
            "The game is over: draw by insufficient material, 1/2-1/2",
        ),
        (
            "8/4k3/8/8/8/3KR3/8/8 b - - 100 100",
            "The game is over: draw by fifty-move rule, 1/2-1/2",
        ),
    ] {
        let text = stdout(&run_program(&["analyse", fen]));
        assert_eq!(text.lines().last(), Some(last), "{text}");
    }
    for (fen, reason) in [
        ("8/4k3/8/8/8/3KR3/8/8 b - - 99 100", "fifty-move rule"),
        ("8/8/4k3/8/4P3/4K3/8/8 w - - 0 1", "the endgame tables"),
    ] {
        let text = stdout(&run_program(&["analyse", fen]));
        assert_eq!(text.lines().filter(|line| line.contains("/100.0/")).count(), 1, "{text}");
        assert!(after(&text, "Best move: ").ends_with(&format!(", draw by {reason}")), "{text}");
    }
    // A blocked position: every depth has the same result, of which the first and the last are
    // shown.
    let text =
        stdout(&run_program(&["analyse", "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w - - 0 1"]));
    let rows = text.lines().filter(|line| line.contains(" +0.00 ")).count();
    assert!((2..20).contains(&rows) && text.contains("\n 239/"), "{text}");
    // Play may go on after a repetition.
    let shuffle = ["Nf3 Nf6 Ng1 Ng8"; 2].join(" ");
    let text = stdout(&run_program(&["analyse", "--depth", "2", "--moves", &shuffle]));
    assert!(text.contains("draw by threefold repetition") && text.contains("Best move"), "{text}");
}

#[cfg(any(target_arch = "x86_64", target_vendor = "apple"))]
#[test]
fn syzygy_tables_are_read() {
    const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/syzygy");
    // Rook against rook: White wins with one move only.
    let fen = "r7/k7/8/K7/8/7R/8/8 w - - 0 1";
    let output = run_program(&["analyse", fen, "--nodes", "1", "--syzygy", TABLES]);
    assert!(stdout(&output).contains("+312.79"), "{}", stdout(&output));
    let folder = Folder::new();
    let path = folder.path("").display().to_string();
    // A folder with a broken table is used without it.
    for name in ["KRvK.rtbw", "KRvKR.rtbw", "KRvKR.rtbz"] {
        std::fs::copy(format!("{TABLES}/{name}"), folder.path(name)).expect("a copy");
    }
    let mut table = std::fs::read(format!("{TABLES}/KQvK.rtbw")).expect("a table");
    *table.last_mut().expect("a checksum") ^= 1;
    folder.write("KQvK.rtbw", table);
    let output = run_program(&["analyse", fen, "--nodes", "1", "--syzygy", &path]);
    assert!(output.status.success() && stdout(&output).contains("+312.79"), "{output:?}");
    let warning = stderr(&output);
    assert!(warning.starts_with("warning: --syzygy: "), "{warning}");
    assert!(warning.ends_with("KQvK.rtbw: its checksum is wrong; it is not used\n"), "{warning}");
    // Without any other, the broken table is an error.
    let folder = Folder::new();
    let path = folder.path("").display().to_string();
    folder.write("KQvK.rtbw", "broken");
    folder.write("suite.epd", format!("{fen} bm Rh7+;"));
    for command in [["analyse", fen], ["epd", "suite.epd"]] {
        for (path, part) in [(path.as_str(), "length of 6 bytes"), ("missing", "missing: ")] {
            let words = [&command[..], &["--nodes", "1", "--syzygy", path]].concat();
            let output = folder.run_program(&words);
            assert_eq!(output.status.code(), Some(1), "{output:?}");
            let error = stderr(&output);
            assert!(
                error.contains(part) && error.contains("error: --syzygy: no usable"),
                "{error}"
            );
        }
    }
}

#[test]
fn the_positions_of_a_file_are_analysed() {
    let folder = Folder::new();
    // Faulty tests are not reported, because tests are not read.
    let lines = "# two kinds\n\n\"startpos\"\n\
                 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra9; dm -1; id \"mate\";\n\
                 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n";
    folder.write("positions.epd", lines);
    let all = ["analyse", "--positions", "positions.epd", "--depth", "3", "--hash", "1"];
    let text = stdout(&folder.run_program(&all));
    let [start, mate, end] = text.lines().collect::<Vec<_>>().try_into().expect("three lines");
    assert!(start.starts_with("line 3: ") && start.contains(" for White, depth 3, 1. "), "{start}");
    assert!(mate.starts_with("line 4: #1 for White") && mate.ends_with(" 1. Ra8#"), "{mate}");
    assert!(end.contains("draw by stalemate"), "{end}");
    let text = stdout(&folder.run_program(&[&all[..], &["--json"]].concat()));
    let reports: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        (reports.len(), &reports[1]["line"], &reports[1]["id"]),
        (3, &4.into(), &"mate".into())
    );
    assert_eq!(reports[1]["best_move_san"], "Ra8#");
    folder.write(
        "positions.epd",
        "startpos moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8\n4k2r/8/8/8/8/8/8/4K2R w Kk - 100 80\n",
    );
    let text = stdout(&folder.run_program(&all));
    for (line, end) in [(1, "threefold repetition"), (2, "fifty-move rule")] {
        let end = format!("line {line}: The game is over: draw by {end}, 1/2-1/2\n");
        assert!(text.contains(&end), "{text}");
    }
    for (lines, analysed, part) in [
        ("nonsense\nstartpos\n", 1, "1 line that cannot"),
        ("nonsense\n", 0, "line 1: "),
        ("# nothing\n", 0, "positions.epd: no positions, expected a FEN or EPD in each line"),
    ] {
        folder.write("positions.epd", lines);
        let output = folder.run_program(&all);
        assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(1), analysed));
        assert!(stderr(&output).contains(part), "{output:?}");
    }
}

#[test]
fn positions_of_a_file_have_ranks_notes_and_views_of_their_own() {
    let folder = Folder::new();
    let run = |lines: &str, arguments: &[&str]| {
        folder.write("positions.epd", lines);
        let all = ["analyse", "--positions", "positions.epd", "--hash", "1"];
        let output = folder.run_program(&[&all, arguments].concat());
        assert!(output.status.success(), "{output:?}");
        (stdout(&output), stderr(&output))
    };
    let (text, notes) = run(
        "startpos\nr5k1/5ppp/8/8/8/8/5PPP/6K1 b k - 0 1\n",
        &["--depth", "2", "--multipv", "2"],
    );
    for (line, start) in text.lines().zip(["1, rank 1", "1, rank 2", "2, rank 1: #-1", "2, rank 2"])
    {
        assert!(line.starts_with(&format!("line {start}")), "{text}");
    }
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(notes.starts_with("note: line 2: castling 'k'"), "{notes}");
    let (text, _) = run("startpos\n", &["--mate", "2"]);
    assert_eq!(text.lines().last(), Some("line 1: no mate in 2 moves"), "{text}");
    // Each is searched as a new game.
    let (text, _) = run("startpos\nstartpos\n", &["--depth", "8", "--json"]);
    let nodes: Vec<_> =
        text.lines().map(|line| line.split(',').find(|part| part.contains("nodes"))).collect();
    assert!(nodes[0].is_some() && nodes[0] == nodes[1], "{text}");
    // Black's only move repeats the position for the second time.
    let moves = "k7/8/8/8/8/8/8/1R3B1K w - - moves Kh2 Ka7 Kh1 Ka8 Kh2 Ka7 Kh1\n";
    let (text, _) = run(moves, &["--depth", "4"]);
    assert!(text.starts_with("line 1: +0.00 for White"), "{text}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_analysis_of_a_file() {
    let folder = Folder::new();
    folder.write("positions.epd", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\nstartpos\nstartpos\n");
    let arguments =
        ["analyse", "--positions", "positions.epd", "--movetime", "600000", "--hash", "1"];
    let command = &mut folder.program(&arguments);
    let output = crate::common::interrupted(command, |text| !text.is_empty());
    let text = stdout(&output);
    assert_eq!((output.status.code(), text.lines().count()), (Some(130), 1), "{text}");
    assert_eq!(stderr(&output), "Stopped in line 2.\n");
}

/// Doubles the scale of the evaluation in a network file.
fn with_other_scale(mut network: Vec<u8>) -> Vec<u8> {
    const SCALE: std::ops::Range<usize> = 32..36;
    const CHECKSUM: std::ops::Range<usize> = 36..44;
    let scale = u32::from_le_bytes(network[SCALE].try_into().expect("four bytes"));
    network[SCALE].copy_from_slice(&(2 * scale).to_le_bytes());
    let mut hasher = fnv::FnvHasher::default();
    hasher.write(&network[..SCALE.end]);
    hasher.write(&network[CHECKSUM.end..]);
    network[CHECKSUM].copy_from_slice(&hasher.finish().to_le_bytes());
    network
}

#[test]
fn moves_mates_and_networks_of_an_analysis_can_be_chosen() {
    for words in [&["a3", "h2h3"][..], &["a3 h2h3"]] {
        let searched = [&["analyse", "--depth", "3", "--multipv", "9", "--searchmoves"], words];
        let text = stdout(&run_program(&searched.concat()));
        assert!(["a3", "h3"].iter().all(|mv| text.contains(&format!(" 1. {mv}"))), "{text}");
        assert!(!text.contains("\n   3 "), "{text}");
    }
    let mate = ["analyse", MATE_IN_ONE, "--mate", "1"];
    assert!(stdout(&run_program(&mate)).contains("Best move: Ra8#"));
    let none = ["analyse", "--mate", "2"];
    assert!(stdout(&run_program(&none)).contains("\nThere is no mate in 2 moves.\n"));
    let output = run_program(&[&none[..], &["--json"]].concat());
    assert!(stdout(&output).contains("\"no_mate_in\":2,"), "{output:?}");
    let others = [&mate[..], &["--searchmoves", "Kf1"]].concat();
    assert!(stdout(&run_program(&others)).contains("There is no mate in 1 move by these moves."));
    let output = run_program(&[&others[..], &["--json"]].concat());
    assert!(stdout(&output).contains("\"no_mate_in\":null"), "{output:?}");
    let output = run_program(&["analyse", "--searchmoves", "e5"]);
    assert!(stderr(&output).contains("'e5' is not a legal move"), "{output:?}");
    // Arguments are checked even if there is nothing to search.
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let words = ["analyse", "7k/5Q2/6K1/8/8/8/8/8 b", "--eval-file", other, "--json"];
    assert_eq!(run_program(&words).status.code(), Some(1));
    let output = run_program(&["analyse", "--eval-file", other]);
    assert!(stderr(&output).contains("Cargo.toml: not a network file"), "{output:?}");
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/eval/network/net.nnue");
    let folder = Folder::new();
    folder.write("other.nnue", with_other_scale(std::fs::read(network).expect("a network")));
    // A table of another size leads to another tree.
    let nodes = ["1", "64"].map(|megabytes| {
        let words = ["analyse", KIWIPETE, "--depth", "13", "--hash", megabytes, "--json"];
        let text = stdout(&run_program(&words));
        let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        report["nodes"].as_u64().expect("a number")
    });
    assert_ne!(nodes[0], nodes[1]);
    let scores = [&[][..], &["--eval-file", network], &["--eval-file", "other.nnue"]].map(|file| {
        let words = [&["analyse", KIWIPETE, "--depth", "1", "--json"], file].concat();
        let text = stdout(&folder.run_program(&words));
        let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        report["lines"][0]["score_centipawns"].as_i64().expect("a score")
    });
    assert!(scores[0] == scores[1] && scores[0] != scores[2], "{scores:?}");
    let arguments = ["analyse", "--infinite", "--depth", "2"];
    assert_refused(&run_program(&arguments), arguments);
}

#[cfg(unix)]
#[test]
fn an_infinite_analysis_ends_by_an_interrupt() {
    let mut command = program(&["analyse", "--infinite", "--hash", "1"]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
    // Without --infinite, five seconds would end it.
    thread::sleep(Duration::from_secs(6));
    assert!(child.try_wait().expect("a state").is_none());
    crate::common::interrupt(&child);
    let text = stdout(&child.wait_with_output().expect("an end"));
    assert!(text.contains("Best move: "), "{text}");
}

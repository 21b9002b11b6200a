//! Reports for other programs, in JSON and CSV.

use std::collections::HashMap;
use std::process::Output;

use crate::common::positions::{KIWIPETE, MATE_IN_ONE, STALEMATE};
use crate::common::reports::{check_score, number, object};
use crate::common::{Folder, run_program, stderr, stdout};
use nunatak::board::Board;
use serde_json::{Value, json};

#[test]
fn analyse_reports_lines_and_history() {
    let report = object(&["analyse", KIWIPETE, "--depth", "5", "--multipv", "3"]);
    let board: Board = KIWIPETE.parse().expect("a FEN");
    let lines = report["lines"].as_array().expect("lines");
    assert_eq!(lines.iter().map(|line| number(line, "rank")).collect::<Vec<_>>(), [1, 2, 3]);
    for line in lines {
        check_score(line);
        assert_eq!((number(line, "depth_plies"), &line["bound"]), (5, &json!("exact")));
        let text = |field: &str| -> Vec<String> {
            serde_json::from_value(line[field].clone()).expect("moves")
        };
        let (moves, san) = (text("moves"), text("moves_san"));
        assert_eq!(moves.len(), san.len());
        moves.iter().zip(&san).fold(board, |board, (mv, san)| {
            let mv = board.parse_move(mv).expect("a legal move");
            assert_eq!(&board.san(mv), san);
            board.make(mv)
        });
    }
    assert_eq!(report["best_move"], lines[0]["moves"][0]);
    assert_eq!(report["best_move_san"], lines[0]["moves_san"][0]);
    let history = report["history"].as_array().expect("reports");
    let depths: Vec<_> = history.iter().map(|line| number(line, "depth_plies")).collect();
    assert!(depths.is_sorted() && depths[0] == 1 && depths.len() >= 15, "{depths:?}");
    assert_eq!(history.last(), lines.last());
    assert!(number(&report, "nodes") > 0 && number(&report, "nodes_per_second") > 0);

    let mate = object(&["analyse", MATE_IN_ONE, "--depth", "3"]);
    let line = &mate["lines"][0];
    assert_eq!((number(line, "score_mate_moves"), &mate["best_move"]), (1, &json!("a1a8")));
    assert!(line["score_centipawns"].is_null() && mate["reply"].is_null());
    // The last report of a search is not repeated at its end.
    let history = mate["history"].as_array().expect("reports");
    let unlike = |a: &Value, b: &Value| (&a["nodes"], &a["moves"]) != (&b["nodes"], &b["moves"]);
    assert!(history.windows(2).all(|pair| unlike(&pair[0], &pair[1])), "{history:?}");
    // From Black's view, who is mated.
    let mated = object(&["analyse", "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", "--depth", "3"]);
    assert_eq!(number(&mated["lines"][0], "score_mate_moves"), -1);
    let over = object(&["analyse", STALEMATE]);
    assert_eq!((&over["game_end"], &over["lines"]), (&json!("stalemate"), &json!([])));
    assert!(over["best_move"].is_null());
}

/// The reports in JSON and the table are from different views.
#[test]
fn analyse_reports_what_its_table_shows() {
    let mut bounds = Vec::new();
    for (fen, is_black) in [(KIWIPETE.to_owned(), false), (KIWIPETE.replace(" w ", " b "), true)] {
        let arguments = ["analyse", &fen, "--depth", "12", "--hash", "1"];
        let report = object(&arguments);
        let side = if is_black { "black" } else { "white" };
        assert_eq!(report["side_to_move"], side);
        let history = report["history"].as_array().expect("reports");
        let text = stdout(&run_program(&[&arguments[..], &["--width", "500"]].concat()));
        for row in text.lines().skip_while(|line| !line.contains("depth")).skip(1) {
            let words: Vec<&str> = row.split_whitespace().collect();
            let [depth, score, chances, _, "s", nodes, moves @ ..] = &*words else { break };
            let nodes: u64 = nodes.parse().expect("a number");
            let line = history.iter().find(|line| line["nodes"] == nodes);
            let line = line.unwrap_or_else(|| panic!("{row} in {history:?}"));
            let depths = [&line["depth_plies"], &line["selective_depth_plies"]];
            assert_eq!(*depth, depths.map(Value::to_string).join("/"));
            let sign = if is_black { -1 } else { 1 };
            let pawns = (sign * number(line, "score_centipawns")) as f64 / 100.0;
            let bound = match (line["bound"].as_str(), is_black) {
                (Some("lower"), false) | (Some("upper"), true) => ">=",
                (Some("lower"), true) | (Some("upper"), false) => "<=",
                _ => "",
            };
            bounds.push(bound);
            assert_eq!(*score, format!("{bound}{pawns:+.2}"), "{line}");
            let mut permille = ["win", "draw", "loss"]
                .map(|name| number(line, &format!("{name}_permille")) as f64 / 10.0);
            if is_black {
                permille.reverse();
            }
            assert_eq!(*chances, permille.map(|it| format!("{it:.1}")).join("/"), "{line}");
            let moves: Vec<_> = moves.iter().filter(|word| !word.ends_with('.')).collect();
            assert_eq!(json!(moves), line["moves_san"]);
        }
        let line = &report["lines"][0];
        assert_eq!(report["reply"], line["moves"][1]);
        let [best, reply] = [0, 1].map(|index| line["moves_san"][index].as_str().expect("a move"));
        assert!(text.contains(&format!("\nBest move: {best}, expecting {reply}\n")), "{text}");
    }
    assert!(["", "<=", ">="].iter().all(|bound| bounds.contains(bound)), "{bounds:?}");
}

/// A suite with a line of each verdict.
const SUITE: &str = "# comment\n\
    6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back, \"; c0 \"Ra8#=9\";\n\
    6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra8#; id \"shy\";\n\
    6k1/5ppp/8/8/8/8/5PPP/R5K1 w K - id \"no test\";\n\
    6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra9#;\n";

fn run_suite(option: &str) -> Output {
    let folder = Folder::new();
    folder.write("suite.epd", SUITE);
    let output = folder.run_program(&["epd", "suite.epd", "--depth", "3", option]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "error: suite.epd: invalid lines: 1\n");
    output
}

#[test]
fn epd_writes_an_object_for_each_line_and_a_summary() {
    let text = stdout(&run_suite("--json"));
    let objects: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(objects.len(), 5, "{text}");
    for (object, (line, verdict)) in
        objects.iter().zip([(2, "solved"), (3, "missed"), (4, "untested"), (5, "invalid")])
    {
        assert_eq!((number(object, "line"), &object["verdict"]), (line, &json!(verdict)));
    }
    let solved = &objects[0];
    assert_eq!((&solved["id"], &solved["tests"]), (&json!("back,"), &json!("bm Ra8#")));
    assert_eq!((&solved["played"], &solved["played_san"]), (&json!("a1a8"), &json!("Ra8#")));
    assert_eq!((number(solved, "score_mate_moves"), number(solved, "points")), (1, 9));
    for field in ["depth_plies", "nodes", "time_ms"] {
        let solution = number(solved, &format!("solution_{field}"));
        assert!((0..=number(solved, field)).contains(&solution), "{field} {solved}");
    }
    assert!(objects[1]["solution_nodes"].is_null() && number(&objects[1], "nodes") > 0);
    assert!(objects[2]["message"].as_str().is_some_and(|text| text.starts_with("castling 'K'")));
    assert!(objects[3]["message"].as_str().is_some_and(|text| text.contains("'Ra9#'")));
    let summary = &objects[4]["summary"];
    for (field, value) in [
        ("solved", 1),
        ("tested", 2),
        ("invalid_lines", 1),
        ("untested_lines", 1),
        ("points", 9),
        ("max_points", 9),
    ] {
        assert_eq!(number(summary, field), value, "{field}");
    }
    let nodes = number(&objects[0], "nodes") + number(&objects[1], "nodes");
    assert_eq!(number(summary, "nodes"), nodes);
}

#[test]
fn the_times_of_a_suite_are_summed_up() {
    let folder = Folder::new();
    folder.write("suite.epd", "startpos bm e4;\nstartpos am e4;\n");
    let arguments = ["epd", "suite.epd", "--movetime", "20", "--hash", "1", "--json"];
    let text = stdout(&folder.run_program(&arguments));
    let objects: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let times = [0, 1].map(|index| number(&objects[index], "time_ms"));
    // Milliseconds, rounded down, of a search that ends no earlier.
    assert!(times.iter().all(|&time| (10..15_000).contains(&time)), "{text}");
    assert_eq!(number(&objects[2]["summary"], "time_ms"), times.iter().sum::<i64>());
}

#[test]
fn epd_writes_csv_with_the_same_fields_as_json() {
    let text = stdout(&run_suite("--csv"));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().expect("a head").clone();
    let rows: Vec<HashMap<String, String>> =
        reader.deserialize().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 4, "{text}");
    let json = stdout(&run_suite("--json"));
    for (row, line) in rows.iter().zip(json.lines()) {
        let object: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(object.as_object().map(serde_json::Map::len), Some(names.len()));
        for (name, value) in row.iter().filter(|(name, _)| !name.contains("time")) {
            let expected = match &object[name] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                value => value.to_string(),
            };
            assert_eq!(value, &expected, "{name}");
        }
    }
    assert_eq!(names.get(0), Some("line"));
    let output = run_program(&["epd", "suite.epd", "--csv", "--json"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn errors_are_not_on_standard_output() {
    for arguments in
        [&["analyse", "4k3"][..], &["analyse", "--moves", "e5"], &["epd", "no such file"]]
    {
        let output = run_program(&[arguments, &["--json"]].concat());
        assert_eq!((output.status.code(), &*stdout(&output)), (Some(1), ""));
        assert!(stderr(&output).starts_with("error: "), "{output:?}");
    }
}

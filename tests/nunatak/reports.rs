//! Reports for other programs, in JSON.

use crate::common::positions::{CHECKMATE, KIWIPETE, STALEMATE, START};
use crate::common::reports::{check_score, number, object};
use crate::common::{run_program, stderr, stdout};
use serde_json::json;

#[test]
fn perft_and_divide_count_alike() {
    for options in
        [&[][..], &["--threads", "2"], &["--hash", "1"], &["--threads", "3", "--hash", "2"]]
    {
        let perft = object(&[&["perft", "3", KIWIPETE], options].concat());
        assert_eq!((number(&perft, "nodes"), number(&perft, "depth_plies")), (97_862, 3));
        assert_eq!(perft["fen"], KIWIPETE);
        let value = |option: &str| {
            let index = options.iter().position(|&it| it == option)?;
            options[index + 1].parse::<u64>().ok()
        };
        assert_eq!(perft["threads"], json!(value("--threads").unwrap_or(1)));
        assert_eq!(perft["hash_megabytes"], json!(value("--hash")));
        assert!(perft["time_ms"].is_u64() && number(&perft, "nodes_per_second") > 0);
        let divide = object(&[&["divide", "3", KIWIPETE], options].concat());
        let moves = divide["moves"].as_array().expect("moves");
        let castling = moves.iter().find(|it| it["move"] == "e1g1").expect("castling");
        assert_eq!((moves.len(), number(castling, "nodes")), (48, 2_059));
        assert_eq!(moves.iter().map(|it| number(it, "nodes")).sum::<i64>(), 97_862);
        assert_eq!(number(&divide, "nodes"), 97_862);
    }
    assert_eq!(number(&object(&["perft", "0"]), "nodes"), 1);
    assert_eq!(object(&["divide", "0"])["moves"], json!([]));
    assert_eq!(number(&object(&["perft", "2", CHECKMATE, "--threads", "2"]), "nodes"), 0);
}

#[test]
fn bench_and_speedtest_report_sums() {
    let bench = object(&["bench", "--depth", "2"]);
    let positions = bench["positions"].as_array().expect("positions");
    assert_eq!((positions.len(), &positions[0]["fen"]), (50, &json!(START)));
    let sum: i64 = positions.iter().map(|position| number(position, "nodes")).sum();
    assert_eq!(number(&bench, "nodes"), sum);
    assert_eq!(number(&bench, "depth_plies"), 2);

    let report = object(&["speedtest", "--seconds", "1", "--threads", "2", "--hash", "4"]);
    assert_eq!((number(&report, "threads"), number(&report, "hash_megabytes")), (2, 4));
    assert!((900..3_000).contains(&number(&report, "time_ms")), "{report}");
    let used = report["hash_used_percent"].as_f64().expect("a number");
    assert!(used > 0.0 && used <= 100.0, "{used}");
    let speed = number(&report, "nodes_per_second");
    assert_eq!(number(&report, "nodes_per_second_per_thread"), speed / 2);
}

#[test]
fn eval_is_from_the_view_of_the_side_to_move() {
    // White is a queen up.
    let pieces = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (side, name, sign) in [("w", "white", 1), ("b", "black", -1)] {
        let fen = format!("{pieces} {side} KQkq - 0 1");
        let report = object(&["eval", &fen]);
        assert_eq!((&report["fen"], &report["side_to_move"]), (&json!(fen), &json!(name)));
        for field in ["score_centipawns", "network_units", "classical_units"] {
            assert!(sign * number(&report, field) > 300, "{field} {report}");
        }
        check_score(&report);
        let piece = |square| {
            let pieces = report["network_pieces"].as_array().expect("pieces");
            let found = pieces.iter().find(|piece| piece["square"] == square);
            sign * number(found.expect("a piece"), "units")
        };
        assert!(piece("d1") > 100 && piece("a8") < -100, "{report}");
        let by_bucket = report["network_units_by_bucket"].as_array().expect("units");
        assert!(by_bucket.len() == 8 && by_bucket.contains(&report["network_units"]), "{report}");
        let terms = report["classical_terms"].as_array().expect("terms");
        let material = terms.iter().find(|term| term["name"] == "material").expect("material");
        let values = ["white_middlegame_units", "black_middlegame_units"];
        let [white, black] = values.map(|field| number(material, field));
        assert!(white > black + 300, "{material}");
    }
    let over = object(&["eval", CHECKMATE]);
    assert_eq!((&over["game_end"], number(&over, "score_mate_moves")), (&json!("checkmate"), 0));
    assert_eq!(number(&over, "loss_permille"), 1_000);
    let drawn = object(&["eval", STALEMATE]);
    assert_eq!((&drawn["game_end"], number(&drawn, "score_centipawns")), (&json!("stalemate"), 0));
    assert_eq!((number(&drawn, "draw_permille"), drawn.get("network_units")), (1_000, None));
}

#[test]
fn errors_are_not_on_standard_output() {
    for arguments in [&["perft", "1", "4k3/8/8/8/8/8/8/8 w - - 0 1"][..], &["eval", "4k3"]] {
        let output = run_program(&[arguments, &["--json"]].concat());
        assert_eq!((output.status.code(), &*stdout(&output)), (Some(1), ""));
        assert!(stderr(&output).starts_with("error: "), "{output:?}");
    }
}

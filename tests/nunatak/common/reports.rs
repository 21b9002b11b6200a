//! Reports in JSON, shared by the tests of several packages.

use serde_json::Value;

use super::{run_program, stdout};

/// Returns the only object on standard output; checks that the program succeeds and writes no
/// messages.
pub(crate) fn object(arguments: &[&str]) -> Value {
    let output = run_program(&[arguments, &["--json"]].concat());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = stdout(&output);
    assert!(text.ends_with('\n') && text.lines().count() == 1, "{text}");
    serde_json::from_str(&text).expect("JSON")
}

/// Returns a field that is a whole number.
pub(crate) fn number(object: &Value, field: &str) -> i64 {
    object[field].as_i64().unwrap_or_else(|| panic!("{field} in {object}"))
}

/// Checks that the chances add up, and that the score is either in centipawns or a mate.
pub(crate) fn check_score(object: &Value) {
    let chances = ["win_permille", "draw_permille", "loss_permille"];
    assert_eq!(chances.iter().map(|field| number(object, field)).sum::<i64>(), 1_000, "{object}");
    assert_ne!(object["score_centipawns"].is_null(), object["score_mate_moves"].is_null());
}

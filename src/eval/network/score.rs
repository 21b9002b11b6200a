//! The last step of the evaluation: from an output to a score.

use super::shape::{QA, QB};
use crate::types::Score;

/// Converts the weighted sum of an output layer, in units of 1/(`QA` · `QA` · `QB`), and its bias,
/// in units of 1/(`QA` · `QB`), to a score. An output of 1 is `scale` units of the evaluation.
#[inline]
pub(super) fn to_score(sum: i32, bias: i32, scale: i32) -> Score {
    let output = i64::from(sum / QA) + i64::from(bias);
    let units = output * i64::from(scale) / i64::from(QA * QB);
    let limit = i64::from(Score::MAX_EVAL.0);
    Score::from_eval(units.clamp(-limit, limit) as i32)
}

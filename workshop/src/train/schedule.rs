//! Quantities that change over the course of the training.

use std::f64::consts::PI;
use std::fmt;

use crate::arguments::share;

/// The last learning rate of a stage as a part of the first. The decay is worth more than any other
/// setting: at a high rate the weights keep jumping about the minimum.
const FINAL_PART: f64 = 0.003;

/// Returns the learning rate after a part of the stage, 0 to 1: half a cosine wave from `first`
/// down to [`FINAL_PART`] of it.
///
/// Source: I. Loshchilov and F. Hutter, "SGDR: Stochastic Gradient Descent with Warm Restarts",
/// 2017.
pub(super) fn learning_rate(first: f64, progress: f64) -> f64 {
    let height = f64::midpoint(1.0, (PI * progress).cos());
    first * (FINAL_PART + (1.0 - FINAL_PART) * height)
}

/// A quantity that changes linearly over the training, such as `0.1..0.3`, or is constant, such as
/// `0.1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// The value at the start.
    pub first: f64,
    /// The value at the end.
    pub last: f64,
}

impl Course {
    /// Creates the course of a constant.
    pub fn constant(value: f64) -> Self {
        Self { first: value, last: value }
    }

    /// Returns the value after a part of the way, 0 to 1.
    pub(super) fn at(self, progress: f64) -> f64 {
        self.first + (self.last - self.first) * progress
    }

    /// Parses a share from 0 to 1, or two of them with two dots between.
    ///
    /// # Errors
    /// If `text` is anything else; the error states the expected range.
    pub(super) fn of_shares(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let value = |text| share(text).map_err(|error| error + ", or two such as '0.1..0.3'");
        Ok(Self { first: value(first)?, last: value(last)? })
    }
}

impl fmt::Display for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last } = self;
        if first == last { write!(f, "{first}") } else { write!(f, "{first}..{last}") }
    }
}

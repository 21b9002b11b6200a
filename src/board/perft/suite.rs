//! Lines of perft suites.

use std::str::FromStr;

use thiserror::Error;

use crate::board::fen::{FenCorrection, FenError};
use crate::board::position::Board;

/// A line of a perft suite, such as `FEN ;D1 20 ;D2 400`.
#[derive(Clone, Debug)]
pub struct PerftSuiteLine {
    /// The position.
    pub board: Board,
    /// The corrections of the position.
    pub corrections: Vec<FenCorrection>,
    /// Pairs of a depth and its leaf count, in the order of the line.
    pub counts: Vec<(u8, u64)>,
}

/// The error for text that is not a line of a perft suite.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PerftLineError {
    /// The position is not legal.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A count does not consist of `D`, a depth, white space and a number of nodes.
    #[error("'{0}' is not a depth and a node count such as 'D2 400'")]
    Count(String),
    /// The line has no counts.
    #[error("no node counts, expected at least one such as ';D2 400'")]
    NoCounts,
}

impl FromStr for PerftSuiteLine {
    type Err = PerftLineError;

    /// Parses a position followed by one or more counts, each after a semicolon.
    fn from_str(text: &str) -> Result<Self, PerftLineError> {
        let mut parts = text.split(';').map(str::trim);
        let (board, corrections) = Board::read_fen(parts.next().unwrap_or_default())?;
        let parse_count = |part: &str| {
            let (depth, nodes) = part.strip_prefix('D')?.split_once(char::is_whitespace)?;
            Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
        };
        let counts: Vec<_> = parts
            .filter(|part| !part.is_empty())
            .map(|part| parse_count(part).ok_or_else(|| PerftLineError::Count(part.to_owned())))
            .collect::<Result<_, _>>()?;
        if counts.is_empty() {
            return Err(PerftLineError::NoCounts);
        }
        Ok(Self { board, corrections, counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suite_lines_are_parsed() {
        let line: PerftSuiteLine =
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2  66;".parse().unwrap();
        assert_eq!(line.counts, [(1, 15), (2, 66)]);
        for text in ["", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1"] {
            assert!(text.parse::<PerftSuiteLine>().is_err(), "{text}");
        }
    }
}

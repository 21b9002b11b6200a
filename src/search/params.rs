//! The numbers of the search.

/// From this depth on, iterations begin with a narrow window around the last score.
pub(super) const ASPIRATION_DEPTH: usize = 4;
/// Half the width of the first window, in centipawns.
pub(super) const ASPIRATION_MARGIN: i32 = 30;
/// By what the margin is multiplied after each failure.
pub(super) const ASPIRATION_GROWTH: i32 = 3;
/// Beyond this margin the window is opened wholly.
pub(super) const ASPIRATION_MAX_MARGIN: i32 = 600;

/// History scores stay between this and its negative.
pub(super) const HISTORY_MAX: i32 = 8_192;
/// The most that one cutoff adds to or takes from a history score.
pub(super) const HISTORY_MAX_BONUS: i32 = 1_200;

/// By what the bonus grows with the square of the depth.
pub(super) const HISTORY_BONUS_FACTOR: i32 = 16;

/// The history bonus of a cutoff at `depth` plies.
pub(super) fn history_bonus(depth: i32) -> i32 {
    (HISTORY_BONUS_FACTOR * depth * depth).min(HISTORY_MAX_BONUS)
}

/// So many plies of quiescence try every capture; deeper ones only recapture where the last move
/// went. Boards with many queens would otherwise have no end of captures.
pub(super) const QUIESCENCE_FULL_PLIES: usize = 6;

/// How many nodes are searched between two looks at clock and stop flag.
pub(super) const POLL_INTERVAL: u64 = 1_024;

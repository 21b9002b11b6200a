//! The numbers of the search, each declared once.
//!
//! Depths are in plies, margins in centipawns, reductions in 1/1024 of a ply. With the feature
//! `tune` each parameter can be set while the program runs, so that a tuner can try values.

/// Declares parameters: a function of the name that gives the value, and its range for tuners.
macro_rules! parameters {
    ($($(#[doc = $doc:literal])* $name:ident = $default:literal in $min:literal..=$max:literal;)*) => {
        $(
            $(#[doc = $doc])*
            #[cfg(not(feature = "tune"))]
            #[inline]
            pub(super) const fn $name() -> i32 {
                $default
            }

            $(#[doc = $doc])*
            #[cfg(feature = "tune")]
            #[inline]
            pub(super) fn $name() -> i32 {
                tuning::value(tuning::Index::$name)
            }
        )*

        /// Every parameter with its default and range.
        #[cfg(any(test, feature = "tune"))]
        const PARAMETERS: &[Parameter] = &[
            $(Parameter { name: stringify!($name), default: $default, min: $min, max: $max },)*
        ];

        #[cfg(feature = "tune")]
        mod tuning {
            use std::sync::atomic::{AtomicI32, Ordering};

            use super::PARAMETERS;

            #[allow(non_camel_case_types)]
            pub(super) enum Index {
                $($name,)*
            }

            static VALUES: [AtomicI32; PARAMETERS.len()] = [$(AtomicI32::new($default),)*];

            #[inline]
            pub(super) fn value(index: Index) -> i32 {
                VALUES[index as usize].load(Ordering::Relaxed)
            }

            pub(super) fn set(index: usize, value: i32) {
                VALUES[index].store(value, Ordering::Relaxed);
            }
        }
    };
}

/// A number of the search that a tuner may set.
#[cfg(any(test, feature = "tune"))]
#[cfg_attr(not(feature = "tune"), allow(unreachable_pub))]
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name, as in the source.
    pub name: &'static str,
    /// The value that plays.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest.
    pub max: i32,
}

/// Every number of the search with its default and range.
#[cfg(feature = "tune")]
pub const fn parameters() -> &'static [Parameter] {
    PARAMETERS
}

/// Sets the parameter at `index` of [`parameters`] for all searches of this process.
#[cfg(feature = "tune")]
pub fn set_parameter(index: usize, value: i32) {
    tuning::set(index, value);
}

parameters! {
    /// Weakened play: the nodes after which no iteration begins, at the least strength.
    weak_nodes = 200 in 1..=1_000_000;
    /// Weakened play: in how many Elo they double.
    weak_nodes_doubling = 190 in 50..=2_000;
    /// Weakened play: how much is overlooked at the least strength, in 1/1000.
    weak_blindness = 490 in 0..=10_000;
    /// Weakened play: how steeply that falls with strength, in 1/100.
    weak_blindness_slope = 200 in 0..=1_000;
    /// Weakened play: the Elo from which on nothing is overlooked.
    weak_blindness_end = 2_700 in 1_500..=4_000;
    /// Weakened play: the greatest error about a man on a square at the least strength.
    weak_taste = 30 in 0..=500;
    /// Weakened play: the Elo at which that would be none.
    weak_taste_end = 3_000 in 1_500..=4_000;

    /// From this depth on, iterations begin with a narrow window around the last score.
    aspiration_depth = 4 in 1..=12;
    /// Half the width of the first window.
    aspiration_margin = 20 in 5..=100;
    /// What a failure adds to the margin, in percent.
    aspiration_growth = 100 in 10..=400;
    /// Beyond this margin the window is opened wholly.
    aspiration_max_margin = 600 in 100..=2_000;

    /// Reverse futility pruning: the deepest node.
    reverse_futility_depth = 8 in 2..=16;
    /// Reverse futility pruning: the margin for each ply.
    reverse_futility_margin = 80 in 20..=200;

    /// Razoring: the deepest node.
    razoring_depth = 3 in 1..=8;
    /// Razoring: the margin at no depth.
    razoring_base = 150 in 0..=600;
    /// Razoring: what each ply adds to the margin.
    razoring_margin = 150 in 50..=500;

    /// Null move: the shallowest node.
    null_move_depth = 3 in 1..=6;
    /// Null move: how far the static evaluation may lie below beta at no depth.
    null_move_base = 120 in 0..=400;
    /// Null move: by what each ply of depth lessens that.
    null_move_slope = 15 in 0..=60;
    /// Null move: the least reduction.
    null_move_reduction = 4 in 2..=6;
    /// Null move: so many plies of depth reduce by one more.
    null_move_depth_divisor = 4 in 2..=8;
    /// Null move: so many centipawns above beta reduce by one more.
    null_move_surplus_divisor = 200 in 50..=500;
    /// Null move: the most plies by which such centipawns reduce.
    null_move_max_surplus = 3 in 1..=6;
    /// Null move: from this depth on a cutoff is verified without null moves.
    null_move_verification_depth = 14 in 8..=24;
    /// Null move: in so many percent of its plies the verification tries none.
    null_move_verification_span = 75 in 0..=100;

    /// ProbCut: the shallowest node.
    probcut_depth = 5 in 3..=10;
    /// ProbCut: how far above beta a reduced search must come out.
    probcut_margin = 200 in 50..=500;
    /// ProbCut: by how many plies that search is reduced.
    probcut_reduction = 4 in 2..=6;

    /// Internal iterative reduction: the shallowest node.
    iterative_reduction_depth = 4 in 2..=10;

    /// Singular extensions: the shallowest node.
    singular_depth = 6 in 4..=12;
    /// Singular extensions: how much shallower than the node the table's entry may be.
    singular_entry_gap = 3 in 1..=6;
    /// Singular extensions: how far below the table's score all others must stay, per 16 plies.
    singular_margin = 20 in 4..=80;
    /// Singular extensions: how much further below for a second ply.
    double_extension_margin = 20 in 0..=100;
    /// The most double extensions in one line.
    max_double_extensions = 8 in 0..=32;

    /// Late move pruning: quiet moves tried at no depth.
    late_move_base = 3 in 1..=10;

    /// Futility pruning of quiet moves: the greatest reduced depth.
    futility_depth = 8 in 2..=14;
    /// Futility pruning of quiet moves: the margin at no depth.
    futility_base = 80 in 0..=300;
    /// Futility pruning of quiet moves: what each reduced ply adds.
    futility_margin = 80 in 20..=250;

    /// History pruning: the greatest reduced depth.
    history_pruning_depth = 4 in 1..=10;
    /// History pruning: moves below this for each ply are left out.
    history_pruning_margin = -3_500 in -12_000..=-500;

    /// Exchange pruning: what quiet moves may lose for each squared reduced ply.
    quiet_exchange_margin = -25 in -100..=-5;
    /// Exchange pruning: what captures may lose for each ply.
    tactical_exchange_margin = -90 in -250..=-20;
    /// Exchange pruning: the deepest node for captures.
    tactical_exchange_depth = 8 in 2..=16;

    /// Late move reductions of quiet moves: the constant.
    quiet_reduction_base = 900 in 0..=3_000;
    /// Late move reductions of quiet moves: for each product of logarithms.
    quiet_reduction_factor = 440 in 100..=1_200;
    /// Late move reductions of captures and promotions: the constant.
    tactical_reduction_base = 200 in 0..=2_000;
    /// Late move reductions of captures and promotions: for each product of logarithms.
    tactical_reduction_factor = 270 in 50..=1_000;
    /// Late move reductions: less where the exact score is wanted.
    reduction_pv = 1_024 in 0..=3_000;
    /// Late move reductions: more where the position does not improve.
    reduction_not_improving = 600 in 0..=3_000;
    /// Late move reductions: more where a cutoff is expected.
    reduction_cut_node = 1_400 in 0..=3_000;
    /// Late move reductions: less for killers and the counter move.
    reduction_refutation = 1_024 in 0..=3_000;
    /// Late move reductions: less for checks.
    reduction_check = 1_024 in 0..=3_000;
    /// Late move reductions: so much history is one unit.
    reduction_history_divisor = 8 in 2..=40;
    /// A reduced search that comes out so far above the best is repeated one ply deeper.
    deeper_margin = 60 in 0..=300;

    /// The most that one cutoff adds to a history score.
    history_max_bonus = 2_000 in 200..=8_000;
    /// The bonus for each ply of depth.
    history_bonus_slope = 220 in 50..=800;
    /// The bonus at no depth.
    history_bonus_base = -150 in -600..=600;
    /// The most that one cutoff takes from the history score of another move.
    history_max_malus = 1_400 in 200..=8_000;
    /// The malus for each ply of depth.
    history_malus_slope = 220 in 50..=800;
    /// The malus at no depth.
    history_malus_base = -100 in -600..=600;
    /// What the captured man counts in the order of captures beside their history, per centipawn.
    capture_value_factor = 16 in 1..=64;

    /// What a corrected evaluation takes from the pawns' entry, in 1/1024.
    correction_pawn_weight = 80 in 0..=300;
    /// What a corrected evaluation takes from each side's entry of the other men, in 1/1024.
    correction_non_pawn_weight = 80 in 0..=300;

    /// Quiescence: a capture is left out if with this margin it does not reach alpha.
    quiescence_futility = 150 in 0..=500;
    /// Quiescence: so many plies try every capture; deeper ones only recapture where the last move
    /// went. Boards with many queens would otherwise have no end of captures.
    quiescence_full_plies = 6 in 2..=20;
}

/// How many nodes are searched between two looks at clock and stop flag.
pub(super) const POLL_INTERVAL: u64 = 1_024;

/// History scores stay between this and its negative.
pub(super) const HISTORY_MAX: i32 = 16_384;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges() {
        for Parameter { name, default, min, max } in PARAMETERS {
            assert!(min <= default && default <= max && min < max, "{name}");
        }
    }
}

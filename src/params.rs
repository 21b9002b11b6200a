//! The tuned parameters of search, time management and limited strength, each declared once.
//!
//! Depths are in plies, margins in units of the evaluation, SEE thresholds in centipawns, late move
//! reductions in 1/1024 of a ply. With the feature `tune` each parameter is also a UCI option, so
//! that a tuner can try values.

use std::sync::atomic::{AtomicI32, Ordering};

/// Returns a parameter that is in 1/100 as a fraction.
pub(crate) fn percent(parameter: i32) -> f64 {
    f64::from(parameter) / 100.0
}

/// Declares parameters: for each a function that returns its value, and its range for tuners.
macro_rules! parameters {
    ($($(#[doc = $doc:literal])* $name:ident = $default:literal in $min:literal..=$max:literal;)*) => {
        $(
            $(#[doc = $doc])*
            pub(crate) fn $name() -> i32 {
                if cfg!(feature = "tune") {
                    VALUES[Index::$name as usize].load(Ordering::Relaxed)
                } else {
                    $default
                }
            }
        )*

        /// All parameters, in the order of their declaration.
        pub const PARAMETERS: &[Parameter] = &[
            $(Parameter { name: stringify!($name), default: $default, min: $min, max: $max },)*
        ];

        static VALUES: [AtomicI32; PARAMETERS.len()] = [$(AtomicI32::new($default),)*];

        #[allow(non_camel_case_types)]
        enum Index {
            $($name,)*
        }
    };
}

/// A declared parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name, which is also that of the function that returns the value.
    pub name: &'static str,
    /// The value used without tuning.
    pub default: i32,
    /// The smallest sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
}

/// Sets the parameter at `index` of [`PARAMETERS`] for all searches of this process.
#[cfg(feature = "tune")]
pub fn set_parameter(index: usize, value: i32) {
    VALUES[index].store(value, Ordering::Relaxed);
}

parameters! {
    /// Aspiration windows: first iteration that uses them.
    aspiration_depth = 4 in 1..=12;
    /// Aspiration windows: half the width of the first window.
    aspiration_margin = 14 in 5..=100;
    /// Aspiration windows: growth of the margin after a failure, in percent.
    aspiration_growth = 113 in 20..=400;
    /// Aspiration windows: maximum margin; beyond it the failing bound becomes infinite.
    aspiration_max_margin = 600 in 100..=2_000;
    /// Aspiration windows: maximum number of plies by which fail highs reduce the depth.
    aspiration_max_reduction = 3 in 0..=8;

    /// Mate search: minimum score of an iteration after which nodes are spent on it.
    mate_search_score = 500 in 100..=2_000;
    /// Mate search: initial effort to mate after a move without check; after a check, it is the
    /// number of replies.
    mate_search_quiet_effort = 4 in 1..=20;

    /// TT cutoffs of the main search: half-move clock from which they are off, since TT scores
    /// know only the tens of the clock.
    tt_cutoff_end_clock = 90 in 50..=100;

    /// Reverse futility pruning: maximum depth.
    reverse_futility_max_depth = 8 in 2..=16;
    /// Reverse futility pruning: margin per ply.
    reverse_futility_margin = 83 in 20..=200;

    /// Razoring: maximum depth.
    razoring_max_depth = 3 in 1..=8;
    /// Razoring: margin at depth 0.
    razoring_base = 132 in 0..=600;
    /// Razoring: margin per ply.
    razoring_margin = 167 in 50..=500;

    /// Null move: minimum depth.
    null_move_min_depth = 3 in 1..=6;
    /// Null move: margin above beta that the static eval must reach at depth 0.
    null_move_base = 103 in 0..=400;
    /// Null move: decrease of `null_move_base` per ply of depth.
    null_move_slope = 16 in 0..=60;
    /// Null move: base reduction in plies.
    null_move_reduction = 4 in 2..=6;
    /// Null move: plies of depth per additional ply of reduction.
    null_move_depth_divisor = 4 in 2..=8;
    /// Null move: surplus of the eval, refined by the TT, above beta per additional ply of
    /// reduction.
    null_move_surplus_divisor = 178 in 50..=500;
    /// Null move: maximum additional reduction for the surplus, in plies.
    null_move_max_surplus = 4 in 1..=6;
    /// Null move: minimum depth at which a cutoff is verified.
    null_move_verification_min_depth = 14 in 8..=24;
    /// Null move: percentage of the verification depth searched without null moves.
    null_move_verification_span = 75 in 0..=100;

    /// ProbCut: minimum depth.
    probcut_min_depth = 5 in 3..=10;
    /// ProbCut: margin above beta that the reduced search must reach.
    probcut_margin = 162 in 50..=500;
    /// ProbCut: reduction of the search that must reach the margin, in plies.
    probcut_reduction = 4 in 2..=6;

    /// Internal iterative reduction: minimum depth.
    iterative_reduction_min_depth = 4 in 2..=10;

    /// Hindsight: minimum reduction, in plies, of a good previous move for an extension.
    hindsight_extension = 3 in 1..=10;
    /// Hindsight: minimum reduction, in plies, of a bad previous move for a reduction.
    hindsight_reduction = 2 in 1..=10;
    /// Hindsight: loss of static eval above which the previous move is bad.
    hindsight_loss = 120 in 0..=500;

    /// Singular extensions: minimum depth.
    singular_min_depth = 6 in 4..=12;
    /// Singular extensions: maximum number of plies by which the TT entry may be shallower.
    singular_entry_gap = 3 in 1..=6;
    /// Singular extensions: margin below the TT score, per 16 plies of depth.
    singular_margin = 20 in 4..=80;
    /// Singular extensions: additional margin for a double extension.
    double_extension_margin = 19 in 0..=100;
    /// Singular extensions: maximum number of double extensions in a line.
    max_double_extensions = 8 in 0..=32;
    /// Singular extensions: ply from which they are off, as a multiple of the root depth.
    extension_ply_factor = 2 in 1..=4;

    /// PV nodes: minimum depth at which a raised alpha reduces the depth of the moves after it.
    raised_alpha_min_depth = 2 in 2..=6;
    /// PV nodes: maximum depth at which a raised alpha reduces the depth of the moves after it.
    raised_alpha_max_depth = 5 in 0..=12;

    /// Late move pruning: move limit at depth 0; the squared depth is added to it, and the sum
    /// halved if the side to move is not improving.
    late_move_base = 6 in 1..=10;
    /// Late move pruning: margin by which the static eval must exceed the best score so far to
    /// prevent it.
    late_move_threat_margin = 50 in 0..=500;

    /// Futility pruning: maximum reduced depth.
    futility_max_depth = 8 in 2..=14;
    /// Futility pruning: margin at reduced depth 0.
    futility_base = 71 in 0..=300;
    /// Futility pruning: margin per ply of reduced depth.
    futility_margin = 82 in 20..=250;

    /// History pruning: maximum reduced depth.
    history_pruning_max_depth = 4 in 1..=10;
    /// History pruning: history threshold per ply of depth.
    history_pruning_margin = -4_096 in -12_000..=-500;

    /// SEE pruning of quiet moves: threshold per squared ply of reduced depth.
    quiet_see_margin = -27 in -100..=-5;
    /// SEE pruning of tactical moves: threshold per ply of depth.
    tactical_see_margin = -94 in -250..=-20;

    /// Late move reductions: minimum depth.
    reduction_min_depth = 2 in 2..=6;
    /// Late move reductions of quiet moves: constant term.
    quiet_reduction_base = 1_323 in 0..=3_000;
    /// Late move reductions of quiet moves: factor of ln(depth) · ln(move count).
    quiet_reduction_factor = 410 in 100..=1_200;
    /// Late move reductions of tactical moves: constant term.
    tactical_reduction_base = 197 in 0..=2_000;
    /// Late move reductions of tactical moves: factor of ln(depth) · ln(move count).
    tactical_reduction_factor = 267 in 50..=1_000;
    /// Late move reductions: decrease in PV nodes.
    reduction_pv = 506 in 0..=3_000;
    /// Late move reductions: increase if the side to move is not improving.
    reduction_not_improving = 745 in 0..=3_000;
    /// Late move reductions: increase in expected cut nodes.
    reduction_cut_node = 1_250 in 0..=3_000;
    /// Late move reductions: decrease for killers and the counter move.
    reduction_refutation = 1_181 in 0..=3_000;
    /// Late move reductions: decrease for moves that give check.
    reduction_check = 2_800 in 0..=4_000;
    /// Late move reductions: increase if the TT move is tactical.
    reduction_tactical_tt_move = 929 in 0..=3_000;
    /// Late move reductions: history score per 1/1024 ply of decrease.
    reduction_history_divisor = 8 in 2..=40;
    /// Late move reductions: margin above alpha for a re-search one ply deeper.
    deeper_margin = 57 in 0..=300;

    /// Histories: maximum bonus.
    history_max_bonus = 2_175 in 200..=8_000;
    /// Histories: bonus per ply of depth.
    history_bonus_slope = 278 in 50..=800;
    /// Histories: bonus at depth 0.
    history_bonus_base = -150 in -600..=600;
    /// Histories: bonus of the previous move after a fail low, in percent of that of a cutoff.
    history_fail_low_share = 58 in 0..=300;
    /// Histories: maximum malus.
    history_max_malus = 2_003 in 200..=8_000;
    /// Histories: malus per ply of depth.
    history_malus_slope = 325 in 50..=800;
    /// Histories: malus at depth 0.
    history_malus_base = -100 in -600..=600;
    /// Histories: malus of the first quiet move tried, in percent.
    history_malus_first = 118 in 20..=300;
    /// Histories: decrease of the malus for each further quiet move, in percent.
    history_malus_decrease = 6 in 0..=50;
    /// Histories: minimum malus of a quiet move, in percent.
    history_malus_last = 35 in 0..=100;
    /// Histories: bonus of a quiet move per unit by which it raised the static eval for its side.
    history_eval_gain = 6 in 0..=30;
    /// Histories: maximum bonus or malus for the change of the static eval.
    history_max_eval_gain = 1_500 in 0..=8_000;
    /// Move ordering: weight of a captured piece's value against capture history.
    capture_value_factor = 14 in 1..=64;
    /// Move ordering: a tactical move precedes the quiet moves if it loses at most its score
    /// divided by this, in centipawns.
    good_tactical_divisor = 60 in 10..=1_000;

    /// Correction history: maximum absolute value of an entry.
    correction_max = 1_024 in 256..=8_192;
    /// Correction history: maximum change of an entry by one update.
    correction_max_change = 256 in 64..=2_048;
    /// Correction history: error times depth per unit of change.
    correction_divisor = 8 in 1..=64;
    /// Correction history: weight of the pawn entry, in 1/1024.
    correction_pawn_weight = 73 in 0..=300;
    /// Correction history: weight of each side's non-pawn entry, in 1/1024.
    correction_non_pawn_weight = 87 in 0..=300;

    /// Quiescence: margin of futility pruning.
    quiescence_futility = 144 in 0..=500;
    /// Quiescence: weight of the captured piece's value in futility pruning, in percent.
    quiescence_capture_weight = 120 in 50..=300;
    /// Quiescence: minimum number of opposing pieces, king included, for futility pruning.
    quiescence_futility_pieces = 4 in 2..=8;
    /// Quiescence: plies that try every capture that loses no material; deeper ones only recapture.
    quiescence_full_plies = 6 in 2..=20;

    /// Thread vote: weight per ply of depth of a thread with the worst score.
    vote_base = 20 in 1..=200;

    /// Time: maximum number of moves to divide the clock by, that of the start of a game.
    time_max_moves = 48 in 10..=100;
    /// Time: decrease of the number of moves to divide the clock by per move of the game, in
    /// percent of a move.
    time_moves_decrease = 70 in 0..=200;
    /// Time: minimum number of moves to divide the clock by, unless fewer are left to the time
    /// control.
    time_min_moves = 20 in 10..=100;
    /// Time: minimum share of the clock to divide, whatever the overhead, in percent.
    time_min_total = 10 in 5..=80;
    /// Time: maximum share of the clock for a single move, in percent.
    time_max_share = 80 in 20..=95;
    /// Time: hard limit in percent of the soft limit.
    time_hard_limit = 480 in 100..=1_500;
    /// Time: factor of the soft limit when the best move has changed, in percent.
    time_unstable = 130 in 50..=300;
    /// Time: decrease of `time_unstable` per iteration that keeps the best move, in percent.
    time_stability_step = 6 in 0..=30;
    /// Time: maximum number of iterations with the same best move that count.
    time_max_stability = 8 in 1..=30;
    /// Time: factor of the soft limit when all nodes were spent on the best move, in percent.
    time_best_move = 55 in 10..=200;
    /// Time: increase of `time_best_move` when no nodes were spent on the best move, in percent.
    time_other_moves = 190 in 0..=500;
    /// Time: increase of the soft limit per 10 units of score drop, in percent.
    time_score_drop = 10 in 0..=100;
    /// Time: increase of the soft limit per 10 units of score drop since the last move of the game,
    /// in percent.
    time_game_score_drop = 10 in 0..=100;
    /// Time: minimum factor for a rising score, in percent.
    time_min_drop = 85 in 20..=100;
    /// Time: maximum factor for a dropping score, in percent.
    time_max_drop = 150 in 100..=500;

    /// Limited strength: soft node limit at the lowest Elo.
    weak_nodes = 230 in 1..=1_000_000;
    /// Limited strength: Elo per doubling of the soft node limit.
    weak_nodes_doubling = 250 in 50..=2_000;
    /// Limited strength: hard node limit in multiples of the soft one.
    weak_nodes_max_factor = 8 in 1..=64;
    /// Limited strength: blindness, the tendency to overlook moves, at the lowest Elo, in 1/1000.
    weak_blindness = 490 in 0..=10_000;
    /// Limited strength: exponent of the decrease of blindness with Elo, in 1/100.
    weak_blindness_exponent = 200 in 0..=1_000;
    /// Limited strength: lowest Elo without blindness.
    weak_blindness_end = 2_700 in 1_500..=4_000;
    /// Limited strength: maximum error in the value of a piece on a square at the lowest Elo.
    weak_eval_error = 30 in 0..=500;
    /// Limited strength: lowest Elo without errors in the values of pieces.
    weak_eval_error_end = 3_000 in 1_500..=4_000;
    /// Limited strength: number of pieces below which less is overlooked.
    weak_crowd = 8 in 1..=32;
    /// Limited strength: difficulty of seeing a recapture, in 1/100.
    weak_recapture = 5 in 0..=500;
    /// Limited strength: difficulty of seeing castling, in 1/100.
    weak_castling = 10 in 0..=500;
    /// Limited strength: difficulty of seeing a check, in 1/100.
    weak_check = 50 in 0..=500;
    /// Limited strength: difficulty of seeing any other move that wins nothing, in 1/100.
    weak_quiet = 100 in 0..=500;
    /// Limited strength: difficulty of seeing that a pawn can be won, in 1/100.
    weak_wins_pawn = 80 in 0..=500;
    /// Limited strength: difficulty of seeing that a minor piece can be won, in 1/100.
    weak_wins_minor = 50 in 0..=500;
    /// Limited strength: difficulty of seeing a queen promotion or that a rook can be won, in
    /// 1/100.
    weak_wins_rook = 40 in 0..=500;
    /// Limited strength: difficulty of seeing that a queen can be won, in 1/100.
    weak_wins_queen = 20 in 0..=500;
    /// Limited strength: added difficulty per square of distance beyond the first, in 1/100.
    weak_distance = 12 in 0..=200;
    /// Limited strength: factor of difficulty for retreats, in 1/100.
    weak_backward = 150 in 0..=500;
    /// Limited strength: factor of difficulty for moves along a diagonal, in 1/100.
    weak_diagonal = 120 in 0..=500;
    /// Limited strength: factor of difficulty for knight moves, in 1/100.
    weak_knight = 120 in 0..=500;
    /// Limited strength: added difficulty per ply from the root, in 1/100.
    weak_ply = 40 in 0..=500;
    /// Limited strength: ply from which difficulty no longer grows.
    weak_max_ply = 5 in 0..=60;
}

//! Samples for distillation: random successors of game positions, labelled with the hand-crafted
//! static evaluation.
//!
//! Games only contain positions that sensible moves lead to. One or two random moves lead to those
//! that a search looks at, with hanging pieces and pointless pawn moves. The hand-crafted
//! evaluation scores them at no cost, and a network that imitates it is a far better start than a
//! random one.

use nunatak::board::Board;
use nunatak::eval::evaluate_uncached;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use super::sample::Sample;

/// The largest number of random moves.
const MAX_PLIES: usize = 2;
/// The number of successors of each position: unpacking a position takes as long as labelling one.
const SUCCESSORS: usize = 4;

/// The number of positions in a row without a successor after which the search for more ends.
const MAX_FAILURES: usize = 10_000;

/// Appends up to `count` random successors of positions from `bases`. Those in check are skipped,
/// since a static evaluation has no meaning there.
pub(super) fn append_successors(
    samples: &mut Vec<Sample>,
    count: usize,
    bases: &[Sample],
    random: &mut StdRng,
) {
    let end = samples.len() + count;
    let mut failures = 0;
    while samples.len() < end
        && failures < MAX_FAILURES
        && let Some(base) = bases.choose(random)
    {
        let board = base.board();
        let successors = (0..SUCCESSORS).filter_map(|_| successor(board, random));
        let missing = end - samples.len();
        let quiet = successors.filter(|board| !board.in_check()).take(missing);
        let before = samples.len();
        samples.extend(quiet.map(|board| Sample::new(&board, evaluate_uncached(&board), None)));
        failures = if samples.len() > before { 0 } else { failures + 1 };
    }
}

/// Plays one or two random moves; returns `None` if there is no legal move to play.
fn successor(mut board: Board, random: &mut StdRng) -> Option<Board> {
    for _ in 0..random.random_range(1..=MAX_PLIES) {
        board = board.make(*board.legal_moves().choose(random)?);
    }
    Some(board)
}

//! What the evaluation says of known endgames beside their exact results.

use nunatak::board::Board;
use nunatak::eval::evaluate_afresh;
use nunatak::tablebase::{self, Outcome};
use nunatak::types::{File, Rank, Square};

/// Some thousand positions of the `men`, named as in FEN, with White to move.
fn boards(men: &[char]) -> Vec<Board> {
    let mut random = 1_u64;
    let mut square = || {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Square::from_index((random >> 58) as u8)
    };
    let squares: Vec<Vec<Square>> =
        (0..6_000).map(|_| men.iter().map(|_| square()).collect()).collect();
    squares.iter().filter_map(|squares| board(men, squares)).collect()
}

/// The board with `men` on `squares`, if it is legal and no two share a square.
fn board(men: &[char], squares: &[Square]) -> Option<Board> {
    let letter = |square| {
        let man = squares.iter().position(|&taken| taken == square);
        man.and_then(|man| men.get(man)).copied().unwrap_or('1')
    };
    let rank = |rank| -> String {
        File::ALL.into_iter().map(|file| letter(Square::new(file, rank))).collect()
    };
    let ranks: Vec<String> = Rank::ALL.into_iter().rev().map(rank).collect();
    let board: Board = format!("{} w - - 0 1", ranks.join("/")).parse().ok()?;
    (board.occupied().count() as usize == men.len()).then_some(board)
}

fn mean(values: impl IntoIterator<Item = i32>) -> i32 {
    let values: Vec<i32> = values.into_iter().collect();
    assert!(values.len() > 100, "{values:?}");
    values.iter().sum::<i32>() / values.len() as i32
}

fn value(board: &Board) -> i32 {
    evaluate_afresh(board).0
}

#[test]
fn the_nearer_the_mate_the_higher_the_value() {
    for men in [
        &['K', 'k', 'Q'][..],
        &['K', 'k', 'R'],
        &['K', 'k', 'B', 'N'],
        &['K', 'k', 'B', 'B'],
        &['K', 'k', 'Q', 'r'],
    ] {
        let mut won: Vec<(usize, i32)> = boards(men)
            .iter()
            .filter_map(|board| match tablebase::probe(board) {
                Some(Outcome::Win(plies)) => Some((plies, value(board))),
                _ => None,
            })
            .collect();
        won.sort_unstable();
        let quarter = won.len() / 4;
        let near = mean(won[..quarter].iter().map(|&(_, value)| value));
        let middle = mean(won[quarter..3 * quarter].iter().map(|&(_, value)| value));
        let far = mean(won[3 * quarter..].iter().map(|&(_, value)| value));

        assert!(near > middle + 5 && middle > far + 5, "{men:?}: {near}, {middle}, {far}");
    }
}

#[test]
fn won_endings_are_worth_more_than_drawn_ones() {
    for (men, lead) in [
        // Bishops of one colour draw.
        (&['K', 'k', 'B', 'B'][..], 1_000),
        (&['K', 'k', 'R', 'n'], 10),
        (&['K', 'k', 'P'], 50),
    ] {
        let (won, others): (Vec<Board>, Vec<Board>) = boards(men)
            .into_iter()
            .partition(|board| matches!(tablebase::probe(board), Some(Outcome::Win(_))));
        let [won, others] = [won, others].map(|boards| mean(boards.iter().map(value)));

        assert!(won > others + lead, "{men:?}: {won}, {others}");
    }
}

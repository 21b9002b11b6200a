//! The start positions of Chess960 by their numbers.
//!
//! Source: the numbering by R. Scharnagl, "Fischer-Random-Schach (FRC/Chess960)", 2004.

use nunatak::board::Board;

/// The number of start positions of Chess960.
pub const CHESS960_STARTS: u16 = 960;

/// The number of files for the bishop on each colour of squares.
const BISHOP_FILES: u16 = 4;

/// The number of files left for the queen.
const QUEEN_FILES: u16 = 6;

/// The knights, rooks and king on the last five files, by their number.
const KNIGHTS_ROOKS_KING: [&str; 10] =
    ["nnrkr", "nrnkr", "nrknr", "nrkrn", "rnnkr", "rnknr", "rnkrn", "rknnr", "rknrn", "rkrnn"];

/// Returns the start position of Chess960 with this number, 0 to 959; `None` beyond. Number 518 is
/// the start position of standard chess.
pub fn chess960_start(number: u16) -> Option<Board> {
    let (number, light) = (number / BISHOP_FILES, number % BISHOP_FILES);
    let (number, dark) = (number / BISHOP_FILES, number % BISHOP_FILES);
    let (number, queen) = (number / QUEEN_FILES, number % QUEEN_FILES);
    let mut others = KNIGHTS_ROOKS_KING.get(usize::from(number))?.chars();
    let mut free = 0;
    let mut place = |file| {
        // Files a, c, e and g begin with a dark square.
        if file == 2 * light + 1 || file == 2 * dark {
            return Some('b');
        }
        free += 1;
        if free == queen + 1 { Some('q') } else { others.next() }
    };
    let rank: String = (0..8).filter_map(&mut place).collect();
    let white = rank.to_ascii_uppercase();
    format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1").parse().ok()
}

/// Whether `board` is a start position of Chess960.
pub fn is_chess960_start(board: &Board) -> bool {
    (0..CHESS960_STARTS).any(|number| chess960_start(number).as_ref() == Some(board))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_start_positions_are_those_of_cozy_chess() {
        for number in 0..CHESS960_STARTS {
            let board = chess960_start(number).expect("a start position");
            let expected = cozy_chess::Board::chess960_startpos(number.into());
            assert_eq!(format!("{board:#}"), format!("{expected:#}"), "{number}");
        }
        assert_eq!(chess960_start(518), Some(Board::start()));
        assert_eq!(chess960_start(CHESS960_STARTS), None);
    }
}

//! The tags of new games, and moves with their numbers.

use nunatak::board::Board;
use nunatak::types::{Color, Move, Outcome, is_standard_castling};

use crate::chess960::is_chess960_start;

/// The mandatory tags except `Result`, and the time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    /// The name of the tournament or match.
    pub event: String,
    /// The location.
    pub site: String,
    /// The date on which the game began, as `YYYY.MM.DD`.
    pub date: String,
    /// The round of the tournament.
    pub round: String,
    /// The player of the white pieces.
    pub white: String,
    /// The player of the black pieces.
    pub black: String,
    /// The time control in seconds and seconds per move, such as `300+3`; not mandatory.
    pub time_control: Option<String>,
}

impl Default for Roster {
    /// Returns tags with unknown values.
    fn default() -> Self {
        let unknown = || "?".to_owned();
        Self {
            event: unknown(),
            site: unknown(),
            date: "????.??.??".to_owned(),
            round: unknown(),
            white: unknown(),
            black: unknown(),
            time_control: None,
        }
    }
}

impl Roster {
    /// Returns the tags of a game from `start` with this outcome, `None` if it is not over.
    /// `Result` is derived from the outcome; `SetUp`, `FEN` and `Variant` are derived from `start`,
    /// and omitted for the start position.
    pub fn tags(&self, start: &Board, outcome: Option<Outcome>) -> Vec<(String, String)> {
        let Self { event, site, date, round, white, black, time_control } = self.clone();
        let mut tags = vec![
            ("Event", event),
            ("Site", site),
            ("Date", date),
            ("Round", round),
            ("White", white),
            ("Black", black),
            ("Result", outcome.map_or("*", Outcome::text).to_owned()),
        ];
        tags.extend(time_control.map(|control| ("TimeControl", control)));
        if *start != Board::start() {
            if is_chess960(start) {
                tags.push(("Variant", "Chess960".to_owned()));
            }
            tags.push(("SetUp", "1".to_owned()));
            tags.push(("FEN", start.to_string()));
        }
        tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

/// Returns the moves of a line, each with the number that belongs to it: `1. e4`, `e5`, `2. Nf3`.
/// If Black moves first, they begin with one such as `1... e5`. Each move must be legal after those
/// before it.
pub fn numbered_moves(start: &Board, moves: &[Move]) -> Vec<String> {
    let mut board = *start;
    let numbered = moves.iter().enumerate().map(|(index, &mv)| {
        let (number, san) = (board.fullmove_number(), board.san(mv));
        let text = match board.side_to_move() {
            Color::White => format!("{number}. {san}"),
            Color::Black if index == 0 => format!("{number}... {san}"),
            Color::Black => san,
        };
        board = board.make(mv);
        text
    });
    numbered.collect()
}

/// Whether a king or rook with castling rights is off its square of standard chess, or `board` is a
/// start position of Chess960.
fn is_chess960(board: &Board) -> bool {
    let has_other_castling = |color| {
        let rooks = board.castling().rooks_of(color);
        rooks.into_iter().any(|rook| !is_standard_castling(board.king(color), rook))
    };
    Color::ALL.into_iter().any(has_other_castling) || is_chess960_start(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{Annotations, Note, PgnGame};

    fn moves(start: &Board, text: &str) -> Vec<Move> {
        let mut board = *start;
        let play = |word| {
            let mv = board.parse_san(word).unwrap();
            board = board.make(mv);
            mv
        };
        text.split_whitespace().map(play).collect()
    }

    /// Returns a game with the tags of `roster`.
    fn game(roster: &Roster, start: Board, line: &str, outcome: Option<Outcome>) -> PgnGame {
        let tags = roster.tags(&start, outcome);
        let annotations = Annotations { tags, ..Annotations::default() };
        let moves = moves(&start, line);
        PgnGame { start, corrections: Vec::new(), moves, outcome, annotations }
    }

    #[test]
    fn numbers_belong_to_moves() {
        let start = Board::start();
        let moves = moves(&start, "e4 e5 Nf3");
        assert_eq!(numbered_moves(&start, &moves), ["1. e4", "e5", "2. Nf3"]);
        let after_e4 = start.make(moves[0]);
        assert_eq!(numbered_moves(&after_e4, &moves[1..]), ["1... e5", "2. Nf3"]);
    }

    #[test]
    fn games_are_written_with_tags_moves_and_result() {
        let roster = Roster { event: "The \"Big\" \\ One\n".to_owned(), ..Roster::default() };
        let mut game = game(&roster, Board::start(), "f3 e5 g4 Qh4", Some(Outcome::BlackWins));
        let clock = Note::Comment("[%clk 0:04:57]".to_owned());
        game.annotations.notes = vec![vec![clock], Vec::new()];
        let expected = r#"[Event "The \"Big\" \\ One "]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "0-1"]

1. f3 { [%clk 0:04:57] } 1... e5 2. g4 Qh4# 0-1

"#;
        assert_eq!(game.to_string(), expected);
    }

    #[test]
    fn other_start_positions_are_set_up() {
        for (fen, line, variant, expected) in [
            ("4k3/8/8/8/8/8/8/4K2R b K - 0 7", "Kd7 O-O", false, "7... Kd7 8. O-O *"),
            ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 7", "O-O", true, "7. O-O *"),
            ("4k1r1/8/8/8/8/8/8/4K2R b Kg - 0 7", "O-O", true, "7... O-O *"),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 7", "", false, "*"),
            ("rnqbknbr/pppppppp/8/8/8/8/PPPPPPPP/RNQBKNBR w KQkq - 0 1", "e4", true, "1. e4 *"),
        ] {
            let start: Board = fen.parse().unwrap();
            let text = game(&Roster::default(), start, line, None).to_string();
            let set_up = format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n\n{expected}\n\n");
            assert!(text.ends_with(&set_up), "{text}");
            assert_eq!(text.contains("[Variant \"Chess960\"]\n"), variant, "{text}");
        }
    }

    #[test]
    fn lines_are_filled_up_to_their_maximum_length() {
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(30);
        let text = game(&Roster::default(), Board::start(), &moves, None).to_string();
        let lines: Vec<&str> = text.lines().skip_while(|line| !line.is_empty()).skip(1).collect();
        assert!(lines.len() > 5);
        for pair in lines.windows(2) {
            assert!(pair[0].len() <= 79 && !pair[0].ends_with(' '), "{}", pair[0]);
            if let Some(word) = pair[1].split(' ').next().filter(|word| !word.is_empty()) {
                assert!(pair[0].len() + 1 + word.len() > 79, "{} {word}", pair[0]);
            }
        }
    }
}

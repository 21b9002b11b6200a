//! A game with the engine's judgements.

use esca::openings::Opening;
use nunatak::board::Board;
use nunatak::types::{Color, Move};

use super::accuracy::accuracy;
use super::evaluation::Evaluation;
use super::judgement::Judgement;
use super::notes::{add_variation, set_evaluation, set_mark};
use super::old_judgements::{ACCURACY_COMMENT, LOSS, remove_accuracies, remove_judgement};
use super::openings::opening;
use super::value::Value;
use crate::pgn::{Note, PgnGame};

/// The value of the tag `Annotator`.
const ANNOTATOR: &str = concat!("Nunatak ", env!("CARGO_PKG_VERSION"));

/// A game with an evaluation of each position and a judgement of each move after the book moves.
#[derive(Clone, Debug)]
pub struct JudgedGame {
    /// The game as it was read.
    game: PgnGame,
    /// The number of book moves at its beginning.
    book_moves: usize,
    /// Evaluations of the positions after the book moves and after each move that follows.
    evaluations: Vec<Evaluation>,
}

/// A move that is not from the book, with the positions before and after it.
struct Ply<'a> {
    /// The number of moves before this one.
    index: usize,
    board: Board,
    mv: Move,
    before: &'a Evaluation,
    after: &'a Evaluation,
}

impl Ply<'_> {
    /// Judges the move. The engine's own choice is never bad, even if the next search scores it
    /// lower.
    fn judgement(&self) -> Option<Judgement> {
        let is_best = self.before.best() == Some(self.mv);
        let judge =
            || Judgement::of(self.before.value, self.after.value, self.board.side_to_move());
        if is_best { None } else { judge() }
    }

    /// Returns what the move lost, in centipawns, at least 0.
    fn centipawn_loss(&self) -> i32 {
        let sign = self.board.side_to_move().sign();
        let [before, after] = [self.before, self.after].map(|it| it.value.limited_centipawns());
        (sign * (before - after)).max(0)
    }

    /// Whether `value` is better for the side to move than the value of the move played. All mates
    /// by a side are equal, and beyond any other score.
    fn is_better(&self, value: Value) -> bool {
        let sign = self.board.side_to_move().sign();
        let rank = |value: Value| {
            let mate = value.mating_side().map_or(0, Color::sign);
            (sign * mate, sign * value.centipawns())
        };
        rank(value) > rank(self.after.value)
    }
}

impl JudgedGame {
    /// Creates a game that begins with this number of book moves. `evaluations` are those of the
    /// position after them and after each later move.
    pub fn new(game: PgnGame, book_moves: usize, evaluations: Vec<Evaluation>) -> Self {
        Self { game, book_moves, evaluations }
    }

    /// Returns the game as it was read.
    pub fn game(&self) -> &PgnGame {
        &self.game
    }

    /// Returns the number of book moves at the beginning.
    pub fn book_moves(&self) -> usize {
        self.book_moves
    }

    /// Returns the values of the positions from the end of the book moves on.
    pub fn values(&self) -> Vec<Value> {
        self.evaluations.iter().map(|evaluation| evaluation.value).collect()
    }

    /// Returns the judgements of the moves after the book moves, each with the side that moved.
    pub fn judgements(&self) -> Vec<(Color, Option<Judgement>)> {
        self.plies().map(|ply| (ply.board.side_to_move(), ply.judgement())).collect()
    }

    /// Returns the accuracy of both sides in percent, White first.
    pub fn accuracy(&self) -> [Option<f64>; 2] {
        let start = self.game.start.side_to_move();
        let first = if self.book_moves.is_multiple_of(2) { start } else { !start };
        accuracy(&self.values(), first)
    }

    /// Returns the sides of which a move was judged, White first, each with its accuracy in percent
    /// and its average loss in centipawns per move. Scores beyond ten pawns count as ten, and a
    /// gain as no loss, as on lichess.
    pub fn performances(&self) -> impl Iterator<Item = (Color, f64, f64)> {
        let sides = Color::ALL.into_iter().zip(self.accuracy()).zip(self.average_centipawn_loss());
        sides.filter_map(|((side, accuracy), loss)| Some((side, accuracy?, loss?)))
    }

    fn average_centipawn_loss(&self) -> [Option<f64>; 2] {
        Color::ALL.map(|side| {
            let plies = self.plies().filter(|ply| ply.board.side_to_move() == side);
            let losses: Vec<i32> = plies.map(|ply| ply.centipawn_loss()).collect();
            let sum: i32 = losses.iter().sum();
            (!losses.is_empty()).then(|| f64::from(sum) / losses.len() as f64)
        })
    }

    /// Returns the game with evaluations, judgements, better lines, and the accuracy of both sides,
    /// in place of those of earlier analyses. All other annotations are kept.
    pub fn annotated(&self) -> PgnGame {
        let mut game = self.game.clone();
        let annotations = &mut game.annotations;
        let accuracies = self.performances().map(|(side, accuracy, loss)| {
            format!("{} {accuracy:.1}%, {LOSS} {}", side.name(), loss.round())
        });
        let accuracies: Vec<String> = accuracies.collect();
        if !accuracies.is_empty() {
            if let Some(Opening { eco, name }) = opening(&self.game) {
                annotations.add_tag("ECO", eco);
                // The source may have the code of another opening, or `?`.
                let is_other =
                    |code: &str| code.starts_with(char::is_alphabetic) && !code.starts_with(eco);
                if !annotations.tag("ECO").is_some_and(is_other) {
                    annotations.add_tag("Opening", name);
                }
            }
            annotations.add_tag("Annotator", ANNOTATOR);
        }
        let last = game.moves.len().checked_sub(1).filter(|_| !accuracies.is_empty());
        // Those of an earlier run stand further up if the game went on since.
        let remove = |found, notes| remove_accuracies(notes) || found;
        let has_own_lines = last.is_some() && annotations.notes.iter_mut().fold(false, remove);
        for ply in self.plies() {
            let notes = annotations.notes_on_mut(ply.index);
            remove_judgement(notes, &ply.board, has_own_lines);
            let is_mate = matches!(ply.after.value, Value::Mate { moves: 0, .. });
            let evaluation = ply.after.value.to_string();
            set_evaluation(notes, (!is_mate).then_some(&evaluation));
            let Some(judgement) = ply.judgement() else { continue };
            set_mark(notes, judgement.glyph());
            for line in ply.before.lines.iter().filter(|line| ply.is_better(line.value)) {
                if line.moves.first() != Some(&ply.mv) {
                    add_variation(notes, &line.moves, &line.value.to_string());
                }
            }
        }
        if let Some(last) = last {
            let comment = format!("{ACCURACY_COMMENT}{}", accuracies.join("; "));
            annotations.notes_on_mut(last).push(Note::Comment(comment));
        }
        game
    }

    fn plies(&self) -> impl Iterator<Item = Ply<'_>> {
        let mut board = self.game.start;
        let (book, judged) = self.game.moves.split_at(self.book_moves.min(self.game.moves.len()));
        for &mv in book {
            board = board.make(mv);
        }
        let pairs = self.evaluations.iter().zip(self.evaluations.iter().skip(1));
        judged.iter().zip(pairs).zip(book.len()..).map(move |((&mv, (before, after)), index)| {
            let ply = Ply { index, board, mv, before, after };
            board = board.make(mv);
            ply
        })
    }
}

#[cfg(test)]
mod tests {
    use nunatak::game::GameLine;

    use super::*;
    use crate::annotate::evaluation::Line;
    use crate::pgn::PgnReader;

    /// Returns a judged game, given for each position the lines with their values: `35: e4 e5; 20:
    /// d4; -#3: f3`.
    fn judged(text: &str, book_moves: usize, positions: &[&str]) -> JudgedGame {
        let game = PgnReader::annotated(text.as_bytes()).next().unwrap().unwrap();
        let mut line = GameLine::new(game.start);
        game.moves.iter().take(book_moves).for_each(|&mv| line.play(mv));
        let mut evaluations = Vec::new();
        for (position, index) in positions.iter().zip(book_moves..) {
            evaluations.push(match line.end() {
                Some(end) => Evaluation::of_end(end),
                None => evaluation(line.board(), position),
            });
            game.moves.get(index).into_iter().for_each(|&mv| line.play(mv));
        }
        JudgedGame::new(game, book_moves, evaluations)
    }

    fn evaluation(board: &Board, text: &str) -> Evaluation {
        let lines = text.split(';').map(|line| {
            let (value, moves) = line.split_once(':').unwrap();
            let value = match value.trim().split_once('#') {
                None => Value::Centipawns(value.trim().parse().unwrap()),
                Some((sign, moves)) => {
                    let winner = if sign.is_empty() { Color::White } else { Color::Black };
                    Value::Mate { winner, moves: moves.parse().unwrap() }
                }
            };
            let mut board = *board;
            let play = |san| {
                let mv = board.parse_san(san).unwrap();
                board = board.make(mv);
                mv
            };
            Line { value, moves: moves.split_whitespace().map(play).collect() }
        });
        Evaluation::new(lines.collect()).unwrap()
    }

    const TEXT: &str =
        "[Event \"x\"]\n\n1. f3 {a} e5 2. g4 $2 {[%eval 9] b} (2. d4 {c}) 2... Qh4# 0-1";
    const POSITIONS: [&str; 5] =
        ["20: e4", "-60: d5 d4", "-30: d4 exd4 Qxd4; -40: Nc3", "-999: Qh4#", ""];

    #[test]
    fn moves_are_annotated() {
        let game = judged(TEXT, 0, &POSITIONS);
        assert_eq!(
            game.annotated().to_string(),
            concat!(
                "[Event \"x\"]\n[ECO \"A00\"]\n[Opening \"Barnes Opening: Fool's Mate\"]\n[Annotator \"Nunatak ",
                env!("CARGO_PKG_VERSION"),
                "\"]\n\n\
                 1. f3?! { [%eval -0.60] a } (1. e4 { [%eval 0.20] }) 1... e5 { [%eval -0.30] }\n\
                 2. g4?? { [%eval -9.99] b } (2. d4 { c }) (2. Nc3 { [%eval -0.40] }) 2... Qh4#\n\
                 { Accuracy by lichess's formula: White 24.0%, loss 525; Black 93.3%, loss 15 }\n0-1\n\n",
            )
        );
        let judgements = [Some(Judgement::Inaccuracy), None, Some(Judgement::Blunder), None];
        let sides = Color::ALL.into_iter().cycle();
        assert_eq!(game.judgements(), sides.zip(judgements).collect::<Vec<_>>());
    }

    #[test]
    fn annotating_twice_changes_nothing() {
        let once = judged(TEXT, 0, &POSITIONS).annotated().to_string();
        assert_eq!(judged(&once, 0, &POSITIONS).annotated().to_string(), once);
    }

    #[test]
    fn a_game_that_went_on_since_is_judged_as_a_whole() {
        // The end of what was annotated before is in the middle.
        let begun = TEXT.replace(" Qh4# 0-1", " Nc6");
        let positions = [&POSITIONS[..3], &["-999: Qh4#", "-20: h3"]].concat();
        let once = judged(&begun, 0, &positions).annotated().to_string();
        assert!(once.contains("2. g4?? { [%eval -9.99] b } (2. d4 { c }) (2. Nc3"), "{once}");
        // There may be accuracies at both ends.
        let whole = once.replace("*", &format!("3. h3 {{{ACCURACY_COMMENT}White 9.0%, loss 9}} *"));
        let more = [&positions[..4], &["40: h4", "30: Nf6"]].concat();
        let twice = judged(&whole, 0, &more).annotated().to_string().replace('\n', " ");
        assert_eq!(twice.matches(ACCURACY_COMMENT).count(), 1, "{twice}");
        // With better moves before it, the line of the run before is gone.
        let quiet = ["20: f3", "20: e5", "20: g4", "20: Nc6", "20: h3", "20: Nf6"];
        let quiet = judged(&whole, 0, &quiet).annotated().to_string().replace('\n', " ");
        assert!(quiet.contains("2. g4 { [%eval 0.20] b } (2. d4 { c }) 2... Nc6"), "{quiet}");
    }

    #[test]
    fn judgements_of_earlier_analyses_are_replaced() {
        let lichess = "[Event \"x\"]\n\n1. f3?? { (0.20 → -9.20) Blunder. e4 was best. } { [%eval -9.2] } (1. e4 e5)\n\
                       (1. c4 { mine }) 1... e5! { [%eval 9.2] } 2. g4 Qh4# 0-1";
        let first = judged(lichess, 0, &POSITIONS).annotated().to_string();
        let replaced =
            "1. f3?! { [%eval -0.60] } (1. c4 { mine }) (1. e4 { [%eval 0.20] }) 1... e5!";
        assert!(first.replace('\n', " ").contains(replaced), "{first}");
        // A deeper search finds no fault in the first move and another line instead of the second.
        let deeper = ["-50: d4", "-60: d5 d4", "-30: Nc3; -40: Nh3", "-999: Qh4#", ""];
        let second = judged(&first, 0, &deeper).annotated().to_string();
        assert_eq!(
            second.replace('\n', " "),
            concat!(
                "[Event \"x\"] [ECO \"A00\"] [Opening \"Barnes Opening: Fool's Mate\"] [Annotator \"Nunatak ",
                env!("CARGO_PKG_VERSION"),
                "\"]  \
                 1. f3 { [%eval -0.60] } (1. c4 { mine }) 1... e5! { [%eval -0.30] } \
                 2. g4?? { [%eval -9.99] } (2. Nc3 { [%eval -0.30] }) (2. Nh3 { [%eval -0.40] }) 2... Qh4# \
                 { Accuracy by lichess's formula: White 19.0%, loss 490; Black 93.3%, loss 15 } 0-1  ",
            )
        );
    }

    #[test]
    fn book_moves_are_left_alone() {
        let text = judged(TEXT, 2, &POSITIONS[2..]).annotated().to_string();
        assert!(text.contains("\n1. f3 { a } 1... e5 2. g4?? {"), "{text}");
        let unchanged = judged(TEXT, 4, &POSITIONS[4..]).annotated();
        assert_eq!(unchanged, judged(TEXT, 4, &[]).game);
    }

    #[test]
    fn moves_count_for_the_side_that_made_them() {
        // White's second move loses the game, also after a book move of White or with Black to
        // begin.
        let fen = "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1";
        let from_black = format!("[FEN \"{fen}\"]\n\n1... e5 2. g4 Qh4# 0-1");
        for (text, book_moves) in [(TEXT, 1), (&from_black, 0)] {
            let game = judged(text, book_moves, &POSITIONS[1..]);
            let performances: Vec<_> = game.performances().collect();
            let [(Color::White, white, loss), (Color::Black, black, gain)] = performances[..]
            else {
                unreachable!("{performances:?}")
            };
            assert!(white < 30.0 && black > 90.0, "{performances:?}");
            assert_eq!((loss, gain), (969.0, 15.0));
        }
        // A score beyond ten pawns counts as ten.
        let game = judged("1. f3 e5 *", 0, &["20: f3", "-1800: e5", "-2000: d4"]);
        let losses: Vec<f64> = game.performances().map(|(_, _, loss)| loss).collect();
        assert_eq!(losses, [1020.0, 0.0]);
    }

    #[test]
    fn only_better_lines_are_shown() {
        // The move was the best one, or the second line is worse than the move.
        let positions = ["0: f3; -10: e4", "-400: e5", "-400: d4"];
        let text = judged("1. f3 e5 *", 0, &positions).annotated().to_string();
        assert!(!text.contains('(') && text.contains("1. f3 { [%eval -4.00] }"), "{text}");
        let positions = ["0: e4; -500: d4", "-400: e5", "-400: d4"];
        let text = judged("1. f3 e5 *", 0, &positions).annotated().to_string();
        assert!(
            text.contains("1. f3?? { [%eval -4.00] } (1. e4 { [%eval 0.00] }) 1... e5"),
            "{text}"
        );
        assert!(!text.contains("d4"), "{text}");
        // A mate is better than any other score, and no better than a longer one.
        for (positions, line) in [
            (["#1: e4", "1450: e5", "1450: d4"], Some("(1. e4 { [%eval #1] })")),
            (["-1500: e4", "-#2: e5", "-#1: d4"], Some("(1. e4 { [%eval -15.00] })")),
            (["1500: e4; #9: d4", "#12: e5", "#11: d4"], None),
        ] {
            let text = judged("1. f3 e5 *", 0, &positions).annotated().to_string();
            assert!(line.map_or(!text.contains('('), |line| text.contains(line)), "{text}");
        }
    }
}

//! Commands of the player.

use nunatak::types::PieceType;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Undo,
    Hint,
    Evaluate,
    Resign,
    OfferDraw,
    Flip,
    ShowBoard,
    ShowMoves,
    ShowFen,
    ShowPgn,
    Help,
    Quit,
    /// Any other text, presumably a move.
    Move(String),
}

/// The list of commands.
pub(super) const HELP: &str = "\
Nf3, g1f3  play a move; nf3, g1-f3 or 1. Nf3 will do as well
undo       take back your last move and the reply, or the
           end of the game (also takeback)
hint       show the engine's choice of a move for you
eval       show the score, the chances and the best line
draw       offer a draw
resign     resign the game
board      draw the board
flip       turn the board around
moves      list the moves of the game
fen, pgn   show the position as a FEN, or the game as PGN
quit       leave the game unfinished (also exit, q)";

impl Command {
    /// Parses a line; `None` if it is blank.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let text = line.trim();
        Some(match text.to_ascii_lowercase().as_str() {
            "" => return None,
            "undo" | "takeback" => Self::Undo,
            "hint" => Self::Hint,
            "eval" => Self::Evaluate,
            "resign" => Self::Resign,
            "draw" => Self::OfferDraw,
            "flip" => Self::Flip,
            "board" => Self::ShowBoard,
            "moves" => Self::ShowMoves,
            "fen" => Self::ShowFen,
            "pgn" => Self::ShowPgn,
            "help" => Self::Help,
            "quit" | "exit" | "q" => Self::Quit,
            _ => Self::Move(text.to_owned()),
        })
    }
}

/// Parses the answer to the promotion question, the letter or name of a piece.
pub(super) fn promotion_piece(line: &str) -> Option<PieceType> {
    match line.trim().trim_start_matches('=').to_ascii_lowercase().as_str() {
        "q" | "queen" => Some(PieceType::Queen),
        "r" | "rook" => Some(PieceType::Rook),
        "b" | "bishop" => Some(PieceType::Bishop),
        "n" | "knight" => Some(PieceType::Knight),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_text_is_taken_for_a_move() {
        for (line, command) in [
            ("", None),
            (" \t\r", None),
            ("Undo\r", Some(Command::Undo)),
            ("exit", Some(Command::Quit)),
            (" Q ", Some(Command::Quit)),
            (" Nf3 ", Some(Command::Move("Nf3".to_owned()))),
            ("what ever", Some(Command::Move("what ever".to_owned()))),
        ] {
            assert_eq!(Command::parse(line), command, "{line:?}");
        }
    }

    #[test]
    fn help_lists_all_commands() {
        for word in [
            "undo", "hint", "eval", "draw", "resign", "board", "flip", "moves", "fen", "pgn",
            "quit", "takeback",
        ] {
            assert!(HELP.contains(word), "{word}");
            assert!(!matches!(Command::parse(word), None | Some(Command::Move(_))), "{word}");
        }
    }
}

//! The summary of an annotated game.

use nunatak::annotate::{JudgedGame, Judgement};
use nunatak::text::Printable;
use nunatak::types::{Color, Outcome};

/// Returns the number, players and result of a game, and the accuracy and bad moves of both sides;
/// `None` if no move was judged. A text longer than `width` has a line for each side.
pub(super) fn summary(number: u64, game: &JudgedGame, width: usize) -> Option<String> {
    let [white, black] = Color::ALL.map(|side| side_summary(game, side));
    let sides: Vec<String> = [white, black].into_iter().flatten().collect();
    if sides.is_empty() {
        return None;
    }
    let [white, black] = ["White", "Black"].map(|name| game.game().tag(name).unwrap_or("?"));
    let result = game.game().outcome.map_or("*", Outcome::text);
    let players = format!("game {number}, {white} – {black} {result}:");
    let players = Printable(players);
    let line = format!("{players} {}", sides.join("; "));
    if line.chars().count() <= width {
        return Some(line);
    }
    Some(format!("{players}\n  {}", sides.join("\n  ")))
}

/// Returns `White 93.1%, 1 ?!, 0 ?, 2 ??`; `None` if no move of the side was judged.
fn side_summary(game: &JudgedGame, side: Color) -> Option<String> {
    let [white, black] = game.accuracy();
    let accuracy = if side == Color::White { white } else { black }?;
    let judgements = game.judgements();
    let marks = Judgement::ALL.map(|judgement| {
        let count = judgements.iter().filter(|&&found| found == (side, Some(judgement))).count();
        format!("{count} {}", judgement.mark())
    });
    Some(format!("{} {accuracy:.1}%, {}", side.name(), marks.join(", ")))
}

//! A game at the terminal.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

use chrono::Utc;
use nunatak::board::Board;
use nunatak::game::GameLine;
use nunatak::limits::Limits;
use nunatak::pgn::{PgnText, Roster, movetext};
use nunatak::search::{SearchControl, SearchResult, Searcher, Silent};
use nunatak::tt::AllocationError;
use nunatak::types::{Color, Move, Outcome, Score};
use nunatak::wdl::normalised;

use super::command::{Command, HELP};
use super::pgn_file::PgnFile;
use crate::cli::CliError;
use crate::cli::display::{draw, parse_move, white_score};

/// The engine agrees to a draw if it is so many units of the evaluation behind, …
const WORSE: Score = Score(-50);
/// … or not more than so many ahead …
const EQUAL: Score = Score(10);
/// … after so many plies.
const EQUAL_FROM: usize = 60;

/// As much of a line as is read, in characters: no command or move is longer.
const MAX_LINE: usize = 80;

/// A game between a person and the engine.
pub(super) struct Session<'a, W> {
    out: &'a mut W,
    game: GameLine,
    /// The side of the person.
    player: Color,
    /// The side that is drawn at the bottom.
    bottom: Color,
    engine: Engine,
    roster: Roster,
    /// Where the game is kept.
    file: Option<PgnFile>,
    /// Whether the file holds the game as it is.
    is_saved: bool,
}

/// What thinks for the other side.
pub(super) struct Engine {
    pub(super) searcher: Searcher,
    /// What ends each of its searches.
    pub(super) limits: Limits,
    /// The strength of the moves that it plays, if that is limited.
    pub(super) elo: Option<i32>,
}

impl Engine {
    /// The name in the record of the game.
    fn name(&self) -> String {
        let name = concat!("Nunatak ", env!("CARGO_PKG_VERSION"));
        self.elo.map_or_else(|| name.to_owned(), |elo| format!("{name} at {elo} Elo"))
    }

    /// At full strength.
    fn think(&mut self, game: &GameLine) -> SearchResult {
        let control = SearchControl::default();
        let (board, keys) = (game.board(), game.keys());
        self.searcher.search(board, keys, &self.limits, &control, &mut Silent)
    }

    /// At the strength of the game.
    fn choose(&mut self, game: &GameLine) -> Result<Option<Move>, AllocationError> {
        self.searcher.set_elo(self.elo)?;
        let best = self.think(game).best;
        self.searcher.set_elo(None)?;
        Ok(best)
    }
}

/// What a command leads to.
enum Next {
    /// The player is asked again.
    Ask,
    /// The position has changed.
    Play,
    /// The game is over; unfinished if there is no outcome.
    End { outcome: Option<Outcome>, reason: &'static str },
}

impl<'a, W: Write> Session<'a, W> {
    pub(super) fn new(
        out: &'a mut W,
        start: Board,
        player: Color,
        engine: Engine,
        file: Option<PgnFile>,
    ) -> Self {
        let game = GameLine::new(start);
        let (bottom, roster) = (player, roster(player, &engine.name()));
        Self { out, game, player, bottom, engine, roster, file, is_saved: true }
    }

    /// Plays until the game or the input is over.
    pub(super) fn run(mut self, mut input: impl BufRead) -> Result<ExitCode, CliError> {
        let name = self.player.name();
        if let Some(elo) = self.engine.elo {
            writeln!(self.out, "Nunatak plays at {elo} Elo, and gives hints at full strength.")?;
        }
        writeln!(self.out, "You play {name}. Type a move such as Nf3 or g1f3, or help.")?;
        let (outcome, reason) = loop {
            if let Some(end) = self.game.end() {
                break (Some(end.outcome()), end.to_string());
            }
            let next = if self.game.board().side_to_move() == self.player {
                self.draw_board()?;
                self.ask(&mut input)?
            } else {
                self.reply()?
            };
            if let Next::End { outcome, reason } = next {
                break (outcome, reason.to_owned());
            }
        };
        self.finish(outcome, &reason)
    }

    /// Asks the player until something changes.
    fn ask(&mut self, input: &mut impl BufRead) -> Result<Next, CliError> {
        loop {
            let number = self.game.board().fullmove_number();
            write!(self.out, "Move {number}, {} to play: ", self.player.name())?;
            // What is piped in does not end the line of the prompt as a key does.
            if !io::stdin().is_terminal() {
                writeln!(self.out)?;
            }
            self.out.flush()?;
            let next = match read_line(input).map(|line| Command::parse(&line)) {
                None => Next::End { outcome: None, reason: "end of input" },
                Some(None) => Next::Ask,
                Some(Some(command)) => self.execute(command)?,
            };
            if !matches!(next, Next::Ask) {
                return Ok(next);
            }
        }
    }

    fn execute(&mut self, command: Command) -> Result<Next, CliError> {
        match command {
            Command::Move(text) => match parse_move(self.game.board(), &text) {
                Ok(mv) => {
                    self.game.play(mv);
                    self.save(None)?;
                    return Ok(Next::Play);
                }
                Err(error) => writeln!(self.out, "{error}; help lists the commands")?,
            },
            Command::Undo => return self.undo(),
            Command::Hint => self.hint()?,
            Command::OfferDraw => return self.answer_offer(),
            Command::Resign => {
                let outcome = Some(Outcome::win_of(!self.player));
                return Ok(Next::End { outcome, reason: "you resigned" });
            }
            Command::Flip => {
                self.bottom = !self.bottom;
                self.draw_board()?;
            }
            Command::ShowBoard => self.draw_board()?,
            Command::ShowFen => writeln!(self.out, "{}", self.game.board())?,
            Command::ShowPgn => write!(self.out, "{}", self.pgn(None))?,
            Command::Help => writeln!(self.out, "{HELP}")?,
            Command::Quit => return Ok(Next::End { outcome: None, reason: "you left" }),
        }
        Ok(Next::Ask)
    }

    /// Takes moves back until the player is to move as before the last move of theirs.
    fn undo(&mut self) -> Result<Next, CliError> {
        // The player is to move: the last move is the engine's.
        if self.game.ply() < 2 {
            writeln!(self.out, "There is no move of yours to take back.")?;
            return Ok(Next::Ask);
        }
        self.game.undo();
        self.game.undo();
        self.save(None)?;
        Ok(Next::Play)
    }

    fn hint(&mut self) -> Result<(), CliError> {
        let result = self.engine.think(&self.game);
        let board = self.game.board();
        if let Some(best) = result.best {
            let score = normalised(result.report.score, board);
            let score = white_score(score, self.player);
            writeln!(self.out, "Hint: {} ({score} for White)", board.san(best))?;
        }
        Ok(())
    }

    fn answer_offer(&mut self) -> Result<Next, CliError> {
        // The player is to move, and the score theirs.
        let score = -self.engine.think(&self.game).report.score;
        if score <= WORSE || score <= EQUAL && self.game.ply() >= EQUAL_FROM {
            return Ok(Next::End { outcome: Some(Outcome::Draw), reason: "draw agreed" });
        }
        writeln!(self.out, "Nunatak declines the draw.")?;
        Ok(Next::Ask)
    }

    /// Plays the engine's move.
    fn reply(&mut self) -> Result<Next, CliError> {
        let Some(best) = self.engine.choose(&self.game)? else {
            return Ok(Next::End { outcome: None, reason: "the engine found no move" });
        };
        let words = movetext(self.game.board(), &[best]).join(" ");
        self.game.play(best);
        self.save(None)?;
        writeln!(self.out, "Nunatak plays {words}")?;
        Ok(Next::Play)
    }

    fn draw_board(&mut self) -> io::Result<()> {
        writeln!(self.out, "\n{}\n", draw(self.game.board(), self.bottom))
    }

    fn pgn(&self, outcome: Option<Outcome>) -> String {
        let (start, moves) = (self.game.start(), self.game.moves());
        PgnText { roster: self.roster.clone(), start, moves, outcome }.to_string()
    }

    /// Whether there is something to keep: a move, or a result.
    fn is_game(&self, outcome: Option<Outcome>) -> bool {
        self.game.ply() > 0 || outcome.is_some()
    }

    /// Writes the game to its file, if it has one. A failure is told, and ends nothing.
    fn save(&mut self, outcome: Option<Outcome>) -> io::Result<()> {
        let text = if self.is_game(outcome) { self.pgn(outcome) } else { String::new() };
        let Some(file) = &mut self.file else { return Ok(()) };
        let saved = file.save(&text);
        self.is_saved = saved.is_ok();
        if let Err(error) = saved {
            writeln!(self.out, "The game is not saved: {error}")?;
        }
        Ok(())
    }

    /// Tells the result, and leaves the game where it can be found.
    fn finish(mut self, outcome: Option<Outcome>, reason: &str) -> Result<ExitCode, CliError> {
        // Saved before anything is written: whoever closed the output still wants the game.
        self.save(outcome)?;
        if self.game.end().is_some() {
            self.draw_board()?;
        }
        let result = outcome.map_or("*", Outcome::text);
        writeln!(self.out, "Game over: {result}, {reason}")?;
        match &self.file {
            _ if !self.is_game(outcome) => {}
            Some(file) if self.is_saved => {
                writeln!(self.out, "Saved in {}", file.path().display())?;
            }
            _ => write!(self.out, "\n{}", self.pgn(outcome))?,
        }
        Ok(if self.is_saved { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// The tags of a game against `engine` that begins now.
fn roster(player: Color, engine: &str) -> Roster {
    let engine = engine.to_owned();
    let (white, black) = match player {
        Color::White => ("Human".to_owned(), engine),
        Color::Black => (engine, "Human".to_owned()),
    };
    Roster {
        event: "Casual game".to_owned(),
        date: Utc::now().format("%Y.%m.%d").to_string(),
        round: "-".to_owned(),
        white,
        black,
        ..Roster::default()
    }
}

/// The next line, or as much of it as counts; `None` at the end of input.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    if matches!(input.read_until(b'\n', &mut bytes), Ok(0) | Err(_)) {
        return None;
    }
    let text = String::from_utf8_lossy(&bytes);
    // Some shells put a byte-order mark before what they pipe.
    Some(text.trim_start_matches('\u{feff}').chars().take(MAX_LINE).collect())
}

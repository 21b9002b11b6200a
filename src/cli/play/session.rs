//! A game at the terminal.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

use chrono::Utc;
use nunatak::game::GameLine;
use nunatak::pgn::{PgnText, Roster, movetext, parse_move};
use nunatak::text::{Printable, read_line};
use nunatak::types::{Color, Outcome};
use nunatak::wdl::normalised;

use super::command::{Command, HELP};
use super::engine::{DrawAnswer, Engine};
use super::pgn_file::PgnFile;
use crate::cli::display::{draw, white_score};
use crate::cli::error::CliError;

/// The number of characters kept of an input line; no command or move is longer.
const MAX_INPUT: usize = 80;

/// A game between the player and the engine.
pub(super) struct Session<'a, W> {
    out: &'a mut W,
    game: GameLine,
    /// The side of the player.
    player: Color,
    /// The side at the bottom of the board.
    bottom: Color,
    engine: Engine,
    roster: Roster,
    /// The file in which the game is saved.
    file: Option<PgnFile>,
    /// Whether the last attempt to save the game succeeded.
    is_saved: bool,
}

/// The step that follows a command.
enum Next {
    /// Ask the player again.
    Ask,
    /// Continue the game in a new position.
    Play,
    /// End the session; without an outcome, the game is unfinished.
    End { outcome: Option<Outcome>, reason: &'static str },
}

impl<'a, W: Write> Session<'a, W> {
    /// Creates a session that is not saved.
    pub(super) fn new(out: &'a mut W, game: GameLine, player: Color, engine: Engine) -> Self {
        let roster = roster(player, &engine.name());
        Self { out, game, player, bottom: player, engine, roster, file: None, is_saved: true }
    }

    /// Saves the game in `file`, if any.
    pub(super) fn saved_to(self, file: Option<PgnFile>) -> Self {
        Self { file, ..self }
    }

    /// Plays until the game or the input ends.
    pub(super) fn run(mut self, mut input: impl BufRead) -> Result<ExitCode, CliError> {
        let name = self.player.name();
        if let Some(elo) = self.engine.elo {
            writeln!(self.out, "Nunatak plays at {elo} Elo; its hints are at full strength.")?;
        }
        writeln!(self.out, "You play {name}. Enter a move such as Nf3 or g1f3, or help.")?;
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

    /// Executes commands of the player until the position changes or the session ends.
    fn ask(&mut self, input: &mut impl BufRead) -> Result<Next, CliError> {
        loop {
            let number = self.game.board().fullmove_number();
            write!(self.out, "Move {number}, {} to play: ", self.player.name())?;
            // At a terminal, the Enter key ends the line of the prompt.
            if !io::stdin().is_terminal() {
                writeln!(self.out)?;
            }
            self.out.flush()?;
            let Ok(Some(line)) = read_line(input) else {
                return Ok(Next::End { outcome: None, reason: "end of input" });
            };
            let line: String = line.chars().take(MAX_INPUT).collect();
            let Some(command) = Command::parse(&line) else { continue };
            let next = self.execute(command)?;
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
                Err(error) => {
                    writeln!(self.out, "{}; enter help for the commands", Printable(error))?
                }
            },
            Command::Undo => return self.undo(),
            Command::Hint => self.hint()?,
            Command::OfferDraw => return Ok(self.answer_draw_offer()?),
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
            Command::Quit => return Ok(Next::End { outcome: None, reason: "abandoned" }),
        }
        Ok(Next::Ask)
    }

    /// Takes back the last move of the player and the reply.
    fn undo(&mut self) -> Result<Next, CliError> {
        // The last move was the engine's, since the player is to move.
        if self.game.ply() < 2 {
            writeln!(self.out, "You have no move to take back.")?;
            return Ok(Next::Ask);
        }
        self.game.undo();
        self.game.undo();
        self.save(None)?;
        Ok(Next::Play)
    }

    fn hint(&mut self) -> io::Result<()> {
        let result = self.engine.analyse(&self.game);
        let board = self.game.board();
        if let Some(best) = result.best {
            let score = normalised(result.report.score, board);
            let score = white_score(score, self.player);
            writeln!(self.out, "Hint: {} ({score} for White)", board.san(best))?;
        }
        Ok(())
    }

    fn answer_draw_offer(&mut self) -> io::Result<Next> {
        match self.engine.answer_draw_offer(&self.game) {
            DrawAnswer::Accepted => {
                return Ok(Next::End { outcome: Some(Outcome::Draw), reason: "draw agreed" });
            }
            DrawAnswer::Better => {
                writeln!(self.out, "Nunatak declines the draw: it prefers its position.")?;
            }
            DrawAnswer::TooEarly => {
                writeln!(self.out, "Nunatak declines the draw: it is too early to agree on one.")?;
            }
        }
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

    /// Whether the game is worth saving: it has moves or an outcome.
    fn is_worth_saving(&self, outcome: Option<Outcome>) -> bool {
        self.game.ply() > 0 || outcome.is_some()
    }

    /// Saves the game in its file, if any. An error is reported and does not end the game.
    fn save(&mut self, outcome: Option<Outcome>) -> io::Result<()> {
        let text = if self.is_worth_saving(outcome) { self.pgn(outcome) } else { String::new() };
        let Some(file) = &mut self.file else { return Ok(()) };
        let saved = file.save(&text);
        self.is_saved = saved.is_ok();
        if let Err(error) = saved {
            writeln!(self.out, "The game was not saved: {}", Printable(error))?;
        }
        Ok(())
    }

    /// Shows the result and where the game is saved, or the game itself.
    fn finish(mut self, outcome: Option<Outcome>, reason: &str) -> Result<ExitCode, CliError> {
        // Saved first, since the output may be closed.
        self.save(outcome)?;
        if self.game.end().is_some() {
            self.draw_board()?;
        }
        let result = outcome.map_or("*", Outcome::text);
        writeln!(self.out, "Game over: {result}, {reason}")?;
        match &self.file {
            _ if !self.is_worth_saving(outcome) => {}
            Some(file) if self.is_saved => {
                writeln!(self.out, "Saved in {}", Printable(file.path().display()))?;
            }
            _ => write!(self.out, "\n{}", self.pgn(outcome))?,
        }
        Ok(if self.is_saved { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Returns the tags of a game against `engine` that begins now.
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

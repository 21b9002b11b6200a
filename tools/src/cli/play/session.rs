//! A game at the terminal.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Instant;

use nunatak::explain::announcement;
use nunatak::game::GameLine;
use nunatak::text::{Printable, escaped};
use nunatak::types::{Color, Move, Outcome};

use super::clock::Clocks;
use super::command::{Command, HELP, promotion_piece};
use super::engine::{DrawAnswer, Engine};
use super::input::{Input, PlayerAnswer};
use super::record::{Ending, Record};
use crate::cli::display::{draw, white_percent, white_score};
use crate::cli::error::CliError;
use crate::interrupt::INTERRUPTED;
use crate::pgn::{TypedMove, numbered_moves, parse_typed_move};
use crate::terminal::{WidthArguments, wrap};

/// The indentation of a line of moves in columns.
const INDENT: usize = 2;

/// A game between the player and the engine.
pub(super) struct Session<'a, W> {
    pub(super) out: &'a mut W,
    pub(super) game: GameLine,
    /// The side of the player.
    pub(super) player: Color,
    /// The side at the bottom of the board.
    pub(super) bottom: Color,
    pub(super) engine: Engine,
    pub(super) clocks: Option<Clocks>,
    pub(super) record: Record,
    /// The end of the game once it is over.
    pub(super) ending: Option<Ending>,
    /// The promotions between which the player has to choose.
    pub(super) promotions: Vec<Move>,
    pub(super) input: Input,
    pub(super) width: WidthArguments,
}

/// The step that follows a command or a move.
enum Next {
    /// Ask the player again.
    Ask,
    /// Continue the game in a new position.
    Play,
    /// The game is over.
    End(Ending, &'static str),
    /// The game stays unfinished: the reason, and the exit code.
    Leave(&'static str, u8),
}

/// The end of a game by Ctrl-C.
const STOPPED: Next = Next::Leave("stopped by Ctrl-C", INTERRUPTED);

impl<W: Write> Session<'_, W> {
    /// Shows the notes and plays until the player leaves.
    pub(super) fn run(mut self, notes: &[String]) -> Result<ExitCode, CliError> {
        for note in notes {
            self.write_sentence(note)?;
        }
        let exit_code = loop {
            let next = if let Some(end) = self.game.end() {
                Next::End(end.outcome().into(), end.name())
            } else if self.game.board().side_to_move() == self.player {
                self.draw_board()?;
                self.ask()?
            } else {
                self.reply()?
            };
            match next {
                Next::Ask | Next::Play => {}
                Next::End(ending, reason) => {
                    self.finish(Some(ending), reason)?;
                    if let Some(exit_code) = self.resume()? {
                        break ExitCode::from(exit_code);
                    }
                }
                Next::Leave(reason, exit_code) => {
                    self.finish(None, reason)?;
                    break ExitCode::from(exit_code);
                }
            }
        };
        Ok(if self.record.error().is_some() { ExitCode::FAILURE } else { exit_code })
    }

    /// Whether Ctrl-C was pressed, so that the results of searches are incomplete.
    fn is_stopped(&self) -> bool {
        self.engine.control.is_stopped()
    }

    /// Executes commands of the player until the position changes or the game ends.
    fn ask(&mut self) -> Result<Next, CliError> {
        loop {
            self.prompt(&self.question())?;
            let line = match self.answer()? {
                PlayerAnswer::Line(line) => line,
                PlayerAnswer::End => return Ok(Next::Leave("end of input", 0)),
                PlayerAnswer::Failure => return Ok(Next::Leave("the input cannot be read", 1)),
                PlayerAnswer::Interrupt => return Ok(STOPPED),
                PlayerAnswer::TimeUp => {
                    self.promotions.clear();
                    return Ok(self.lose_on_time());
                }
            };
            let wanted = promotion_piece(&line);
            let promotion = self.promotions.iter().find(|mv| mv.promoted_to() == wanted).copied();
            let command = Command::parse(&line);
            // Any input but a move, legal or not, cancels the question about a promotion.
            self.promotions.retain(|_| matches!(command, Some(Command::Move(_))));
            let next = match (promotion, command) {
                (Some(mv), _) => self.play(mv)?,
                (None, Some(command)) => self.execute(command)?,
                (None, None) => Next::Ask,
            };
            if !matches!(next, Next::Ask) {
                self.promotions.clear();
                return Ok(next);
            }
        }
    }

    /// Returns the question to the player: for a move, or for the piece of a promotion.
    fn question(&self) -> String {
        if !self.promotions.is_empty() {
            return "Promote to queen, rook, bishop or knight (q, r, b, n)".to_owned();
        }
        let number = self.game.board().fullmove_number();
        let clocks = self.clocks.as_ref().map(|it| format!(" ({})", it.describe(self.player)));
        format!("Move {number}, {} to play{}", self.player.name(), clocks.unwrap_or_default())
    }

    /// Waits for a line while the clock of the player runs.
    fn answer(&mut self) -> io::Result<PlayerAnswer> {
        let started = Instant::now();
        let left = self.clocks.as_ref().map(|clocks| clocks.left(self.player));
        let answer = self.input.next(left);
        if matches!(answer, PlayerAnswer::End | PlayerAnswer::Failure | PlayerAnswer::TimeUp) {
            self.end_line()?;
        }
        let Some(clocks) = &mut self.clocks else { return Ok(answer) };
        clocks.spend(started.elapsed());
        Ok(match answer {
            PlayerAnswer::Line(_) if clocks.left(self.player).is_zero() => PlayerAnswer::TimeUp,
            answer => answer,
        })
    }

    fn execute(&mut self, command: Command) -> Result<Next, CliError> {
        match command {
            Command::Move(text) => return self.play_typed(&text),
            Command::Undo => return Ok(if self.undo()? { Next::Play } else { Next::Ask }),
            Command::Hint => self.hint()?,
            Command::Evaluate => self.evaluate()?,
            Command::OfferDraw => return Ok(self.answer_draw_offer()?),
            Command::Resign => {
                return Ok(Next::End(Outcome::win_of(!self.player).into(), "you resigned"));
            }
            Command::Flip => {
                self.bottom = !self.bottom;
                self.draw_board()?;
            }
            Command::ShowBoard => self.draw_board()?,
            Command::ShowMoves => {
                let moves = numbered_moves(self.game.start(), self.game.moves());
                self.write_sentence(&moves.join(" "))?;
            }
            Command::ShowFen => writeln!(self.out, "{}", self.game.board())?,
            Command::ShowPgn => self.write_pgn(self.ending)?,
            Command::Help => writeln!(self.out, "{HELP}")?,
            Command::Quit => return Ok(Next::Leave("abandoned", 0)),
        }
        Ok(if self.is_stopped() { STOPPED } else { Next::Ask })
    }

    /// Plays the move that the player typed, or shows the error.
    fn play_typed(&mut self, text: &str) -> Result<Next, CliError> {
        match parse_typed_move(self.game.board(), text) {
            Ok(TypedMove::Move(mv)) => return self.play(mv),
            Ok(TypedMove::Promotions(moves)) => self.promotions = moves,
            Err(error) => {
                self.write_sentence(&format!("{}; enter help for the commands", Printable(error)))?
            }
        }
        Ok(Next::Ask)
    }

    /// Plays a move of the side to move and saves the game.
    fn play(&mut self, mv: Move) -> Result<Next, CliError> {
        if let Some(clocks) = &mut self.clocks {
            clocks.press(self.game.board().side_to_move());
        }
        self.game.play(mv);
        self.save()?;
        Ok(Next::Play)
    }

    /// Returns the number of plies from the last move of the player on, if there is one.
    fn plies_to_undo(&self) -> Option<usize> {
        let is_players_turn = self.game.board().side_to_move() == self.player;
        let plies = if is_players_turn { 2 } else { 1 };
        (plies <= self.game.ply()).then_some(plies)
    }

    /// Takes back the last move of the player and the reply, if any. Returns whether there was one.
    fn undo(&mut self) -> io::Result<bool> {
        let Some(plies) = self.plies_to_undo() else {
            self.write_sentence("You have no move to take back.")?;
            return Ok(false);
        };
        for _ in 0..plies {
            self.game.undo();
            if let Some(clocks) = &mut self.clocks {
                clocks.undo();
            }
        }
        self.save()?;
        Ok(true)
    }

    /// Lets the player take back the end of the game. Returns the exit code unless the game goes
    /// on.
    fn resume(&mut self) -> Result<Option<u8>, CliError> {
        let what_to_do = match self.game.end() {
            Some(_) if self.plies_to_undo().is_none() => "Press Enter to leave",
            Some(_) | None => "Enter undo to play on, or press Enter to leave",
        };
        loop {
            if io::stdin().is_terminal() {
                self.prompt(what_to_do)?;
            }
            let line = match self.input.next(None) {
                PlayerAnswer::Line(line) => line,
                answer => {
                    self.end_line()?;
                    return Ok(Some(matches!(answer, PlayerAnswer::Failure).into()));
                }
            };
            match Command::parse(&line) {
                None | Some(Command::Quit) => return Ok(Some(0)),
                Some(Command::Undo) => {
                    let ending = self.ending.take();
                    if self.undo_end()? {
                        return Ok(None);
                    }
                    self.ending = ending;
                }
                Some(Command::Move(_) | Command::OfferDraw | Command::Resign) => {
                    self.write_sentence(&format!("The game is over. {what_to_do}."))?;
                }
                Some(command) => {
                    self.execute(command)?;
                    if self.is_stopped() {
                        self.end_line()?;
                        return Ok(Some(0));
                    }
                }
            }
        }
    }

    /// Takes back the end of the game: the last move of the player and the reply, if any, or a
    /// resignation, an agreed draw or a loss on time. Returns whether that was possible.
    fn undo_end(&mut self) -> io::Result<bool> {
        if self.game.end().is_some() {
            return self.undo();
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.restart_move(self.game.board().side_to_move());
        }
        self.save()?;
        Ok(true)
    }

    /// Shows the engine's choice of a move.
    fn hint(&mut self) -> io::Result<()> {
        if let Some(end) = self.game.end() {
            return self.write_sentence(&announcement(end));
        }
        let result = self.engine.analyse(&self.game);
        let board = self.game.board();
        if let Some(best) = result.best.filter(|_| !self.is_stopped()) {
            let score = white_score(result.report.score, board);
            writeln!(self.out, "Hint: {} ({score} for White)", board.san(best))?;
        }
        Ok(())
    }

    /// Writes the game with this end. Names from a file may have control characters.
    fn write_pgn(&mut self, ending: Option<Ending>) -> io::Result<()> {
        let pgn = self.record.pgn(&self.game, self.clocks.as_ref(), ending);
        pgn.lines().try_for_each(|line| writeln!(self.out, "{}", escaped(line)))
    }

    /// Shows the score, the chances and the best line.
    fn evaluate(&mut self) -> io::Result<()> {
        if let Some(end) = self.game.end() {
            return self.write_sentence(&announcement(end));
        }
        let report = self.engine.analyse(&self.game).report;
        if self.is_stopped() {
            return Ok(());
        }
        let board = self.game.board();
        let score = white_score(report.score, board);
        let chances = white_percent(report.chances(board), board.side_to_move());
        let depth = report.depth;
        let line = wrap(numbered_moves(board, &report.pv), INDENT, INDENT, self.width.columns());
        self.write_sentence(&format!(
            "Evaluation: {score} for White, win/draw/loss {chances} %, depth {depth}"
        ))?;
        writeln!(self.out, "{:INDENT$}{line}", "")
    }

    fn answer_draw_offer(&mut self) -> io::Result<Next> {
        match self.engine.answer_draw_offer(&self.game) {
            _ if self.is_stopped() => return Ok(STOPPED),
            DrawAnswer::Accepted => return Ok(Next::End(Outcome::Draw.into(), "draw agreed")),
            DrawAnswer::Better => {
                self.write_sentence("Nunatak declines the draw: it prefers its position.")?;
            }
            DrawAnswer::TooEarly => {
                self.write_sentence("Nunatak declines the draw: it is too early to agree on one.")?;
            }
        }
        Ok(Next::Ask)
    }

    /// Plays the engine's move.
    fn reply(&mut self) -> Result<Next, CliError> {
        let side = self.game.board().side_to_move();
        let started = Instant::now();
        let clock = self.clocks.as_ref().map(|clocks| clocks.for_search(side));
        let choice = self.engine.choose(&self.game, clock)?;
        if self.is_stopped() {
            return Ok(STOPPED);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.spend(started.elapsed());
            if clocks.left(side).is_zero() {
                return Ok(self.lose_on_time());
            }
        }
        let Some(choice) = choice else { return Ok(Next::Leave("the engine found no move", 0)) };
        let words = numbered_moves(self.game.board(), &[choice.mv]).join(" ");
        let next = self.play(choice.mv)?;
        let source = if choice.is_from_book { " from its book" } else { "" };
        writeln!(self.out, "Nunatak plays {words}{source}")?;
        Ok(next)
    }

    /// Ends the game since the time of the side to move ran out.
    fn lose_on_time(&self) -> Next {
        let board = self.game.board();
        let (loser, winner) = (board.side_to_move(), !board.side_to_move());
        let (outcome, reason) = if board.has_bare_king(winner) {
            (Outcome::Draw, "time ran out, but a bare king cannot win")
        } else if loser == self.player {
            (Outcome::win_of(winner), "you lost on time")
        } else {
            (Outcome::win_of(winner), "Nunatak lost on time")
        };
        Next::End(Ending { outcome, time_ran_out: true }, reason)
    }

    fn draw_board(&mut self) -> io::Result<()> {
        writeln!(self.out, "\n{}\n", draw(&self.game, self.bottom))
    }

    /// Writes a sentence in lines that fit the width.
    fn write_sentence(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", wrap(text.split(' '), 0, 0, self.width.columns()))
    }

    /// Writes a prompt.
    fn prompt(&mut self, text: &str) -> io::Result<()> {
        write!(self.out, "{}: ", wrap(text.split(' '), 0, 0, self.width.columns()))?;
        // At a terminal, the Enter key ends the line of the prompt.
        if !io::stdin().is_terminal() {
            writeln!(self.out)?;
        }
        self.out.flush()
    }

    /// Ends a line that the player has not ended, at a terminal: that of a prompt, or the `^C` that
    /// the terminal may have echoed.
    fn end_line(&mut self) -> io::Result<()> {
        if io::stdin().is_terminal() { writeln!(self.out) } else { Ok(()) }
    }

    /// Saves the game in its file, if any. An error does not end the game; it is reported when it
    /// first occurs and at the end.
    fn save(&mut self) -> io::Result<()> {
        let earlier = self.record.error().map(str::to_owned);
        self.record.save(&self.game, self.clocks.as_ref(), self.ending);
        if earlier.as_deref() != self.record.error() { self.report_error() } else { Ok(()) }
    }

    /// Says that the game was not saved, if so.
    fn report_error(&mut self) -> io::Result<()> {
        let Some(error) = self.record.error() else { return Ok(()) };
        writeln!(self.out, "The game was not saved: {error}")
    }

    /// Shows the result and where the game is saved, or the game itself.
    fn finish(&mut self, ending: Option<Ending>, reason: &str) -> io::Result<()> {
        self.ending = ending;
        // Saved first, since the output may be closed.
        self.record.save(&self.game, self.clocks.as_ref(), ending);
        if self.is_stopped() {
            self.end_line()?;
        }
        if self.game.end().is_some() {
            self.draw_board()?;
        }
        match ending.map(|ending| ending.outcome.text()) {
            Some(result) => writeln!(self.out, "Game over: {result}, {reason}")?,
            None => writeln!(self.out, "Game unfinished: {reason}")?,
        }
        match self.record.file() {
            _ if !self.record.is_worth_saving(&self.game, ending) => {}
            Some(file) if self.record.error().is_none() => {
                writeln!(self.out, "Saved in {}", Printable(file.path().display()))?;
            }
            _ => {
                self.report_error()?;
                writeln!(self.out)?;
                self.write_pgn(ending)?;
            }
        }
        self.out.flush()
    }
}

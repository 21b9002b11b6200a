//! The Universal Chess Interface: text on standard input and output.
//!
//! Source: S. Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod command;
mod description;
mod go;
mod input;
mod log;
mod opponent;
mod options;
mod output;
mod own_book;
mod report;
mod strength;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Instant;

use self::command::{Command, PositionText};
use self::description::describe;
use self::go::GoText;
use self::input::Event;
use self::options::Settings;
use self::output::Output;
use self::report::{InfoWriter, best_move};
use crate::bench::{self, Throughput};
use crate::board::{Board, divide, perft_until};
use crate::eval::Trace;
use crate::search::{SearchControl, Searcher};
use crate::tablebase;
use crate::tt::{AllocationError, DEFAULT_MEGABYTES};
use crate::types::{Move, Score};
use crate::wdl;

/// The commands, for people.
const HELP: &str = "\
uci                       name, author and options; then uciok
debug on|off              say more about each search
isready                   readyok, when all before is done
setoption name N value V  set an option
ucinewgame                forget the last game
position startpos|fen F [moves M ...]
go [searchmoves M ...] [ponder] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
   [depth N] [nodes N] [mate N] [movetime MS] [infinite]
stop, ponderhit, quit
d                         show the board
eval                      show the static evaluation by its terms
perft N                   count the positions N plies on
divide N, go perft N      the same by each move
bench [N]                 search fixed positions to depth N";

/// Runs the engine on standard input and output until `quit` or the end of input, or until nobody
/// reads what it writes.
///
/// # Errors
/// [`AllocationError`] if there is no memory for a transposition table of the default size.
pub fn run() -> Result<(), AllocationError> {
    let output = Arc::new(Output::default());
    let mut engine = Engine::new(DEFAULT_MEGABYTES, Arc::clone(&output))?;
    let (sender, events) = channel();
    // Nobody waits for this thread: it may sit in a read for as long as the process lives.
    thread::spawn(move || input::read(io::stdin().lock(), &sender, &output));
    engine.run(events);
    Ok(())
}

/// Runs the engine on `input`, all of which is there before the first command is carried out, and
/// stops all that takes long at its beginning.
#[cfg(fuzzing)]
pub fn fuzz(input: &[u8]) {
    let output = Arc::new(Output::default());
    let (sender, events) = channel();
    input::read(input, &sender, &output);
    drop(sender);
    let stopped = events.into_iter().inspect(|event| {
        if let Event::Command(_, control) = event {
            control.stop();
        }
    });
    // A small table, since each input has its own.
    if let Ok(mut engine) = Engine::new(1, output) {
        engine.run(stopped);
    }
}

/// The state of the engine between commands.
struct Engine {
    searcher: Searcher,
    settings: Settings,
    debug: bool,
    board: Board,
    /// The keys of the game's positions before `board`.
    earlier_keys: Vec<u64>,
    output: Arc<Output>,
}

impl Engine {
    /// As it is when the program starts, with a transposition table of `megabytes`.
    fn new(megabytes: usize, output: Arc<Output>) -> Result<Self, AllocationError> {
        Ok(Self {
            searcher: Searcher::new(megabytes)?,
            settings: Settings::default(),
            debug: false,
            board: Board::start(),
            earlier_keys: Vec::new(),
            output,
        })
    }

    /// Carries out all commands in order.
    fn run(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            match event {
                Event::Command(command, control) => {
                    self.execute(command, &control);
                    control.finish();
                }
                Event::Error(error) => self.output.info(error),
            }
            if self.output.is_closed() {
                return;
            }
        }
    }

    fn execute(&mut self, command: Command, control: &SearchControl) {
        match command {
            Command::Uci => self.identify(),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                tablebase::prepare();
                self.output.line("readyok");
            }
            Command::SetOption { name, value } => {
                let value = value.as_deref();
                let done = options::set(&name, value, &mut self.settings, &mut self.searcher);
                if let Err(error) = done {
                    self.output.info(error);
                }
            }
            Command::UciNewGame => self.searcher.new_game(),
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => self.go(&go, control),
            Command::Display => self.output.line(&describe(&self.board, self.settings.chess960)),
            Command::Eval => {
                let trace = Trace::new(&self.board);
                let chances = wdl::explain(Score::from_eval(trace.total()), &self.board);
                let usage = self.searcher.pawn_cache_use();
                self.output.line(&format!("{trace}\n{chances}\n{usage}"));
            }
            Command::Perft(depth) => self.perft(depth, control),
            Command::Divide(depth) => self.divide(depth, control),
            Command::Bench(depth) => self.bench(depth, control),
            Command::Help => self.output.line(HELP),
            Command::Register => {}
            // The input thread does what these ask for and keeps them to itself.
            Command::Stop | Command::PonderHit | Command::Quit => {}
        }
    }

    fn identify(&self) {
        self.output.line(concat!("id name Nunatak ", env!("CARGO_PKG_VERSION")));
        self.output.line("id author the Nunatak team");
        for declaration in options::declarations() {
            self.output.line(&declaration);
        }
        self.output.line("uciok");
    }

    fn set_position(&mut self, position: &PositionText) {
        match position.resolve() {
            Ok((board, keys)) => (self.board, self.earlier_keys) = (board, keys),
            Err(error) => self.output.info(error),
        }
    }

    fn go(&mut self, go: &GoText, control: &SearchControl) {
        let (limits, errors) = go.resolve(&self.board);
        for error in &go.errors {
            self.output.info(error);
        }
        for error in errors {
            self.output.info(format_args!("searchmoves: {error}"));
        }
        let chess960 = self.settings.chess960;
        if let Some((best, reply)) = self.book_move(go) {
            control.finish();
            self.output.info("book move");
            self.output.line(&best_move(Some(best), reply, &self.board, chess960));
            return;
        }
        if self.debug {
            self.output.info(self.searcher.budget(&limits));
            if let Some(opponent) = &self.settings.opponent {
                self.output.info(format_args!("opponent: {opponent}"));
            }
        }
        let elo = self.settings.elo().filter(|_| !go.is_analysis());
        if let Err(error) = self.searcher.set_elo(elo) {
            self.output.info(error);
        }
        self.searcher.set_contempt(self.settings.contempt());
        let (wdl, output) = (self.settings.show_wdl, &*self.output);
        let mut observer = InfoWriter { board: &self.board, chess960, wdl, output, control };
        let result =
            self.searcher.search(&self.board, &self.earlier_keys, &limits, control, &mut observer);
        let endless = go.is_endless();
        control.wait_until(|control| control.is_stopped() || !endless && !control.is_pondering());
        // From here on `isready` waits for its turn, behind the answer.
        control.finish();
        self.output.line(&best_move(result.best, result.ponder, &self.board, chess960));
    }

    /// A move of the book with the best reply, where `go` wants a move and no analysis.
    fn book_move(&mut self, go: &GoText) -> Option<(Move, Option<Move>)> {
        if !go.wants_any_move() || self.settings.analyse_mode {
            return None;
        }
        self.settings.book.choose(&self.board).unwrap_or_else(|error| {
            self.output.info(format_args!("book: {error}; play goes on without"));
            None
        })
    }

    fn perft(&self, depth: u8, control: &SearchControl) {
        let started = Instant::now();
        if let Some(nodes) = perft_until(&self.board, depth, control.stop_flag()) {
            self.output.line(&Throughput { nodes, elapsed: started.elapsed() }.with_time());
        }
    }

    fn divide(&self, depth: u8, control: &SearchControl) {
        if let Some(parts) = divide(&self.board, depth, control.stop_flag()) {
            for (mv, nodes) in &parts {
                let mv = self.board.move_text(*mv, self.settings.chess960);
                self.output.line(&format!("{mv}: {nodes}"));
            }
            let total: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
            self.output.line(&format!("Total: {total}"));
        }
    }

    fn bench(&self, depth: Option<usize>, control: &SearchControl) {
        let depth = depth.unwrap_or(bench::DEFAULT_DEPTH);
        match bench::run(depth, control, |_, _| {}) {
            Ok(Some(result)) => self.output.line(&result.to_string()),
            Ok(None) => {}
            Err(error) => self.output.info(error),
        }
    }
}

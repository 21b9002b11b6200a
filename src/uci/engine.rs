//! Executes commands.

use std::sync::Arc;
use std::time::Instant;

use super::command::{Command, HELP};
use super::description::describe;
use super::go::GoArguments;
use super::input::Event;
use super::options;
use super::output::Output;
use super::position::PositionArguments;
use super::report::{InfoWriter, best_move};
use super::settings::Settings;
use crate::bench::{self, Throughput};
use crate::board::{Board, divide, perft_until};
use crate::eval::Trace;
use crate::eval::network::NetworkTrace;
use crate::game::GameLine;
use crate::search::{SearchControl, Searcher};
use crate::tablebase;
use crate::tt::AllocationError;
use crate::types::{Move, Score};
use crate::wdl;

/// The state of the engine between commands.
pub(super) struct Engine {
    searcher: Searcher,
    settings: Settings,
    debug: bool,
    game: GameLine,
    output: Arc<Output>,
}

impl Engine {
    /// Creates an engine with a transposition table of `megabytes`.
    pub(super) fn new(megabytes: usize, output: Arc<Output>) -> Result<Self, AllocationError> {
        Ok(Self {
            searcher: Searcher::new(megabytes)?,
            settings: Settings::default(),
            debug: false,
            game: GameLine::new(Board::start()),
            output,
        })
    }

    /// Executes all commands in order; stops early if the output is closed.
    pub(super) fn run(&mut self, events: impl IntoIterator<Item = Event>) {
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
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::UciNewGame => self.searcher.new_game(),
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => self.go(&go, control),
            Command::Display => self.display(),
            Command::Eval => self.eval(),
            Command::Perft(depth) => self.perft(depth, control),
            Command::Divide(depth) => self.divide(depth, control),
            Command::Bench(depth) => self.bench(depth, control),
            Command::Help => self.output.line(HELP),
            Command::Register => {}
            // Handled by the input thread.
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

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let set = options::set(name, value, &mut self.settings, &mut self.searcher);
        if let Err(error) = set {
            self.output.info(error);
        }
        self.searcher.set_network(self.settings.network.used());
    }

    fn set_position(&mut self, position: &PositionArguments) {
        match position.resolve() {
            Ok(game) => self.game = game,
            Err(error) => self.output.info(error),
        }
    }

    fn go(&mut self, go: &GoArguments, control: &SearchControl) {
        let board = *self.game.board();
        let (limits, errors) = go.resolve(&board);
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
            self.output.line(&best_move(Some(best), reply, &board, chess960));
            return;
        }
        if self.debug {
            self.output.info(self.searcher.budget(&limits));
            if let Some(opponent) = &self.settings.opponent {
                self.output.info(format_args!("opponent: {opponent}"));
            }
        }
        self.prepare_search(go);
        let (show_wdl, output) = (self.settings.show_wdl, &*self.output);
        let mut observer = InfoWriter { board: &board, chess960, show_wdl, output, control };
        let keys = self.game.keys();
        let result = self.searcher.search(&board, keys, &limits, control, &mut observer);
        let is_endless = go.is_endless();
        control
            .wait_until(|control| control.is_stopped() || !is_endless && !control.is_pondering());
        // From here on, the input thread passes `isready` on, so `readyok` follows `bestmove`.
        control.finish();
        self.output.line(&best_move(result.best, result.ponder, &board, chess960));
    }

    /// Sets the strength and contempt of the next search.
    fn prepare_search(&mut self, go: &GoArguments) {
        let elo = self.settings.elo().filter(|_| !go.is_analysis());
        if let Err(error) = self.searcher.set_elo(elo) {
            self.output.info(error);
        }
        self.searcher.set_contempt(self.settings.contempt());
    }

    /// Returns a book move and the best reply in the book, unless `go` asks for a search.
    fn book_move(&mut self, go: &GoArguments) -> Option<(Move, Option<Move>)> {
        if !go.allows_book_move() || self.settings.analyse_mode {
            return None;
        }
        self.settings.book.choose(self.game.board()).unwrap_or_else(|error| {
            self.output.info(format_args!("book: {error}; no book is used"));
            None
        })
    }

    fn display(&self) {
        self.output.line(&describe(self.game.board(), self.settings.chess960));
    }

    fn eval(&self) {
        let board = self.game.board();
        let terms = Trace::new(board);
        let network = NetworkTrace::new(&self.settings.network.network(), board);
        let total = if self.settings.network.is_used { network.total() } else { terms.total() };
        let chances = wdl::explain(Score::from_eval(total), board);
        let usage = self.searcher.pawn_cache_stats();
        self.output.line(&format!("{network}\n\n{terms}\n{chances}\n{usage}"));
    }

    fn perft(&self, depth: u8, control: &SearchControl) {
        let started = Instant::now();
        if let Some(nodes) = perft_until(self.game.board(), depth, control.stop_flag()) {
            self.output.line(&Throughput { nodes, elapsed: started.elapsed() }.with_time());
        }
    }

    fn divide(&self, depth: u8, control: &SearchControl) {
        let board = self.game.board();
        if let Some(counts) = divide(board, depth, control.stop_flag()) {
            for &(mv, nodes) in &counts {
                let mv = board.move_text(mv, self.settings.chess960);
                self.output.line(&format!("{mv}: {nodes}"));
            }
            let total: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
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

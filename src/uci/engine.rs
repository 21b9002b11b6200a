//! Executes commands.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use super::command::{Command, HELP};
use super::export::write_file;
use super::go::GoArguments;
use super::input::Event;
use super::options::{self, OPPONENT};
use super::output::Output;
use super::position::read_game;
use super::report::{InfoWriter, NO_MOVE, best_move};
use super::settings::Settings;
use super::tokens::{CommandError, non_empty};
use crate::bench;
use crate::board::{Board, PerftCounter, leaf_nodes};
use crate::eval::network::Network;
use crate::explain;
use crate::game::GameLine;
use crate::limits::{Limits, MAX_MATE_MOVES};
use crate::search::{LastReports, SearchControl, Searcher, Throughput};
use crate::tablebase;
use crate::tt::{AllocationError, DEFAULT_MEGABYTES};
use crate::types::Color;

/// The answer to `compiler`: the compiler, the target with its features, and the level of
/// optimisation of this build.
const COMPILER: &str = concat!(
    "Compiled by: ",
    env!("NUNATAK_COMPILER"),
    "\nTarget: ",
    env!("NUNATAK_TARGET"),
    "\nTarget features: ",
    env!("NUNATAK_TARGET_FEATURES"),
    "\nOptimisation level: ",
    env!("NUNATAK_OPTIMISATION"),
);

/// The state of the engine between commands.
pub(super) struct Engine {
    searcher: Searcher,
    settings: Settings,
    debug: bool,
    /// The game; `None` after a position that was refused.
    game: Option<GameLine>,
    /// The result of a finished search until it may be sent.
    result: Option<BestMove>,
    /// Reads the input, on platforms without threads; called every few milliseconds of a search.
    pub(super) read_input: Box<dyn FnMut()>,
    output: Arc<Output>,
}

/// A `bestmove` line.
struct BestMove {
    line: String,
    /// Whether it must wait for `stop`.
    is_endless: bool,
    control: Arc<SearchControl>,
}

impl BestMove {
    /// Whether the line may be sent.
    fn is_due(&self) -> bool {
        self.control.is_stopped() || !self.is_endless && !self.control.is_pondering()
    }
}

impl Engine {
    /// Creates an engine with a transposition table of the default size.
    pub(super) fn new(output: Arc<Output>) -> Result<Self, AllocationError> {
        Ok(Self {
            searcher: Searcher::new(DEFAULT_MEGABYTES)?,
            settings: Settings::default(),
            debug: false,
            game: Some(GameLine::new(Board::start())),
            result: None,
            read_input: Box::new(|| {}),
            output,
        })
    }

    /// Executes all commands in order; stops early if the output is closed.
    pub(super) fn run(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            self.handle(event);
            if let Some(result) = &self.result {
                result.control.wait_until(|_| result.is_due());
            }
            self.send_result();
            if self.output.is_closed() {
                return;
            }
        }
    }

    /// Executes commands in order until there are none, or the next must wait for the end of a
    /// search.
    pub(super) fn run_without_waiting(&mut self, events: &Receiver<Event>) {
        self.send_result();
        while self.result.is_none()
            && !self.output.is_closed()
            && let Ok(event) = events.try_recv()
        {
            self.handle(event);
            self.send_result();
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Ok((command, control)) => {
                self.execute(command, &control);
                if self.result.is_none() {
                    control.finish();
                }
            }
            Err(error) => self.output.refuse(error),
        }
    }

    /// Sends the result of a search if it may be sent. From then on, the input passes `isready` on,
    /// so that `readyok` follows `bestmove`.
    fn send_result(&mut self) {
        if let Some(result) = self.result.take_if(|result| result.is_due()) {
            result.control.finish();
            self.output.line(&result.line);
        }
    }

    fn execute(&mut self, command: Command, control: &Arc<SearchControl>) {
        match command {
            Command::Uci => self.identify(),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                tablebase::prepare();
                self.output.line("readyok");
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::UciNewGame => {
                self.searcher.new_game();
                if self.settings.own_book && self.settings.book.is_none() {
                    self.output.info("OwnBook has no effect without a BookFile");
                }
            }
            Command::Position(text) => self.set_position(text),
            Command::Go(go) => {
                let line = self.go(&go, control);
                let (is_endless, control) = (go.is_endless(), Arc::clone(control));
                self.result = Some(BestMove { line, is_endless, control });
            }
            Command::Display => self.display(),
            Command::Flip => self.flip(),
            Command::Compiler => self.output.line(COMPILER),
            Command::Export { is_network, file, force } => self.export(is_network, &file, force),
            Command::Eval => self.eval(),
            Command::Perft(depth) => self.perft(depth, false, control),
            Command::Divide(depth) => self.perft(depth, true, control),
            Command::Bench(depth) => self.bench(depth, control),
            Command::Help => self.output.line(HELP),
            // Without effect, or handled by the input.
            Command::Register | Command::Stop | Command::PonderHit | Command::Quit => {}
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

    fn set_option(&mut self, name: &str, value: &str) {
        let Self { settings, searcher, output, .. } = self;
        if let Err(error) = options::set(name, value, settings, searcher, output) {
            output.refuse(error);
        }
    }

    /// Sets up the position. A refused one leaves no position, so that no later command runs on a
    /// position other than the interface's.
    fn set_position(&mut self, text: Result<String, CommandError>) {
        self.game = None;
        match text.and_then(|text| read_game(&text)) {
            Ok((game, corrections)) => {
                corrections.iter().for_each(|correction| self.output.info(correction));
                self.game = Some(game);
            }
            Err(error) => self.output.refuse(format_args!("position refused: {error}")),
        }
    }

    /// Returns the game, or reports that there is none.
    fn game(&self) -> Option<&GameLine> {
        if self.game.is_none() {
            self.output.info("no position, since the last one was refused; 'position' sets one up");
        }
        self.game.as_ref()
    }

    /// Searches and returns the `bestmove` line.
    fn go(&mut self, go: &GoArguments, control: &SearchControl) -> String {
        let Some(game) = self.game().cloned() else { return NO_MOVE.to_owned() };
        let board = game.board();
        let limits = self.limits(go, board);
        if go.allows_book_move() {
            match self.settings.book_move(board) {
                Ok(Some((best, reply))) => {
                    self.output.info("book move");
                    return best_move(Some(best), reply, board, self.settings.chess960);
                }
                Ok(None) => {}
                Err(error) => self.output.info(format_args!("book: {error}; no book is used")),
            }
        }
        if self.debug {
            self.output.info(self.searcher.budget(board, &limits));
            if let Some(opponent) =
                self.settings.accepted.get(OPPONENT).and_then(|it| non_empty(it))
            {
                self.output.info(format_args!("opponent: {opponent}"));
            }
        }
        let elo = self.settings.elo().filter(|_| !go.is_analysis());
        if self.searcher.set_elo(elo).is_err() {
            self.output.info("limited strength: not enough memory; the move is at full strength");
        }
        let Self { settings, output, read_input, .. } = self;
        let last = LastReports::default();
        let mut observer = InfoWriter { board, settings, output, read_input, control, last };
        let result = self.searcher.search(board, game.earlier(), &limits, control, &mut observer);
        best_move(result.best, result.ponder, board, settings.chess960)
    }

    /// Returns the limits of a search of `board`, and reports those that cannot be kept.
    fn limits(&self, go: &GoArguments, board: &Board) -> Limits {
        let (limits, errors) = go.resolve(board);
        for error in &errors {
            self.output.refuse(format_args!("searchmoves: {error}"));
        }
        if limits.search_moves.is_empty() && !errors.is_empty() {
            self.output.info(
                "searchmoves: no legal move in coordinate notation, so that all moves are searched",
            );
        }
        if limits.mate.is_some_and(|moves| moves > MAX_MATE_MOVES) {
            self.output
                .info(format_args!("mate: only mates in up to {MAX_MATE_MOVES} are searched"));
        }
        limits
    }

    /// Shows the diagram, FEN, key, checkers and legal moves.
    fn display(&self) {
        let Some(board) = self.game().map(GameLine::board) else { return };
        let chess960 = self.settings.chess960;
        let fen = if chess960 { format!("{board:#}") } else { board.to_string() };
        let checkers: Vec<_> = board.checkers().into_iter().map(|it| it.to_string()).collect();
        let moves = board.legal_moves();
        let mut moves: Vec<_> = moves.iter().map(|&mv| board.move_text(mv, chess960)).collect();
        moves.sort();
        self.output.line(&format!(
            "{}\nFEN: {fen}\nKey: {:016x}\nCheckers: {}\nLegal moves: {}",
            board.diagram(Color::White),
            board.key(),
            checkers.join(" "),
            moves.join(" ")
        ));
    }

    /// Replaces the position by its colour-flipped mirror image, without earlier positions.
    fn flip(&mut self) {
        let Some(game) = self.game() else { return };
        self.game = Some(GameLine::new(game.board().flipped()));
    }

    /// Writes the options or the network in use to a file; with `force`, replaces an existing one.
    fn export(&self, is_network: bool, file: &str, force: bool) {
        let (command, noun, bytes) = if is_network {
            ("export_net", "network", self.settings.network.to_stored().to_bytes())
        } else {
            ("export", "options", options::exported(&self.settings).into_bytes())
        };
        let mut in_use = options::files_in_use(&self.settings);
        let written = self.output.with_logs(|logs| {
            in_use.extend(logs.iter().cloned());
            write_file(Path::new(file), &bytes, force, &in_use)
        });
        match written {
            Ok(()) => self.output.info(format_args!("{noun} written to {file}")),
            Err(error) => self.output.refuse(format_args!("{command}: {file}: {error}")),
        }
    }

    /// Shows the evaluation, or the result if the game is over.
    fn eval(&self) {
        let Some(game) = self.game() else { return };
        let Settings { network, uses_network, .. } = &self.settings;
        let (board, end) = (game.board(), game.end());
        self.output.line(&explain::evaluation(board, end, network, *uses_network));
    }

    /// Counts the leaf nodes, and shows those below each move if `is_divided`; nothing if stopped.
    fn perft(&self, depth: u8, is_divided: bool, control: &SearchControl) {
        let Some(game) = self.game() else { return };
        let started = Instant::now();
        let counter = PerftCounter::default();
        let counts = counter.divide(game.board(), depth, control, |_, _| {});
        let nodes = leaf_nodes(depth, &counts);
        if control.is_stopped() {
            return;
        }
        // Before the result, so that a `stop` after it is not for this count.
        control.finish();
        if !is_divided {
            let throughput = Throughput { nodes, elapsed: started.elapsed() };
            return self.output.line(&throughput.with_time());
        }
        for (mv, nodes) in counts {
            let mv = game.board().move_text(mv, self.settings.chess960);
            self.output.line(&format!("{mv}: {nodes}"));
        }
        self.output.line(&format!("Total: {nodes}"));
    }

    fn bench(&self, depth: Option<usize>, control: &SearchControl) {
        let depth = depth.unwrap_or(bench::DEFAULT_DEPTH);
        match bench::run(Network::embedded(), &bench::POSITIONS, depth, control, |_, _| {}) {
            Ok(Some(result)) => {
                control.finish();
                self.output.line(&result.to_string());
            }
            Ok(None) => {}
            Err(error) => self.output.refuse(error),
        }
    }
}

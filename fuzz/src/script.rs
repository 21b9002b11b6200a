//! Commands chosen by bytes.

use nunatak::board::Board;
use nunatak::text::{read_line, unquoted};

use crate::session::Session;

/// The maximum number of commands in a session.
const MAX_COMMANDS: usize = 40;

/// First positions of games: rich, Chess960, endgames with and without tables, an almost full
/// clock, and two without a legal move.
const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
    "8/5P1k/8/8/8/8/p6K/8 b - - 0 1",
    "4k3/8/8/8/8/8/3R4/4K3 w - - 98 80",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
];

/// `position` commands that the engine must reject.
const REFUSED: [&str; 8] = [
    "position",
    "position nowhere",
    "position fen",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1",
    "position startpos moves e2e4 e2e4",
    "position startpos moves e2e4 e7e5 e1e3",
    "position startpos e2e4",
];

/// The arguments of searches that end by themselves; broken numbers count as 0.
const BOUNDED: [&str; 13] = [
    "depth 1",
    "depth 4",
    "nodes 1",
    "nodes 300",
    "movetime 2",
    "wtime 20 btime 20",
    "wtime 1 btime 1 winc 1 binc 1 movestogo 1",
    "wtime -50 btime -50",
    "mate 1",
    "depth none",
    "movetime",
    "nodes 99999999999999999999 depth 2",
    "depth 3 nodes 200 movetime 50 mate 2 nonsense words",
];

/// The arguments of searches that only another command ends.
const ENDLESS: [&str; 5] = ["infinite", "", "ponder movetime 2", "ponder", "infinite depth 1"];

/// Options, valid and broken.
const OPTIONS: [&str; 32] = [
    "name Hash value 2",
    "name Hash value 0",
    "name Clear Hash",
    "name Threads value 1",
    "name Threads value 2",
    "name Threads value two",
    "name MultiPV value 1",
    "name MultiPV value 3",
    "name UCI_Chess960 value true",
    "name UCI_Chess960 value false",
    "name UCI_LimitStrength value true",
    "name UCI_LimitStrength value false",
    "name UCI_Elo value 1500",
    "name UCI_Elo value -1",
    "name Skill Level value 3",
    "name Skill Level value 20",
    "name Contempt value 100",
    "name Contempt value 0",
    "name UCI_ShowWDL value true",
    "name UCI_AnalyseMode value true",
    "name UCI_Opponent value GM 2800 human A Person",
    "name UCI_Opponent value nobody",
    "name Use NNUE value false",
    "name Use NNUE value true",
    "name EvalFile value no such file",
    "name EvalFile value <internal>",
    "name OwnBook value true",
    "name BookFile value no such file",
    "name Move Overhead value 5",
    "name Nonesuch value 1",
    "name",
    "Hash",
];

/// Commands of the console and broken ones, none of which changes the position or needs an answer
/// that is checked.
const OTHERS: [&str; 20] = [
    "uci",
    "debug on",
    "debug off",
    "debug maybe",
    "d",
    "eval",
    "compiler",
    "help",
    "perft 2",
    "perft",
    "perft 0",
    "divide 1",
    "go perft 1",
    "go perft x",
    "bench 1",
    "bench x",
    "register later",
    "export",
    "xboard",
    "",
];

/// Words that begin a command, wherever they are in a line.
const COMMANDS: [&str; 22] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "exit",
    "d",
    "flip",
    "compiler",
    "export",
    "export_net",
    "help",
    "eval",
    "perft",
    "divide",
    "bench",
];

/// A script of commands.
pub struct Script<'a> {
    bytes: &'a [u8],
}

impl<'a> Script<'a> {
    /// Creates the script that `bytes` choose.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Sends the commands.
    pub fn play(&mut self, session: &mut Session) {
        for _ in 0..MAX_COMMANDS {
            let Some(kind) = self.byte() else { return };
            match kind % 16 {
                0 => session.is_ready(),
                1 | 2 => self.position(session),
                3 => {
                    session.send(self.one_of(&REFUSED));
                    session.board = None;
                }
                4 => self.odd_position(session),
                5 | 6 => self.search(session, &BOUNDED, false),
                7 => self.search(session, &ENDLESS, true),
                8 => session.release("stop"),
                9 => session.release("ponderhit"),
                10 => session.send(&format!("setoption {}", self.one_of(&OPTIONS))),
                11 => session.send("ucinewgame"),
                12 => self.garbage(session),
                13 => session.send(self.one_of(&OTHERS)),
                14 => session.stop(),
                _ if kind > 127 => session.wait_until_ready(),
                _ => {
                    session.send("flip");
                    session.board = session.board.map(|board| board.flipped());
                }
            }
        }
    }

    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    fn number(&mut self) -> usize {
        self.byte().unwrap_or_default().into()
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.number() % texts.len()]
    }

    /// Sends a position after some legal moves, in some cases with an illegal one at their end.
    fn position(&mut self, session: &mut Session) {
        /// The maximum number of moves.
        const MOVES: usize = 8;
        let fen = self.one_of(&POSITIONS);
        let mut board: Board = fen.parse().expect("a legal position");
        let choices = self.number();
        let is_chess960 = choices & 1 != 0;
        let mut line = format!("position fen {fen}");
        for number in 0..choices / 16 % MOVES {
            let moves = board.legal_moves();
            let Some(&mv) = moves.get(self.number() % moves.len().max(1)) else { break };
            line += if number == 0 { " moves " } else { " " };
            line += &board.move_text(mv, is_chess960);
            board = board.make(mv);
        }
        let is_broken = line.contains("moves") && choices & 0b1110 == 0b1110;
        session.send(&if is_broken { line + " a1a1" } else { line });
        session.board = (!is_broken).then_some(board);
    }

    /// Sends a position with one character replaced, which may be refused.
    fn odd_position(&mut self, session: &mut Session) {
        let mut fen = self.one_of(&POSITIONS).as_bytes().to_vec();
        let index = self.number() % fen.len();
        // A printable character.
        fen[index] = b' ' + (self.number() % 95) as u8;
        let fen = String::from_utf8(fen).expect("ASCII");
        session.send(&format!("position fen {fen}"));
        session.board = Board::read_fen(&unquoted(&fen)).ok().map(|(board, _)| board);
    }

    /// Sends a search, in some cases of certain moves.
    fn search(&mut self, session: &mut Session, arguments: &[&str], is_endless: bool) {
        let mut arguments = self.one_of(arguments).to_owned();
        let choices = self.number();
        let legal = session.board.map(|board| board.legal_moves().to_vec()).unwrap_or_default();
        let mut moves = Vec::new();
        if let (Some(board), true) = (session.board, choices % 4 == 0) {
            arguments += " searchmoves";
            for &mv in legal.iter().skip(choices / 4 % 16).step_by(3).take(choices / 64) {
                arguments += &format!(" {}", board.move_text(mv, false));
                moves.push(mv);
            }
            if choices & 4 != 0 {
                arguments += " a1a1 z9 e2e9";
            }
        }
        session.go(&arguments, moves, is_endless);
    }

    /// Sends bytes that are no command.
    fn garbage(&mut self, session: &mut Session) {
        /// The maximum number of bytes.
        const BYTES: usize = 24;
        let length = (self.number() % BYTES).min(self.bytes.len());
        let (bytes, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        let line = read_line(&mut { bytes }).expect("memory can be read");
        let text = line.unwrap_or_default();
        let is_command = text.split_whitespace().any(|word| COMMANDS.contains(&word));
        if !is_command && !bytes.contains(&b'\n') {
            session.send_bytes(bytes);
        }
    }
}

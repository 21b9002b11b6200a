//! The output of a search: `info` and `bestmove` lines.

use std::fmt::Write;
use std::time::Duration;

use super::output::Output;
use super::settings::Settings;
use crate::board::Board;
use crate::search::{LastReports, SearchControl, SearchObserver, SearchReport};
use crate::tt::Bound;
use crate::types::Move;
use crate::wdl::normalised;

/// The search time after which the current root move is reported.
const CURRMOVE_DELAY: Duration = Duration::from_secs(1);

/// A writer of the `info` lines of a search.
pub(super) struct InfoWriter<'a> {
    pub(super) board: &'a Board,
    pub(super) settings: &'a Settings,
    pub(super) output: &'a Output,
    /// Reads the input, on platforms without threads.
    pub(super) read_input: &'a mut dyn FnMut(),
    /// The control that stops the search when the output is closed.
    pub(super) control: &'a SearchControl,
    pub(super) last: LastReports,
}

impl InfoWriter<'_> {
    fn line(&self, text: &str) {
        self.output.line(text);
        if self.output.is_closed() {
            self.control.stop();
        }
    }

    /// Formats the `info` line of a report.
    fn info(&self, report: &SearchReport) -> String {
        let SearchReport { depth, selective_depth, number, nodes, elapsed, .. } = report;
        let SearchReport { hashfull, syzygy_hits, .. } = report;
        let score = normalised(report.score, self.board);
        let bound = match report.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let wdl = self.settings.show_wdl.then(|| format!(" wdl {}", report.chances(self.board)));
        let wdl = wdl.unwrap_or_default();
        let nps = report.throughput().nodes_per_second();
        let mut line = format!(
            "info depth {depth} seldepth {selective_depth} multipv {number} score {score}{bound}{wdl} \
             nodes {nodes} nps {nps} hashfull {hashfull} tbhits {syzygy_hits} time {}",
            elapsed.as_millis()
        );
        if !report.pv.is_empty() {
            line.push_str(" pv");
            let mut board = *self.board;
            for &mv in &report.pv {
                // Writing to a string never fails.
                let _ = write!(line, " {}", board.move_text(mv, self.settings.chess960));
                board = board.make(mv);
            }
        }
        line
    }
}

impl SearchObserver for InfoWriter<'_> {
    fn report(&mut self, report: &SearchReport) {
        // A finished search reports its last lines again, for their nodes and time.
        if self.last.update(report) {
            self.line(&self.info(report));
        }
    }

    fn root_move(&mut self, depth: usize, mv: Move, number: usize, elapsed: Duration) {
        if elapsed >= CURRMOVE_DELAY {
            let mv = self.board.move_text(mv, self.settings.chess960);
            self.line(&format!("info depth {depth} currmove {mv} currmovenumber {number}"));
        }
    }

    fn poll(&mut self) {
        (self.read_input)();
    }

    fn mate_ruled_out(&mut self, moves: usize, is_partial: bool) {
        let by = if is_partial { " by the searchmoves" } else { "" };
        self.output.info(format_args!("no mate in {moves}{by}: ruled out"));
    }
}

/// The `bestmove` line without a move.
pub(super) const NO_MOVE: &str = "bestmove (none)";

/// Formats the `bestmove` line for a move in `board` and the expected reply.
pub(super) fn best_move(
    best: Option<Move>,
    ponder: Option<Move>,
    board: &Board,
    chess960: bool,
) -> String {
    let Some(best) = best else { return NO_MOVE.to_owned() };
    let mut line = format!("bestmove {}", board.move_text(best, chess960));
    if let Some(ponder) = ponder {
        let _ = write!(line, " ponder {}", board.make(best).move_text(ponder, chess960));
    }
    line
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::types::Score;

    #[test]
    fn reports_and_root_moves_are_written_as_info_lines() {
        let (board, control) = (Board::start(), SearchControl::default());
        let mv = board.parse_move("e2e4").unwrap();
        let lower = SearchReport {
            depth: 9,
            selective_depth: 14,
            number: 1,
            score: Score::mate_in(5),
            is_drawn: false,
            bound: Bound::Lower,
            nodes: 3_000,
            elapsed: Duration::from_millis(1_500),
            hashfull: 12,
            syzygy_hits: 34,
            pv: vec![mv],
        };
        let (score, number, pv) = (Score::mated_in(4), 2, Vec::new());
        let upper = SearchReport { bound: Bound::Upper, score, number, pv, ..lower.clone() };
        let (reader, pipe) = io::pipe().unwrap();
        let output = Output::new(pipe);
        let mut writer = InfoWriter {
            board: &board,
            settings: &Settings::default(),
            output: &output,
            read_input: &mut || {},
            control: &control,
            last: LastReports::default(),
        };
        writer.report(&lower);
        writer.report(&upper);
        writer.root_move(10, mv, 7, Duration::from_millis(999));
        writer.root_move(10, mv, 8, Duration::from_millis(1_000));
        let board: Board = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let settings = &Settings { chess960: true, ..Settings::default() };
        let mut writer = InfoWriter { board: &board, settings, ..writer };
        let castling = board.parse_move("e1g1").unwrap();
        writer.root_move(11, castling, 1, Duration::from_secs(1));
        drop(output);
        assert_eq!(
            io::read_to_string(reader).unwrap().lines().collect::<Vec<_>>(),
            [
                "info depth 9 seldepth 14 multipv 1 score mate 3 lowerbound nodes 3000 nps 2000 \
                 hashfull 12 tbhits 34 time 1500 pv e2e4",
                "info depth 9 seldepth 14 multipv 2 score mate -2 upperbound nodes 3000 nps 2000 \
                 hashfull 12 tbhits 34 time 1500",
                "info depth 10 currmove e2e4 currmovenumber 8",
                "info depth 11 currmove e1h1 currmovenumber 1",
            ]
        );
    }
}

//! Play below full strength that errs as people do.
//!
//! Three things weaken a search. It looks at few nodes. It overlooks moves, of either side and
//! anywhere in the tree but when in check: the likelier the harder they are to see, a quiet retreat
//! along a diagonal more often than a recapture. And it has tastes of its own about which man stands
//! well where. What is overlooked is so wherever it occurs in the search, as a person who has not
//! noticed a threat does not find it in another line; the next search may notice it. Tastes last for
//! a game.
//!
//! Nothing that a weakened search learns is seen by one at full strength, nor the reverse.

use super::movepick::MovePicker;
use super::params;
use super::task::Task;
use super::worker::{Memory, Worker};
use crate::board::Board;
use crate::limits::Limits;
use crate::mix::mix;
use crate::tt::{AllocationError, TranspositionTable};
use crate::types::{Bitboard, Color, Move, MoveKind, PieceType, Score, Square};

/// The lowest strength of [`Searcher::set_elo`](super::Searcher::set_elo).
pub const MIN_ELO: i32 = 1_000;
/// The highest strength of [`Searcher::set_elo`](super::Searcher::set_elo).
pub const MAX_ELO: i32 = 2_850;

/// The size of the table of weakened searches in megabytes: they are small.
const TABLE_MEGABYTES: usize = 2;
/// A search is broken off at so many times the nodes after which no iteration begins.
const MAX_NODES_FACTOR: u64 = 8;

/// How hard a move of the root is to see, for each kind of move. …
const RECAPTURE: f64 = 0.05;
const CASTLING: f64 = 0.1;
const CHECK: f64 = 0.5;
const QUIET: f64 = 1.0;
/// … Of captures that win something, by the man that is taken: pawn to queen. Promotions are as
/// hard to see as the capture of a rook.
const WINNING_CAPTURES: [f64; PieceType::COUNT] = [0.8, 0.5, 0.5, 0.4, 0.2, 0.0];
/// What each step of distance beyond the first adds, …
const DISTANCE: f64 = 0.12;
/// … and by what it is multiplied for a retreat, a way along a diagonal and a knight's leap.
const BACKWARD: f64 = 1.5;
const DIAGONAL: f64 = 1.2;
const KNIGHT: f64 = 1.2;
/// How much harder it is for each ply between the root and the move, …
const DEPTH: f64 = 0.4;
/// … up to this ply.
const MAX_DEPTH: usize = 5;

/// What weakened searches keep from one to the next.
pub(super) struct Weakened {
    /// What makes one game differ from another.
    seed: u64,
    pub(super) table: TranspositionTable,
    pub(super) memory: Memory,
    /// The positions after the last moves found: when one of them comes before the next root, it
    /// tells what the opponent moved.
    left: [Option<Board>; 2],
}

impl Weakened {
    pub(super) fn new() -> Result<Self, AllocationError> {
        Ok(Self {
            seed: rand::random(),
            table: TranspositionTable::new(TABLE_MEGABYTES)?,
            memory: Memory::new(),
            left: [None; 2],
        })
    }

    pub(super) fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Forgets all earlier searches and begins a game of other mistakes.
    pub(super) fn new_game(&mut self) {
        self.seed = rand::random();
        self.memory.clear();
        self.left = [None; 2];
    }

    /// Begins a search at the strength `elo` of `board`, which came about after the positions of
    /// `earlier_keys`.
    pub(super) fn begin(&mut self, elo: i32, board: &Board, earlier_keys: &[u64]) -> Weakness {
        // What was found in earlier searches was found with other eyes.
        self.table.clear();
        let before =
            self.left.iter().flatten().find(|left| earlier_keys.last() == Some(&left.key()));
        let opponent = !board.side_to_move();
        let arrived = before
            .map_or(Bitboard::EMPTY, |before| board.color(opponent) & !before.color(opponent));
        Weakness {
            nodes: nodes(elo),
            blindness: blindness(elo),
            seed: mix(self.seed ^ board.key()),
            tastes: tastes(elo, self.seed),
            arrived,
        }
    }

    /// Notes that the move `best` of `board` was found.
    pub(super) fn note(&mut self, board: &Board, best: Option<Move>) {
        self.left = [best.map(|best| board.make(best)), self.left[0]];
    }
}

/// After how many nodes a search of strength `elo` begins no further iteration.
fn nodes(elo: i32) -> u64 {
    let doublings = f64::from(elo - MIN_ELO) / f64::from(params::weak_nodes_doubling());
    (f64::from(params::weak_nodes()) * doublings.exp2()) as u64
}

/// How much is overlooked: a move of difficulty 1 is seen with a probability of `exp(-blindness)`.
fn blindness(elo: i32) -> f64 {
    let slope = f64::from(params::weak_blindness_slope()) / 100.0;
    let lack = lack(elo, params::weak_blindness_end());
    f64::from(params::weak_blindness()) / 1_000.0 * lack.powf(slope)
}

/// Falls from 1 at the lowest strength to 0 at the strength `end`.
fn lack(elo: i32, end: i32) -> f64 {
    f64::from(end - elo).max(0.0) / f64::from(end - MIN_ELO)
}

/// What each man is worth more or less on each square, in centipawns.
type Tastes = [[i32; Square::COUNT]; 2 * PieceType::COUNT];

fn tastes(elo: i32, seed: u64) -> Tastes {
    let most = f64::from(params::weak_taste()) * lack(elo, params::weak_taste_end());
    let taste = |index: usize| {
        let part = 2.0 * fraction(mix(seed.wrapping_add(index as u64))) - 1.0;
        (most * part).round() as i32
    };
    std::array::from_fn(|man| std::array::from_fn(|square| taste(man * Square::COUNT + square)))
}

/// How one search errs.
pub(super) struct Weakness {
    /// After so many nodes for each line that is asked for, no iteration begins.
    nodes: u64,
    /// A move of difficulty 1 is seen with a probability of `exp(-blindness)`.
    blindness: f64,
    /// What decides which moves are overlooked.
    seed: u64,
    tastes: Tastes,
    /// Where men of the opponent stand in the root that did not before the last move.
    arrived: Bitboard,
}

impl Weakness {
    /// The limits of `task`, narrowed.
    pub(super) fn limits(&self, task: &Task) -> Limits {
        let soft = self.nodes.saturating_mul(task.multi_pv as u64);
        let least = |limit: Option<u64>, other| Some(limit.map_or(other, |nodes| nodes.min(other)));
        Limits {
            soft_nodes: least(task.limits.soft_nodes, soft),
            nodes: least(task.limits.nodes, soft.saturating_mul(MAX_NODES_FACTOR)),
            ..task.limits.clone()
        }
    }

    /// Those moves of the root that are seen; all of them if none is.
    pub(super) fn seen(&self, task: &Task) -> Vec<Move> {
        let is_seen = |&mv: &Move| !self.overlooks(task.board, mv, 0, self.arrived);
        let seen: Vec<Move> = task.root_moves.iter().copied().filter(is_seen).collect();
        if seen.is_empty() { task.root_moves.to_vec() } else { seen }
    }

    /// Whether the move `mv` is overlooked at `ply`. `arrived` is where the last move led.
    fn overlooks(&self, board: &Board, mv: Move, ply: usize, arrived: Bitboard) -> bool {
        // Whoever is in check looks at every way out: so a mate is always seen as one.
        if board.in_check() {
            return false;
        }
        let man = colored_index(board.side_to_move(), man_of(board, mv));
        let number = mix(self.seed ^ (man as u64) << u16::BITS ^ u64::from(mv.bits()));
        let depth = 1.0 + DEPTH * ply.min(MAX_DEPTH) as f64;
        // The inverse of an exponential distribution.
        -fraction(number).ln() < self.blindness * depth * difficulty(board, mv, arrived)
    }

    /// What tastes add to the evaluation of `board`, from the view of the side to move.
    fn taste(&self, board: &Board) -> i32 {
        let of = |color: Color| -> i32 {
            let worth = |square: Square| {
                let man = board.piece_type_on(square).unwrap_or(PieceType::Pawn);
                self.tastes[colored_index(color, man)][square.index()]
            };
            board.color(color).into_iter().map(worth).sum()
        };
        of(board.side_to_move()) - of(!board.side_to_move())
    }
}

/// How hard the move `mv` is to see in the root.
fn difficulty(board: &Board, mv: Move, arrived: Bitboard) -> f64 {
    if mv.kind() == MoveKind::Castling {
        return CASTLING;
    }
    let captured = board.captured_by(mv);
    if captured.is_some() && arrived.contains(mv.to()) {
        return RECAPTURE;
    }
    let kind = match (captured, mv.promoted_to()) {
        (_, Some(PieceType::Queen)) => WINNING_CAPTURES[PieceType::Rook.index()],
        (Some(captured), _) if board.see_at_least(mv, 1) => WINNING_CAPTURES[captured.index()],
        _ if board.gives_direct_check(mv) => CHECK,
        _ => QUIET,
    };
    kind * way(board, mv)
}

/// How much harder the way of the move `mv` makes it to see.
fn way(board: &Board, mv: Move) -> f64 {
    let mover = board.side_to_move();
    let (from, to) = (mv.from().relative_to(mover), mv.to().relative_to(mover));
    let factors = [
        (to.rank() < from.rank(), BACKWARD),
        (from.file_distance(to) == from.rank_distance(to), DIAGONAL),
        (man_of(board, mv) == PieceType::Knight, KNIGHT),
    ];
    let direction: f64 =
        factors.iter().filter(|(applies, _)| *applies).map(|(_, factor)| factor).product();
    direction * (1.0 + DISTANCE * f64::from(from.distance(to) - 1))
}

fn man_of(board: &Board, mv: Move) -> PieceType {
    board.piece_type_on(mv.from()).unwrap_or(PieceType::Pawn)
}

fn colored_index(color: Color, man: PieceType) -> usize {
    PieceType::COUNT * color.index() + man.index()
}

/// A random number as a fraction, more than 0 and at most 1.
fn fraction(number: u64) -> f64 {
    ((number >> 11) + 1) as f64 / (1_u64 << 53) as f64
}

impl Worker<'_> {
    /// The next move that is not overlooked.
    #[inline]
    pub(super) fn next_move(&self, picker: &mut MovePicker, board: &Board) -> Option<Move> {
        loop {
            let mv = picker.next(board, self.histories)?;
            match self.weakness {
                Some(weakness) if self.is_overlooked(weakness, board, mv) => {}
                _ => return Some(mv),
            }
        }
    }

    #[cold]
    fn is_overlooked(&self, weakness: &Weakness, board: &Board, mv: Move) -> bool {
        let ply = self.keys.ply();
        // In the root only the moves that are seen are looked at anyway.
        let before = ply.checked_sub(1).and_then(|last| self.stack.earlier(last, 0));
        let arrived = before.and_then(|frame| frame.played).map(|played| played.target().into());
        ply > 0 && weakness.overlooks(board, mv, ply, arrived.unwrap_or(Bitboard::EMPTY))
    }

    /// The static evaluation, with what tastes add.
    #[inline]
    pub(super) fn evaluate(&mut self, board: &Board) -> Score {
        let score = self.evaluator.evaluate(board);
        match self.weakness {
            Some(weakness) => Score::from_eval(score.0 + weakness.taste(board)),
            None => score,
        }
    }
}

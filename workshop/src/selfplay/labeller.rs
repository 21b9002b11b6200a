//! Labels the positions of games with the scores of large searches.

use clap::Args;
use nunatak::game::GameLine;
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher, Silent};
use nunatak::text::whole_number;
use nunatak::tt::AllocationError;
use rand::RngExt;

use super::player::HASH;
use super::settings::MAX_NODES_FACTOR;
use crate::arguments::share;
use crate::dataset::{Filter, Game, NO_SCORE, white_view};
use crate::random::generator;

/// Settings of labelling, which are also the arguments of the command.
#[derive(Args, Clone, Copy, Debug, PartialEq)]
pub struct LabelSettings {
    /// Seed that decides which positions are labelled
    #[arg(long, value_name = "S", default_value_t = Self::default().seed)]
    #[arg(value_parser = whole_number::<u64>(0..))]
    pub seed: u64,
    /// Number of nodes after which a search starts no further iteration; twice that number aborts
    /// it
    #[arg(long, value_name = "N", default_value_t = Self::default().nodes)]
    #[arg(value_parser = whole_number::<u64>(1..))]
    pub nodes: u64,
    /// Share of the positions to label, 0 to 1, of those that the filter keeps
    #[arg(long, value_name = "X", default_value_t = Self::default().share)]
    #[arg(value_parser = share)]
    pub share: f64,
    /// The positions that may be labelled.
    #[command(flatten)]
    pub filter: Filter,
}

impl Default for LabelSettings {
    fn default() -> Self {
        Self { seed: 0, nodes: 6_000, share: 0.1, filter: Filter::default() }
    }
}

impl LabelSettings {
    /// Returns the settings as arguments of the command, one a line. With the games they determine
    /// the labels.
    pub fn lines(&self) -> Vec<String> {
        let Self { seed, nodes, share, filter } = self;
        let mut lines = vec![
            format!("--seed {seed}"),
            format!("--nodes {nodes}"),
            format!("--share {share}"),
            format!("--first-ply {}", filter.first_ply),
            format!("--max-score {}", filter.max_score),
        ];
        lines.extend(filter.keep_captures.then(|| "--keep-captures".to_owned()));
        lines.extend(filter.max_difference.map(|limit| format!("--max-difference {limit}")));
        lines
    }
}

/// A labeller of games, with a searcher of its own.
pub(super) struct Labeller {
    settings: LabelSettings,
    limits: Limits,
    searcher: Searcher,
}

impl Labeller {
    pub(super) fn new(settings: LabelSettings) -> Result<Self, AllocationError> {
        let limits = Limits {
            soft_nodes: Some(settings.nodes),
            nodes: Some(settings.nodes.saturating_mul(MAX_NODES_FACTOR)),
            ..Limits::default()
        };
        Ok(Self { settings, limits, searcher: Searcher::new(HASH)? })
    }

    /// Replaces the scores of the game with the given number: a random share of the positions that
    /// the filter keeps gets the score of a search, the others get none. Returns `None` if
    /// `control` stops it.
    ///
    /// Games are only the way to positions, so they may be played with small searches, whose scores
    /// are worse labels than static evaluations; large searches are spent where they are learned
    /// from.
    pub(super) fn label(
        &mut self,
        mut game: Game,
        number: u64,
        control: &SearchControl,
    ) -> Option<Game> {
        let mut random = generator(self.settings.seed, [number, 0, 0]);
        self.searcher.new_game();
        let mut line = GameLine::new(game.start);
        let positions: Vec<_> = game.positions().collect();
        for (position, scored) in positions.iter().zip(&mut game.moves) {
            let is_chosen =
                self.settings.filter.keeps(position) && random.random_bool(self.settings.share);
            scored.score = NO_SCORE;
            if is_chosen {
                let board = line.board();
                let result =
                    self.searcher.search(board, line.earlier(), &self.limits, control, &mut Silent);
                scored.score = white_view(board, result.report.score).0 as i16;
            }
            line.play(scored.mv);
        }
        (!control.is_stopped()).then_some(game)
    }
}

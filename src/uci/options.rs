//! The options that an interface may set.

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use thiserror::Error;

use super::opponent::{Opponent, OpponentError};
use super::own_book::{MAX_BOOK_DEPTH, OwnBook};
use super::strength::{DEFAULT_ELO, MAX_SKILL, Strength};
use crate::book::BookChoice;
#[cfg(feature = "tune")]
use crate::params::{Parameter, parameters, set_parameter};
use crate::search::{DEFAULT_MOVE_OVERHEAD, MAX_ELO, MAX_THREADS, MIN_ELO, Searcher};
use crate::tt::{AllocationError, DEFAULT_MEGABYTES, MAX_MEGABYTES};

/// A `setoption` that changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum OptionError {
    #[error("there is no option '{0}'")]
    Unknown(String),
    #[error("option {name}: '{value}' is not a whole number from {min} to {max}")]
    Spin { name: &'static str, value: String, min: i64, max: i64 },
    #[error("option {name}: '{value}' is neither true nor false")]
    Check { name: &'static str, value: String },
    #[error("option {name}: {error}; the old table stays")]
    Allocation { name: &'static str, error: AllocationError },
    #[error("option {name}: '{value}': {error}")]
    Text { name: &'static str, value: String, error: String },
}

/// What an option is, and what setting it does.
enum Kind {
    Button(fn(&mut Searcher)),
    Check {
        default: bool,
        set: fn(&mut Settings, bool),
    },
    Spin {
        default: i64,
        range: RangeInclusive<i64>,
        set: fn(&mut Settings, &mut Searcher, i64) -> Result<(), AllocationError>,
    },
    /// A text, empty or not. If it is of no use, setting it says why.
    Text {
        default: &'static str,
        set: fn(&mut Settings, &str) -> Result<(), String>,
    },
}

/// The most lines of analysis.
const MAX_LINES: i64 = 256;

/// How the protocol writes an empty text.
const EMPTY: &str = "<empty>";

/// Whether `value` is an empty text, as such or as the protocol writes it.
pub(super) fn is_empty(value: &str) -> bool {
    value.is_empty() || value == EMPTY
}

/// The option that the input thread obeys.
pub(super) const DEBUG_LOG_FILE: &str = "Debug Log File";

/// What the engine says of itself.
const ABOUT: &str = concat!(
    "Nunatak ",
    env!("CARGO_PKG_VERSION"),
    " by the Nunatak team, ",
    env!("CARGO_PKG_LICENSE"),
    " licence"
);

struct EngineOption {
    name: &'static str,
    kind: Kind,
}

/// The options that concern the protocol and not the search.
#[derive(Debug, Default)]
pub(super) struct Settings {
    /// Castling is written as king takes rook.
    pub(super) chess960: bool,
    /// The chances to win, draw and lose are told with each score.
    pub(super) show_wdl: bool,
    /// Positions are judged, not played: without contempt or book, at full strength.
    pub(super) analyse_mode: bool,
    contempt: i32,
    /// Against whom the engine plays, if it was told.
    pub(super) opponent: Option<Opponent>,
    /// The book that moves are taken from.
    pub(super) book: OwnBook,
    pub(super) strength: Strength,
}

impl Settings {
    /// By how many units of the evaluation a draw is worth less to the engine than an equal game.
    pub(super) fn contempt(&self) -> i32 {
        if self.analyse_mode { 0 } else { self.contempt }
    }

    /// The Elo to which moves in a game are limited; `None` at full strength.
    pub(super) fn elo(&self) -> Option<i32> {
        self.strength.limit().filter(|_| !self.analyse_mode)
    }
}

const OPTIONS: [EngineOption; 20] = [
    EngineOption {
        name: "Hash",
        kind: Kind::Spin {
            default: DEFAULT_MEGABYTES as i64,
            range: 1..=MAX_MEGABYTES as i64,
            set: |_, searcher, megabytes| searcher.resize_table(megabytes as usize),
        },
    },
    EngineOption {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            range: 1..=MAX_THREADS as i64,
            set: |_, searcher, threads| {
                searcher.set_threads(threads as usize);
                Ok(())
            },
        },
    },
    EngineOption { name: "Clear Hash", kind: Kind::Button(Searcher::clear_table) },
    EngineOption {
        name: "Ponder",
        // Tells the interface that it may send `go ponder`; the engine needs no other preparation.
        kind: Kind::Check { default: false, set: |_, _| {} },
    },
    EngineOption {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            range: 1..=MAX_LINES,
            set: |_, searcher, lines| {
                searcher.set_multi_pv(lines as usize);
                Ok(())
            },
        },
    },
    EngineOption {
        name: "Skill Level",
        kind: Kind::Spin {
            default: MAX_SKILL as i64,
            range: 0..=MAX_SKILL as i64,
            set: |settings, _, level| {
                settings.strength.skill = level as i32;
                Ok(())
            },
        },
    },
    EngineOption {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: DEFAULT_MOVE_OVERHEAD.as_millis() as i64,
            range: 0..=5_000,
            set: |_, searcher, milliseconds| {
                searcher.set_move_overhead(Duration::from_millis(milliseconds.unsigned_abs()));
                Ok(())
            },
        },
    },
    EngineOption {
        name: "UCI_Chess960",
        kind: Kind::Check {
            default: false,
            set: |settings, chess960| settings.chess960 = chess960,
        },
    },
    EngineOption {
        name: "UCI_LimitStrength",
        kind: Kind::Check {
            default: false,
            set: |settings, is_limited| settings.strength.is_limited = is_limited,
        },
    },
    EngineOption {
        name: "UCI_Elo",
        kind: Kind::Spin {
            default: DEFAULT_ELO as i64,
            range: MIN_ELO as i64..=MAX_ELO as i64,
            set: |settings, _, elo| {
                settings.strength.elo = elo as i32;
                Ok(())
            },
        },
    },
    EngineOption {
        name: "UCI_ShowWDL",
        kind: Kind::Check { default: false, set: |settings, is_on| settings.show_wdl = is_on },
    },
    EngineOption {
        name: "UCI_AnalyseMode",
        kind: Kind::Check { default: false, set: |settings, is_on| settings.analyse_mode = is_on },
    },
    EngineOption {
        name: "UCI_Opponent",
        kind: Kind::Text {
            default: "",
            set: |settings, text| {
                settings.opponent = None;
                if !is_empty(text) {
                    settings.opponent =
                        Some(text.parse().map_err(|error: OpponentError| error.to_string())?);
                }
                Ok(())
            },
        },
    },
    EngineOption {
        name: "UCI_EngineAbout",
        // For reading only.
        kind: Kind::Text { default: ABOUT, set: |_, _| Ok(()) },
    },
    EngineOption {
        name: DEBUG_LOG_FILE,
        // The input thread has opened it when it read of it.
        kind: Kind::Text { default: "", set: |_, _| Ok(()) },
    },
    EngineOption {
        name: "Contempt",
        kind: Kind::Spin {
            default: 0,
            range: -100..=100,
            set: |settings, _, units| {
                settings.contempt = units as i32;
                Ok(())
            },
        },
    },
    EngineOption {
        name: "OwnBook",
        kind: Kind::Check {
            default: false,
            set: |settings, is_used| settings.book.is_used = is_used,
        },
    },
    EngineOption {
        name: "BookFile",
        kind: Kind::Text {
            default: "",
            set: |settings, name| {
                let path = (!is_empty(name)).then(|| Path::new(name));
                settings.book.open(path).map_err(|error| format!("{error}; play goes on without"))
            },
        },
    },
    EngineOption {
        name: "BookDepth",
        kind: Kind::Spin {
            default: MAX_BOOK_DEPTH as i64,
            range: 1..=MAX_BOOK_DEPTH as i64,
            set: |settings, _, moves| {
                settings.book.depth = moves as u16;
                Ok(())
            },
        },
    },
    EngineOption {
        name: "Best Book Move",
        kind: Kind::Check {
            default: false,
            set: |settings, is_best| {
                settings.book.choice =
                    if is_best { BookChoice::Best } else { BookChoice::Weighted };
            },
        },
    },
];

/// The lines that declare the options to the interface.
pub(super) fn declarations() -> impl Iterator<Item = String> {
    let options = OPTIONS.iter().map(|EngineOption { name, kind }| match kind {
        Kind::Button(_) => format!("option name {name} type button"),
        Kind::Check { default, .. } => format!("option name {name} type check default {default}"),
        Kind::Spin { default, range, .. } => {
            let (min, max) = (range.start(), range.end());
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        Kind::Text { default, .. } => {
            let default = if default.is_empty() { EMPTY } else { default };
            format!("option name {name} type string default {default}")
        }
    });
    #[cfg(feature = "tune")]
    let options =
        options.chain(parameters().iter().map(|Parameter { name, default, min, max }| {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }));
    options
}

/// Sets the option of that name, whatever its case.
pub(super) fn set(
    name: &str,
    value: Option<&str>,
    settings: &mut Settings,
    searcher: &mut Searcher,
) -> Result<(), OptionError> {
    let value = value.unwrap_or_default();
    #[cfg(feature = "tune")]
    for (index, &Parameter { name: known, min, max, .. }) in parameters().iter().enumerate() {
        if known.eq_ignore_ascii_case(name) {
            set_parameter(index, spin(known, value, &(min.into()..=max.into()))? as i32);
            return Ok(());
        }
    }
    let option = OPTIONS
        .iter()
        .find(|option| option.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    let name = option.name;
    match &option.kind {
        Kind::Button(press) => press(searcher),
        Kind::Check { set, .. } => match value.to_ascii_lowercase().as_str() {
            "true" => set(settings, true),
            "false" => set(settings, false),
            _ => return Err(OptionError::Check { name, value: value.to_owned() }),
        },
        Kind::Spin { range, set, .. } => {
            let number = spin(name, value, range)?;
            set(settings, searcher, number)
                .map_err(|error| OptionError::Allocation { name, error })?;
        }
        Kind::Text { set, .. } => set(settings, value).map_err(|error| OptionError::Text {
            name,
            value: value.to_owned(),
            error,
        })?,
    }
    Ok(())
}

/// The number that `value` gives a spin option.
fn spin(name: &'static str, value: &str, range: &RangeInclusive<i64>) -> Result<i64, OptionError> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| OptionError::Spin {
        name,
        value: value.to_owned(),
        min: *range.start(),
        max: *range.end(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_one(name: &str, value: Option<&str>) -> Result<bool, OptionError> {
        let mut settings = Settings::default();
        let mut searcher = Searcher::new(1).expect("a megabyte");
        set(name, value, &mut settings, &mut searcher).map(|()| settings.chess960)
    }

    #[test]
    fn names_and_truth_values_come_in_any_case() {
        assert_eq!(set_one("uci_CHESS960", Some("True")), Ok(true));
        assert_eq!(set_one("clear hash", None), Ok(false));
        assert_eq!(set_one("HASH", Some("2")), Ok(false));
        assert_eq!(set_one("Contempt", Some("-100")), Ok(false));
        assert_eq!(set_one("bookfile", Some("<empty>")), Ok(false));
        assert_eq!(set_one("BookFile", None), Ok(false));
    }

    #[test]
    fn bad_values_are_named() {
        for (name, value, part) in [
            ("Hash", Some("0"), "'0'"),
            ("Hash", Some("-5"), "'-5'"),
            ("Hash", Some("lots"), "'lots'"),
            ("Hash", None, "''"),
            ("Hash", Some("99999999999999999999"), "'99999999999999999999'"),
            ("Contempt", Some("101"), "-100 to 100"),
            ("Ponder", Some("maybe"), "'maybe'"),
            ("BookDepth", Some("0"), "1 to 255"),
            ("BookFile", Some("no such file.bin"), "'no such file.bin'"),
            ("Nonesuch", Some("1"), "'Nonesuch'"),
        ] {
            let error = set_one(name, value).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn defaults_are_in_range() {
        for option in &OPTIONS {
            if let Kind::Spin { default, range, .. } = &option.kind {
                assert!(range.contains(default), "{}", option.name);
            }
        }
    }
}
